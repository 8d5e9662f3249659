package board

import (
	"fmt"
	"strings"

	"gh-debt/recipe/drain"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// asking is a row of questions that a step asks before it goes on.
type asking struct {
	d         deed
	questions []drain.Question
	at        int
	answers   drain.Answers
	needed    bool // without a yes to each the step is not taken
}

// Messages of a step that is asked about.
type (
	// lookedUp is what a step would do.
	lookedUp struct {
		request int
		d       deed
		result  drain.Result
		err     error
	}
	// confirmed is the yes to what a step would do.
	confirmed struct{ d deed }
	// answered is an answer to one question of a step.
	answered struct{ yes bool }
	// answersGiven ends a row of questions: with the answers, or without any.
	answersGiven struct{ sure bool }
)

// begins takes a step; one that is public, or takes something away, is looked up
// and asked about first.
func (m *Model) begins(d deed) tea.Cmd {
	if d.asked {
		return m.lookUp(d)
	}
	return m.take(d)
}

// lookUp finds out what a step would do.
func (m *Model) lookUp(d deed) tea.Cmd {
	m.looking = m.env.Requests.Next()
	m.deed = d
	request, ctx := m.looking, m.env.Reading
	return tea.Batch(m.spin(), func() tea.Msg {
		res, err := d.take(ctx, drain.Input{Unit: d.unit, DryRun: true}, d.answers)
		return lookedUp{request, d, res, err}
	})
}

// takeLookedUp turns what a step would do into the question.
func (m *Model) takeLookedUp(msg lookedUp) tea.Cmd {
	if msg.request != m.looking {
		return nil
	}
	m.looking = 0
	d, res := msg.d, msg.result
	switch {
	case msg.err != nil:
		t := screen.Failed(msg.err)
		t.Text = d.subject + ": " + oneLine(t.Text)
		return screen.Send(t)
	case res.Refused != "" && d.forced != nil:
		next := d.forced(d)
		next.notice = strings.Split(res.Refused, "\n")
		return m.lookUp(next)
	case res.Refused != "":
		refused := res.Refused
		if len(d.notice) > 0 {
			refused = strings.Join(d.notice, "\n") // force did not help: what was said at first
		}
		return screen.Send(screen.Toast{Level: screen.Failure, Text: oneLine(refused), Next: res.Next})
	case len(res.Questions) > 0:
		return m.ask(d, res.Questions)
	case len(res.Will) == 0:
		return screen.Send(screen.Toast{Level: screen.Note, Text: d.subject + ": " + orNothing(strings.Join(res.Notes, "; "))})
	}
	return m.confirm(d, res)
}

// confirm shows what exactly will happen.
func (m *Model) confirm(d deed, res drain.Result) tea.Cmd {
	w := wordsOf(d.step)
	lines := append([]string{}, d.notice...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	for _, will := range append(append([]string{}, res.Will...), res.Notes...) {
		lines = append(lines, strings.Split(will, "\n")...)
	}
	yes := w.yes
	if len(d.notice) > 0 {
		yes += " all the same"
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: w.ask + " " + d.subject + "?", Lines: lines, Yes: yes, No: "Not now",
		Then: func(string) tea.Msg { return confirmed{d} },
	}})
}

// quoted are the lines that a question is about, with their tabs as spaces: code
// keeps its shape in a dialog.
func quoted(q drain.Question) []string {
	var lines []string
	for _, line := range q.Lines {
		lines = append(lines, strings.Split(strings.ReplaceAll(line, "\t", "    "), "\n")...)
	}
	return lines
}

// ask begins a row of questions.
func (m *Model) ask(d deed, questions []drain.Question) tea.Cmd {
	m.asking = &asking{d: d, questions: questions, answers: drain.Answers{}}
	return m.askNext()
}

// askNext asks the question whose turn it is.
func (m *Model) askNext() tea.Cmd {
	a := m.asking
	q := a.questions[a.at]
	title := a.d.subject
	if n := len(a.questions); n > 1 {
		title = fmt.Sprintf("%s, question %d of %d", title, a.at+1, n)
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: title, Lines: []string{q.Title}, Quoted: quoted(q), Yes: q.Yes, No: q.No,
		Then: func(string) tea.Msg { return answered{true} }, Else: answered{false},
	}})
}

// takeAnswer keeps an answer and asks the next question. Esc is a no in the app's
// dialog, and a no may cost a member its place: where there is one, all answers
// are shown once more before they are given.
func (m *Model) takeAnswer(msg answered) tea.Cmd {
	a := m.asking
	if a == nil {
		return nil
	}
	if a.needed && !msg.yes {
		m.asking = nil
		return nil
	}
	a.answers[a.questions[a.at].ID] = msg.yes
	if a.at++; a.at < len(a.questions) {
		return m.askNext()
	}
	var lines []string
	no := false
	for _, q := range a.questions {
		word := q.Yes
		if !a.answers[q.ID] {
			word, no = q.No, true
		}
		lines = append(lines, q.Title, "   "+word)
	}
	if !no {
		return m.giveAnswers(true)
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: "Answer so for " + a.d.subject + "?", Lines: lines, Yes: "Answer so", No: "Not now",
		Then: func(string) tea.Msg { return answersGiven{true} }, Else: answersGiven{false},
	}})
}

// giveAnswers takes the step again with the answers, or leaves the questions for
// later.
func (m *Model) giveAnswers(sure bool) tea.Cmd {
	a := m.asking
	m.asking = nil
	if a == nil || !sure {
		return nil
	}
	m.memory.settled(a.d.unit)
	return m.begins(a.d.answered(a.answers))
}

// askPending asks what the last step of a unit wants to know, if it does.
func (m *Model) askPending(unit string) tea.Cmd {
	now := m.memory.look(unit)
	if len(now.questions) == 0 || m.asking != nil {
		return nil
	}
	d := now.deed
	if d.asked { // the questions came from the step itself, after its yes
		d.asked = false
	}
	return m.ask(d, now.questions)
}

// stopAsk asks before a step is stopped.
func (m *Model) stopAsk(it *item, now seen) tea.Cmd {
	unit := it.card.Unit.ID
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: "Stop it?", Yes: "Stop it", No: "Let it run",
		Lines: []string{it.subject() + ": " + wordsOf(now.deed.step).doing + ".", "", "What it has written down stays; the unit goes on from there."},
		Then:  func(string) tea.Msg { return stopRun{unit, now.request} },
	}})
}

// stopRun is the yes to stopping a step.
type stopRun struct {
	unit    string
	request int
}

// stop cancels the step that was asked about, if it still runs.
func (m *Model) stop(msg stopRun) {
	if now := m.memory.look(msg.unit); now.request == msg.request {
		m.memory.stop(msg.unit)
	}
}
