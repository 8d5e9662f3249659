package board

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of beginning a unit.
type (
	// offered is what may be drained next.
	offered struct {
		request int
		dry     bool
		choice  drain.Choice
		err     error
	}
	// stripped is the answer to whether stale claims are taken away.
	stripped struct {
		sure   bool
		choice drain.Choice
	}
)

// choose looks for what may be drained next. Nothing is taken away by it: stale
// claims are asked about first.
func (m *Model) choose() tea.Cmd { return m.readOffers(true) }

func (m *Model) readOffers(dry bool) tea.Cmd {
	m.looking = m.env.Requests.Next()
	request, deps, env := m.looking, m.deps, m.env
	in := drain.ChooseInput{Input: drain.Input{DryRun: dry}}
	read := func() tea.Msg {
		choice, err := deps.Choose.Run(env.Reading, in)
		return offered{request, dry, choice, err}
	}
	if !dry {
		write := read
		read = env.Write(func(context.Context) tea.Msg { return write() })
	}
	return tea.Batch(m.spin(), read)
}

// takeOffers shows the offers, after the question about stale claims.
func (m *Model) takeOffers(msg offered) tea.Cmd {
	if msg.request != m.looking {
		return nil
	}
	m.looking = 0
	if msg.err != nil {
		return screen.Send(screen.Failed(msg.err))
	}
	c := msg.choice
	if !msg.dry || len(c.Stripped) == 0 {
		return m.offer(c)
	}
	lines := []string{"Nothing stands behind these claims any more: no branch, no open pull request, and no change within half an hour. The label in-progress is taken off.", ""}
	for _, n := range c.Stripped {
		lines = append(lines, m.named(&c.Queue, n))
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: "Take stale claims away?", Lines: lines, Yes: "Take them away", No: "Leave them",
		Then: func(string) tea.Msg { return stripped{sure: true} }, Else: stripped{choice: c},
	}})
}

// takeStripped goes on after the question about stale claims.
func (m *Model) takeStripped(msg stripped) tea.Cmd {
	if msg.sure {
		return m.readOffers(false)
	}
	return m.offer(msg.choice)
}

// named is an issue of a question: its number and its title.
func (m *Model) named(q *model.Queue, number int) string {
	is, ok := kit.IssueIn(q, number)
	if !ok {
		is, _ = kit.IssueIn(m.queue, number)
	}
	return strings.TrimRight("#"+strconv.Itoa(number)+"  "+model.Visible(is.Title), " ")
}

// offerLine is an issue of an offer: how severe it is, what it is about, and where.
func (m *Model) offerLine(q *model.Queue, number int, several bool) string {
	t := m.env.Theme
	entry, _, ok := q.Find(number)
	if !ok {
		return m.named(q, number)
	}
	words := model.Visible(entry.Issue.Title)
	if several {
		words = kit.Numbers(number) + " " + words
	}
	place := ""
	if entry.Path != "" {
		place = "  " + t.Dim.Render(model.Visible(fmt.Sprintf("%s:%d", entry.Path, entry.Line)))
	}
	mark := kit.SeverityMark(t, model.Visible(entry.Grades.Severity))
	return kit.Fit(t, mark, severityWidth) + "  " + t.Text.Render(words) + place
}

// offer shows what may be drained next; any open number can be typed instead.
func (m *Model) offer(c drain.Choice) tea.Cmd {
	p := &pick{title: "Begin a unit", label: "or type numbers"}
	if c.None != "" {
		p.intro = append(p.intro, model.Visible(c.None))
	}
	for _, note := range c.Notes {
		p.intro = append(p.intro, model.Visible(note))
	}
	for _, o := range c.Offers {
		row := pickRow{name: kit.Numbers(o.Numbers...), detail: model.Visible(o.Why)}
		for _, n := range o.Numbers {
			row.lines = append(row.lines, m.offerLine(&c.Queue, n, len(o.Numbers) > 1))
		}
		p.rows = append(p.rows, row)
	}
	offers := c.Offers
	p.take = func(row int) tea.Cmd {
		return m.whoImplements(drain.StartInput{Numbers: offers[row].Numbers})
	}
	p.typed = func(text string) tea.Cmd {
		numbers, wrong := numbersIn(text)
		if wrong != "" {
			p.wrong = wrong
			return nil
		}
		m.pick = nil
		return m.whoImplements(drain.StartInput{Numbers: numbers, Named: true})
	}
	return m.openPick(p)
}

// numbersIn reads issue numbers as people type them: "12 #15, 18".
func numbersIn(text string) (numbers []int, wrong string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
		if err != nil || n < 1 {
			return nil, fmt.Sprintf("%s is no issue number", model.Visible(word))
		}
		if !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 {
		return nil, "no number was typed"
	}
	return numbers, ""
}

// whoImplements asks who does the work, where there is a choice, and then what
// claiming would do.
func (m *Model) whoImplements(in drain.StartInput) tea.Cmd {
	able := rule.Implementers(m.deps.Workers)
	if len(able) < 2 {
		if len(able) == 1 {
			in.Implementer = able[0].Name
		}
		return m.begins(m.startDeed(in))
	}
	p := &pick{title: "Who does the work on " + kit.Numbers(in.Numbers...) + "?"}
	for _, w := range able {
		p.rows = append(p.rows, workerRow(w))
	}
	p.take = func(row int) tea.Cmd {
		in.Implementer = able[row].Name
		return m.begins(m.startDeed(in))
	}
	return m.openPick(p)
}

// workerRow is a worker to choose.
func workerRow(w rule.Worker) pickRow {
	if w.Name == rule.Me {
		return pickRow{name: "you", detail: "in a shell in the workspace"}
	}
	row := pickRow{name: model.Visible(w.Name)}
	var facts []string
	for _, f := range []string{w.Family, w.Tier} {
		if f != "" {
			facts = append(facts, model.Visible(f))
		}
	}
	row.detail = strings.Join(facts, ", ")
	return row
}
