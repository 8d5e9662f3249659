package board

import (
	"context"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// A unit that is taken as far as it goes asks while it runs: the run waits for the
// answer, however long that takes, and whether the board is there or not.

// stepGo names the run that takes one step after the other.
const stepGo rule.Step = "go"

// call is what a run waits for: the answer to a question, or the yes to a step that
// others will see.
type call struct {
	question drain.Question
	sure     bool // it is about a step: a no stops the run, and costs nothing
	reply    chan bool
}

// Messages of a run that asks.
type (
	// stepTaken says that one step of a run has ended, and the next one begins.
	stepTaken struct{}
	// called says that a run waits for an answer.
	called struct {
		unit    string
		request int
	}
	// replied is the answer. A no to a question that is not sure yet is shown once
	// more.
	replied struct {
		unit    string
		request int
		yes     bool
		sure    bool
	}
)

// goDeed takes the unit as far as it goes.
func (m *Model) goDeed(it *item) deed {
	d := base(it, stepGo)
	memory := m.memory
	d.goes = func(ctx context.Context, in drain.Input, r running) (drain.Result, error) {
		return m.deps.Go.Run(ctx, drain.GoInput{
			Input: in,
			Ask: func(ctx context.Context, q drain.Question) (bool, error) {
				return r.wait(ctx, &call{question: q})
			},
			Sure: func(ctx context.Context, title string, will []string) (bool, error) {
				q := drain.Question{Title: title, Lines: will, Yes: "Do it", No: "Stop here"}
				return r.wait(ctx, &call{question: q, sure: true})
			},
			Done: func(res drain.Result) {
				memory.lines(r.d.unit, r.request, res)
				r.report(stepTaken{})
			},
		})
	}
	return d
}

// wait has the board ask, and waits for the answer.
func (r running) wait(ctx context.Context, c *call) (bool, error) {
	c.reply = make(chan bool, 1)
	r.memory.call(r.d.unit, r.request, c)
	defer r.memory.call(r.d.unit, r.request, nil)
	if !r.memory.watched() {
		r.report(screen.Toast{Level: screen.Warning, Text: r.d.subject + ": an answer is wanted: " + oneLine(c.question.Title), Next: "the board asks for it"})
	}
	r.report(called{r.d.unit, r.request})
	select {
	case yes := <-c.reply:
		return yes, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// call keeps what a run waits for, nil when it goes on.
func (m *Memory) call(unit string, request int, c *call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.runs[unit]; r != nil && r.request == request {
		r.call = c
	}
}

// takeCalled asks what a run waits for, unless something else lies over the board.
func (m *Model) takeCalled(msg called) tea.Cmd {
	now := m.memory.look(msg.unit)
	if now.request != msg.request || m.covered || m.asking != nil {
		return nil
	}
	return m.askCall(msg.unit, &now)
}

// askCall asks what a run waits for.
func (m *Model) askCall(unit string, now *seen) tea.Cmd {
	if now.call == nil {
		return nil
	}
	q := now.call.question
	title, lines, about := now.deed.subject, []string{q.Title}, quoted(q)
	if now.call.sure {
		title, lines, about = q.Title+"?", about, nil
	}
	reply := func(yes bool) tea.Msg { return replied{unit, now.request, yes, yes || now.call.sure} }
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: title, Lines: lines, Quoted: about, Yes: q.Yes, No: q.No,
		Then: func(string) tea.Msg { return reply(true) }, Else: reply(false),
	}})
}

// takeReplied gives the run its answer. Esc is a no in the app's dialog: a no to a
// question is asked about once more, and without a yes there the run goes on
// waiting.
func (m *Model) takeReplied(msg replied) tea.Cmd {
	now := m.memory.look(msg.unit)
	if now.request != msg.request || now.call == nil {
		return nil
	}
	if !msg.sure {
		q := now.call.question
		msg.sure = true
		return screen.Send(screen.Ask{Question: screen.Question{
			Title: "Answer so for " + now.deed.subject + "?", Lines: []string{q.Title, "   " + q.No}, Yes: "Answer so", No: "Not now",
			Then: func(string) tea.Msg { return msg },
		}})
	}
	select {
	case now.call.reply <- msg.yes:
	default: // it was answered already
	}
	return nil
}
