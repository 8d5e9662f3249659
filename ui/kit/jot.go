package kit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gh-debt/recipe"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// jotDelay is the longest that a text is typed on without being kept.
const jotDelay = 800 * time.Millisecond

// jotReason is the field of a dialog.
const jotReason = "reason"

// TakenUp is said of texts that stand as they were typed before.
const TakenUp = "taken up from earlier"

// Jotter keeps texts that were typed for issues and not given yet;
// recipe.Jottings is one.
type Jotter interface {
	Keeps() bool
	Save(of recipe.JottingOf, texts map[string]string) (recipe.Jotting, error)
	Find(of recipe.JottingOf) (recipe.Jotting, bool, []recipe.DamagedText, error)
	Give(of recipe.JottingOf, numbers []int) (recipe.JottingOf, error)
	Remove(of recipe.JottingOf) error
}

// Jot keeps the texts of one form or dialog on disk while they are typed, until
// the change that they belong to went through. Its commands may end in any order
// and after the screen was left: what was given or cleared never comes back.
type Jot struct {
	store Jotter
	texts map[string]string // as they were typed last; nil when nothing was typed
	turn  int               // of these texts
	armed bool              // a saving is due
	taken bool              // the texts are from earlier

	mu       sync.Mutex // guards what the commands share
	of       recipe.JottingOf
	from     *recipe.JottingOf // what was taken up, where it was typed for other issues too
	done     int               // the last turn that is on disk, or was given or cleared
	failed   bool
	redacted bool
}

// NewJot keeps texts under a name; a nil store keeps nothing.
func NewJot(store Jotter, of recipe.JottingOf) *Jot { return &Jot{store: store, of: of} }

// Messages of a jot.
type (
	// JotFound gives the texts that were typed before, by field.
	JotFound struct {
		Jot   *Jot
		Texts map[string]string
	}
	// jotDue has what was typed saved.
	jotDue struct{ jot *Jot }
)

// Jotted takes the messages of all jots but JotFound; true when it was one.
func Jotted(msg tea.Msg) (tea.Cmd, bool) {
	if due, ok := msg.(jotDue); ok {
		return due.jot.Save(), true
	}
	return nil, false
}

