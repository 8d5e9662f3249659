package filing

import (
	"context"
	"fmt"
	"slices"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// run is one filing: its steps as they run, and how it ended.
type run struct {
	request int
	local   bool // it keeps the finding in the embedded tracker
	steps   []recipe.Step
	spinner kit.Spinner
	cancel  context.CancelFunc
	stopped bool // a person stopped it
	judged  bool // a person says that the text harms nobody
	result  recipe.FileResult
	err     error
}

// number is the issue that the end of the run points to, 0 for none.
func (r *run) number() int {
	if r.result.Number != 0 {
		return r.result.Number
	}
	for _, f := range r.result.Findings {
		if f.Number != 0 {
			return f.Number
		}
	}
	return 0
}

// has reports whether the run ended with a remark of this code.
func (r *run) has(code model.Code) bool {
	return slices.ContainsFunc(r.result.Findings, func(f recipe.Remark) bool { return f.Code == code })
}

// Messages of a filing.
type (
	stepTold struct {
		request int
		step    recipe.Step
	}
	filingDone struct {
		request int
		result  recipe.FileResult
		err     error
	}
	stopFiling     struct{}
	judgedHarmless struct{}
)

// review shows the exact post, unless something is wrong: then it leads to the
// first field that waits for a value.
func (m *Model) review() tea.Cmd {
	m.tried = true
	m.judge()
	if stops := m.blockers(); len(stops) > 0 {
		if f := m.firstEmpty(); f != fieldSubmit {
			m.focusOn(f)
			m.judge()
		}
		words := stops[0].words
		if n := len(stops) - 1; n > 0 {
			words += fmt.Sprintf(" (and %d more)", n)
		}
		return screen.Send(screen.Toast{Level: screen.Warning, Text: "not yet: " + words})
	}
	m.step = reviewing
	m.scroll.Home()
	return m.readOrigin() // the branch may have changed meanwhile
}

// file begins the filing.
func (m *Model) file() tea.Cmd { return m.begin(m.deps.File, false) }

// keepLocal keeps the finding in the embedded tracker.
func (m *Model) keepLocal() tea.Cmd { return m.begin(m.deps.Keep, true) }

// begin runs the recipe. What came of it is told to the whole app by the command
// itself, so that it is told even when this screen has been left by then.
func (m *Model) begin(filer Filer, local bool) tea.Cmd {
	request := m.env.Requests.Next()
	ctx, cancel := context.WithCancel(m.env.Writing)
	m.step = running
	m.run = run{request: request, local: local, cancel: cancel, judged: m.run.judged}
	for _, name := range recipe.FileSteps() {
		m.run.steps = append(m.run.steps, recipe.Step{Name: name})
	}
	if m.drafts.keeper.id == "" {
		m.drafts.wrote(m.env)
	}
	m.drafts.request = 0
	keeper := m.drafts.keeper
	in := recipe.FileInput{FindingInput: m.form.sent(), New: m.fresh, NotSecurity: m.run.judged, DraftID: keeper.id}
	work := m.env.WriteStream(func(_ context.Context, report func(tea.Msg)) tea.Msg {
		defer cancel()
		keeper.stop() // the recipe keeps the draft from here on
		in.Progress = func(s recipe.Step) { report(stepTold{request, s}) }
		res, err := filer.Run(ctx, in)
		for _, msg := range tellings(request, local, res, err) {
			report(msg)
		}
		return filingDone{request, res, err}
	})
	return tea.Batch(m.run.spinner.Start(m.env, request), work)
}

// tellings are what the rest of the app is told of an issue that was created.
func tellings(request int, local bool, res recipe.FileResult, err error) []tea.Msg {
	if res.Outcome != recipe.OutcomeFiled {
		return nil
	}
	if local {
		return []tea.Msg{screen.Toast{
			Level: screen.Success, Text: fmt.Sprintf("kept in the embedded tracker as #%d: %s", res.Number, res.Title),
			Next: "gh debt publish files it once the tracker can be reached",
		}}
	}
	told := []tea.Msg{screen.Changed{Change: request, Numbers: []int{res.Number}}}
	toast := screen.Toast{Level: screen.Success, Text: fmt.Sprintf("filed #%d: %s", res.Number, res.Title)}
	for _, f := range res.Findings {
		toast.Level, toast.Next = screen.Warning, f.Message
	}
	if err != nil {
		failed := screen.Failed(err)
		failed.Text = fmt.Sprintf("#%d was filed, but: %s", res.Number, failed.Text)
		toast = failed
	}
	return append(told, toast)
}

// updateRun takes the messages of a filing.
func (m *Model) updateRun(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case stepTold:
		if msg.request == m.run.request {
			m.run.note(msg.step)
		}
	case filingDone:
		if msg.request == m.run.request && m.step == running {
			return m.takeDone(msg)
		}
	case stopFiling:
		m.stop()
	case judgedHarmless:
		m.run.judged = true
		return m.file()
	case kit.SpinnerTick:
		return m.run.spinner.Update(m.env, msg)
	}
	return nil
}

