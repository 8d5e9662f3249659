package ui_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/ui"
	"gh-debt/ui/queue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// largeApp is the app with a queue of n issues on screen, 160×50, in full colour.
func largeApp(tb testing.TB, n int) *ui.App {
	tb.Helper()
	return startedApp(&queuetest.Queue{Issues: queuetest.Many(n)})
}

// startedApp is the app after its known queue and its first read were shown. more
// give it the other screens.
func startedApp(reader *queuetest.Queue, more ...func(*ui.Screens)) *ui.App {
	o := ui.Options{
		Theme: theme.New(theme.Options{Depth: theme.TrueColor, Dark: true, Unicode: true}),
		Now:   queuetest.Now,
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
		Screens: ui.Screens{Queue: func(e screen.Env) screen.Screen {
			return queue.New(e, queue.Deps{Place: "acme/shop", Rules: model.DefaultRules(), Queue: reader, Code: queuetest.Code{}, History: queuetest.History{}})
		}},
	}
	for _, change := range more {
		change(&o.Screens)
	}
	app := ui.New(context.Background(), o)
	app.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
	run(app, app.Init())
	app.View()
	return app
}

// run performs a command and what follows from it.
func run(app *ui.App, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			run(app, c)
		}
	default:
		_, next := app.Update(msg)
		run(app, next)
	}
}

// pressAll presses keys in turn and reports the time from key to frame: the mean
// by the benchmark itself, the 99th percentile beside it.
func pressAll(b *testing.B, app *ui.App, names ...string) {
	var keys []tea.KeyMsg
	for _, name := range names {
		keys = append(keys, screentest.Keys(name)...)
	}
	spans := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		began := time.Now()
		app.Update(keys[i%len(keys)])
		app.View()
		spans = append(spans, time.Since(began))
	}
	b.StopTimer()
	slices.Sort(spans)
	b.ReportMetric(float64(spans[len(spans)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkKeyToFrame moves through a queue of 10,000 issues.
func BenchmarkKeyToFrame(b *testing.B) {
	pressAll(b, largeApp(b, 10_000), "j", "j", "pgdown", "k", "space", "G", "g", "ctrl+d", "p", "p")
}

// BenchmarkFilterToFrame types a filter over 10,000 issues and takes it away
// again, character by character.
func BenchmarkFilterToFrame(b *testing.B) {
	back := slices.Repeat([]string{"backspace"}, len("gtway retry sev:crit"))
	app := largeApp(b, 10_000)
	app.Update(screentest.Keys("/")[0])
	pressAll(b, app, append([]string{"gtway retry sev:crit"}, back...)...)
}

// BenchmarkStart is all that the app itself does at its start: it makes the queue
// known from disk and draws it, and the one that was read, and draws that.
func BenchmarkStart(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		reader := &queuetest.Queue{Issues: queuetest.Many(n)}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				startedApp(reader)
			}
		})
	}
}
