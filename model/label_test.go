package model

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestVocabularyIsSection2(t *testing.T) {
	type row struct {
		Name, Color, Axis, Value string
		Rank                     int
	}
	var got []row
	for _, l := range Vocabulary(DefaultRules()) {
		got = append(got, row{l.Name, l.Color, string(l.Axis), l.Value, l.Rank})
		if n := utf8.RuneCountInString(l.Description); n == 0 || n > 100 {
			t.Errorf("%s: the description has %d characters", l.Name, n)
		}
		if l.Unasked != (l.Axis == Audience) {
			t.Errorf("%s: Unasked = %v", l.Name, l.Unasked)
		}
	}
	want := []row{
		{"tech-debt", "ededed", "", "", 0},
		{"severity:critical", "b60205", "severity", "critical", 3},
		{"severity:important", "fbca04", "severity", "important", 2},
		{"severity:suggestion", "c5def5", "severity", "suggestion", 1},
		{"severity:investigate", "1d76db", "severity", "investigate", 0},
		{"footprint:narrow", "d4c5f9", "footprint", "narrow", 0},
		{"footprint:wide", "8957e5", "footprint", "wide", 0},
		{"footprint:spec", "4c2889", "footprint", "spec", 0},
		{"difficulty:easy", "bfe3df", "difficulty", "easy", 0},
		{"difficulty:medium", "4c9c8f", "difficulty", "medium", 0},
		{"difficulty:hard", "1b6b5f", "difficulty", "hard", 0},
		{"fold:required", "fbb6ce", "fold", "required", 0},
		{"audience:adopter", "d9a86c", "audience", "adopter", 0},
		{"audience:maintainer", "8a5a2b", "audience", "maintainer", 0},
		{"in-progress", "ffd33d", "", "", 0},
		{"debt:spec-pending", "a6e3b8", "", "", 0},
		{"debt:spec-active", "3b9b58", "", "", 0},
		{"wontfix", "e5e5e5", "", "", 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Vocabulary (-want +got):\n%s", diff)
	}
}

func TestVocabularyFollowsTheRules(t *testing.T) {
	all := Vocabulary(Rules{Label: "debt", AudienceRequired: true})
	if all[0].Name != "debt" {
		t.Errorf("the queue's label is %q", all[0].Name)
	}
	for _, l := range all {
		if l.Unasked {
			t.Errorf("%s is marked as unasked", l.Name)
		}
	}
	if got := Vocabulary(Rules{})[0].Name; got != "tech-debt" {
		t.Errorf("rules without a label: %q", got)
	}
}

func TestEveryValueHasARubricAndALabel(t *testing.T) {
	for _, a := range Axes() {
		var values []string
		for _, row := range Rubric(a) {
			if row.Text == "" {
				t.Errorf("%s %q: no text", a, row.Value)
			}
			if row.Value != "" {
				values = append(values, row.Value)
			}
		}
		if diff := cmp.Diff(Values(a), values); diff != "" {
			t.Errorf("%s: rubric (-values +rows):\n%s", a, diff)
		}
		for _, v := range Values(a) {
			axis, value, ok := AxisOf(LabelFor(a, v))
			if !ok || axis != a || value != v {
				t.Errorf("AxisOf(LabelFor(%s, %s)) = %s, %s, %v", a, v, axis, value, ok)
			}
		}
	}
	if Values("x") != nil || Rubric("x") != nil {
		t.Error("an axis that there is not has values")
	}
}

func TestAxisOf(t *testing.T) {
	for _, tt := range []struct {
		label string
		axis  Axis
		value string
	}{
		{"severity:critical", Severity, "critical"},
		{"Severity:CRITICAL", Severity, "critical"},
		{"handler:prompt", Footprint, "narrow"},
		{"handler:plan", Footprint, "wide"},
		{"Handler:Spec", Footprint, "spec"},
		{"surface:adopter", Audience, "adopter"},
		{"surface:maintainer", Audience, "maintainer"},
		{"fold:required", Fold, "required"},
		{"severity:", "", ""},
		{"severity:urgent", "", ""},
		{"severity: critical", "", ""},
		{"severity:critical important", "", ""},
		{"severity", "", ""},
		{"\u017feverity:critical", "", ""}, // a long s is no s
		{"handler:narrow", "", ""},
		{"surface:everyone", "", ""},
		{"footprint:prompt", "", ""},
		{"tech-debt", "", ""},
		{"debt:in-progress", "", ""},
		{":", "", ""},
		{"", "", ""},
	} {
		axis, value, ok := AxisOf(tt.label)
		wantAxis := tt.axis
		if tt.value == "" {
			if ok || value != "" {
				t.Errorf("AxisOf(%q) = %s, %s, %v, want none", tt.label, axis, value, ok)
			}
			continue
		}
		if axis != wantAxis || value != tt.value || !ok {
			t.Errorf("AxisOf(%q) = %s, %s, %v, want %s, %s", tt.label, axis, value, ok, tt.axis, tt.value)
		}
	}
}

func TestCurrentName(t *testing.T) {
	for label, want := range map[string]string{
		"handler:prompt":     "footprint:narrow",
		"handler:plan":       "footprint:wide",
		"handler:spec":       "footprint:spec",
		"surface:adopter":    "audience:adopter",
		"surface:maintainer": "audience:maintainer",
		"debt:in-progress":   "in-progress",
		"Debt:In-Progress":   "in-progress",
		"footprint:narrow":   "",
		"in-progress":        "",
		"handler:x":          "",
		"surface:x":          "",
		"":                   "",
	} {
		got, ok := CurrentName(label)
		if got != want || ok != (want != "") {
			t.Errorf("CurrentName(%q) = %q, %v, want %q", label, got, ok, want)
		}
	}
}

func TestReadGrades(t *testing.T) {
	for _, tt := range []struct {
		name   string
		labels []string
		want   Grades
	}{
		{"none", nil, Grades{}},
		{"every axis", []string{"tech-debt", "severity:important", "footprint:wide", "difficulty:hard", "fold:required", "audience:adopter"},
			Grades{Important, Wide, Hard, Required, Adopter}},
		{"the highest severity", []string{"severity:investigate", "severity:suggestion", "severity:critical", "severity:important"}, Grades{Severity: Critical}},
		{"investigate is the lowest", []string{"severity:investigate", "severity:suggestion"}, Grades{Severity: Suggestion}},
		{"the first of another axis", []string{"footprint:wide", "footprint:narrow", "difficulty:easy", "difficulty:hard"}, Grades{Footprint: Wide, Difficulty: Easy}},
		{"C-06 a former spelling", []string{"handler:plan", "surface:maintainer"}, Grades{Footprint: Wide, Audience: Maintainer}},
		{"unknown values", []string{"severity:high", "footprint:", "fold:maybe"}, Grades{}},
	} {
		if diff := cmp.Diff(tt.want, ReadGrades(tt.labels)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSeverityRank(t *testing.T) {
	for severity, want := range map[string]int{"critical": 3, "important": 2, "suggestion": 1, "": 1, "unheard of": 1, "investigate": 0} {
		if got := SeverityRank(severity); got != want {
			t.Errorf("SeverityRank(%q) = %d, want %d", severity, got, want)
		}
	}
}

func BenchmarkFindKeyAndReadGrades(b *testing.B) {
	f := someFinding()
	f.FailureMode = strings.Repeat("A timeout reaches the empty catch, and the refund counts as done.\n", 25)
	body, labels := f.Body(), append(f.Labels(DefaultRules()), "bug", "Area: Payments", "difficulty:medium")
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := FindKey(body); !ok {
			b.Fatal("no key")
		}
		ReadGrades(labels)
	}
}

func BenchmarkFindKeyInABodyWithout(b *testing.B) {
	body := strings.Repeat("A timeout reaches the empty catch, and the refund counts as done.\n", 30)
	b.ReportAllocs()
	for b.Loop() {
		FindKey(body)
	}
}

func BenchmarkFindOrigin(b *testing.B) {
	body := someFinding().Body()
	b.ReportAllocs()
	for b.Loop() {
		FindOrigin(body)
	}
}
