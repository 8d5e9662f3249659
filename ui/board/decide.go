package board

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of what a person decides.
type (
	// dropWhich is the number of the member that is let go.
	dropWhich struct{ unit, text string }
	// verdictGiven is a step on the way to a person's verdict.
	verdictGiven struct {
		unit  string
		theme string
		text  string
		pass  bool
		done  bool
	}
)

// brake shows the ways there are to go on, the advised one first.
func (m *Model) brake() tea.Cmd {
	it, _ := m.target()
	b := it.card.Unit.Brake
	p := &pick{title: fmt.Sprintf("The brake stopped %s after round %d", it.subject(), b.Round)}
	p.intro = append(p.intro, model.Visible(b.Diagnosis.Why))
	if len(b.Diagnosis.Themes) > 0 {
		p.intro = append(p.intro, "themes: "+model.Visible(strings.Join(b.Diagnosis.Themes, ", ")))
	}
	choices := slices.Clone(b.Diagnosis.Choices)
	if !slices.Contains(choices, rule.ChoiceHandBack) {
		choices = append(choices, rule.ChoiceHandBack)
	}
	for i, c := range choices {
		row := pickRow{name: model.Visible(string(c)), detail: choiceWords(c)}
		if i == 0 && len(b.Diagnosis.Choices) > 0 {
			row.name += " (advised)"
		}
		p.rows = append(p.rows, row)
	}
	at := *it
	p.take = func(row int) tea.Cmd { return m.begins(m.brakeDeed(&at, choices[row])) }
	return m.openPick(p)
}

func choiceWords(c rule.Choice) string {
	switch c {
	case rule.ChoiceContinue:
		return "one more round"
	case rule.ChoiceClass:
		return "one round that must close the whole class"
	case rule.ChoiceSplit:
		return "let members go, and go on with the rest"
	case rule.ChoiceDescope:
		return "leave out what does not belong to the members"
	case rule.ChoiceHandBack:
		return "give it back: it needs a design, or another hand"
	}
	return ""
}

// dropAsk asks which member is let go.
func (m *Model) dropAsk() tea.Cmd {
	it, _ := m.target()
	unit := it.card.Unit.ID
	var lines []string
	for _, mb := range it.card.Unit.Members() {
		lines = append(lines, fmt.Sprintf("#%d  %s", mb.Number, model.Visible(mb.Title)))
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: "Let which member go?", Lines: lines, Field: "Number", Yes: "Look what that does", No: "None",
		Then: func(text string) tea.Msg { return dropWhich{unit, text} },
	}})
}

func (m *Model) takeDropWhich(msg dropWhich) tea.Cmd {
	it, ok := m.unit(msg.unit)
	if !ok {
		return nil
	}
	numbers, wrong := numbersIn(msg.text)
	if wrong == "" && (len(numbers) != 1 || !slices.Contains(it.numbers, numbers[0])) {
		wrong = kit.Numbers(numbers...) + " is no member of it"
	}
	if wrong != "" {
		return screen.Send(screen.Toast{Level: screen.Warning, Text: wrong})
	}
	return m.begins(m.dropDeed(it, numbers[0]))
}

// merge merges a unit. What a person must take upon themselves for it is asked
// first.
func (m *Model) merge() tea.Cmd {
	it, _ := m.target()
	d, _ := m.deedOf(it, rule.StepMerge)
	u := it.card.Unit
	if u.Merged != nil {
		d, _ = m.deedOf(it, rule.StepDeliver)
		return m.begins(d)
	}
	var questions []drain.Question
	for _, what := range lacks(&u) {
		q := drain.Question{ID: what, Title: acceptWords(what, &u), Yes: "Accept it", No: "Do not merge"}
		if u.Checks != nil && what != rule.AcceptOwnReview {
			q.Lines = append(q.Lines, model.Visible(u.Checks.Answer.Why))
			for _, c := range u.Checks.Answer.Checks {
				q.Lines = append(q.Lines, model.Visible(c.Name)+": "+strings.ReplaceAll(string(c.State), "-", " "))
			}
		}
		questions = append(questions, q)
	}
	if len(questions) > 0 {
		cmd := m.ask(d, questions)
		m.asking.needed = true
		return cmd
	}
	return m.begins(d)
}

