package triage

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

// applied is the end of an answer's change.
type applied struct {
	request int
	id      id
	words   string
	good    bool
}

// answerWith gives answer i, or opens the fields that it asks for.
func (m *Model) answerWith(i int) tea.Cmd {
	it, ok := m.item()
	if !ok || i >= len(it.Answers) {
		return nil
	}
	m.chosen, m.stale, m.wrong = i, true, ""
	a := it.Answers[i]
	if len(a.Asks) == 0 {
		return m.apply(it, a, nil)
	}
	key := draftOf{idOf(it), a.Value}
	var earlier tea.Cmd
	if m.memory.drafts[key] == nil {
		jot := kit.NewJot(m.deps.Jots, key.jotting())
		m.memory.drafts[key], earlier = newForm(m.env.Theme, i, a, jot), jot.Find()
	}
	m.form = m.memory.drafts[key]
	m.form.answer = i
	return tea.Batch(m.lookSoon(), earlier)
}

// give gives the answer with the texts that were typed, once they can be.
func (m *Model) give() tea.Cmd {
	it, ok := m.item()
	if !ok || m.form == nil || m.form.answer >= len(it.Answers) {
		return nil
	}
	m.stale = true
	words, at := m.form.wrong()
	if m.wrong = words; words != "" {
		m.form.focusOn(at)
		return nil
	}
	return m.apply(it, it.Answers[m.form.answer], m.form)
}

// apply makes the change of an answer. The loose end stays on the screen until
// the change has gone through, and when it has not.
func (m *Model) apply(it *recipe.TriageItem, a recipe.TriageAnswer, f *form) tea.Cmd {
	if m.applying != 0 {
		return nil // one press, one request (C-29)
	}
	m.applying = m.env.Requests.Next()
	done := applied{request: m.applying, id: idOf(it), words: a.Value}
	wait := m.spinner.Start(m.env, m.applying)
	switch {
	case a.Sync != nil:
		return tea.Batch(wait, m.sync(*a.Sync, done))
	case a.Regrade != nil:
		in := filledRegrade(*a.Regrade, f)
		return tea.Batch(wait, m.write(it, done, "being re-graded", "re-graded", m.env.Keys.Key("undo", "u")+" takes it back", f.kept(
			func(ctx context.Context) (recipe.ChangeResult, error) { return m.deps.Regrade.Run(ctx, in) })))
	case a.Repair != nil:
		in := filledRepair(*a.Repair, f)
		return tea.Batch(wait, m.write(it, done, "being repaired", "repaired", "", f.kept(
			func(ctx context.Context) (recipe.ChangeResult, error) { return m.deps.Repair.Run(ctx, in) })))
	}
	m.applying = 0
	m.spinner.Stop()
	return nil
}

// filledRegrade is a re-grade with the texts that were typed.
func filledRegrade(in recipe.RegradeInput, f *form) recipe.RegradeInput {
	if f == nil {
		return in
	}
	if f.asks(recipe.AskAnswer) {
		in.Answer = f.value(recipe.AskAnswer)
	}
	if f.asks(recipe.AskQuestion) {
		in.Research = model.Research{Question: f.value(recipe.AskQuestion), SettledBy: f.value(recipe.AskSettledBy)}
	}
	return in
}

// filledRepair is a repair with the texts that were typed.
func filledRepair(in recipe.RepairInput, f *form) recipe.RepairInput {
	if f == nil {
		return in
	}
	if f.asks(recipe.AskPath) {
		in.Key.Class, in.Key.Path, in.Key.Line = f.typedKey()
	}
	if f.asks(recipe.AskQuestion) {
		in.Research = model.Research{Question: f.value(recipe.AskQuestion), SettledBy: f.value(recipe.AskSettledBy)}
	}
	return in
}

func (m *Model) write(it *recipe.TriageItem, done applied, doing, past, next string, run func(context.Context) (recipe.ChangeResult, error)) tea.Cmd {
	return kit.Write{
		Numbers: []int{it.Entry.Issue.Number}, Doing: doing, Done: past, Next: next, Known: m.known, Run: run,
		Ended: func(res recipe.ChangeResult, err error) tea.Msg {
			done.good = err == nil && res.Clean()
			return done
		},
	}.Command(m.env)
}

// sync renames labels in the repository; the queue is read anew after it.
func (m *Model) sync(in recipe.SyncInput, done applied) tea.Cmd {
	sync := m.deps.Sync
	return m.env.Write(func(ctx context.Context) tea.Msg {
		res, err := sync.Run(ctx, in)
		done.good = err == nil && res.MayWrite
		toast := screen.Toast{Level: screen.Success, Text: syncWords(res)}
		switch {
		case err != nil:
			toast = screen.Failed(err)
			toast.Text = "the labels could not be renamed: " + toast.Text
		case !res.MayWrite:
			toast = screen.Toast{Level: screen.Failure, Text: "the token may not rename labels", Next: strings.Join(res.Commands, "; ")}
		}
		return tea.Sequence(screen.Send(done), screen.Send(toast), screen.Send(screen.Refresh{}))()
	})
}

func syncWords(res recipe.SyncResult) string {
	var renamed []string
	made := 0
	for _, a := range res.Actions {
		switch {
		case !a.Done:
		case a.Act == recipe.ActRename:
			renamed = append(renamed, a.From+" to "+a.Name)
		default:
			made++
		}
	}
	words := "no label had to be renamed"
	if len(renamed) > 0 {
		words = "renamed " + strings.Join(renamed, ", ")
	}
	if made > 0 {
		words += fmt.Sprintf("; made or adopted %d labels", made)
	}
	return words
}

// takeApplied goes on when the change has gone through, and stays when not.
func (m *Model) takeApplied(msg applied) tea.Cmd {
	if msg.request != m.applying {
		return nil
	}
	m.applying, m.stale = 0, true
	m.spinner.Stop()
	if !msg.good {
		return nil
	}
	s, at, ok := m.walk.find(msg.id)
	if !ok {
		return nil
	}
	s.state, s.words = answered, msg.words
	delete(m.memory.skipped, msg.id)
	for of := range m.memory.drafts {
		if of.id == msg.id {
			delete(m.memory.drafts, of)
		}
	}
	if at != m.walk.at {
		return nil
	}
	m.walk.advance()
	return m.arrive()
}
