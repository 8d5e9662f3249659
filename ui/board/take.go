package board

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/drain"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// stepEnded is the end of a step; all that is to be known of it is in the memory.
type stepEnded struct {
	unit    string
	request int
}

// take runs a step. What came of it is told to the whole app by the command
// itself, so that it is told even when the board has been left by then.
func (m *Model) take(d deed) tea.Cmd {
	if now := m.memory.look(d.unit); now.live() {
		return screen.Send(screen.Toast{Level: screen.Warning, Text: d.subject + ": still " + wordsOf(now.deed.step).doing})
	}
	request := m.env.Requests.Next()
	ctx, cancel := context.WithCancel(m.env.Writing)
	m.memory.start(d, request, m.env.Now(), cancel)
	begun := screen.Send(screen.Pending{Change: request, Numbers: d.numbers, Doing: wordsOf(d.step).doing})
	r := running{d: d, request: request, env: m.env, memory: m.memory, cancel: cancel}
	if d.shell {
		hand := m.deps.Hand
		if hand == nil {
			hand = tea.Exec
		}
		var told tea.Cmd
		work := &handedOver{run: func() { told = r.run(ctx) }}
		return tea.Sequence(begun, hand(work, func(err error) tea.Msg {
			if told == nil { // the terminal could not be handed over
				told = r.end(drain.Result{}, err)
			}
			return told()
		}))
	}
	work := m.env.WriteStream(func(_ context.Context, report func(tea.Msg)) tea.Msg {
		r.report = report
		return r.run(ctx)()
	})
	return tea.Batch(m.spin(), m.arm(), tea.Sequence(begun, work))
}

// handedOver is a step that a person works in: it has the terminal to itself
// while it runs.
type handedOver struct{ run func() }

// Run takes the step.
func (h *handedOver) Run() error { h.run(); return nil }

// SetStdin is not needed: the step knows the terminal.
func (h *handedOver) SetStdin(io.Reader) {}

// SetStdout is not needed.
func (h *handedOver) SetStdout(io.Writer) {}

// SetStderr is not needed.
func (h *handedOver) SetStderr(io.Writer) {}

// running is a step on its way. It runs on a goroutine of its own and touches the
// memory alone.
type running struct {
	d       deed
	request int
	env     screen.Env
	memory  *Memory
	cancel  context.CancelFunc
	report  func(tea.Msg) // to the app, while it runs; nil for one with the terminal
}

// run takes the step and gives what the app is told of its end.
func (r running) run(ctx context.Context) tea.Cmd {
	defer r.cancel()
	unit := r.d.unit
	in := drain.Input{
		Unit:     unit,
		Progress: func(s recipe.Step) { r.memory.note(unit, r.request, s) },
		Output:   func(line string) { r.memory.line(unit, r.request, line) },
	}
	if r.d.goes != nil {
		return r.end(r.d.goes(ctx, in, r))
	}
	return r.end(r.d.take(ctx, in, r.d.answers))
}

// end keeps how the step ended and makes the messages about it.
func (r running) end(res drain.Result, err error) tea.Cmd {
	unit := r.d.unit
	if r.d.goes == nil { // else each step told it when it ended
		r.memory.lines(unit, r.request, res)
	}
	trouble := res.Refused
	if err != nil {
		trouble = err.Error()
	}
	if trouble != "" {
		r.memory.line(unit, r.request, trouble)
	}
	stopped := r.memory.look(unit).stopped
	r.memory.finish(unit, r.request, r.env.Now(), res, trouble)
	if id := res.Unit.ID; id != "" {
		unit = id
	}
	var changed tea.Msg = screen.Changed{Change: r.request, Numbers: r.d.numbers}
	if err != nil {
		changed = screen.Unchanged{Change: r.request, Numbers: r.d.numbers}
	}
	cmds := []tea.Cmd{screen.Send(changed)}
	if toast, ok := r.toast(res, err, stopped); ok {
		cmds = append(cmds, screen.Send(toast))
	}
	return tea.Sequence(append(cmds, screen.Send(stepEnded{unit, r.request}))...)
}

// toast says what was written and what comes next, or why nothing was.
func (r running) toast(res drain.Result, err error, stopped bool) (screen.Toast, bool) {
	subject := r.d.subject
	switch {
	case err != nil && stopped && errors.Is(err, context.Canceled), err == nil && stopped && len(res.Wrote) == 0:
		return screen.Toast{Level: screen.Warning, Text: subject + ": stopped, and left where it was", Next: res.Next}, true
	case err != nil:
		t := screen.Failed(err)
		t.Text = subject + ": " + oneLine(t.Text)
		return t, true
	case res.Refused != "":
		return screen.Toast{Level: screen.Failure, Text: subject + ": " + oneLine(res.Refused), Next: res.Next}, true
	case len(res.Questions) > 0 && r.memory.watched():
		return screen.Toast{}, false // the board asks
	case len(res.Questions) > 0:
		return screen.Toast{Level: screen.Warning, Text: subject + ": an answer is wanted: " + oneLine(res.Questions[0].Title), Next: "the board asks for it"}, true
	case len(res.Wrote) == 0:
		return screen.Toast{Level: screen.Note, Text: subject + ": " + orNothing(strings.Join(res.Notes, "; ")), Next: comesNext(res)}, true
	}
	t := screen.Toast{Level: screen.Success, Text: subject + ": " + few(res.Wrote), Next: comesNext(res)}
	if len(res.Notes) > 0 {
		t.Level, t.Text = screen.Warning, t.Text+"; "+few(res.Notes)
	}
	return t, true
}

// few are the first sentence of a step and the last, in which it ended; its output
// has them all.
func few(sentences []string) string {
	shown := sentences
	if n := len(sentences); n > 2 {
		shown = []string{sentences[0], sentences[n-1]}
	}
	words := oneLine(strings.Join(shown, "; "))
	if n := len(sentences) - len(shown); n > 0 {
		words += fmt.Sprintf("; and %d more in its output", n)
	}
	return words
}

// comesNext is how the unit goes on, in words.
func comesNext(res drain.Result) string {
	if step, _ := rule.Next(res.Unit); step != "" {
		return "next: " + stepWords(step)
	}
	if res.Waits != "" {
		return "it waits for " + res.Waits
	}
	return ""
}

func orNothing(words string) string {
	if words == "" {
		return "there was nothing to do"
	}
	return oneLine(words)
}

// oneLine is a text of several lines as a toast can say it.
func oneLine(text string) string {
	var parts []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, "; ")
}