// lacks are the things that a person must accept before the head is merged.
func lacks(u *rule.Unit) []string {
	accepted := func(what string) bool {
		return slices.Contains(u.Accepted, rule.Accepted{What: what, Head: u.Pushed})
	}
	var out []string
	if _, independent, ok := u.ApprovedHead(); ok && !independent && !accepted(rule.AcceptOwnReview) {
		out = append(out, rule.AcceptOwnReview)
	}
	if _, green := u.GreenHead(); !green && u.Checks != nil && u.Checks.Head == u.Pushed && u.Checks.Answer.Accepts() != "" {
		out = append(out, u.Checks.Answer.Accepts())
	}
	return out
}

func acceptWords(what string, u *rule.Unit) string {
	head := shortHead(u.Pushed)
	switch what {
	case rule.AcceptOwnReview:
		return "The review of " + head + " is not independent. Is that accepted?"
	case rule.AcceptOptional:
		return "A check of " + head + " is red, though it is not required. Is that accepted?"
	}
	return "Nothing is required of " + head + ", and nothing ran. Is that accepted?"
}

// shortHead is a commit as people read it.
func shortHead(sha string) string { return sha[:min(len(sha), 7)] }

// verdict takes a person's verdict on the head that was pushed.
func (m *Model) verdict() tea.Cmd {
	it, _ := m.target()
	unit, u := it.card.Unit.ID, it.card.Unit
	head := shortHead(u.Pushed)
	p := &pick{title: "Your verdict on " + it.subject()}
	p.intro = []string{"Head " + head + " of " + it.branch + ", in " + model.Visible(u.Place.Dir)}
	if u.Pull.URL != "" {
		p.intro = append(p.intro, model.Visible(u.Pull.URL))
	}
	p.rows = []pickRow{
		{name: rule.Pass, detail: "the head may be merged as it is"},
		{name: rule.NeedsChanges, detail: "something must change first"},
	}
	p.take = func(row int) tea.Cmd {
		if row == 0 {
			return screen.Send(screen.Ask{Question: screen.Question{
				Title: "Pass " + head + "?", Lines: []string{"It is posted to the pull request as your review."}, Yes: "Pass it", No: "Not now",
				Then: func(string) tea.Msg { return verdictGiven{unit: unit, pass: true, done: true} },
			}})
		}
		return askText("What is it about?", "A word or two by which later rounds know it again.", "Theme", func(text string) tea.Msg {
			return verdictGiven{unit: unit, theme: text}
		})
	}
	return m.openPick(p)
}

func askText(title, line, field string, then func(string) tea.Msg) tea.Cmd {
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: title, Lines: []string{line}, Field: field, Yes: "Go on", No: "Not now", Then: then,
	}})
}

// takeVerdict goes on with a person's verdict, and gives it once it is whole.
func (m *Model) takeVerdict(msg verdictGiven) tea.Cmd {
	it, ok := m.unit(msg.unit)
	if !ok {
		return nil
	}
	if !msg.done {
		return askText("What must change?", "It is posted to the pull request as your review.", "Finding", func(text string) tea.Msg {
			msg.text, msg.done = text, true
			return msg
		})
	}
	data, err := json.Marshal(rule.PersonVerdict(it.card.Unit.Pushed, msg.pass, msg.theme, msg.text))
	if err != nil {
		return screen.Send(screen.Failed(fmt.Errorf("write the verdict down: %w", err)))
	}
	d := base(it, rule.StepReview)
	return m.begins(plain(d, m.deps.Review, func(in drain.Input, _ drain.Answers) drain.ReviewInput {
		return drain.ReviewInput{Input: in, Worker: rule.Me, Verdict: data}
	}))
}
