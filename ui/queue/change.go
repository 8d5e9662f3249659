package queue

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of declining and of taking back.
type (
	// declinePlan asks for the edits of a decline of many, before anything is
	// written: it finds out the token's rights as well.
	declinePlan struct {
		numbers []int
		reason  string
	}
	// declineNow is the yes to a question.
	declineNow struct {
		numbers []int
		reason  string
	}
	// undoNow is the yes to a question.
	undoNow struct{ numbers []int }
	// planned is what a dry run found.
	planned struct {
		request int
		undo    bool
		decline declineNow
		result  recipe.ChangeResult
		err     error
	}
	// written is the end of a change.
	written struct {
		change  int
		numbers []int
		done    string // "declined"
		next    string // what can be done now
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
	q := screen.Question{
		Title: "Decline " + numbers(nums) + "?",
		Lines: append(titles(chosen), "", "The reason is commented, wontfix is added, the issue is closed as not planned."),
		Yes:   "Decline", No: "Keep", Field: "Reason",
		Then: func(reason string) tea.Msg { return declineNow{nums, reason} },
	}
	if len(nums) > 1 {
		q.Title = fmt.Sprintf("Decline %d issues?", len(nums))
		q.Lines = append(titles(chosen), "", "The edits are shown before anything is written.")
		q.Yes, q.No = "Show the edits", "Keep them"
		q.Then = func(reason string) tea.Msg { return declinePlan{nums, reason} }
	}
	return screen.Send(screen.Ask{Question: q})
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

// undo finds out what there is to take back.
func (m *Model) undo() tea.Cmd {
	m.asked = m.env.Requests.Next()
	ctx, undo, request := m.env.Reading, m.deps.Undo, m.asked
	return func() tea.Msg {
		res, err := undo.Run(ctx, recipe.UndoInput{DryRun: true})
		return planned{request: request, undo: true, result: res, err: err}
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
	var lines []string
	var nums []int
	for _, c := range p.result.Issues {
		lines = append(lines, editLine(m.env.Theme, c))
		if c.Outcome == recipe.Changed {
			nums = append(nums, c.Number)
		}
	}
	if len(nums) == 0 {
		return screen.Send(nothingToDo(p, lines))
	}
	q := screen.Question{
		Title: "Take back the last change?", Lines: lines, Yes: "Take it back", No: "Leave it",
		Then: func(string) tea.Msg { return undoNow{nums} },
	}
	if !p.undo {
		now := declineNow{nums, p.decline.reason}
		q = screen.Question{
			Title: fmt.Sprintf("Decline %d issues?", len(nums)), Yes: "Decline them", No: "Keep them",
			Lines: append(lines, "", "Reason: "+p.decline.reason),
			Then:  func(string) tea.Msg { return now },
		}
	}
	return screen.Send(screen.Ask{Question: q})
}

func nothingToDo(p planned, lines []string) screen.Toast {
	words := "there is nothing to do"
	if p.undo {
		words = "there is no re-grade and no decline to take back"
	}
	if len(lines) > 0 {
		return screen.Toast{Level: screen.Warning, Text: words + ": " + strings.Join(lines, "; ")}
	}
	return screen.Toast{Text: words}
}

// editLine tells on one line what is done to an issue.
func editLine(t *theme.Theme, c recipe.IssueChange) string {
	var words []string
	for _, l := range c.Edit.Add {
		words = append(words, t.Glyph.Plus+" "+l)
	}
	for _, l := range c.Edit.Remove {
		words = append(words, t.Glyph.Minus+" "+l)
	}
	if c.ChangesBody() {
		words = append(words, "the body is edited")
	}
	if c.Comment != "" {
		words = append(words, "comment")
	}
	if c.Closed != "" {
		words = append(words, "closed as "+strings.ReplaceAll(string(c.Closed), "_", " "))
	}
	if c.Reopened {
		words = append(words, "reopened")
	}
	for _, r := range c.Remarks {
		words = append(words, r.Message)
	}
	if c.Err != nil {
		words = append(words, c.Err.Error())
	}
	if len(words) == 0 {
		words = append(words, "already so")
	}
	return fmt.Sprintf("#%d  %s", c.Number, kit.Dots(t, words...))
}

// declineAll writes: the rows say so until the answer is there.
func (m *Model) declineAll(d declineNow) tea.Cmd {
	decline := m.deps.Decline
	return m.write(d.numbers, "being declined", func(ctx context.Context, change int) tea.Msg {
		res, err := decline.Run(ctx, recipe.DeclineInput{Numbers: d.numbers, Reason: d.reason})
		return written{change: change, numbers: d.numbers, done: "declined", next: "u takes it back", result: res, err: err}
	})
}

func (m *Model) undoAll(u undoNow) tea.Cmd {
	undo := m.deps.Undo
	return m.write(u.numbers, "being taken back", func(ctx context.Context, change int) tea.Msg {
		res, err := undo.Run(ctx, recipe.UndoInput{})
		return written{change: change, numbers: u.numbers, done: "taken back", result: res, err: err}
	})
}

// write begins a change: the rows say so first.
func (m *Model) write(nums []int, doing string, run func(ctx context.Context, change int) tea.Msg) tea.Cmd {
	change := m.env.Requests.Next()
	m.unmark(nums)
	return tea.Sequence(
		screen.Send(screen.Pending{Change: change, Numbers: nums, Doing: doing}),
		m.env.Write(func(ctx context.Context) tea.Msg { return run(ctx, change) }))
}

// takeWritten tells what went through and what did not, each by its name.
func (m *Model) takeWritten(w written) tea.Cmd {
	if w.err != nil {
		return tea.Sequence(
			screen.Send(screen.Unchanged{Change: w.change, Numbers: w.numbers}),
			screen.Send(naming(screen.Failed(w.err), w.numbers, w.done)))
	}
	msg := screen.Changed{Change: w.change}
	var good []int
	cmds := []tea.Cmd{nil}
	for _, c := range w.result.Issues {
		if c.Outcome == recipe.Changed || c.Outcome == recipe.Unchanged {
			good = append(good, c.Number)
		} else {
			cmds = append(cmds, screen.Send(m.failure(c, w.done)))
		}
		msg.Numbers = append(msg.Numbers, c.Number)
		if issue, ok := m.known(c.Number); ok && c.Outcome != recipe.Failed {
			msg.Issues = append(msg.Issues, m.applied(issue, c))
		}
	}
	for _, n := range w.result.Notes {
		cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Warning, Text: n.Message}))
	}
	if len(good) > 0 {
		cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Success, Text: w.done + ": " + numbers(good), Next: w.next}))
	}
	cmds[0] = screen.Send(msg)
	return tea.Sequence(cmds...)
}

