package ui_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"gh-debt/ui"
	"gh-debt/ui/kit"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// probe is a screen that remembers what happens to it.
type probe struct {
	env   screen.Env
	name  string
	size  screen.Size
	got   []tea.Msg
	sees  func(tea.Msg) // looks on at each message
	did   []string
	field *kit.Input // open when not nil
	asks  string     // the question when it is left
	why   string     // why its key is disabled
	more  []screen.Binding
	saves bool // answers Closing with a command
	saved bool
}

type answer struct{ request int }

func (p *probe) Init() tea.Cmd { return nil }

func (p *probe) SetSize(s screen.Size) { p.size = s }

func (p *probe) View() string { return "probe " + p.name }

func (p *probe) Leave() (screen.Question, bool) {
	return screen.Question{Title: p.asks}, p.asks != ""
}

func (p *probe) Update(msg tea.Msg) tea.Cmd {
	p.got = append(p.got, msg)
	if p.sees != nil {
		p.sees(msg)
	}
	if _, ok := msg.(screen.Closing); ok && p.saves {
		return func() tea.Msg { p.saved = true; return nil }
	}
	return nil
}

func (p *probe) Table() screen.Table {
	note := func(what string) func() tea.Cmd {
		return func() tea.Cmd { p.did = append(p.did, what); return nil }
	}
	if p.field != nil {
		return screen.Table{Screen: "Probe field", Bindings: []screen.Binding{
			{Action: "field-keep", Keys: []string{"enter"}, Help: "keep", Section: "Field", Footer: true, Do: note("keep")},
		}, Text: func(key tea.KeyMsg) tea.Cmd { p.field.Key(key); return nil }}
	}
	return screen.Table{Screen: "Probe", Bindings: append([]screen.Binding{
		{Action: "decline", Keys: []string{"d"}, Help: "decline", Section: "Probe", Footer: true, Do: note("decline")},
		{Action: "open", Keys: []string{"enter"}, Help: "open", Section: "Probe", Footer: true, Why: func() string { return p.why }, Do: note("open")},
	}, p.more...)}
}

// stage is the app with a probe on top, on a clock that a test moves by hand.
type stage struct {
	app     *ui.App
	first   *probe
	second  *probe
	later   []screentest.Later
	quit    bool
	browsed []string
	copied  []string
}

func newStage(t *testing.T, change func(*ui.Options)) *stage {
	t.Helper()
	s := &stage{first: &probe{name: "first"}, second: &probe{name: "second"}}
	o := ui.Options{
		Theme: theme.New(theme.Options{Depth: theme.Plain, Unicode: true}),
		Now:   queuetest.Now,
		After: func(d time.Duration, msg tea.Msg) tea.Cmd {
			return func() tea.Msg { return screentest.Later{After: d, Msg: msg} }
		},
		Screens: ui.Screens{
			Queue: func(e screen.Env) screen.Screen { s.first.env = e; return s.first },
			Issue: func(e screen.Env, _ screen.OpenIssue) screen.Screen { s.second.env = e; return s.second },
		},
		Browse: func(_ context.Context, url string) error { s.browsed = append(s.browsed, url); return nil },
		Copy:   func(text string) error { s.copied = append(s.copied, text); return nil },
	}
	if change != nil {
		change(&o)
	}
	s.app = ui.New(context.Background(), o)
	s.run(s.app.Init())
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return s
}

func (s *stage) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		s.quit = true
	case screentest.Later:
		s.later = append(s.later, msg)
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	default:
		if cmds, ok := screentest.Sequence(msg); ok {
			for _, c := range cmds {
				s.run(c)
			}
			return
		}
		s.send(msg)
	}
}

func (s *stage) send(msg tea.Msg) {
	_, cmd := s.app.Update(msg)
	s.run(cmd)
}

func (s *stage) press(names ...string) {
	for _, name := range names {
		for _, key := range screentest.Keys(name) {
			s.send(key)
		}
	}
}

func (s *stage) paste(text string) {
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

func (s *stage) elapse() {
	later := s.later
	s.later = nil
	for _, l := range later {
		s.send(l.Msg)
	}
}

func (s *stage) has(words string) bool { return strings.Contains(s.app.View(), words) }

func lastLine(frame string) string {
	lines := strings.Split(frame, "\n")
	return lines[len(lines)-1]
}
