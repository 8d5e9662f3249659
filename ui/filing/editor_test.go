package filing_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/filing"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
)

// The editor's file is the owner's alone, is gone afterwards, and its text is
// made safe.
func TestEditor(t *testing.T) {
	s := newScene(t, screentest.Plain(), whole())
	s.deps.Editor.Dir = t.TempDir()
	var mode fs.FileMode
	var had string
	fail := false
	s.deps.Editor.Exec = func(c *exec.Cmd, done tea.ExecCallback) tea.Cmd {
		return func() tea.Msg {
			name := c.Args[len(c.Args)-1]
			info, err := os.Stat(name)
			if err != nil {
				t.Error(err)
			}
			mode = info.Mode()
			text, _ := os.ReadFile(name)
			had = string(text)
			if fail {
				return done(errors.New("exit status 1"))
			}
			if err := os.WriteFile(name, []byte("It loses\x1b[2J all.\r\nAlways.\n"), 0o600); err != nil {
				t.Error(err)
			}
			return done(nil)
		}
	}
	s.m = filing.New(s.Env, s.deps, whole())
	s.Start(s.m, 120, 39)
	s.to(t, "Failure")
	s.press("ctrl+e")
	s.rest()
	if mode != 0o600 || had != whole().FailureMode {
		t.Errorf("the file had mode %v and held %q", mode, had)
	}
	if got := s.shelf.only(t).FailureMode; got != "It loses[2J all.\nAlways." {
		t.Errorf("the text is %q", got)
	}
	fail = true
	s.press("ctrl+e")
	s.rest()
	if got := s.shelf.only(t).FailureMode; got != "It loses[2J all.\nAlways." {
		t.Errorf("after a failure the text is %q", got)
	}
	if left, _ := os.ReadDir(s.deps.Editor.Dir); len(left) != 0 {
		t.Errorf("files are left: %v", left)
	}
}

// A finding that has moved, or a likely one, can be said to be another one; a
// change of the place takes that back.
func TestAnother(t *testing.T) {
	s := newScene(t, screentest.Plain(), whole())
	key, _ := model.FindKey(open(1402).Body)
	s.desk.found.Likely = []model.Suspect{{Issue: open(1402), Key: key, SameClass: true}}
	s.Start(s.m, 120, 39)
	s.rest()
	s.must(t, "! perhaps #1402, moved from line 102 (same class)")
	s.press("ctrl+n")
	s.must(t, "! you say that it is another one than #1402")
	s.press("ctrl+s", "enter")
	if len(s.file.runs) != 1 || !s.file.runs[0].New {
		t.Errorf("the runs are %v", s.file.runs)
	}
}

// TestWhyItIsNotAnotherOne: a match at the very place is named as the reason, and
// without one there is nothing that could be another.
func TestWhyItIsNotAnotherOne(t *testing.T) {
	cases := []struct {
		match *model.Match
		want  string
	}{
		{nil, "there is no finding that may have moved here"},
		{&model.Match{Issue: open(1402), Source: model.SourceKey}, "#1402 has this very place, so it is the same finding"},
		{&model.Match{Issue: open(1402), Source: model.SourceMoved}, ""},
	}
	for _, c := range cases {
		s := newScene(t, screentest.Plain(), whole())
		s.desk.found.Match = c.match
		s.Start(s.m, 120, 39)
		s.rest()
		for _, b := range s.m.Table().Bindings {
			if b.Action == "another" && b.Disabled() != c.want {
				t.Errorf("%+v: %q, want %q", c.match, b.Disabled(), c.want)
			}
		}
	}
}
