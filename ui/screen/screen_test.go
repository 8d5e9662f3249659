package screen_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

type step int

type done struct{ steps int }

// drain follows a stream to its end.
func drain(cmd tea.Cmd) []tea.Msg {
	var out []tea.Msg
	for cmd != nil {
		msg := cmd()
		s, more := msg.(screen.Streamed)
		if !more {
			return append(out, msg)
		}
		out, cmd = append(out, s.Msg), s.Next
	}
	return out
}

// TestStreamDeliversEveryReportInOrder, and the answer last.
func TestStreamDeliversEveryReportInOrder(t *testing.T) {
	var want []tea.Msg
	for i := range 500 {
		want = append(want, step(i))
	}
	want = append(want, done{500})
	got := drain(screen.Stream(func(report func(tea.Msg)) tea.Msg {
		for i := range 500 {
			report(step(i))
		}
		return done{500}
	}))
	if d := cmp.Diff(want, got, cmp.AllowUnexported(done{})); d != "" {
		t.Error(d)
	}
}

// TestStreamRaisesAPanicWhereTheProgramCatchesIt: on the goroutine of a command,
// so that the terminal is put in order.
func TestStreamRaisesAPanicWhereTheProgramCatchesIt(t *testing.T) {
	defer func() {
		if r := recover(); r != "no such page" {
			t.Errorf("recovered %v", r)
		}
	}()
	drain(screen.Stream(func(report func(tea.Msg)) tea.Msg {
		report(step(1))
		panic("no such page")
	}))
}

// TestFailedKnowsTheWayOut of the errors that have one, wrapped or not.
func TestFailedKnowsTheWayOut(t *testing.T) {
	fault := &model.Fault{Kind: model.FaultNotSignedIn, Op: "read acme/shop", Hint: "run: gh auth login"}
	cases := []struct {
		name string
		err  error
		want screen.Toast
	}{
		{"plain", errors.New("no space left"), screen.Toast{Level: screen.Failure, Text: "no space left"}},
		{"fault", fmt.Errorf("decline #1: %w", fault), screen.Toast{Level: screen.Failure, Text: "decline #1: could not read acme/shop", Next: "run: gh auth login"}},
		{"usage", &recipe.UsageError{Err: errors.New("declining takes a reason"), Hint: "say why"}, screen.Toast{Level: screen.Failure, Text: "declining takes a reason", Next: "say why"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, screen.Failed(c.err)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestTableFinds: by key, but neither by a paste nor, while a field is open, by
// what types a character.
func TestTableFinds(t *testing.T) {
	b := screen.Binding{Action: "mark", Keys: []string{"space", "m", "alt+m"}, Help: "mark"}
	list := screen.Table{Bindings: []screen.Binding{b}}
	field := screen.Table{Bindings: []screen.Binding{b}, Text: func(tea.KeyMsg) tea.Cmd { return nil }}
	key := func(name string) tea.KeyMsg { return screentest.Keys(name)[0] }
	cases := []struct {
		name  string
		table screen.Table
		key   tea.KeyMsg
		want  bool
	}{
		{"letter", list, key("m"), true},
		{"space bar", list, key("space"), true},
		{"with alt", list, key("alt+m"), true},
		{"another letter", list, key("n"), false},
		{"a paste of the letter", list, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("m"), Paste: true}, false},
		{"letter in a field", field, key("m"), false},
		{"space in a field", field, key("space"), false},
		{"with alt in a field", field, key("alt+m"), true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if _, got := c.table.Find(c.key); got != c.want {
				t.Errorf("found %v, want %v", got, c.want)
			}
		})
	}
}

// TestBusyWaitsForChanges and for no longer than it may.
func TestBusyWaitsForChanges(t *testing.T) {
	env := screen.Env{Busy: &screen.Busy{}, Writing: context.Background()}
	if !env.Busy.Wait(0) {
		t.Error("it waits for nothing")
	}
	begun, finish, ended := make(chan bool), make(chan bool), make(chan bool)
	change := env.Write(func(context.Context) tea.Msg {
		close(begun)
		<-finish
		return nil
	})
	go func() {
		change()
		close(ended)
	}()
	<-begun
	if env.Busy.Wait(0) {
		t.Error("it does not wait for a change")
	}
	close(finish)
	<-ended
	if !env.Busy.Wait(0) {
		t.Error("it waits for a change that has ended")
	}
}