// Keeps reports whether what is typed lasts: there is a place for it, and the
// last saving did not fail.
func (j *Jot) Keeps() bool {
	if j.store == nil || !j.store.Keeps() {
		return false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return !j.failed
}

// Touched reports whether anything was typed since the beginning, or since texts
// were taken up.
func (j *Jot) Touched() bool { return j.texts != nil }

// Taken reports whether the texts are from earlier and as they were then.
func (j *Jot) Taken() bool { return j.taken && j.texts == nil }

// Find looks for what was typed before; JotFound tells it.
func (j *Jot) Find() tea.Cmd {
	if j.store == nil {
		return nil
	}
	return func() tea.Msg {
		found, cmds := j.find()
		if len(found) > 0 {
			cmds = append(cmds, screen.Send(JotFound{j, found}))
		}
		if len(cmds) == 0 {
			return nil
		}
		return tea.Sequence(cmds...)()
	}
}

// find reads the texts.
func (j *Jot) find() (map[string]string, []tea.Cmd) {
	j.mu.Lock()
	defer j.mu.Unlock()
	found, ok, damaged, err := j.store.Find(j.of)
	var cmds []tea.Cmd
	if err != nil {
		cmds = append(cmds, screen.Send(screen.Failed(err)))
	}
	for _, d := range damaged {
		cmds = append(cmds, screen.Send(screen.Toast{
			Level: screen.Warning, Text: fmt.Sprintf("a text that was typed before could not be read and was set aside: %s", d.File), Next: d.Err.Error(),
		}))
	}
	if ok && len(found.Numbers) > len(j.of.Numbers) {
		j.from = &found.JottingOf
	}
	return found.Texts, cmds
}

// Take notes that the texts that were found stand in the fields; false when
// something was typed meanwhile, which is not to be overwritten.
func (j *Jot) Take() bool {
	j.taken = j.texts == nil
	return j.taken
}

// Wrote takes what stands in the fields after a key, and arranges for it to be
// kept. The texts must not be changed afterwards.
func (j *Jot) Wrote(env screen.Env, texts map[string]string) tea.Cmd {
	j.texts = texts
	j.turn++
	if j.armed || j.store == nil {
		return nil
	}
	j.armed = true
	return env.After(jotDelay, jotDue{j})
}

// Save keeps what was typed now: when the app ends, or a screen is left. A nil
// jot has nothing to keep.
func (j *Jot) Save() tea.Cmd {
	if j == nil {
		return nil
	}
	j.armed = false
	if j.store == nil || j.texts == nil {
		return nil
	}
	turn, texts := j.turn, j.texts
	return func() tea.Msg { return j.write(turn, texts) }
}

// Leaving is the message that has what was typed kept when a screen is left.
func (j *Jot) Leaving() tea.Msg { return jotDue{j} }

// write keeps the texts unless later ones are kept already; a failure is told once.
func (j *Jot) write(turn int, texts map[string]string) tea.Msg {
	j.mu.Lock()
	defer j.mu.Unlock()
	if turn <= j.done {
		return nil
	}
	kept, err := j.store.Save(j.of, texts)
	if err != nil {
		told := j.failed
		j.failed = true
		if told {
			return nil
		}
		t := screen.Failed(err)
		t.Text = "what you typed for " + Numbers(j.of.Numbers...) + " is not kept: " + t.Text
		return t
	}
	told := j.redacted
	j.done, j.failed, j.redacted = turn, false, kept.Redacted
	if kept.Redacted && !told {
		return screen.Toast{Level: screen.Warning, Text: "a live secret in the text is not written to disk", Next: "take it out of the text and revoke it"}
	}
	return nil
}

// Clear forgets the texts, here and on disk; the screen empties its fields.
func (j *Jot) Clear() tea.Cmd {
	j.texts, j.taken = nil, false
	j.turn++
	if j.store == nil {
		return nil
	}
	turn := j.turn
	return func() tea.Msg {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.done = max(j.done, turn)
		err := errors.Join(j.giveFrom(j.of.Numbers), j.store.Remove(j.of))
		if err != nil {
			return screen.Failed(err)
		}
		return nil
	}
}

// Around is a change of issues that keeps the texts on disk until it went
// through: for the issues on which it did not they stay.
func (j *Jot) Around(run func(context.Context) (recipe.ChangeResult, error)) func(context.Context) (recipe.ChangeResult, error) {
	save, turn := j.Save(), j.turn
	return func(ctx context.Context) (recipe.ChangeResult, error) {
		var unkept tea.Msg
		if save != nil {
			unkept = save()
		}
		res, err := run(ctx)
		if err != nil || j.store == nil {
			return res, err
		}
		if t, ok := unkept.(screen.Toast); ok && !res.Clean() {
			res.Notes = append(res.Notes, recipe.Remark{Code: recipe.CodeDraft, Message: t.Text})
		}
		if err := j.give(turn, res); err != nil {
			res.Notes = append(res.Notes, recipe.Remark{Code: recipe.CodeDraft, Message: err.Error()})
		}
		return res, nil
	}
}

// give forgets the texts for the issues that have them now.
func (j *Jot) give(turn int, res recipe.ChangeResult) error {
	var numbers []int
	for _, c := range res.Issues {
		if c.Outcome == recipe.Changed || c.Outcome == recipe.Unchanged {
			numbers = append(numbers, c.Number)
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	rest, err := j.store.Give(j.of, numbers)
	err = errors.Join(err, j.giveFrom(numbers))
	if err == nil && len(rest.Numbers) > 0 {
		j.of = rest
	} else {
		j.done = max(j.done, turn)
	}
	return err
}

// giveFrom takes the issues off what was typed for others as well.
func (j *Jot) giveFrom(numbers []int) error {
	if j.from == nil {
		return nil
	}
	rest, err := j.store.Give(*j.from, numbers)
	j.from = &rest
	return err
}

// Ask asks a question with a text, filled with what was typed for the same
// before; what is typed now is kept, whatever the answer.
func (j *Jot) Ask(env screen.Env, q screen.Question) tea.Cmd {
	if j.store == nil {
		return screen.Send(screen.Ask{Question: q})
	}
	q.Typed = func(text string) tea.Cmd {
		if text == "" {
			return j.Clear()
		}
		return j.Wrote(env, map[string]string{jotReason: text})
	}
	q.Else = j.Leaving()
	return func() tea.Msg {
		found, cmds := j.find()
		q.Text = found[jotReason]
		return tea.Sequence(append(cmds, screen.Send(screen.Ask{Question: q}))...)()
	}
}
