package model

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChangesTellWhatDiffersBetweenTwoReads(t *testing.T) {
	base := filed(7, 0, at("x", "a.go", 1), "severity:important", "footprint:wide")
	base.Title = "Lock file"
	with := func(change func(*Issue)) []Issue {
		is := base
		is.Labels = append([]string(nil), base.Labels...)
		change(&is)
		return []Issue{is}
	}
	labels := func(l ...string) []Issue { return with(func(is *Issue) { is.Labels = l }) }
	tests := []struct {
		name          string
		before, after []Issue
		want          []string
	}{
		{"nothing", []Issue{base}, with(func(*Issue) {}), nil},
		{"both empty", nil, nil, nil},
		{"a new issue", nil, []Issue{base}, []string{"7 new: new"}},
		{"one that is gone", []Issue{base}, nil, []string{"7 gone: no longer in the list"}},
		{"the order of the list is no change", []Issue{base, filed(8, 0, at("x", "b.go", 1))}, []Issue{filed(8, 0, at("x", "b.go", 1)), base}, nil},
		{"a re-grade", []Issue{base}, labels("severity:critical", "footprint:wide"), []string{"7 regraded: severity: important → critical"}},
		{"two axes", []Issue{base}, labels("severity:critical", "difficulty:easy"), []string{
			"7 regraded: severity: important → critical", "7 regraded: footprint: wide taken away", "7 regraded: difficulty: set to easy"}},
		{"another spelling of a label is no change", []Issue{base}, labels("Severity:Important", "handler:plan"), nil},
		{"claimed", []Issue{base}, labels("severity:important", "footprint:wide", "in-progress"), []string{"7 claimed: claimed"}},
		{"released", labels("severity:important", "footprint:wide", "in-progress"), []Issue{base}, []string{"7 released: released"}},
		{"parked", []Issue{base}, labels("severity:important", "footprint:wide", "debt:spec-pending"), []string{"7 parked: spec pending"}},
		{"from pending to active", labels("severity:important", "footprint:wide", "debt:spec-pending"),
			labels("severity:important", "footprint:wide", "debt:spec-active"), []string{"7 parked: spec active"}},
		{"no longer parked", labels("severity:important", "footprint:wide", "debt:spec-active"), []Issue{base}, []string{"7 unparked: no longer parked"}},
		{"the title", []Issue{base}, with(func(is *Issue) { is.Title = "Lock" }), []string{"7 edited: title edited"}},
		{"title and body", []Issue{base}, with(func(is *Issue) { is.Title, is.Body = "Lock", "" }), []string{"7 edited: title and body edited"}},
		{"a comment", []Issue{base}, with(func(is *Issue) { is.Comments = 1 }), []string{"7 commented: 1 new comment"}},
		{"comments", []Issue{base}, with(func(is *Issue) { is.Comments = 3 }), []string{"7 commented: 3 new comments"}},
		{"a comment that was deleted", with(func(is *Issue) { is.Comments = 1 }), []Issue{base}, nil},
		{"closed", []Issue{base}, with(func(is *Issue) { is.State, is.StateReason = Closed, NotPlanned }), []string{"7 closed: closed as not planned"}},
		{"closed without a reason", []Issue{base}, with(func(is *Issue) { is.State = Closed }), []string{"7 closed: closed"}},
		{"reopened", with(func(is *Issue) { is.State = Closed }), []Issue{base}, []string{"7 reopened: reopened"}},
		{"several issues, by number", []Issue{filed(9, 0, at("x", "a.go", 1)), filed(2, 0, at("x", "a.go", 1))},
			[]Issue{base, filed(1, 0, at("x", "a.go", 1))}, []string{
				"1 new: new", "2 gone: no longer in the list", "7 new: new", "9 gone: no longer in the list"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range Changes(tt.before, tt.after) {
				if c.Issue.Number != c.Number {
					t.Errorf("the change of #%d holds #%d", c.Number, c.Issue.Number)
				}
				got = append(got, fmt.Sprintf("%d %s: %s", c.Number, c.Kind, c.Words))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
