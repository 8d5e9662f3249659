package model

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlanRegrade(t *testing.T) {
	for _, tt := range []struct {
		name        string
		labels      []string
		spelled     map[string]string
		changes     map[Axis]string
		add, remove []string
	}{
		{"another value", []string{"tech-debt", "severity:investigate"}, nil, map[Axis]string{Severity: Important},
			[]string{"severity:important"}, []string{"severity:investigate"}},
		{"the value it has", []string{"tech-debt", "severity:important"}, nil, map[Axis]string{Severity: Important}, nil, nil},
		{"no value yet", []string{"tech-debt"}, nil, map[Axis]string{Difficulty: Easy}, []string{"difficulty:easy"}, nil},
		{"taken away", []string{"fold:required", "difficulty:easy"}, nil, map[Axis]string{Fold: "", Difficulty: ""}, nil, []string{"difficulty:easy", "fold:required"}},
		{"taken away where there is none", []string{"tech-debt"}, nil, map[Axis]string{Fold: ""}, nil, nil},
		{"a second value goes", []string{"severity:important", "severity:critical"}, nil, map[Axis]string{Severity: Critical}, nil, []string{"severity:important"}},
		{"several axes", []string{"severity:critical", "footprint:narrow"}, nil, map[Axis]string{Footprint: Wide, Severity: Suggestion},
			[]string{"severity:suggestion", "footprint:wide"}, []string{"severity:critical", "footprint:narrow"}},
		{"the repository's spelling is written", []string{"Severity:Investigate"}, map[string]string{"severity:important": "Severity:Important"}, map[Axis]string{Severity: Important},
			[]string{"Severity:Important"}, []string{"Severity:Investigate"}},
		{"the same in other letters is there", []string{"Severity:Important"}, nil, map[Axis]string{Severity: Important}, nil, nil},
		{"a former spelling says it already", []string{"handler:plan"}, nil, map[Axis]string{Footprint: Wide}, nil, nil},
		{"a former spelling is replaced", []string{"handler:plan"}, nil, map[Axis]string{Footprint: Narrow}, []string{"footprint:narrow"}, []string{"handler:plan"}},
		{"a former spelling beside today's goes", []string{"handler:plan", "footprint:wide"}, nil, map[Axis]string{Footprint: Wide}, nil, []string{"handler:plan"}},
		{"C-13 foreign labels stay", []string{"in-progress", "severity:high", "bug", "severity:critical"}, nil, map[Axis]string{Severity: Important},
			[]string{"severity:important"}, []string{"severity:critical"}},
		{"nothing to change", []string{"severity:critical"}, nil, nil, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := PlanRegrade(tt.labels, tt.spelled, tt.changes)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(LabelEdit{tt.add, tt.remove}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.Empty() != (tt.add == nil && tt.remove == nil) {
				t.Errorf("Empty() = %v", got.Empty())
			}
		})
	}
}

func TestPlanRegradeRefuses(t *testing.T) {
	for _, tt := range []struct {
		name    string
		changes map[Axis]string
		want    string
	}{
		{"an unknown value", map[Axis]string{Severity: "urgent"}, `severity has no value "urgent"; it is critical, important, suggestion or investigate`},
		{"a misspelled value", map[Axis]string{Severity: "importnat"}, `severity has no value "importnat"; it is critical, important, suggestion or investigate (did you mean important?)`},
		{"a value of another axis", map[Axis]string{Difficulty: "wide"}, `difficulty has no value "wide"; it is easy, medium or hard`},
		{"no severity", map[Axis]string{Severity: ""}, "severity cannot be taken away; give it one of critical, important, suggestion or investigate"},
		{"an unknown axis", map[Axis]string{"colour": "red"}, `there is no axis "colour"; the axes are severity, footprint, difficulty, fold and audience`},
		{"a good and a bad one", map[Axis]string{Severity: Critical, Fold: "yes"}, `fold has no value "yes"; it is required`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			edit, err := PlanRegrade([]string{"severity:important"}, nil, tt.changes)
			if !errors.As(err, new(*GradeError)) || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if !edit.Empty() {
				t.Errorf("an edit came with the refusal: %v", edit)
			}
		})
	}
}

// TestHundredLabels is C-15.
func TestHundredLabels(t *testing.T) {
	carrying := func(n int, also ...string) []string {
		labels := append([]string{}, also...)
		for len(labels) < n {
			labels = append(labels, "l"+strconv.Itoa(len(labels)))
		}
		return labels
	}
	edit, err := PlanRegrade(carrying(99, "severity:critical"), nil, map[Axis]string{Severity: Important})
	if want := (LabelEdit{[]string{"severity:important"}, []string{"severity:critical"}}); err != nil || cmp.Diff(want, edit) != "" {
		t.Errorf("at 99: %v, %v", edit, err)
	}
	_, err = PlanRegrade(carrying(100, "severity:critical"), nil, map[Axis]string{Severity: Important})
	var limit *LabelLimitError
	if !errors.As(err, &limit) || limit.Have != 100 || len(limit.Edit.Add) != 1 || len(limit.Edit.Remove) != 1 {
		t.Fatalf("at 100: %v", err)
	}
	if !strings.Contains(err.Error(), "carries 100 labels") {
		t.Errorf("at 100: %v", err)
	}
	edit, err = PlanRegrade(carrying(100, "severity:critical"), nil, map[Axis]string{Severity: Critical})
	if err != nil || !edit.Empty() {
		t.Errorf("at 100 with the value it has: %v, %v", edit, err)
	}
	edit, err = PlanRegrade(carrying(100, "fold:required"), nil, map[Axis]string{Fold: ""})
	if err != nil || len(edit.Remove) != 1 {
		t.Errorf("at 100, taking one away: %v, %v", edit, err)
	}
}
