package ui_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gh-debt/ui"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/terminal"
	"gh-debt/ui/theme"

	"github.com/google/go-cmp/cmp"

	tea "github.com/charmbracelet/bubbletea"
)

// due is what the app waits for on its clock.
func due(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg { return screentest.Later{After: d, Msg: msg} }
}

// TestTheFirstFrameWaitsForTheBackground, and no longer than its patience; what is
// typed meanwhile is done afterwards, in its order.
func TestTheFirstFrameWaitsForTheBackground(t *testing.T) {
	dark := theme.New(theme.Options{Depth: theme.TrueColor, Dark: true})
	light := theme.New(theme.Options{Depth: theme.TrueColor})
	for _, c := range []struct {
		name  string
		heard terminal.Background
		asked error
		over  bool // nothing is heard
		want  *theme.Theme
	}{
		{name: "it is light", heard: terminal.Background{Known: true, Light: true}, want: light},
		{name: "it is dark", heard: terminal.Background{Known: true}, want: dark},
		{name: "it does not say", heard: terminal.Background{}, want: dark},
		{name: "it says nothing", over: true, want: dark},
		{name: "it cannot be asked", asked: errors.New("gone"), want: dark},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, heard, asked := &probe{name: "first"}, make(chan terminal.Background, 2), 0
			options := ui.Options{
				Theme: dark, Now: queuetest.Now, After: due,
				Screens: ui.Screens{Queue: func(e screen.Env) screen.Screen { first.env = e; return first }},
			}
			var model tea.Model = ui.NewOpening(context.Background(), options, ui.Asking{
				Theme: func(isLight bool) *theme.Theme {
					if isLight {
						return light
					}
					return dark
				},
				Ask:      func() error { asked++; return c.asked },
				Heard:    heard,
				Patience: time.Second,
			})
			starts, _ := model.Init()().(tea.BatchMsg)
			if len(starts) != 3 {
				t.Fatalf("it starts %d commands", len(starts))
			}
			said := starts[0]()
			for _, msg := range []tea.Msg{tea.WindowSizeMsg{Width: 80, Height: 24}, screentest.Keys("d")[0], screentest.Keys("enter")[0]} {
				model, _ = model.Update(msg)
			}
			if model.View() != "" || len(first.did) > 0 || first.env.Theme != nil {
				t.Fatalf("it begins before it knows: %q, %v", model.View(), first.did)
			}
			switch {
			case c.over:
				later, _ := starts[2]().(screentest.Later)
				if later.After != time.Second {
					t.Errorf("it waits %s", later.After)
				}
				said = later.Msg
			case c.asked == nil:
				heard <- c.heard
				said = starts[1]()
			}
			model, _ = model.Update(said)
			if _, is := model.(*ui.App); !is || asked != 1 {
				t.Fatalf("%T, asked %d times", model, asked)
			}
			if first.env.Theme != c.want {
				t.Errorf("the wrong theme: dark %v", first.env.Theme.Dark)
			}
			if d := cmp.Diff([]string{"decline", "open"}, first.did); d != "" {
				t.Error(d)
			}
			before := model.View()
			model, _ = model.Update(terminal.Background{Known: true, Light: true})
			if model.View() != before || first.env.Theme != c.want {
				t.Error("a late answer changes the colours")
			}
		})
	}
}
