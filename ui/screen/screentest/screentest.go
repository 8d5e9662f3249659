// Package screentest drives a screen in a test by messages, without a program
// and without waiting: keys go through the screen's own table, commands are run
// on the spot, and what a screen wants to happen later is kept until the test
// lets it happen.
package screentest

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// Now is the moment at which every test of a screen happens.
func Now() time.Time { return time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC) }

// Later is a message that a screen asked for after a delay.
type Later struct {
	After time.Duration
	Msg   tea.Msg
}

// Stage is what a screen under test runs on.
type Stage struct {
	Env screen.Env
	// Clock is what Env.Now tells; a test may move it.
	Clock time.Time
	// Waiting are the messages that were asked for with Env.After, oldest first.
	Waiting []Later
	// Sent are the messages that commands delivered, oldest first.
	Sent []tea.Msg

	tb testing.TB
}

// NewStage gives a stage with a dark Unicode terminal without escape sequences,
// which is what most tests look at.
func NewStage(tb testing.TB) *Stage {
	return NewStageWith(tb, theme.Options{Depth: theme.Plain, Dark: true, Unicode: true})
}

// NewStageWith gives a stage for another terminal.
func NewStageWith(tb testing.TB, o theme.Options) *Stage {
	s := &Stage{Clock: Now(), tb: tb}
	s.Env = screen.Env{
		Theme:    theme.New(o),
		Now:      func() time.Time { return s.Clock },
		Requests: &screen.Requests{},
		Reading:  context.Background(),
		Writing:  context.Background(),
		After: func(d time.Duration, msg tea.Msg) tea.Cmd {
			return func() tea.Msg { return Later{d, msg} }
		},
	}
	return s
}

// Run performs a command and all that follows from it on the screen: each
// message is kept in Sent and given to the screen's Update, and so on. Messages
// with a delay are put aside in Waiting.
func (s *Stage) Run(sc screen.Screen, cmd tea.Cmd) {
	s.tb.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case Later:
		s.Waiting = append(s.Waiting, msg)
	case tea.BatchMsg:
		for _, c := range msg {
			s.Run(sc, c)
		}
	case screen.Streamed:
		s.Sent = append(s.Sent, msg.Msg)
		s.Run(sc, sc.Update(msg.Msg))
		s.Run(sc, msg.Next)
	default:
		if cmds, ok := Sequence(msg); ok {
			for _, c := range cmds {
				s.Run(sc, c)
			}
			return
		}
		s.Sent = append(s.Sent, msg)
		s.Run(sc, sc.Update(msg))
	}
}

// Sequence gives the commands of what tea.Sequence delivers, whose type is not
// exported.
func Sequence(msg tea.Msg) ([]tea.Cmd, bool) {
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return nil, false
	}
	cmds := make([]tea.Cmd, list.Len())
	for i := range cmds {
		cmds[i], _ = list.Index(i).Interface().(tea.Cmd)
	}
	return cmds, true
}

// Start sizes the screen and runs its Init.
func (s *Stage) Start(sc screen.Screen, width, height int) {
	s.tb.Helper()
	sc.SetSize(screen.Size{Width: width, Height: height})
	s.Run(sc, sc.Init())
}

// Elapse delivers what waits now, oldest first, and no more than that.
func (s *Stage) Elapse(sc screen.Screen) {
	s.tb.Helper()
	waiting := s.Waiting
	s.Waiting = nil
	for _, w := range waiting {
		s.Run(sc, sc.Update(w.Msg))
	}
}

// Press presses keys as a table spells them ("ctrl+e", "space", "x"); what is
// longer and no key's name is typed character by character. A key that the
// table does not bind and no field takes does nothing, as in the app; a
// disabled one neither.
func (s *Stage) Press(sc screen.Screen, keys ...string) {
	s.tb.Helper()
	for _, name := range keys {
		for _, key := range Keys(name) {
			s.press(sc, key)
		}
	}
}

// Paste pastes text as a terminal with bracketed paste does.
func (s *Stage) Paste(sc screen.Screen, text string) {
	s.tb.Helper()
	s.press(sc, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

func (s *Stage) press(sc screen.Screen, key tea.KeyMsg) {
	s.tb.Helper()
	table := sc.Table()
	if b, ok := table.Find(key); ok {
		if b.Disabled() == "" {
			s.Run(sc, b.Do())
		}
		return
	}
	if table.Text != nil {
		s.Run(sc, table.Text(key))
	}
}

// Keys turns a name into key presses.
func Keys(name string) []tea.KeyMsg {
	alt := strings.HasPrefix(name, "alt+")
	bare := strings.TrimPrefix(name, "alt+")
	if name == "space" {
		return []tea.KeyMsg{{Type: tea.KeySpace, Runes: []rune{' '}}}
	}
	for kind := tea.KeyType(-100); kind < 128; kind++ {
		if kind != tea.KeyRunes && kind != tea.KeySpace && kind.String() == bare && bare != "" {
			return []tea.KeyMsg{{Type: kind, Alt: alt}}
		}
	}
	var keys []tea.KeyMsg
	for _, r := range bare {
		if r == ' ' {
			keys = append(keys, tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt})
			continue
		}
		keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: alt})
	}
	return keys
}

// SentOf gives the messages of one type that were delivered.
func SentOf[M any](s *Stage) []M {
	var out []M
	for _, msg := range s.Sent {
		if m, ok := msg.(M); ok {
			out = append(out, m)
		}
	}
	return out
}
