package hub_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// C-06
func TestLabelsAreListedToTheLastPage(t *testing.T) {
	var labels []model.Label
	for i := range 130 {
		labels = append(labels, model.Label{Name: fmt.Sprintf("l%03d", i), Color: "123456", Description: "d"})
	}
	s := hubtest.New(t, hubtest.Labels(labels...))
	for query, want := range map[string]int{"": 30, "?per_page=100": 100, "?per_page=100&page=2": 30} {
		if got := len(names(t, ask(t, s, "GET", shop+"/labels"+query, nil))); got != want {
			t.Errorf("%q: %d labels, want %d", query, got, want)
		}
	}
}

func TestALabelIsOneWhateverItsCase(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(model.Label{Name: "Severity:Critical", Color: "b60205"}))
	got := refused(t, ask(t, s, "POST", shop+"/labels", map[string]any{"name": "severity:critical"}), 422)
	if got.Errors[0].Code != "already_exists" || got.Errors[0].Resource != "Label" || got.Errors[0].Field != "name" {
		t.Errorf("errors %+v", got.Errors)
	}
	var l struct{ Name, Color string }
	ask(t, s, "GET", shop+"/labels/SEVERITY:CRITICAL", nil).into(t, &l)
	if l.Name != "Severity:Critical" || l.Color != "b60205" {
		t.Errorf("label %+v", l)
	}
	if e := ask(t, s, "POST", shop+"/labels", map[string]any{"name": "Größe/µ, ok", "color": "ABCDEF"}); e.status != 201 ||
		!strings.Contains(e.body, `"color":"abcdef"`) {
		t.Errorf("status %d: %s", e.status, e.body)
	}
	if e := ask(t, s, "GET", shop+"/labels/gR%C3%96%C3%9FE%2F%CE%BC%2C%20OK", nil); e.status != 200 {
		t.Errorf("status %d: %s", e.status, e.body)
	}
}

func TestARenamedLabelStaysOnItsIssues(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2, "handler:plan", "other")...))
	e := ask(t, s, "PATCH", shop+"/labels/Handler:Plan", map[string]any{"new_name": "footprint:wide", "color": "8957e5"})
	if e.status != 200 {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	if diff := cmp.Diff([]string{"footprint:wide", "other"}, names(t, ask(t, s, "GET", shop+"/issues/2/labels", nil))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("labeled by ana: handler:plan ededed", history(t, s, 2)[0]); diff != "" {
		t.Errorf("the timeline tells what was then: %s", diff)
	}
	got := refused(t, ask(t, s, "PATCH", shop+"/labels/other", map[string]any{"new_name": "Footprint:Wide"}), 422)
	if got.Errors[0].Code != "already_exists" {
		t.Errorf("errors %+v", got.Errors)
	}
	if e := ask(t, s, "PATCH", shop+"/labels/other", map[string]any{"new_name": "Other"}); e.status != 200 {
		t.Errorf("another case of its own name: status %d", e.status)
	}
	if e := ask(t, s, "DELETE", shop+"/labels/OTHER", nil); e.status != 204 {
		t.Errorf("status %d", e.status)
	}
	if diff := cmp.Diff([]string{"footprint:wide"}, names(t, ask(t, s, "GET", shop+"/issues/1/labels", nil))); diff != "" {
		t.Error(diff)
	}
}

func TestALabelThatCannotBeIsRefused(t *testing.T) {
	s := hubtest.New(t)
	for name, c := range map[string]struct {
		in          map[string]any
		field, code string
	}{
		"no name":            {map[string]any{"color": "ffffff"}, "name", "missing_field"},
		"a long name":        {map[string]any{"name": strings.Repeat("n", 51)}, "name", "custom"},
		"a colour with #":    {map[string]any{"name": "n", "color": "#ffffff"}, "color", "invalid"},
		"a colour by name":   {map[string]any{"name": "n", "color": "red"}, "color", "invalid"},
		"a long description": {map[string]any{"name": "n", "description": strings.Repeat("d", 101)}, "description", "custom"},
	} {
		t.Run(name, func(t *testing.T) {
			got := refused(t, ask(t, s, "POST", shop+"/labels", c.in), 422)
			if got.Errors[0].Field != c.field || got.Errors[0].Code != c.code {
				t.Errorf("errors %+v, want %s %s", got.Errors, c.field, c.code)
			}
		})
	}
}