// naming puts the issues before an error that may not name them (C-29).
func naming(t screen.Toast, nums []int, done string) screen.Toast {
	t.Text = numbers(nums) + " could not be " + done + ": " + t.Text
	return t
}

// failure is the toast of one issue that was not changed.
func (m *Model) failure(c recipe.IssueChange, done string) screen.Toast {
	t := screen.Toast{Level: screen.Failure}
	var why []string
	if c.Err != nil {
		t = screen.Failed(c.Err)
		why = append(why, t.Text)
	}
	for _, r := range c.Remarks {
		why = append(why, r.Message)
	}
	if len(why) == 0 {
		why = append(why, "it was "+string(c.Outcome))
	}
	t.Text = strings.Join(why, "; ")
	if c.Remedy != "" {
		t.Next = "to finish it: " + c.Remedy
	}
	return naming(t, []int{c.Number}, done)
}

// known finds an issue in either list.
func (m *Model) known(number int) (model.Issue, bool) {
	for _, s := range m.sources {
		if it, ok := s.listing.find(number); ok {
			return it.entry.Issue, true
		}
	}
	return model.Issue{}, false
}

// applied is an issue with the edits of a change laid over it, as it is shown
// until the tracker's list knows of them.
func (m *Model) applied(is model.Issue, c recipe.IssueChange) model.Issue {
	is.Labels = slices.Clone(is.Labels)
	for _, l := range c.Edit.Add {
		if !is.HasLabel(l) {
			is.Labels = append(is.Labels, l)
		}
	}
	is.Labels = slices.DeleteFunc(is.Labels, func(have string) bool {
		return slices.ContainsFunc(c.Edit.Remove, func(gone string) bool { return strings.EqualFold(have, gone) })
	})
	if c.ChangesBody() {
		is.Body = c.NewBody
	}
	now := m.env.Now()
	switch {
	case c.Closed != "":
		is.State, is.StateReason, is.ClosedAt = model.Closed, c.Closed, now
	case c.Reopened:
		is.State, is.StateReason = model.Open, model.Reopened
	}
	if is.UpdatedAt.Before(now) {
		is.UpdatedAt = now
	}
	return is
}
