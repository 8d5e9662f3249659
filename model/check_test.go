package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func codesOf(problems []Problem) []string {
	var codes []string
	for _, p := range problems {
		codes = append(codes, string(p.Code))
	}
	return codes
}

const (
	goodBody     = realKey + "\n<!-- gaia-debt-origin: branch=main -->\n\ntext\n"
	openBody     = goodBody + "\n" + someBlock
	goodLabels   = "tech-debt,severity:important,footprint:narrow"
	asked        = "tech-debt,severity:investigate"
	noQuestion   = "\n<!-- gaia-investigate: v1 -->\n**Question:** \n**Settled by:** s\n"
	noSettledBy  = "\n<!-- gaia-investigate: v1 -->\n**Question:** q\n"
	absoluteKey  = "<!-- gaia-debt-key: v1 class=a path=/x line=1 -->\n"
	backslashKey = "<!-- gaia-debt-key: v1 class=a path=a\\x line=1 -->\n"
	upKey        = "<!-- gaia-debt-key: v1 class=a path=a/../x line=1 -->\n"
	zeroKey      = "<!-- gaia-debt-key: v1 class=a path=x line=0 -->\n"
	bothWrongKey = "<!-- gaia-debt-key: v1 class=a path=/x line=0 -->\n"
)

func TestCheckFiling(t *testing.T) {
	for _, tt := range []struct {
		name   string
		labels string
		body   string
		want   []string
	}{
		{"clean", goodLabels, goodBody, nil},
		{"a footprint is not demanded here", "tech-debt,severity:important", goodBody, nil},
		{"C-17 CR LF", goodLabels, crlf(goodBody), nil},
		{"other letters", "Tech-Debt,SEVERITY:Important", goodBody, nil},
		{"one label given twice", "tech-debt,tech-debt,severity:important,Severity:important", goodBody, nil},
		{"foreign labels", goodLabels + ",bug,priority:high,severities:x", goodBody, nil},

		{"no queue label", "severity:important", goodBody, []string{"missing-tech-debt"}},
		{"no labels", "", goodBody, []string{"missing-tech-debt", "severity-count"}},
		{"no severity", "tech-debt", goodBody, []string{"severity-count"}},
		{"two severities", "tech-debt,severity:important,severity:critical", goodBody, []string{"severity-count"}},
		{"an empty value", "tech-debt,severity:", goodBody, []string{"severity-value"}},
		{"a placeholder", "tech-debt,severity:<tier>", goodBody, []string{"severity-value"}},
		{"a pattern", "tech-debt,severity:*", goodBody, []string{"severity-value"}},
		{"two values in one label", "tech-debt,severity:critical important", goodBody, []string{"severity-value"}},
		{"a space before the value", "tech-debt,severity: critical", goodBody, []string{"severity-value"}},
		{"a good and a bad one", "tech-debt,severity:critical,severity:urgent", goodBody, []string{"severity-count", "severity-value"}},
		{"two bad ones", "tech-debt,severity:a,severity:b", goodBody, []string{"severity-count", "severity-value", "severity-value"}},
		{"two audiences", goodLabels + ",audience:adopter,audience:maintainer", goodBody, []string{"audience-count"}},
		{"a bad audience", goodLabels + ",audience:all", goodBody, []string{"audience-value"}},
		{"two difficulties", goodLabels + ",difficulty:easy,difficulty:hard", goodBody, []string{"difficulty-count"}},
		{"a bad difficulty", goodLabels + ",difficulty:", goodBody, []string{"difficulty-value"}},
		{"two footprints", goodLabels + ",footprint:wide", goodBody, []string{"footprint-count"}},
		{"a bad footprint", "tech-debt,severity:important,footprint:huge", goodBody, []string{"footprint-value"}},
		{"two folds", goodLabels + ",fold:required,fold:optional", goodBody, []string{"fold-count", "fold-value"}},
		{"a bad fold", goodLabels + ",fold:yes", goodBody, []string{"fold-value"}},
		{"a former spelling is never written", "tech-debt,severity:important,handler:plan", goodBody, []string{"footprint-value"}},
		{"a former spelling counts for its axis", goodLabels + ",handler:plan", goodBody, []string{"footprint-count", "footprint-value"}},
		{"a former audience", goodLabels + ",surface:adopter", goodBody, []string{"audience-value"}},

		{"claimed", goodLabels + ",in-progress", goodBody, []string{"drain-label-on-new-filing"}},
		{"claimed, formerly", goodLabels + ",debt:in-progress", goodBody, []string{"drain-label-on-new-filing"}},
		{"parked and declined", goodLabels + ",debt:spec-pending,Debt:Spec-Active,wontfix", goodBody,
			[]string{"drain-label-on-new-filing", "drain-label-on-new-filing", "drain-label-on-new-filing"}},

		{"no key", goodLabels, "text\n", []string{"missing-dedup-key"}},
		{"C-22 empty", goodLabels, "", []string{"missing-dedup-key"}},
		{"a key in code only", goodLabels, "```\n" + goodBody + "```\n", []string{"missing-dedup-key"}},
		{"a malformed key", goodLabels, zeroKey, []string{"malformed-dedup-key"}},
		{"C-17 a lone carriage return", goodLabels, realKey + "\r<!-- gaia-debt-origin: branch=main -->\n", []string{"malformed-dedup-key"}},
		{"C-18 an opener that begins a line, and the real key", goodLabels, "<!-- gaia-debt-key: v1 class=\n" + goodBody, []string{"malformed-dedup-key"}},
		{"C-18 an opener in a sentence, and the real key", goodLabels, "see <!-- gaia-debt-key: v1 class=\n" + goodBody, nil},
		{"two keys", goodLabels, goodBody + quotedKey, []string{"duplicate-dedup-key"}},
		{"one key twice", goodLabels, goodBody + goodBody, []string{"duplicate-dedup-key"}},
		{"two keys and two malformed ones", goodLabels, goodBody + zeroKey + quotedKey + "\n" + zeroKey,
			[]string{"malformed-dedup-key", "malformed-dedup-key", "duplicate-dedup-key"}},
		{"an absolute path", goodLabels, absoluteKey, []string{"dedup-key-path"}},
		{"a backslash", goodLabels, backslashKey, []string{"dedup-key-path"}},
		{"a way up", goodLabels, upKey, []string{"dedup-key-path"}},
		{"path and line are two verdicts", goodLabels, bothWrongKey, []string{"malformed-dedup-key", "dedup-key-path"}},

		{"an investigation", asked, openBody, nil},
		{"an investigation without its block", asked, goodBody, []string{"missing-investigate-block"}},
		{"a block in code does not count", asked, goodBody + "~~~\n" + someBlock + "~~~\n", []string{"missing-investigate-block"}},
		{"two blocks", asked, openBody + "\n" + someBlock, []string{"duplicate-investigate-block"}},
		{"no question", asked, goodBody + noQuestion, []string{"investigate-question"}},
		{"no evidence", asked, goodBody + noSettledBy, []string{"investigate-settled-by"}},
		{"neither", asked, goodBody + "\n<!-- gaia-investigate: v1 -->\n", []string{"investigate-question", "investigate-settled-by"}},
		{"two blocks, one of them empty", asked, openBody + noQuestion, []string{"duplicate-investigate-block", "investigate-question"}},
		{"a block that is not owed", goodLabels, openBody, []string{"stray-investigate-block"}},
		{"two that are not owed", goodLabels, openBody + noQuestion, []string{"stray-investigate-block"}},
		{"a block owed by one of two severities", asked + ",severity:critical", goodBody, []string{"severity-count", "missing-investigate-block"}},

		{"everything at once", "severity:x,severity:y,audience:,difficulty:easy,difficulty:hard,fold:,wontfix", zeroKey + absoluteKey + quotedKey + "\n" + someBlock,
			[]string{"missing-tech-debt", "severity-count", "severity-value", "severity-value", "audience-value", "difficulty-count", "fold-value",
				"malformed-dedup-key", "duplicate-dedup-key", "dedup-key-path", "stray-investigate-block", "drain-label-on-new-filing"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := CheckFiling(ParseLabelCSV(tt.labels), tt.body, DefaultRules())
			if diff := cmp.Diff(tt.want, codesOf(got)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, got)
			}
			for _, p := range got {
				if p.Message == "" || Visible(p.Message) != p.Message || strings.HasSuffix(p.Message, ".") {
					t.Errorf("%s: %q is not one sentence on one line", p.Code, p.Message)
				}
			}
		})
	}
}

