package model

import (
	"errors"
	"strconv"
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
