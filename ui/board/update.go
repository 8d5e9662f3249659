package board

import (
	"slices"
	"time"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// busyEvery is how often the ledger is looked at while something runs, here or in
// another process; else the app's own interval does.
const busyEvery = 3 * time.Second

// Messages of reading.
type (
	statusRead struct {
		request  int
		all      bool
		overview drain.Overview
		err      error
	}
	statusDue struct{ number int }
)

// Init reads how the units stand.
func (m *Model) Init() tea.Cmd {
	m.memory.opened(m.env.Reading)
	cmds := []tea.Cmd{m.lookAtAll()}
	if len(m.memory.running()) > 0 {
		cmds = append(cmds, m.spin())
	}
	return tea.Batch(cmds...)
}

// look reads how the units in flight stand, and overtakes what was asked before.
func (m *Model) look() tea.Cmd { return m.read(false) }

// lookAtAll reads those that have ended as well.
func (m *Model) lookAtAll() tea.Cmd { return m.read(true) }

func (m *Model) read(all bool) tea.Cmd {
	m.request = m.env.Requests.Next()
	request, ctx, read := m.request, m.env.Reading, m.deps.Status.Run
	if all {
		read = m.deps.Status.All
	}
	return func() tea.Msg {
		overview, err := read(ctx)
		return statusRead{request, all, overview, err}
	}
}

// Update takes the answers of the screen's commands, the mouse, and the messages
// of the app.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case statusRead:
		return m.takeStatus(msg)
	case statusDue:
		if msg.number == m.bound {
			return m.look()
		}
	case storyRead:
		return m.takeStory(msg)
	case screen.Refresh:
		return m.read(msg.ByHand)
	case screen.Changed, stepTaken:
		return m.look()
	case screen.Shown:
		m.covered = false
		return m.look()
	case screen.QueueRead:
		m.queue = &msg.Queue
	case kit.SpinnerTick:
		return m.tick(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return m.updateDeed(msg)
}

// updateDeed takes the messages about steps.
func (m *Model) updateDeed(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case lookedUp:
		return m.takeLookedUp(msg)
	case confirmed:
		return m.take(msg.d)
	case answered:
		return m.takeAnswer(msg)
	case answersGiven:
		return m.giveAnswers(msg.sure)
	case stepEnded:
		return m.takeEnd(msg)
	case called:
		return m.takeCalled(msg)
	case replied:
		return m.takeReplied(msg)
	case stopRun:
		m.stop(msg)
	case offered:
		return m.takeOffers(msg)
	case stripped:
		return m.takeStripped(msg)
	case dropWhich:
		return m.takeDropWhich(msg)
	case verdictGiven:
		return m.takeVerdict(msg)
	}
	return nil
}

// takeStatus shows how the units stand; the cursor stays on its unit.
func (m *Model) takeStatus(msg statusRead) tea.Cmd {
	if msg.request != m.request {
		return nil
	}
	m.request = 0
	if msg.err != nil {
		again := m.fault != nil
		m.fault = msg.err
		if again {
			return m.arm()
		}
		return tea.Batch(screen.Send(screen.Failed(msg.err)), m.arm())
	}
	m.fault, m.known = nil, true
	if !msg.all && m.lost(msg.overview.Cards) {
		return m.lookAtAll() // one has ended
	}
	m.setItems(msg.overview.Cards, msg.all)
	m.findIssue()
	m.wanted = ""
	return tea.Batch(m.arm(), m.readStory(), m.beginWanted())
}

// arm has the ledger looked at again soon, while something runs.
func (m *Model) arm() tea.Cmd {
	if !m.busy() {
		return nil
	}
	m.bound = m.env.Requests.Next()
	return m.env.After(busyEvery, statusDue{m.bound})
}

// busy reports whether a step runs, in this app or, as the ledger says, elsewhere.
func (m *Model) busy() bool {
	if len(m.memory.running()) > 0 {
		return true
	}
	for i := range m.items {
		if u := &m.items[i].card.Unit; !over(u) && (u.Working != nil || u.Asked != nil || u.Stage == rule.StageMerging) {
			return true
		}
	}
	return false
}

// spin lets the screen be drawn anew while something runs.
func (m *Model) spin() tea.Cmd {
	if m.pulse.Running() {
		return nil
	}
	return m.pulse.Start(m.env, m.env.Requests.Next())
}

// tick moves the spinner on, until nothing runs any more.
func (m *Model) tick(msg kit.SpinnerTick) tea.Cmd {
	if m.looking == 0 && len(m.memory.running()) == 0 {
		m.pulse.Stop()
		return nil
	}
	return m.pulse.Update(m.env, msg)
}

// takeEnd looks at the unit again, and asks what its step wants to know, unless
// something else lies over the board.
func (m *Model) takeEnd(msg stepEnded) tea.Cmd {
	now := m.memory.look(msg.unit)
	if now.deed.step == rule.StepClaim {
		m.wanted = msg.unit
	}
	cmds := []tea.Cmd{m.look()}
	if now.request == msg.request && !m.covered {
		cmds = append(cmds, m.askPending(msg.unit))
	}
	return tea.Batch(cmds...)
}

// findIssue puts the cursor on the unit of the issue that the board was opened at.
func (m *Model) findIssue() {
	number := m.issue
	m.issue = 0
	for i := range m.items {
		it := &m.items[i]
		if number > 0 && slices.Contains(it.numbers, number) {
			m.selectUnit(it.card.Unit.ID)
			return
		}
	}
}

// beginWanted begins what the board was opened for: a unit of the marked issues,
// or the one that they are in already.
func (m *Model) beginWanted() tea.Cmd {
	numbers := m.begin
	m.begin = nil
	if len(numbers) == 0 {
		return nil
	}
	for i := range m.items {
		it := &m.items[i]
		if !over(&it.card.Unit) && containsAll(it.numbers, numbers) {
			m.selectUnit(it.card.Unit.ID)
			return screen.Send(screen.Toast{Level: screen.Note, Text: it.subject() + ": a unit already"})
		}
	}
	return m.whoImplements(drain.StartInput{Numbers: numbers, Named: true})
}
