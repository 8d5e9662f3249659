package filing_test

import (
	"fmt"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/filing"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// A person types their way through the form; nothing is typed twice.
func TestTypingAWholeFinding(t *testing.T) {
	s := begin(t, recipe.FindingInput{}, 120, 39)
	s.press("refu", "tab", "118", "tab", "swall", "down", "tab")
	s.press("A timeout reaches the catch.", "tab", "Rethrow it.", "tab", "tab", "right", "tab", "right", "tab", "left", "tab", "tab")
	s.rest()
	s.must(t, "✓ the line exists", "✓ not filed yet", "✓ one severity", "✓ one reach", "✓ labels exist in acme/shop", "✓ labels and body pass the check of a filing")
	s.press("enter", "enter")
	want := recipe.FindingInput{
		Path: "app/pay/refund.ts", Line: 118, Class: "error-handling/swallowed", FailureMode: "A timeout reaches the catch.",
		Fix: "Rethrow it.", Severity: "critical", Footprint: "narrow", Difficulty: "hard",
	}
	if len(s.file.runs) != 1 {
		t.Fatalf("it was filed %d times", len(s.file.runs))
	}
	if d := cmp.Diff(want, s.file.runs[0].FindingInput); d != "" {
		t.Errorf("what was filed (-want +got):\n%s", d)
	}
	if got := screentest.SentOf[screen.OpenIssue](s.Stage); len(got) != 1 || got[0].Number != 1434 {
		t.Errorf("the issue is not opened: %v", got)
	}
	if d := cmp.Diff([]screen.Back{{Sure: true}}, screentest.SentOf[screen.Back](s.Stage)); d != "" {
		t.Errorf("the form is not left:\n%s", d)
	}
	if got := screentest.SentOf[screen.Changed](s.Stage); len(got) != 1 || got[0].Numbers[0] != 1434 {
		t.Errorf("the queue is not told: %v", got)
	}
	if got := screentest.SentOf[screen.Toast](s.Stage); len(got) != 1 || got[0].Level != screen.Success || !strings.HasPrefix(got[0].Text, "filed #1434") {
		t.Errorf("the toasts are %v", got)
	}
}

// The title follows the failure mode until a person writes one, and again when
// they take it away.
func TestTitleFollows(t *testing.T) {
	s := begin(t, recipe.FindingInput{}, 120, 39)
	s.press("tab", "tab", "tab", "The lock is lost. Always.")
	s.must(t, "Title The lock is lost")
	s.press("tab", "tab")
	s.press("!")
	s.press("shift+tab", "shift+tab", " More.")
	s.must(t, "Title The lock is lost!")
	s.press("tab", "tab", "ctrl+u")
	s.press("shift+tab", "shift+tab", " ")
	s.must(t, "Title The lock is lost")
	s.mustNot(t, "Title The lock is lost!")
}

// Submitting is possible only when nothing is wrong, and says what is.
func TestNothingWrongMayBeFiled(t *testing.T) {
	key := open(1402, "severity:critical")
	moved := model.Match{Issue: key, Source: model.SourceMoved}
	cases := []struct {
		name  string
		alter func(*desk, *recipe.FindingInput)
		want  string
	}{
		{"no failure mode", func(_ *desk, in *recipe.FindingInput) { in.FailureMode = "" }, "the failure mode is empty"},
		{"two words", func(_ *desk, in *recipe.FindingInput) { in.FailureMode = "it fails" }, "the failure mode names no outcome"},
		{"no severity", func(_ *desk, in *recipe.FindingInput) { in.Severity = "" }, "the severity is missing"},
		{"no reach", func(_ *desk, in *recipe.FindingInput) { in.Footprint = "" }, "the reach is missing"},
		{"untracked", func(_ *desk, in *recipe.FindingInput) { in.Path = "nowhere.go" }, "nowhere.go is not tracked by git"},
		{"absolute", func(_ *desk, in *recipe.FindingInput) { in.Path = "/etc/passwd.ts" }, "/etc/passwd.ts"},
		{"past the end", func(_ *desk, in *recipe.FindingInput) { in.Line = 900 }, "past the end: 122 lines"},
		{"no line", func(_ *desk, in *recipe.FindingInput) { in.Line = 0 }, "the line is missing"},
		{"open already", func(d *desk, _ *recipe.FindingInput) {
			d.found.Match = &model.Match{Issue: key, Source: model.SourceKey}
		}, "already open as #1402 (same line)"},
		{"declined", func(d *desk, _ *recipe.FindingInput) {
			d.found.Match = &model.Match{Issue: key, Source: model.SourceKey, Declined: true}
		}, "was declined as #1402"},
		{"moved", func(d *desk, _ *recipe.FindingInput) { d.found.Match = &moved }, "it moved here from app/pay/refund.ts:102"},
		{"no question", func(_ *desk, in *recipe.FindingInput) { in.Severity = "investigate" }, "the question is empty"},
		{"the cap", func(d *desk, in *recipe.FindingInput) {
			in.Severity, in.Question, in.SettledBy = "investigate", "Is it reached?", "A test of it."
			d.caps.Problem = &model.Problem{Code: model.CodeCapReached, Message: "3 of 3 open investigations are in use"}
		}, "3 of 3 open investigations are in use"},
		{"no checkout", func(d *desk, _ *recipe.FindingInput) {
			d.codeErr = &recipe.UsageError{Err: fmt.Errorf("there is no checkout here")}
		}, "there is no checkout here"},
		{"archived", func(d *desk, _ *recipe.FindingInput) {
			d.rightsErr = &model.Fault{Kind: model.FaultArchived, Op: "x", Detail: "the repository is archived and read-only"}
		}, "archived and read-only"},
		{"too long", func(_ *desk, in *recipe.FindingInput) { in.Fix = strings.Repeat("word ", 14000) }, "over GitHub's limit"},
		{"a key line", func(_ *desk, in *recipe.FindingInput) { in.Fix = key.Body }, "holds a line that begins as a key line"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := whole()
			s := newScene(t, screentest.Plain(), in)
			c.alter(s.desk, &in)
			s.m = filing.New(s.Env, s.deps, in)
			s.Start(s.m, 120, 39)
			s.rest()
			s.press("ctrl+s", "enter")
			if len(s.file.runs) != 0 {
				t.Error("it was filed")
			}
			s.must(t, c.want)
			if got := screentest.SentOf[screen.Toast](s.Stage); len(got) == 0 || !strings.HasPrefix(got[0].Text, "not yet: ") {
				t.Errorf("the toasts are %v", got)
			}
		})
	}
}

