package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckFailureMode(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Verdict
	}{
		{"", Verdict{Wrong, "the failure mode is empty"}},
		{" \n\u200b...", Verdict{Wrong, "the failure mode is empty"}},
		{"Broken", Verdict{Wrong, "the failure mode names no outcome"}},
		{"It's broken.", Verdict{Wrong, "the failure mode names no outcome"}},
		{"refund() fails silently", Verdict{Fine, "the failure mode names an outcome"}},
		{"返金が失われる", Verdict{Fine, "the failure mode names an outcome"}},
		{"不良", Verdict{Wrong, "the failure mode names no outcome"}},
		{"see this one\n" + realKey, Verdict{Wrong, "the failure mode holds a line that begins as a key line"}},
		{"see this one\n" + someBlock, Verdict{Wrong, "the failure mode holds a research block"}},
		{"see this one\n```\n" + realKey + "\n" + someBlock, Verdict{Fine, "the failure mode names an outcome"}},
		{"it is not utf\xff", Verdict{Wrong, "the failure mode is not UTF-8"}},
	} {
		if got := CheckFailureMode(tt.text); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestCheckOtherTexts(t *testing.T) {
	for _, tt := range []struct {
		name string
		got  Verdict
		want Verdict
	}{
		{"no fix", CheckFix(" \n"), Verdict{Wrong, "the suggested fix is empty"}},
		{"a short fix", CheckFix("Rethrow."), Verdict{Fine, "a fix is suggested"}},
		{"no answer", CheckAnswer(""), Verdict{Wrong, "the answer is empty"}},
		{"an answer", CheckAnswer("Yes."), Verdict{Fine, "the question is answered"}},
		{"an answer that asks again", CheckAnswer(someBlock), Verdict{Wrong, "the answer holds a research block"}},
		{"a title", CheckTitle("x", ""), Verdict{Fine, "there is a title"}},
		{"a title of its own accord", CheckTitle(" ", "It hangs. Often."), Verdict{Fine, "the title comes from the failure mode"}},
		{"no title", CheckTitle("", ""), Verdict{Wrong, "the title is empty"}},
		{"a long title", CheckTitle(strings.Repeat("é", 257), ""), Verdict{Wrong, "the title is 1 characters over GitHub's limit of 256"}},
		{"no path", CheckPath(""), Verdict{Wrong, "the path is empty"}},
		{"a path", CheckPath("a b.md"), Verdict{Fine, "the path can stand in a key"}},
		{"a path outside", CheckPath("../x"), Verdict{Wrong, `the path "../x" holds a ".." segment; give it relative to the root of the repository`}},
		{"a body", CheckSize("x"), Verdict{Fine, "the body fits"}},
		{"C-21 too long a body", CheckSize(strings.Repeat("x", 65540)), Verdict{Wrong, "the body is 4 characters over GitHub's limit of 65536; shorten it by as many"}},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

func TestCheckClass(t *testing.T) {
	r := Rules{Classes: []string{"error-handling/swallowed", "shell/path-quoting"}}
	for _, tt := range []struct {
		class string
		rules Rules
		want  Verdict
	}{
		{"", r, Verdict{Fine, "no class is given: holistic/unclassified"}},
		{"holistic/unclassified", r, Verdict{Fine, "the class is holistic/unclassified"}},
		{"shell/path-quoting", r, Verdict{Fine, "the class is shell/path-quoting"}},
		{"shell/path-qouting", r, Verdict{Advice, "the class is not a known one; did you mean shell/path-quoting?"}},
		{"quite/another", r, Verdict{Advice, "the class is not a known one"}},
		{"quite/another", Rules{}, Verdict{Fine, "the class is quite/another"}},
		{"two words", r, Verdict{Wrong, `the class "two words" holds white space; write it as one word`}},
	} {
		if got := CheckClass(tt.class, tt.rules); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.class, got, tt.want)
		}
	}
}

func TestCheckNewGrade(t *testing.T) {
	nothing := Verdict{}
	for _, tt := range []struct {
		axis  Axis
		value string
		rules Rules
		want  Verdict
	}{
		{Severity, "", Rules{}, Verdict{Wrong, "the severity is missing: critical, important, suggestion or investigate"}},
		{Severity, Critical, Rules{}, Verdict{Fine, "one severity"}},
		{Severity, "grave", Rules{}, Verdict{Wrong, `"grave" is no severity: critical, important, suggestion or investigate`}},
		{Footprint, "", Rules{}, Verdict{Wrong, "the footprint is missing: narrow, wide or spec"}},
		{Footprint, Wide, Rules{}, Verdict{Fine, "one footprint"}},
		{Difficulty, "", Rules{}, nothing},
		{Difficulty, "easy", Rules{}, nothing},
		{Difficulty, "tricky", Rules{}, Verdict{Wrong, `"tricky" is no difficulty: easy, medium or hard`}},
		{Audience, "", Rules{}, nothing},
		{Audience, "", Rules{AudienceRequired: true}, Verdict{Wrong, "the audience is missing: adopter or maintainer"}},
		{Audience, "adopter", Rules{AudienceRequired: true}, Verdict{Fine, "one audience"}},
		{Audience, "adopter", Rules{}, nothing},
		{Audience, "severity", Rules{}, Verdict{Wrong, `"severity" is no audience: adopter or maintainer`}},
	} {
		got, said := CheckNewGrade(tt.axis, tt.value, tt.rules)
		if got != tt.want || said != (tt.want != nothing) {
			t.Errorf("%s %q: got %v, %v, want %v", tt.axis, tt.value, got, said, tt.want)
		}
	}
}

func TestCheckResearchFields(t *testing.T) {
	if got := CheckResearchFields(Grades{Severity: Critical}, Research{}); got != nil {
		t.Errorf("another severity: %v", got)
	}
	want := []Verdict{{Wrong, "the question is empty: what must be determined?"}, {Wrong, "it does not say what would settle the question"}}
	if diff := cmp.Diff(want, CheckResearchFields(Grades{Severity: Investigate}, Research{" ", "\u200b"})); diff != "" {
		t.Errorf("empty (-want +got):\n%s", diff)
	}
	want = []Verdict{{Fine, "the question is asked"}, {Fine, "it says what would settle it"}}
	if diff := cmp.Diff(want, CheckResearchFields(Grades{Severity: Investigate}, Research{"q", "s"})); diff != "" {
		t.Errorf("filled (-want +got):\n%s", diff)
	}
}
