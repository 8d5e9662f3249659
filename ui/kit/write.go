package kit

import (
	"context"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Write is a change of issues that a screen has decided on.
type Write struct {
	Numbers []int
	Doing   string // what the rows say meanwhile: "being declined"
	Done    string // in the past: "declined"
	Next    string // what can be done once it went through
	// Known gives an issue as it is shown, so that the queue can be told what it
	// is like now; nil, or false, has the queue read it.
	Known func(number int) (model.Issue, bool)
	// Run makes the change.
	Run func(ctx context.Context) (recipe.ChangeResult, error)
	// Ended makes the screen's own message at the end; nil sends none.
	Ended func(recipe.ChangeResult, error) tea.Msg
}

// Command makes the change and tells the app of it, before and after: also when
// the screen has been left meanwhile.
func (w Write) Command(env screen.Env) tea.Cmd {
	change := env.Requests.Next()
	known := map[int]model.Issue{}
	for _, n := range w.Numbers {
		if w.Known == nil {
			break
		}
		if is, ok := w.Known(n); ok {
			known[n] = is
		}
	}
	return tea.Sequence(
		screen.Send(screen.Pending{Change: change, Numbers: w.Numbers, Doing: w.Doing}),
		env.Write(func(ctx context.Context) tea.Msg {
			res, err := w.Run(ctx)
			cmds := w.told(env, change, known, res, err)
			if w.Ended != nil {
				cmds = append([]tea.Cmd{screen.Send(w.Ended(res, err))}, cmds...)
			}
			return tea.Sequence(cmds...)()
		}))
}

// told are the messages at the end: the issues as they are now, a toast for what
// went through, and one for each issue on which it did not.
func (w Write) told(env screen.Env, change int, known map[int]model.Issue, res recipe.ChangeResult, err error) []tea.Cmd {
	if err != nil {
		toast := screen.Failed(err)
		toast.Text = Numbers(w.Numbers...) + " could not be " + w.Done + ": " + toast.Text
		return []tea.Cmd{screen.Send(screen.Unchanged{Change: change, Numbers: w.Numbers}), screen.Send(toast)}
	}
	msg := screen.Changed{Change: change}
	var good []int
	cmds := []tea.Cmd{nil}
	for _, c := range res.Issues {
		if c.Outcome == recipe.Changed || c.Outcome == recipe.Unchanged {
			good = append(good, c.Number)
		} else {
			cmds = append(cmds, screen.Send(Unsuccessful(c, w.Done)))
		}
		msg.Numbers = append(msg.Numbers, c.Number)
		if issue, ok := known[c.Number]; ok && c.Outcome == recipe.Changed {
			msg.Issues = append(msg.Issues, Applied(issue, c, env.Now()))
		}
	}
	for _, n := range res.Notes {
		cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Warning, Text: n.Message}))
	}
	if len(good) > 0 {
		cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Success, Text: w.Done + ": " + Numbers(good...), Next: w.Next}))
	}
	cmds[0] = screen.Send(msg)
	return cmds
}