// What could not be looked at says why, and whether it blocks; it does not.
func TestCouldNotLook(t *testing.T) {
	in := whole()
	in.Severity, in.Question, in.SettledBy = "investigate", "Is it reached?", "A test of it."
	s := newScene(t, screentest.Plain(), in)
	s.desk.dedupErr, s.desk.labelErr, s.desk.capErr, s.desk.rightsErr = offline(), offline(), offline(), offline()
	s.Start(s.m, 120, 39)
	s.rest()
	s.must(t,
		"? could not look for a match: could not read the open issues of acme/shop: no connection; filing looks again and stops if it cannot",
		"? could not read the labels", "? could not count the open investigations: could not read the open issues of acme/shop: no connection; that does not block")
	s.desk.dedupErr, s.desk.labelErr, s.desk.capErr, s.desk.rightsErr = nil, nil, nil, nil
	s.send(screen.Refresh{})
	s.rest()
	s.must(t, "✓ not filed yet", "✓ labels exist in acme/shop", "✓ investigate 2 of 3 in use")
	s.press("ctrl+s", "enter")
	if len(s.file.runs) != 1 {
		t.Errorf("it was filed %d times", len(s.file.runs))
	}
}

// A question that was typed before it was graded otherwise is kept in the form and
// not sent: the recipe refuses what would be written nowhere.
func TestAQuestionThatIsAskedNoMoreIsNotSent(t *testing.T) {
	in := whole()
	in.Question, in.SettledBy = "Is it reached?", "A test of it."
	s := newScene(t, screentest.Plain(), in)
	s.Start(s.m, 120, 39)
	s.rest()
	s.press("ctrl+s", "enter")
	if len(s.file.runs) != 1 {
		t.Fatalf("it was filed %d times", len(s.file.runs))
	}
	if sent := s.file.runs[0]; sent.Severity != "important" || sent.Question != "" || sent.SettledBy != "" {
		t.Errorf("sent was %+v", sent.FindingInput)
	}
}

