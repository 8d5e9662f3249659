package ui_test

import (
	"strings"
	"testing"

	"gh-debt/ui"
	"gh-debt/ui/kit"
	"gh-debt/ui/queue"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestPasteGoesOnlyIntoFields (C-28).
func TestPasteGoesOnlyIntoFields(t *testing.T) {
	s := newStage(t, nil)
	s.paste("d\nq\ny\t")
	if len(s.first.did) > 0 || s.quit {
		t.Errorf("a paste without a field did %v, quit %v", s.first.did, s.quit)
	}
	s.first.field = kit.NewInput(s.first.env.Theme, "")
	s.first.field.Focus()
	s.paste("d\nq\ty\n")
	if d := cmp.Diff("d q y", s.first.field.Value()); d != "" || len(s.first.did) > 0 {
		t.Errorf("%s; did %v", d, s.first.did)
	}
	s.send(screen.Ask{Question: screen.Question{Title: "Sure?", Field: "Reason", Then: func(text string) tea.Msg { return answer{len(text)} }}})
	s.paste("y\ny\n")
	if !s.has("Reason  y y") {
		t.Errorf("the paste is not in the dialog's field:\n%s", s.app.View())
	}
}

// TestTypingKeepsItsKeys: while a field is open, letters are text, and only
// ctrl+c, f1 and the like are keys.
func TestTypingKeepsItsKeys(t *testing.T) {
	s := newStage(t, nil)
	s.first.field = kit.NewInput(s.first.env.Theme, "")
	s.first.field.Focus()
	s.press("q?xMRdL", "space", "1")
	if d := cmp.Diff("q?xMRdL 1", s.first.field.Value()); d != "" {
		t.Error(d)
	}
	s.press("f1")
	if !s.has("Keys: Probe field") {
		t.Errorf("f1 shows no help:\n%s", s.app.View())
	}
}

// TestDisabledKeysSayWhy.
func TestDisabledKeysSayWhy(t *testing.T) {
	s := newStage(t, nil)
	s.first.why = "there is no issue here"
	s.press("enter")
	if len(s.first.did) > 0 || !s.has("there is no issue here") {
		t.Errorf("did %v:\n%s", s.first.did, s.app.View())
	}
	s.first.why = ""
	s.press("enter")
	if d := cmp.Diff([]string{"open"}, s.first.did); d != "" {
		t.Error(d)
	}
}

// TestHelpListsFiltersAndRuns.
func TestHelpListsFiltersAndRuns(t *testing.T) {
	s := newStage(t, nil)
	s.press("?")
	for _, words := range []string{"Keys: Probe", "decline", "Everywhere", "quit at once, drafts are kept"} {
		if !s.has(words) {
			t.Errorf("the help does not show %q:\n%s", words, s.app.View())
		}
	}
	s.press("decl")
	if s.has("quit at once") || !s.has("decline") {
		t.Errorf("the help does not filter:\n%s", s.app.View())
	}
	s.press("enter")
	if d := cmp.Diff([]string{"decline"}, s.first.did); d != "" {
		t.Error(d)
	}
	if s.has("Keys: Probe") {
		t.Error("the help is still open")
	}
}

// TestTheWayBackIsInTheFooter of every screen that is opened over the first, in any
// window, so that nobody takes q for it.
func TestTheWayBackIsInTheFooter(t *testing.T) {
	s := newStage(t, nil)
	if s.has("esc back") {
		t.Errorf("there is no way back from the first screen:\n%s", s.app.View())
	}
	for _, key := range strings.Split("abcdefghijkl", "") {
		s.second.more = append(s.second.more, screen.Binding{Action: "more-" + key, Keys: []string{key}, Help: "one of many", Footer: true})
	}
	s.send(screen.OpenIssue{Number: 1})
	for _, size := range []tea.WindowSizeMsg{{Width: 60, Height: 15}, {Width: 80, Height: 24}, {Width: 120, Height: 40}} {
		s.send(size)
		if !s.has("esc back  ? all keys") {
			t.Errorf("%+v:\n%s", size, s.app.View())
		}
	}
}

// TestTheHelpStaysWhereItIs: what is typed into must not move under the typing, and
// why a key cannot be used is shown whole where there is room.
func TestTheHelpStaysWhereItIs(t *testing.T) {
	s := newStage(t, nil)
	s.first.why = "there is no issue here, and this is a long reason for it"
	s.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	corners := func() (at []int) {
		for i, line := range strings.Split(s.app.View(), "\n") {
			if strings.Contains(line, " ┌ Keys:") || strings.Contains(line, "─┘ ") {
				at = append(at, i, strings.Index(line, "─┘ "))
			}
		}
		return at
	}
	s.press("?")
	before := corners()
	if !s.has(s.first.why) {
		t.Errorf("the reason is cut:\n%s", s.app.View())
	}
	for _, typed := range []string{"decl", "xyz"} {
		s.press(typed)
		if d := cmp.Diff(before, corners()); d != "" {
			t.Errorf("after %q:\n%s\n%s", typed, d, s.app.View())
		}
	}
}

// TestEveryKeyThatActsIsInTheHelp (C-29): what is bound in a table is listed.
func TestEveryKeyThatActsIsInTheHelp(t *testing.T) {
	for _, table := range ui.Tables(queue.Keys()) {
		if got := table.Check(); len(got) > 0 {
			t.Errorf("%s: %+v", table.Screen, got)
		}
	}
	list := ui.KeyList(ui.Tables(queue.Keys()))
	for _, words := range []string{"**Queue**", "| `r` | re-grade | `regrade` |", "| `ctrl+c` | quit at once, drafts are kept | `leave` |"} {
		if !strings.Contains(list, words) {
			t.Errorf("the list of keys lacks %q:\n%s", words, list)
		}
	}
}

// TestRebinding: the person's key does it, the old one does not, and the footer
// says so; mistakes are told by name.
func TestRebinding(t *testing.T) {
	s := newStage(t, func(o *ui.Options) { o.Keys = screen.Keymap{"decline": "ctrl+d", "dismiss": "z"} })
	s.press("d")
	if len(s.first.did) > 0 {
		t.Error("the old key still acts")
	}
	s.press("ctrl+d")
	if d := cmp.Diff([]string{"decline"}, s.first.did); d != "" {
		t.Error(d)
	}
	s.send(screen.Toast{Level: screen.Failure, Text: "no"})
	if !s.has("ctrl+d decline") || !s.has("z dismiss") {
		t.Errorf("the new keys are not shown:\n%s", s.app.View())
	}
	if keys := s.first.env.Keys; keys.Key("decline", "d") != "ctrl+d" || keys.Key("open", "enter") != "enter" {
		t.Errorf("a sentence would say %s and %s", keys.Key("decline", "d"), keys.Key("open", "enter"))
	}
	tables := ui.Tables(queue.Keys())
	cases := []struct {
		name string
		keys screen.Keymap
		want []screen.KeyProblem
	}{
		{"sound", screen.Keymap{"regrade": "e", "first": "ctrl+a"}, nil},
		{"no such action", screen.Keymap{"regrad": "e"}, []screen.KeyProblem{{Action: "regrad", Text: `there is no action "regrad", the nearest is "regrade"`}}},
		{"no key", screen.Keymap{"regrade": "hyper+q"}, []screen.KeyProblem{{Action: "regrade", Text: `"hyper+q" is not a key`}}},
		{"two meanings", screen.Keymap{"regrade": "d"}, []screen.KeyProblem{{Action: "regrade", Text: `the key d is "decline" already (Queue)`}}},
		{"two meanings with the root", screen.Keymap{"regrade": "q"}, []screen.KeyProblem{{Action: "regrade", Text: `the key q is "quit" already (Queue)`}}},
		{"typed", screen.Keymap{"filter-keep": "k"}, []screen.KeyProblem{{Action: "filter-keep", Text: "the key k types a character while text is written (Queue filter)"}}},
		{"swapped", screen.Keymap{"regrade": "d", "decline": "r"}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, c.keys.Check(tables)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestKeysPressedAreShown in the corner for whoever looks on.
func TestKeysPressedAreShown(t *testing.T) {
	s := newStage(t, func(o *ui.Options) { o.ShowKeys = true })
	s.press("j", "down", "ctrl+d", "space", "d")
	s.paste("secret")
	if !strings.HasSuffix(strings.TrimRight(s.app.View(), " "), "ctrl+d space d paste") {
		t.Errorf("the corner: %q", lastLine(s.app.View()))
	}
}
