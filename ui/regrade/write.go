package regrade

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of a change.
type (
	// plannedMany is what a dry run over several issues found.
	plannedMany struct {
		request int
		result  recipe.ChangeResult
		err     error
	}
	// applyMany is the yes to the question.
	applyMany struct{}
	stepTold  struct {
		change int
		step   recipe.Step
	}
	// written is the end of a change, with the history read again.
	written struct {
		change  int
		input   recipe.RegradeInput
		result  recipe.ChangeResult
		err     error
		history historyRead
	}
)

// apply writes the change, after the texts that it takes; of several issues the
// whole list of edits is shown first, and the rights are looked at with it.
func (m *Model) apply() tea.Cmd {
	if at, words := m.lacking(); words != "" {
		m.focusOn(at)
		return screen.Send(screen.Toast{Level: screen.Warning, Text: words})
	}
	if at, unseen := m.unread(); unseen {
		m.focusOn(at)
		return screen.Send(screen.Toast{Text: "the text was " + kit.TakenUp + ": read it, and apply again"})
	}
	if m.many() {
		return m.planMany()
	}
	return m.write()
}

func (m *Model) planMany() tea.Cmd {
	m.asked = m.env.Requests.Next()
	ctx, regrade, request, in := m.env.Reading, m.deps.Regrade, m.asked, m.input(true)
	return tea.Batch(m.spinner.Start(m.env, request), func() tea.Msg {
		res, err := regrade.Run(ctx, in)
		return plannedMany{request, res, err}
	})
}

// takePlan turns the edits into the question.
func (m *Model) takePlan(p plannedMany) tea.Cmd {
	if p.request != m.asked {
		return nil
	}
	m.asked = 0
	m.spinner.Stop()
	if p.err != nil {
		return screen.Send(naming(screen.Failed(p.err), m.numbers()))
	}
	lines := kit.ChangeLines(m.env.Theme, p.result.Issues)
	n := len(p.result.With(recipe.Changed))
	if n == 0 {
		return screen.Send(screen.Toast{Level: screen.Warning, Text: "there is nothing to do: " + strings.Join(lines, "; ")})
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: fmt.Sprintf("Re-grade %s?", model.Counted(n, "issue", "issues")), Lines: lines, Yes: "Re-grade them", No: "Leave them",
		Then: func(string) tea.Msg { return applyMany{} },
	}})
}

// write runs the recipe. The command itself tells the app what came of it, so
// that the rows of the queue are right even when this screen has been left.
func (m *Model) write() tea.Cmd {
	if m.change != 0 {
		return nil
	}
	change := m.env.Requests.Next()
	m.change, m.step = change, recipe.Step{}
	clear(m.told)
	reading, regrade, in := m.env.Reading, m.deps.Regrade, m.input(false)
	issues, now, look := slices.Clone(m.issues), m.env.Now, m.readHistory()
	takesBack := m.env.Keys.Key("undo", "u")
	if m.deps.Undo == nil {
		takesBack += " in the queue"
	}
	takesBack += " takes it back"
	run := func(ctx context.Context) (recipe.ChangeResult, error) { return regrade.Run(ctx, in) }
	if takesText(in) {
		run = m.jot.Around(run)
	}
	work := m.env.WriteStream(func(ctx context.Context, report func(tea.Msg)) tea.Msg {
		in.Progress = func(s recipe.Step) { report(stepTold{change, s}) }
		res, err := run(ctx)
		for _, msg := range tellings(change, issues, in.Changes, res, err, takesBack, now()) {
			report(msg)
		}
		done := written{change: change, input: in, result: res, err: err}
		if look != nil && reading.Err() == nil {
			done.history, _ = look().(historyRead)
		}
		return done
	})
	return tea.Batch(
		m.spinner.Start(m.env, change),
		tea.Sequence(screen.Send(screen.Pending{Change: change, Numbers: in.Numbers, Doing: "being re-graded"}), work))
}

// tellings are what the app is told: which issues were changed and how they are
// now, and a toast for what went through and for each that did not. takesBack
// says how what went through is taken back.
func tellings(change int, known []model.Issue, changes map[model.Axis]string, res recipe.ChangeResult, err error, takesBack string, now time.Time) []tea.Msg {
	var all []int
	places := map[int]int{}
	for i, is := range known {
		all = append(all, is.Number)
		places[is.Number] = i
	}
	if err != nil {
		return []tea.Msg{screen.Unchanged{Change: change, Numbers: all}, naming(screen.Failed(err), all)}
	}
	msg := screen.Changed{Change: change}
	var good []int
	var toasts []tea.Msg
	wrote := false
	for _, c := range res.Issues {
		msg.Numbers = append(msg.Numbers, c.Number)
		if settled(c) {
			good = append(good, c.Number)
		} else {
			toasts = append(toasts, kit.Unsuccessful(c, "re-graded"))
		}
		wrote = wrote || settled(c) || c.Outcome == recipe.Failed || c.Outcome == recipe.Overtaken
		if at, ok := places[c.Number]; ok && (settled(c) || c.Outcome == recipe.Overtaken) {
			msg.Issues = append(msg.Issues, applied(known[at], c, now))
		}
	}
	for _, n := range res.Notes {
		toasts = append(toasts, screen.Toast{Level: screen.Warning, Text: n.Message})
	}
	if len(good) > 0 {
		text := fmt.Sprintf("re-graded %s: %s", kit.Numbers(good...), changesInWords(changes))
		toasts = append(toasts, screen.Toast{Level: screen.Success, Text: text, Next: takesBack})
	}
	if !wrote {
		return append([]tea.Msg{screen.Unchanged{Change: change, Numbers: all}}, toasts...)
	}
	return append([]tea.Msg{msg}, toasts...)
}

// settled reports whether the issue is as was asked.
func settled(c recipe.IssueChange) bool {
	return c.Outcome == recipe.Changed || c.Outcome == recipe.Unchanged
}

func changesInWords(changes map[model.Axis]string) string {
	var words []string
	for _, a := range model.Axes() {
		if v, ok := changes[a]; ok {
			if v == "" {
				v = "not set"
			}
			words = append(words, string(a)+" "+v)
		}
	}
	return strings.Join(words, ", ")
}

// naming puts the issues before an error that may not name them (C-29).
func naming(t screen.Toast, nums []int) screen.Toast {
	t.Text = kit.Numbers(nums...) + " could not be re-graded: " + t.Text
	return t
}