// A label that is missing is created by filing; without the right to it that is
// said, and neither blocks (C-06).
func TestMissingLabels(t *testing.T) {
	s := newScene(t, screentest.Plain(), whole())
	for i := range s.desk.rows {
		if s.desk.rows[i].Name == "severity:important" {
			s.desk.rows[i].State, s.desk.rows[i].Spelled = recipe.LabelMissing, ""
		}
		if s.desk.rows[i].Name == "footprint:narrow" {
			s.desk.rows[i].Spelled = "Footprint:Narrow"
		}
	}
	s.Start(s.m, 120, 39)
	s.rest()
	s.must(t, "! acme/shop lacks severity:important, which filing creates")
	s.press("ctrl+s")
	s.must(t, "tech-debt severity:important (new) Footprint:Narrow difficulty:medium")
	s.press("esc")
	s.desk.repo.CanLabel = false
	s.send(screen.Refresh{ByHand: true})
	s.rest()
	s.must(t, "this account may not create labels")
}

// The looks wait until typing rests, and only the last one is made.
func TestLooksAreDebounced(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	s.desk.asked, s.desk.codes = nil, 0
	s.to(t, "Where")
	s.press("tab", "backspace", "backspace", "05")
	s.rest()
	if s.desk.codes != 1 || len(s.desk.asked) != 1 {
		t.Fatalf("the code was read %d times, a match was looked for %d times", s.desk.codes, len(s.desk.asked))
	}
	want := recipe.DedupInput{Path: "app/pay/refund.ts", Line: 105, Class: "error-handling/swallowed", Text: "\tawait step(105)"}
	if d := cmp.Diff(want, s.desk.asked[0], cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "Progress" }, cmp.Ignore())); d != "" {
		t.Errorf("the look (-want +got):\n%s", d)
	}
}

// An answer that comes after the line has changed is dropped, and its context
// has ended.
func TestOutdatedAnswerIsDropped(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	s.desk.asked, s.desk.ended = nil, nil
	s.desk.found.Match = &model.Match{Issue: open(1402), Source: model.SourceKey}
	s.to(t, "Where")
	s.press("tab", "backspace")
	s.Elapse(s.m) // the code
	var late tea.Cmd
	for _, w := range s.Waiting { // the look for a match of line 11 begins …
		if cmd := s.m.Update(w.Msg); cmd != nil && late == nil {
			late = cmd
		}
	}
	s.Waiting = nil
	s.press("0") // … and is overtaken
	s.Run(s.m, late)
	if len(s.desk.ended) != 1 || s.desk.ended[0] == nil {
		t.Errorf("the look that was overtaken went on: %v", s.desk.ended)
	}
	s.mustNot(t, "already open as #1402")
	s.rest()
	s.must(t, "already open as #1402")
}

// One press, one request: a second press of the key that files does nothing
// (C-29).
func TestDoublePress(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	s.press("ctrl+s", "ctrl+s", "ctrl+s", "enter", "enter")
	if len(s.file.runs) != 1 {
		t.Errorf("it was filed %d times", len(s.file.runs))
	}
}

// Pasted line ends never act as keys; control characters go (C-28).
func TestPaste(t *testing.T) {
	const text = "quiet\x1b[31m loss\r\nof d\tata\nyes\n"
	s := begin(t, recipe.FindingInput{}, 120, 39)
	s.Paste(s.m, "app/pay/refund.ts:118\n")
	s.must(t, "app/pay/refund.ts : 118")
	s.Paste(s.m, "q4\n2")
	s.must(t, "app/pay/refund.ts : 11842")
	s.press("tab", "tab")
	s.Paste(s.m, text)
	s.press("tab", "tab")
	s.press("ctrl+u")
	s.Paste(s.m, text)
	s.press("tab")
	s.Paste(s.m, text) // at a choice: nowhere
	s.rest()
	got := s.shelf.only(t)
	want := recipe.FindingInput{Path: "app/pay/refund.ts", Line: 11842, FailureMode: "quiet[31m loss\nof d\tata\nyes\n", Title: "quiet[31m loss of d ata yes"}
	if strings.Contains(got.FailureMode, "    ") {
		want.FailureMode = strings.ReplaceAll(want.FailureMode, "\t", "    ")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("what was pasted (-want +got):\n%s", d)
	}
	if len(s.file.runs) != 0 || len(screentest.SentOf[screen.Back](s.Stage)) != 0 {
		t.Error("a paste acted as a key")
	}
}

// Seventy thousand characters go in once, are refused for their length, and are
// still there (C-21, C-28).
func TestPasteOfSeventyThousand(t *testing.T) {
	s := begin(t, whole(), 80, 23)
	s.to(t, "Fix")
	s.Paste(s.m, strings.Repeat("0123456789", 7000))
	s.rest()
	if n := len(s.shelf.only(t).Fix); n != 70000+len(whole().Fix) {
		t.Errorf("%d characters are kept", n)
	}
	s.press("ctrl+s")
	s.must(t, "over GitHub's limit of 65536")
}