// note keeps a report of a step; one that the list does not know is put behind
// it.
func (r *run) note(s recipe.Step) {
	for i := range r.steps {
		if r.steps[i].Name == s.Name {
			r.steps[i] = s
			return
		}
	}
	r.steps = append(r.steps, s)
}

// takeDone ends the run: a filed finding leads to its issue, everything else
// leaves the text where it was and says why.
func (m *Model) takeDone(msg filingDone) tea.Cmd {
	m.run.spinner.Stop()
	m.run.result, m.run.err = msg.result, msg.err
	if msg.result.Outcome == recipe.OutcomeFiled {
		m.step = filedStep
		if m.run.local {
			return screen.Send(screen.Back{Sure: true})
		}
		return tea.Sequence(screen.Send(screen.Back{Sure: true}), screen.Send(screen.OpenIssue{Number: msg.result.Number}))
	}
	m.step = ended
	for i, s := range m.run.steps {
		if s.State == recipe.StepRunning || s.State == recipe.StepWaiting {
			m.run.steps[i].State = recipe.StepFailed // it ended here
		}
	}
	m.scroll.Home()
	m.drafts.keeper.resume()
	m.drafts.saved = m.form.finding()
	if msg.result.DraftID == "" {
		m.drafts.saved = recipe.FindingInput{} // the recipe has removed it; the text is still here
	}
	return nil
}

// stop cancels the filing; how far it came is told by its end.
func (m *Model) stop() {
	if m.step == running && m.run.cancel != nil {
		m.run.stopped = true
		m.run.cancel()
	}
}

// look opens the issue that the finding may be.
func (m *Model) look() tea.Cmd {
	number, ok := m.lookalike()
	if !ok {
		return nil
	}
	m.away = true
	open := screen.OpenIssue{Number: number}
	if m.match.stage == found {
		for _, is := range m.match.result.Open {
			if is.Number == number {
				open.Entry = model.Entry{Issue: is}
			}
		}
	}
	return screen.Send(open)
}

// another says that it is none of the findings it looks like.
func (m *Model) another() tea.Cmd {
	m.fresh = !m.fresh
	m.judge()
	return nil
}

// asNew files it although it looks like another one.
func (m *Model) asNew() tea.Cmd {
	m.fresh = true
	return m.file()
}

// harmless asks for the judgement that a text tells nobody how to break in.
func (m *Model) harmless() tea.Cmd {
	var lines []string
	for _, f := range m.run.result.Findings {
		if f.Code == recipe.CodeSecurity {
			lines = append(lines, inWords(f.Message))
		}
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: "Is it harmless?", Lines: append(lines, "", "Once filed, anybody can read it."),
		Yes: "It is harmless, file it", No: "Do not file it",
		Then: func(string) tea.Msg { return judgedHarmless{} },
	}})
}

// backToForm goes back to writing.
func (m *Model) backToForm() tea.Cmd {
	m.step = writing
	m.judge()
	return nil
}
