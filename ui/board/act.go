package board

import (
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// next goes on with the unit: with the answers that its last step waits for, else
// with the step that comes next.
func (m *Model) next() tea.Cmd {
	it, _ := m.target()
	now := m.memory.look(it.card.Unit.ID)
	switch {
	case now.call != nil:
		return m.askCall(it.card.Unit.ID, &now)
	case len(now.questions) > 0:
		return m.askPending(it.card.Unit.ID)
	}
	return m.doStep(it.card.Turn.Step)
}

// goOn takes the unit as far as it goes.
func (m *Model) goOn() tea.Cmd {
	it, _ := m.target()
	if now := m.memory.look(it.card.Unit.ID); now.call != nil || len(now.questions) > 0 {
		return m.next()
	}
	return m.take(m.goDeed(it))
}

// reconcile looks at what happened to the unit elsewhere.
func (m *Model) reconcile() tea.Cmd {
	it, _ := m.target()
	return m.take(m.reconcileDeed(it))
}

// doStep takes a step of the unit, the way its key does.
func (m *Model) doStep(step rule.Step) tea.Cmd {
	it, _ := m.target()
	u := &it.card.Unit
	switch step {
	case rule.StepClaim:
		return m.begins(m.startDeed(drain.StartInput{Numbers: u.Numbers(), Named: u.Chosen.Named, Implementer: u.Chosen.Implementer}))
	case rule.StepBrake:
		if u.Brake != nil {
			return m.brake()
		}
	case rule.StepMerge, rule.StepDeliver:
		return m.merge()
	case stepDrop:
		return m.dropAsk()
	case rule.StepReview:
		if w, _ := rule.Reviewer(m.deps.Workers, u.Hands()...); w.Name == rule.Me {
			return m.verdict()
		}
	case rule.StepProduce:
		if it.card.Turn.Step == rule.StepFix {
			step = rule.StepFix
		}
	}
	d, ok := m.deedOf(it, step)
	if !ok {
		return screen.Send(screen.Toast{Level: screen.Warning, Text: comesFirst(it.card.Turn)})
	}
	return m.begins(d)
}

// stopCurrent stops what runs on the unit, after a question.
func (m *Model) stopCurrent() tea.Cmd {
	it, _ := m.target()
	return m.stopAsk(it, m.memory.look(it.card.Unit.ID))
}

// column goes to the next stage that has units; in the narrow board, to its first
// unit.
func (m *Model) column(by int) {
	if !m.wide() {
		m.jump(by)
		return
	}
	for at := m.focus + by; at >= 0 && at < len(m.lists); at += by {
		if len(m.rows[at]) > 0 {
			m.focus = at
			return
		}
	}
}

// jump goes to the first unit of the next or the previous heading.
func (m *Model) jump(by int) {
	list, rows := &m.lists[0], m.rows[0]
	at := list.Cursor()
	for at > 0 && rows[at-1] != noItem { // the first of its own group
		at--
	}
	for i := at + by; i > 0 && i < len(rows); i += by {
		if rows[i] != noItem && rows[i-1] == noItem {
			list.Select(i)
			return
		}
	}
}

// openIssue shows the first member of the unit.
func (m *Model) openIssue() tea.Cmd {
	it, _ := m.target()
	if len(it.numbers) == 0 {
		return nil
	}
	msg := screen.OpenIssue{Number: it.numbers[0]}
	if m.queue != nil {
		if e, _, ok := m.queue.Find(msg.Number); ok {
			msg.Entry = *e
		}
	}
	m.covered = true
	return screen.Send(msg)
}

func (m *Model) browse() tea.Cmd {
	it, _ := m.target()
	return screen.Send(screen.OpenURL{URL: it.card.Unit.Pull.URL})
}

func (m *Model) copyURL() tea.Cmd {
	it, _ := m.target()
	return screen.Send(screen.CopyText{Text: it.card.Unit.Pull.URL, What: "the address of the pull request"})
}

func (m *Model) copyWorkspace() tea.Cmd {
	it, _ := m.target()
	return screen.Send(screen.CopyText{Text: it.card.Unit.Place.Dir, What: "the path of the workspace"})
}

// mouse: the wheel scrolls, a click chooses a unit, a second one opens its story.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case m.pick != nil:
		return m.mousePick(msg)
	case m.story != nil:
		m.mouseStory(msg)
		return nil
	}
	list, y, ok := m.listAt(msg.X, msg.Y)
	if !ok || m.lists[list].Wheel(msg) || !kit.Pressed(msg) {
		return nil
	}
	focused := list == m.focus
	chosen, twice := m.lists[list].Click(y, m.env.Now())
	if chosen {
		m.focus = list
	}
	if twice && focused {
		return m.openStory()
	}
	return nil
}

func (m *Model) mousePick(msg tea.MouseMsg) tea.Cmd {
	if m.pick.list.Wheel(msg) || !kit.Pressed(msg) {
		return nil
	}
	if _, twice := m.pick.list.Click(msg.Y-m.pickTop(), m.env.Now()); twice {
		return m.takePick()
	}
	return nil
}

// mouseStory scrolls the part under the mouse.
func (m *Model) mouseStory(msg tea.MouseMsg) {
	before := m.story.inOutput
	if m.beside() {
		m.story.inOutput = msg.X >= m.storyWidth()
	}
	wheeled := false
	m.scroll(func(s *kit.Scroller) { wheeled = s.Wheel(msg) })
	if wheeled || !kit.Pressed(msg) {
		m.story.inOutput = before
	}
}
