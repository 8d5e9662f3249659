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
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

func TestKeysAreSound(t *testing.T) {
	for _, table := range filing.Keys() {
		if got := table.Check(); len(got) > 0 {
			t.Errorf("%s: %v", table.Screen, got)
		}
	}
}

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	color := theme.Options{Depth: theme.TrueColor, Dark: true, Unicode: true}
	none := theme.Options{Depth: theme.Attributes, Unicode: true}
	cases := []struct {
		name          string
		look          theme.Options
		width, height int
		start         recipe.FindingInput
		keys          []string
	}{
		{"80x24 empty", plain(), 80, 23, recipe.FindingInput{}, nil},
		{"120x40 empty", plain(), 120, 39, recipe.FindingInput{}, nil},
		{"60x15 empty", plain(), 60, 14, recipe.FindingInput{}, nil},
		{"80x24 path", plain(), 80, 23, recipe.FindingInput{}, []string{"pay"}},
		{"80x24 line", plain(), 80, 23, recipe.FindingInput{}, []string{"refu", "tab", "118"}},
		{"120x40 whole", plain(), 120, 39, whole(), nil},
		{"80x24 whole", plain(), 80, 23, whole(), nil},
		{"60x15 whole", plain(), 60, 14, whole(), nil},
		{"120x40 whole colour", color, 120, 39, whole(), []string{"up", "up", "up"}},
		{"80x24 whole colour", color, 80, 23, whole(), []string{"up", "up", "up", "up"}},
		{"60x15 whole colour", color, 60, 14, whole(), []string{"up", "up", "up", "up"}},
		{"120x40 whole no colour", none, 120, 39, whole(), []string{"up", "up", "up"}},
		{"80x24 whole no colour", none, 80, 23, whole(), []string{"up", "up"}},
		{"60x15 whole no colour", none, 60, 14, whole(), []string{"up", "up"}},
		{"80x24 ascii", theme.Options{Depth: theme.Plain}, 80, 23, whole(), nil},
		{"120x40 investigate", plain(), 120, 39, whole(), []string{"up", "up", "up", "up", "right", "right"}},
		{"60x15 checks", plain(), 60, 14, whole(), []string{"ctrl+t"}},
		{"120x40 review", plain(), 120, 39, whole(), []string{"ctrl+s"}},
		{"80x24 review", plain(), 80, 23, whole(), []string{"ctrl+s"}},
	}
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			s := newScene(t, c.look, c.start)
			s.Start(s.m, c.width, c.height)
			s.rest()
			s.press(c.keys...)
			s.rest()
			frame := s.m.View()
			screentest.Inside(t, frame, c.width, c.height)
			screentest.Golden(t, frame)
		})
	}
}

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
			s := newScene(t, plain(), in)
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
	s := newScene(t, plain(), in)
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

// A label that is missing is created by filing; without the right to it that is
// said, and neither blocks (C-06).
func TestMissingLabels(t *testing.T) {
	s := newScene(t, plain(), whole())
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

// The steps are shown as they run.
func TestStepsAreShown(t *testing.T) {
	for _, size := range []screen.Size{{Width: 120, Height: 39}, {Width: 60, Height: 14}} {
		t.Run(fmt.Sprintf("%dx%d", size.Width, size.Height), func(t *testing.T) {
			s := begin(t, whole(), size.Width, size.Height)
			w := &watched{Model: s.m}
			s.Press(w, "ctrl+s", "enter")
			frame := ""
			for _, f := range w.frames {
				if frame == "" && strings.Contains(f, "… count the open investigations") {
					frame = f
				}
			}
			screentest.Inside(t, frame, size.Width, size.Height)
			screentest.Golden(t, frame)
		})
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

// No size panics, and what was typed is there when the window grows again (C-26).
func TestSizes(t *testing.T) {
	for _, keys := range [][]string{nil, {"ctrl+t"}, {"ctrl+s"}, {"shift+tab"}} {
		s := begin(t, whole(), 120, 39)
		s.press(keys...)
		before := s.m.View()
		for _, size := range []screen.Size{{}, {Width: 1, Height: 1}, {Width: 10, Height: 3}, {Width: 19, Height: 24}, {Width: 200, Height: 2}, {Width: 60, Height: 5}, {Width: 61, Height: 11}, {Width: 100, Height: 6}} {
			s.m.SetSize(size)
			screentest.Inside(t, s.m.View(), max(size.Width, 1), max(size.Height, 1))
		}
		s.m.SetSize(screen.Size{Width: 120, Height: 39})
		if d := cmp.Diff(before, s.m.View()); d != "" {
			t.Errorf("after %v the frame is another one:\n%s", keys, d)
		}
	}
}

// A click opens the field under it, and takes the value under it.
func TestMouse(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	click := func(words string) {
		t.Helper()
		for y, line := range strings.Split(s.m.View(), "\n") {
			if at := strings.Index(line, words); at >= 0 {
				s.send(tea.MouseMsg{X: len([]rune(line[:at])) + 1, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
				return
			}
		}
		t.Fatalf("there is no %q", words)
	}
	click("( ) critical")
	s.must(t, "(•) critical")
	click("Fix")
	s.press("!")
	s.must(t, "let the caller retry.!")
	click(": 118")
	s.press("backspace")
	s.must(t, "app/pay/refund.ts : 11")
	click("Review and file")
	s.rest()
	s.press("ctrl+s")
	s.must(t, "What will be filed")
}
