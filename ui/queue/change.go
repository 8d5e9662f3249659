package queue

import (
	"context"
	"fmt"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of declining.
type (
	// declinePlan asks for the edits of a decline of many, before anything is
	// written: it finds out the token's rights as well.
	declinePlan struct {
		numbers []int
		reason  string
		jot     *kit.Jot
	}
	// declineNow is the yes to a question.
	declineNow struct {
		numbers []int
		reason  string
		jot     *kit.Jot
	}
	// planned is what a dry run found.
	planned struct {
		request int
		decline declineNow
		result  recipe.ChangeResult
		err     error
	}
)

// decline asks for the reason; nothing is written before the answer.
func (m *Model) decline() tea.Cmd {
	chosen := m.chosen()
	nums := make([]int, len(chosen))
	for i, it := range chosen {
		nums[i] = it.number
	}
	last, jot := m.jot, kit.NewJot(m.deps.Jots, recipe.JottingOf{Kind: recipe.JottedDecline, Numbers: nums})
	m.jot = jot
	q := screen.Question{
		Title: "Decline " + kit.Numbers(nums...) + "?",
		Lines: append(titles(chosen), "", "The reason is commented, wontfix is added, the issue is closed as not planned."),
		Yes:   "Decline", No: "Keep", Field: "Reason",
		Then: func(reason string) tea.Msg { return declineNow{nums, reason, jot} },
	}
	if len(nums) > 1 {
		q.Title = fmt.Sprintf("Decline %d issues?", len(nums))
		q.Lines = append(titles(chosen), "", "The edits are shown before anything is written.")
		q.Yes, q.No = "Show the edits", "Keep them"
		q.Then = func(reason string) tea.Msg { return declinePlan{nums, reason, jot} }
	}
	return tea.Sequence(last.Save(), jot.Ask(m.env, q))
}

// planDecline finds out what declining many would do.
func (m *Model) planDecline(p declinePlan) tea.Cmd {
	m.asked = m.env.Requests.Next()
	ctx, decline, request := m.env.Reading, m.deps.Decline, m.asked
	return func() tea.Msg {
		res, err := decline.Run(ctx, recipe.DeclineInput{Numbers: p.numbers, Reason: p.reason, DryRun: true})
		return planned{request: request, decline: declineNow(p), result: res, err: err}
	}
}

// takePlan turns the edits of a dry run into the question.
func (m *Model) takePlan(p planned) tea.Cmd {
	if p.request != m.asked {
		return nil
	}
	m.asked = 0
	if p.err != nil {
		return screen.Send(screen.Failed(p.err))
	}
	lines := kit.ChangeLines(m.env.Theme, p.result.Issues)
	var nums []int
	for _, c := range p.result.Issues {
		if c.Outcome == recipe.Changed {
			nums = append(nums, c.Number)
		}
	}
	if len(nums) == 0 {
		return screen.Send(screen.Toast{Level: screen.Warning, Text: "there is nothing to do: " + strings.Join(lines, "; ")})
	}
	now := declineNow{nums, p.decline.reason, p.decline.jot}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: fmt.Sprintf("Decline %d issues?", len(nums)), Yes: "Decline them", No: "Keep them",
		Lines: append(lines, "", "Reason: "+p.decline.reason),
		Then:  func(string) tea.Msg { return now },
	}})
}

// declineAll writes: the rows say so until the answer is there.
func (m *Model) declineAll(d declineNow) tea.Cmd {
	decline := m.deps.Decline
	m.unmark(d.numbers)
	return kit.Write{
		Numbers: d.numbers, Doing: "being declined", Done: "declined", Next: m.env.Keys.Key("undo", "u") + " takes it back", Known: m.known,
		Run: d.jot.Around(func(ctx context.Context) (recipe.ChangeResult, error) {
			return decline.Run(ctx, recipe.DeclineInput{Numbers: d.numbers, Reason: d.reason})
		}),
	}.Command(m.env)
}

// undo finds out what there is to take back, and asks.
func (m *Model) undo() tea.Cmd { return m.reversal.Begin(m.env) }

// known finds an issue in either list. One that was closed or reopened since the
// older of them was read is in both: then it is as the newer says.
func (m *Model) known(number int) (is model.Issue, ok bool) {
	for _, s := range m.sources {
		it, found := s.listing.find(number)
		if found && (!ok || it.entry.Issue.UpdatedAt.After(is.UpdatedAt)) {
			is, ok = it.entry.Issue, true
		}
	}
	return is, ok
}
