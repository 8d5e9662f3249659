package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	someBlock = "<!-- gaia-investigate: v1 -->\n**Question:** q?\n**Settled by:** s\n"
	head      = realKey + "\n<!-- gaia-debt-origin: branch=main -->\n\n`real:1`\n\n"
)

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

func TestFindResearch(t *testing.T) {
	for _, tt := range []struct {
		name string
		body string
		want []Research
	}{
		{"none", "text", nil},
		{"one", "text\n\n" + someBlock, []Research{{"q?", "s"}}},
		{"C-17 CR LF", crlf("text\n\n" + someBlock), []Research{{"q?", "s"}}},
		{"no line end", strings.TrimSuffix(someBlock, "\n"), []Research{{"q?", "s"}}},
		{"two", someBlock + "\n" + someBlock, []Research{{"q?", "s"}, {"q?", "s"}}},
		{"anywhere", someBlock + "\ntext", []Research{{"q?", "s"}}},
		{"the other order", "<!-- gaia-investigate: v1 -->\n**Settled by:** s\n**Question:** q?", []Research{{"q?", "s"}}},
		{"blank lines between", "<!-- gaia-investigate: v1 -->\n\n**Question:** q?\n\n**Settled by:** s", []Research{{"q?", "s"}}},
		{"a space behind the opening", "<!-- gaia-investigate: v1 --> \n**Question:** q?\n**Settled by:** s", []Research{{"q?", "s"}}},
		{"no question", "<!-- gaia-investigate: v1 -->\n**Settled by:** s", []Research{{"", "s"}}},
		{"an empty question", "<!-- gaia-investigate: v1 -->\n**Question:**\n**Settled by:** s", []Research{{"", "s"}}},
		{"a question of spaces", "<!-- gaia-investigate: v1 -->\n**Question:** \t\n**Settled by:** s", []Research{{"", "s"}}},
		{"a question nobody can see", "<!-- gaia-investigate: v1 -->\n**Question:** \u200b\u00a0\n**Settled by:** s", []Research{{"", "s"}}},
		{"no space behind the label", "<!-- gaia-investigate: v1 -->\n**Question:**q?\n**Settled by:**s", []Research{{"q?", "s"}}},
		{"nothing beneath it", "<!-- gaia-investigate: v1 -->", []Research{{"", ""}}},
		{"text between", "<!-- gaia-investigate: v1 -->\ntext\n**Question:** q?", []Research{{"", ""}}},
		{"another version", "<!-- gaia-investigate: v2 -->\n**Question:** q?\n**Settled by:** s", nil},
		{"in a fence", "```\n" + someBlock + "```\n", nil},
		{"in a sentence", "see " + someBlock, nil},
		{"the fields in a fence", "<!-- gaia-investigate: v1 -->\n```\n**Question:** q?\n```\n", []Research{{"", ""}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, FindResearch(tt.body)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithAnswer(t *testing.T) {
	for _, tt := range []struct{ name, body, answer, want string }{
		{
			"a body as it is filed",
			head + "## Failure mode\n\nIt may hang.\n\n## Suggested fix\n\nStop it.\n\n" + someBlock, "It does.",
			head + "## Failure mode\n\nIt may hang.\n\nIt does.\n\n## Suggested fix\n\nStop it.\n",
		},
		{
			"C-17 CR LF stays CR LF",
			crlf(head + "## Failure mode\n\nIt may hang.\n\n## Suggested fix\n\nStop it.\n\n" + someBlock), "It does.\nOften.",
			crlf(head + "## Failure mode\n\nIt may hang.\n\nIt does.\nOften.\n\n## Suggested fix\n\nStop it.\n"),
		},
		{
			"an answer with CR LF in a body without",
			"## Failure mode\n\nx\n\n" + someBlock, "\r\none\r\ntwo\r\n",
			"## Failure mode\n\nx\n\none\ntwo\n",
		},
		{
			"no section: where the block was",
			head + "It may hang.\n\n" + someBlock + "\nNot to be lost.\n", "It does.",
			head + "It may hang.\n\nIt does.\n\nNot to be lost.\n",
		},
		{
			"no section, no block: the end",
			head + "It may hang.\n", "It does.",
			head + "It may hang.\n\nIt does.\n",
		},
		{
			"the block inside the section",
			"## Failure mode\n\none\n\n" + someBlock + "\ntwo\n\n## Suggested fix\n", "It does.",
			"## Failure mode\n\none\n\nIt does.\n\ntwo\n\n## Suggested fix\n",
		},
		{
			"the block before the section",
			someBlock + "\n## Failure mode\n\none\n", "It does.",
			"\n## Failure mode\n\none\n\nIt does.\n",
		},
		{
			"a deeper heading is part of the section",
			"## Failure mode\n\none\n\n### When\n\ntwo\n\n## Suggested fix\n", "It does.",
			"## Failure mode\n\none\n\n### When\n\ntwo\n\nIt does.\n\n## Suggested fix\n",
		},
		{
			"a heading in code is none",
			"## Failure mode\n\n```\n## Suggested fix\n```\n\n## Suggested fix\n", "It does.",
			"## Failure mode\n\n```\n## Suggested fix\n```\n\nIt does.\n\n## Suggested fix\n",
		},
		{
			"a section without text",
			"## Failure mode\n## Suggested fix\n", "It does.",
			"## Failure mode\n\nIt does.\n## Suggested fix\n",
		},
		{
			"the section's name in other letters",
			"## failure Mode ##\n\none\n\n## x\n", "It does.",
			"## failure Mode ##\n\none\n\nIt does.\n\n## x\n",
		},
		{
			"C-18 a quoted opener borrows no closer",
			"## Failure mode\n\nsee <!-- gaia-investigate: v1\n```\n" + someBlock + "```\n\n## Suggested fix\n\nx\n\n" + someBlock, "It does.",
			"## Failure mode\n\nsee <!-- gaia-investigate: v1\n```\n" + someBlock + "```\n\nIt does.\n\n## Suggested fix\n\nx\n",
		},
		{
			"a fence left open in the body is shut",
			"## Failure mode\n\n````\ncode\n", "It does.",
			"## Failure mode\n\n````\ncode\n````\n\nIt does.\n",
		},
		{
			"a fence left open in the answer is shut",
			"## Failure mode\n\none\n\n## x\n", "see\n```\ncode",
			"## Failure mode\n\none\n\nsee\n```\ncode\n```\n\n## x\n",
		},
		{
			"an answer that quotes a block keeps it",
			"## Failure mode\n\none\n\n" + someBlock, "see\n" + someBlock,
			"## Failure mode\n\none\n\nsee\n" + someBlock,
		},
		{"no text at all", "", "It does.", "It does."},
		{"a byte-order mark alone", "\ufeff", "It does.", "\ufeffIt does."},
		{"only a block", someBlock, "It does.", "It does.\n\n"},
		{"a blank answer takes the block away", "one\n\n" + someBlock, " \n", "one\n"},
		{"two blocks go", "one\n\n" + someBlock + "\n" + someBlock, "It does.", "one\n\nIt does.\n"},
		{"no line end", "one\n\n" + strings.TrimSuffix(someBlock, "\n"), "It does.", "one\n\nIt does."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, WithAnswer(tt.body, tt.answer)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWithResearchIsUndone holds the two to be inverse, byte for byte.
func TestWithResearchIsUndone(t *testing.T) {
	r := Research{"q?", "s"}
	for _, tt := range []struct{ name, body, want string }{
		{"a line end", "one\n", "one\n\n" + someBlock},
		{"no line end", "one", "one\n\n" + strings.TrimSuffix(someBlock, "\n")},
		{"blank lines at the end", "one\n\n\n", "one\n\n\n\n" + someBlock},
		{"a line break alone", "\n", "\n\n" + someBlock},
		{"empty", "", strings.TrimSuffix(someBlock, "\n")},
		{"CR LF", "one\r\n", "one\r\n\r\n" + crlf(someBlock)},
		{"CR LF without an end", "one\r\ntwo", "one\r\ntwo\r\n\r\n" + crlf(strings.TrimSuffix(someBlock, "\n"))},
		{"a lone carriage return at the end", "one\r", "one\r\n\n" + strings.TrimSuffix(someBlock, "\n")},
		{"a fence left open", "one\n```\ncode\n", "one\n\n" + someBlock + "```\ncode\n"},
		{"nothing but a fence left open", "```\ncode\n", someBlock + "```\ncode\n"},
		{"a fence left open behind a mark", "\ufeff~~~\ncode", "\ufeff" + someBlock + "~~~\ncode"},
		{"a fence that is shut", "```\ncode\n```\n", "```\ncode\n```\n\n" + someBlock},
		{"a byte-order mark alone", "\ufeff", "\ufeff" + strings.TrimSuffix(someBlock, "\n")},
		{"a block in code", "```\n" + someBlock + "```\n", "```\n" + someBlock + "```\n\n" + someBlock},
	} {
		t.Run(tt.name, func(t *testing.T) {
			with := WithResearch(tt.body, r)
			if diff := cmp.Diff(tt.want, with); diff != "" {
				t.Errorf("WithResearch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]Research{r}, FindResearch(with)); diff != "" {
				t.Errorf("FindResearch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.body, WithoutResearch(with)); diff != "" {
				t.Errorf("WithoutResearch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithoutResearchKeepsTheRest(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"none", "one\r\n\n\r", "one\r\n\n\r"},
		{"between paragraphs", "one\n\n" + someBlock + "\ntwo\n", "one\n\ntwo\n"},
		{"right before text", "one\n\n" + someBlock + "two\n", "one\n\ntwo\n"},
		{"right behind text", "one\n" + someBlock + "\ntwo\n", "one\n\ntwo\n"},
		{"in the midst of text", "one\n" + someBlock + "two\n", "one\ntwo\n"},
		{"at the start", someBlock + "\ntwo\n", "\ntwo\n"},
		{"a line behind it is not its own", "one\n\n" + strings.TrimSuffix(someBlock, "\n") + "\nwrapped line\n", "one\n\nwrapped line\n"},
		{"a second question is not its own", "one\n\n" + someBlock + "**Question:** mine\n", "one\n\n**Question:** mine\n"},
		{"text between stays", "<!-- gaia-investigate: v1 -->\nmine\n**Question:** q?\n", "mine\n**Question:** q?\n"},
		{"two in a row without an end", someBlock + strings.TrimSuffix(someBlock, "\n"), ""},
		{"mixed line ends", "one\r\n\n" + someBlock + "\r\ntwo\n", "one\r\n\r\ntwo\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, WithoutResearch(tt.body)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzBody(f *testing.F) {
	f.Add(head+"## Failure mode\n\nx\n\n## Suggested fix\n\n"+someBlock, "the answer", "q", "s")
	f.Add(crlf("- a\n  ```\n"+someBlock+"  ```\n"), "```\nx", "q\r\nr", "")
	f.Add("\ufeff~~~\n"+quotedKey+"\n\r", someBlock, "\u200b", " ")
	f.Fuzz(func(t *testing.T, body, answer, question, settled string) {
		with := WithResearch(body, Research{question, settled})
		if !isSubsequence(body, with) {
			t.Errorf("WithResearch changed more than it added\n%q\n%q", body, with)
		}
		if len(FindResearch(body)) == 0 {
			if got := WithoutResearch(with); got != body {
				t.Errorf("WithoutResearch(WithResearch(%q)) = %q", body, got)
			}
		}
		if got := FindResearch(with); len(got) == 0 {
			t.Errorf("WithResearch added nothing that is found: %q", with)
		}
		without := WithoutResearch(body)
		if !isSubsequence(without, body) {
			t.Errorf("WithoutResearch added something\n%q\n%q", body, without)
		}
		if got := WithAnswer(body, answer); !isSubsequence(without, got) {
			t.Errorf("WithAnswer(%q, %q) = %q lost some of %q", body, answer, got, without)
		}
		finding := someFinding()
		finding.FailureMode, finding.Fix = body, answer
		finding.Research = Research{question, settled}
		finding.Grades.Severity = Investigate
		if k, ok := FindKey(finding.Body()); !ok || k != finding.Key {
			t.Errorf("FindKey(Body()) = %v, %v", k, ok)
		}
		if len(FindResearch(finding.Body())) == 0 {
			t.Errorf("the research block is lost in %q", finding.Body())
		}
		TitleFrom(body)
		CheckFiling([]string{answer, question}, body, DefaultRules())
	})
}

// isSubsequence reports whether s can be had from t by leaving bytes out.
func isSubsequence(s, t string) bool {
	for i := 0; i < len(t) && s != ""; i++ {
		if t[i] == s[0] {
			s = s[1:]
		}
	}
	return s == ""
}