func TestCheckIssue(t *testing.T) {
	for _, tt := range []struct {
		name   string
		labels string
		want   []string
	}{
		{"clean", goodLabels, nil},
		{"C-06 former spellings are read", "tech-debt,severity:important,handler:plan,surface:adopter", nil},
		{"claimed, parked and declined", goodLabels + ",in-progress,debt:in-progress,debt:spec-active,wontfix", nil},
		{"both spellings", goodLabels + ",handler:prompt", []string{"footprint-count"}},
		{"a former spelling with an unknown value", goodLabels + ",surface:moon", []string{"audience-value"}},
		{"no severity", "tech-debt", []string{"severity-count"}},
	} {
		if diff := cmp.Diff(tt.want, codesOf(CheckIssue(ParseLabelCSV(tt.labels), goodBody, DefaultRules()))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestChecksFollowTheRules(t *testing.T) {
	r := Rules{Label: "debt", AudienceRequired: true}
	for _, tt := range []struct {
		name   string
		labels string
		want   []string
	}{
		{"clean", "debt,severity:important,audience:adopter", nil},
		{"no audience", "debt,severity:important", []string{"audience-count"}},
		{"two", "debt,severity:important,audience:adopter,audience:maintainer", []string{"audience-count"}},
		{"the default label", "tech-debt,severity:important,audience:adopter", []string{"missing-tech-debt"}},
	} {
		if diff := cmp.Diff(tt.want, codesOf(CheckFiling(ParseLabelCSV(tt.labels), goodBody, r))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestCheckMessages(t *testing.T) {
	for _, tt := range []struct{ name, labels, body, want string }{
		{"no severity", "tech-debt", goodBody,
			"there is no severity label; add severity:critical, severity:important, severity:suggestion or severity:investigate"},
		{"two severities", "tech-debt,severity:critical,severity:important", goodBody,
			"there are 2 severity labels (severity:critical, severity:important); keep exactly one"},
		{"a bad value", goodLabels + ",fold:\x1b[31m", goodBody,
			`the label "fold:^[[31m" has no value of fold; write fold:required`},
		{"a former spelling", "tech-debt,severity:critical,handler:plan", goodBody,
			`the label "handler:plan" is a former spelling; write footprint:wide`},
		{"no key", goodLabels, "",
			"the body has no key line; put <!-- gaia-debt-key: v1 class=CLASS path=PATH line=N --> on its first line"},
		{"a key in a list", goodLabels, "\n- " + realKey,
			"the body has no key line; put <!-- gaia-debt-key: v1 class=CLASS path=PATH line=N --> on its first line (the one on line 2 does not begin its line)"},
		{"a key in code", goodLabels, "```\n" + realKey,
			"the body has no key line; put <!-- gaia-debt-key: v1 class=CLASS path=PATH line=N --> on its first line (the one on line 2 lies in a code block)"},
		{"C-20 the line as written", goodLabels, "<!-- gaia-debt-key: v1 class=a path=x line=4294967297 -->",
			`line 1 is no well-formed key: the line "4294967297" is no number from 1 to 2147483647: "<!-- gaia-debt-key: v1 class=a path=x line=4294967297 -->"`},
		{"C-22 the character and its column", goodLabels, "<!-- gaia-debt-key: v1 class=a path=x\u200b line=1 -->",
			`line 1 is no well-formed key: column 38 holds the character U+200B (zero-width space), which cannot stand in a key: "<!-- gaia-debt-key: v1 class=a path=x<U+200B> line=1 -->"`},
		{"two keys", goodLabels, realKey + "\n\n" + quotedKey,
			"the body has 2 key lines (lines 1 and 3); keep exactly one"},
		{"an absolute path", goodLabels, absoluteKey,
			`line 1: the path "/x" is absolute; give it relative to the root of the repository`},
		{"a stray block", goodLabels, openBody,
			"the body has a research block (line 6) and the severity is not investigate; take the block out or grade it investigate"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := CheckFiling(ParseLabelCSV(tt.labels), tt.body, DefaultRules())
			if len(got) != 1 || got[0].Message != tt.want {
				t.Errorf("got  %v\nwant %s", got, tt.want)
			}
		})
	}
}

func TestEveryCodeIsListedOnce(t *testing.T) {
	seen := map[Code]bool{}
	for _, c := range Codes() {
		if seen[c] {
			t.Errorf("%s is listed twice", c)
		}
		seen[c] = true
	}
	if len(seen) != 22 {
		t.Errorf("%d codes, want 22", len(seen))
	}
}

func TestWarnings(t *testing.T) {
	body := "see <!-- gaia-debt-key: v1 class=\nand " + quotedKey + "\n" + realKey + "\n```\nx <!-- gaia-debt-key:\n```\n"
	want := []string{"line 1 opens a key in the middle of a sentence and does not close it"}
	if diff := cmp.Diff(want, Warnings(body)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCheckCap(t *testing.T) {
	asking := []string{"tech-debt", "severity:investigate"}
	open := []Issue{
		{Number: 30, Labels: asking}, {Number: 9, Labels: asking},
		{Number: 12, Labels: []string{"tech-debt", "severity:critical"}},
		{Number: 40, Labels: asking, State: Closed},
	}
	for _, tt := range []struct {
		name   string
		labels []string
		open   []Issue
		limit  int
		want   string
	}{
		{"another severity asks nothing", []string{"severity:critical"}, open, 0, ""},
		{"below the cap", asking, open, 3, ""},
		{"at the cap", asking, open, 2, "2 of 2 open investigations are in use (#9 and #30); resolve one of them, or grade this one critical, important or suggestion"},
		{"over the cap", asking, open, 1, "2 of 1 open investigations are in use (#9 and #30); resolve one of them, or grade this one critical, important or suggestion"},
		{"none allowed", asking, nil, 0, "this repository allows no open investigations; grade this one critical, important or suggestion"},
		{"other letters", []string{"Severity:Investigate"}, open[:1], 1, "1 of 1 open investigations are in use (#30); resolve one of them, or grade this one critical, important or suggestion"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, reached := CheckCap(tt.labels, tt.open, Rules{InvestigateCap: tt.limit})
			if p.Message != tt.want || reached != (tt.want != "") || (reached && p.Code != "investigate-cap-reached") {
				t.Errorf("got %v, %v\nwant %s", p, reached, tt.want)
			}
		})
	}
}

func BenchmarkCheckFiling(b *testing.B) {
	f := someFinding()
	labels, body, r := f.Labels(DefaultRules()), f.Body(), DefaultRules()
	b.ReportAllocs()
	for b.Loop() {
		CheckFiling(labels, body, r)
	}
}
