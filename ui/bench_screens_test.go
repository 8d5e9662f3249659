package ui_test

import (
	"context"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui"
	"gh-debt/ui/clusters"
	"gh-debt/ui/issue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/regrade"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/triage"
)

// shown tells of an issue what the queue knows.
type shown struct{ queue model.Queue }

func (s shown) Run(_ context.Context, in recipe.IssueInput) (recipe.IssueResult, error) {
	e, _, _ := s.queue.Find(in.Number)
	return recipe.IssueResult{Entry: *e}, nil
}

// largeScreens is the app with a queue of 10,000 issues and the screens that are
// opened from it.
func largeScreens(tb testing.TB) *ui.App {
	tb.Helper()
	reader := &queuetest.Queue{Issues: queuetest.Many(10_000)}
	return startedApp(reader, func(s *ui.Screens) {
		s.Clusters = clusters.Open(clusters.Deps{Place: "acme/shop", Undo: &queuetest.Undo{}})
		s.Issue = issue.Open(issue.Deps{Place: "acme/shop", Issue: shown{model.NewQueue(reader.Issues, model.Facts{})}, Queue: reader, Decline: &queuetest.Decline{}, Undo: &queuetest.Undo{}})
		s.Regrade = func(e screen.Env, msg screen.OpenRegrade) screen.Screen {
			return regrade.New(e, regrade.Deps{Place: "acme/shop", Rules: model.DefaultRules(), History: queuetest.History{}, Undo: &queuetest.Undo{}}, msg)
		}
		s.Triage = triage.Open(triage.Deps{
			Place: "acme/shop", Triage: recipe.Triage{Queue: recipe.ReadQueue{Rules: model.DefaultRules()}}, Code: queuetest.Code{}, Undo: &queuetest.Undo{},
		}, triage.NewMemory())
	})
}

// BenchmarkKeyOnScreen presses keys on the screens that are opened from a queue
// of 10,000 issues.
func BenchmarkKeyOnScreen(b *testing.B) {
	cases := []struct {
		name string
		open []string
		keys []string
	}{
		{"batches", []string{"b"}, []string{"j", "j", "pgdown", "k", "space", "n", "p", "*", "G", "g", "ctrl+d"}},
		{"batches marked", []string{"b", "*"}, []string{"j", "k", "pgdown", "n", "G", "g"}},
		{"issue", []string{"enter"}, []string{"j", "ctrl+d", "tab", "k", "G", "g"}},
		{"issues", []string{"G", "enter"}, []string{"p", "n"}},
		{"triage", []string{"t"}, []string{"s", "j", "k", "s", "p", "s", "G", "g"}},
		{"triage written", []string{"t", "1"}, []string{"x", "y", "backspace"}},
		{"regrade", []string{"r"}, []string{"j", "k", "tab", "j", "k", "shift+tab"}},
		{"decline all asked", []string{"*", "d"}, []string{"x", "y", "backspace", "down", "up"}},
		{"regrade all", []string{"*", "r"}, []string{"j", "k", "tab", "j", "k", "shift+tab"}},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			app := largeScreens(b)
			press(app, c.open...)
			app.View()
			pressAll(b, app, c.keys...)
		})
	}
}

// BenchmarkManyToFrame measures what comes seldom and is about all of 10,000
// issues at once: a screen that is opened, a question that lists them, a queue
// that was read anew while a screen is open.
func BenchmarkManyToFrame(b *testing.B) {
	read := screen.QueueRead{Queue: model.NewQueue(queuetest.Many(10_000), model.Facts{})}
	open := func(name string) func(*ui.App) {
		return func(app *ui.App) { press(app, name); app.View(); press(app, "esc") }
	}
	cases := []struct {
		name   string
		before []string
		do     func(*ui.App)
	}{
		{"batches opened", nil, open("b")},
		{"triage opened", nil, open("t")},
		{"regrade opened", []string{"*"}, open("r")},
		{"decline asked", []string{"*"}, open("d")},
		{"queue read over batches", []string{"b"}, func(app *ui.App) { app.Update(read) }},
		{"queue read over triage", []string{"t"}, func(app *ui.App) { app.Update(read) }},
		{"queue read over issue", []string{"enter"}, func(app *ui.App) { app.Update(read) }},
		{"queue read over regrade", []string{"*", "r"}, func(app *ui.App) { app.Update(read) }},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			app := largeScreens(b)
			press(app, c.before...)
			app.View()
			for b.Loop() {
				c.do(app)
				app.View()
			}
		})
	}
}

// press presses keys and performs what follows from each.
func press(app *ui.App, names ...string) {
	for _, name := range names {
		for _, key := range screentest.Keys(name) {
			_, cmd := app.Update(key)
			run(app, cmd)
		}
	}
}
