package issue

import (
	"context"
	"errors"
	"slices"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of the screen's own commands.
type (
	queueKnown struct {
		request int
		queue   *model.Queue
	}
	issueRead struct {
		request int
		result  recipe.IssueResult
		err     error
	}
	// declineNow is the yes to the question of the screen that asked it.
	declineNow struct {
		asker  *Model
		number int
		reason string
		jot    *kit.Jot
	}
)

// Init reads the issue; what is known of it is drawn meanwhile.
func (m *Model) Init() tea.Cmd { return m.read() }

// read asks the tracker, and overtakes what was asked before.
func (m *Model) read() tea.Cmd {
	m.request = m.env.Requests.Next()
	ctx, deps, request, number, queue := m.env.Reading, m.deps, m.request, m.number, m.queue
	work := screen.Stream(func(report func(tea.Msg)) tea.Msg {
		if queue == nil && deps.Queue != nil {
			if res, ok := deps.Queue.Known(ctx, recipe.ShowOpen); ok {
				queue = &res.Queue
				report(queueKnown{request, queue})
			}
		}
		res, err := deps.Issue.Run(ctx, recipe.IssueInput{Number: number, Queue: queue, Around: codeAround})
		return issueRead{request, res, err}
	})
	return tea.Batch(work, m.spinner.Start(m.env, request))
}

// Update takes the answers of the screen's commands, the mouse, and the
// messages of the app.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, ok := m.reversal.Update(m.env, msg); ok {
		return cmd
	}
	if cmd, ok := kit.Jotted(msg); ok {
		return cmd
	}
	switch msg := msg.(type) {
	case screen.Closing:
		return m.jot.Save()
	case queueKnown:
		if msg.request == m.request && m.queue == nil {
			m.queue, m.stale = msg.queue, true
			m.takePlace()
		}
	case issueRead:
		return m.takeRead(msg)
	case screen.Refresh:
		if m.request == 0 {
			return m.read()
		}
	case screen.QueueRead:
		return m.takeQueue(msg)
	case screen.Pending:
		m.changes.Begin(msg)
		m.stale = true
	case screen.Unchanged:
		m.changes.End(msg.Change)
		m.stale = true
	case screen.Changed:
		return m.takeChanged(msg)
	case declineNow:
		if msg.asker == m {
			return m.declineIt(msg)
		}
	case kit.SpinnerTick:
		cmd := m.spinner.Update(m.env, msg)
		m.stale = m.stale || cmd != nil
		return cmd
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

// takeRead takes the answer of a read; one that was overtaken is dropped.
func (m *Model) takeRead(msg issueRead) tea.Cmd {
	if msg.request != m.request {
		return nil
	}
	m.request, m.stale = 0, true
	m.spinner.Stop()
	if msg.err != nil {
		if errors.Is(msg.err, context.Canceled) {
			return nil
		}
		again := m.fault != nil
		m.fault = msg.err
		if again {
			return nil
		}
		toast := screen.Failed(msg.err)
		toast.Text = kit.Numbers(m.number) + " could not be read: " + toast.Text
		if toast.Next == "" {
			toast.Next = m.env.Keys.Key("refresh", "R") + " tries again"
		}
		return screen.Send(toast)
	}
	m.fault, m.readAt = nil, m.env.Now()
	m.result, m.entry = &msg.result, msg.result.Entry
	m.gather()
	return nil
}

// takeQueue keeps the newest queue, and reads the issue anew when the queue has
// a newer state of it.
func (m *Model) takeQueue(msg screen.QueueRead) tea.Cmd {
	m.queue, m.stale = &msg.Queue, true
	m.takePlace()
	e, _, ok := m.queue.Find(m.number)
	if ok && m.request == 0 && e.Issue.UpdatedAt.After(m.entry.Issue.UpdatedAt) {
		return m.read()
	}
	return nil
}

// takeChanged shows what was written, and reads what came of it.
func (m *Model) takeChanged(msg screen.Changed) tea.Cmd {
	m.changes.End(msg.Change)
	m.stale = true
	if !slices.Contains(msg.Numbers, m.number) {
		return nil
	}
	for _, is := range msg.Issues {
		if is.Number == m.number {
			m.lay(is)
		}
	}
	return m.read()
}

// lay puts a newer state of the issue into what is shown; what git says of its
// place, and its batch, stay until they are read.
func (m *Model) lay(is model.Issue) {
	last := m.entry
	q := model.NewQueue([]model.Issue{is}, model.Facts{})
	m.entry = q.Entries[0]
	m.entry.Stale, m.entry.Moved, m.entry.Batch = last.Stale, last.Moved, last.Batch
}

// step turns to the next or the previous issue of the queue.
func (m *Model) step(by int) tea.Cmd {
	at, ok := m.neighbour(by)
	if !ok {
		return nil
	}
	e := m.queue.Entries[at]
	m.turnTo(e.Issue.Number, e)
	return m.read()
}

func (m *Model) regrade() tea.Cmd {
	return screen.Send(screen.OpenRegrade{Issues: []model.Issue{m.entry.Issue}})
}

func (m *Model) browse() tea.Cmd { return screen.Send(screen.OpenURL{URL: m.entry.Issue.URL}) }

func (m *Model) copyURL() tea.Cmd { return kit.CopyAddresses(m.entry.Issue) }

// decline asks for the reason; nothing is written before the answer.
func (m *Model) decline() tea.Cmd {
	number := m.number
	last, jot := m.jot, kit.NewJot(m.deps.Jots, recipe.JottingOf{Kind: recipe.JottedDecline, Numbers: []int{number}})
	m.jot = jot
	return tea.Sequence(last.Save(), jot.Ask(m.env, screen.Question{
		Title: "Decline " + kit.Numbers(number) + "?",
		Lines: []string{
			kit.Numbers(number) + "  " + m.entry.Issue.Title, "",
			"The reason is commented, wontfix is added, the issue is closed as not planned.",
		},
		Yes: "Decline", No: "Keep", Field: "Reason",
		Then: func(reason string) tea.Msg { return declineNow{m, number, reason, jot} },
	}))
}

func (m *Model) declineIt(d declineNow) tea.Cmd {
	if d.number == m.number && m.doing() != "" {
		return nil // it is being changed already: one press, one request (C-29)
	}
	decline := m.deps.Decline
	return kit.Write{
		Numbers: []int{d.number}, Doing: "being declined", Done: "declined", Next: m.env.Keys.Key("undo", "u") + " takes it back", Known: m.known,
		Run: d.jot.Around(func(ctx context.Context) (recipe.ChangeResult, error) {
			return decline.Run(ctx, recipe.DeclineInput{Numbers: []int{d.number}, Reason: d.reason})
		}),
	}.Command(m.env)
}

// pick chooses another batch mate and brings it into view.
func (m *Model) pick(by int) tea.Cmd {
	n := len(m.batch)
	switch {
	case m.picked < 0 && by < 0:
		m.picked = n - 1
	default:
		m.picked = (m.picked + by + n) % n
	}
	m.lines()
	pane := &m.text
	if m.hasSide() {
		pane = &m.side
	}
	number := m.batch[m.picked].Issue.Number
	for line, whose := range m.mates {
		if whose != number {
			continue
		}
		if line < pane.Top() {
			pane.Move(line - pane.Top())
		}
		if last := pane.Top() + m.paneHeight() - 1; line > last {
			pane.Move(line - last)
		}
	}
	m.stale = true
	return nil
}

func (m *Model) openMate() tea.Cmd {
	mate := m.batch[m.picked]
	return screen.Send(screen.OpenIssue{Number: mate.Issue.Number, Entry: mate})
}

// mouse: the wheel scrolls what is under it, a click on a batch mate opens it.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	m.lines()
	pane, overSide := &m.text, m.hasSide() && msg.X >= m.textWidth()
	if overSide {
		pane = &m.side
	}
	if pane.Wheel(msg) || !kit.Pressed(msg) || overSide != m.hasSide() {
		return nil
	}
	number, ok := m.mates[msg.Y-2+pane.Top()]
	if !ok || msg.Y < 2 || msg.Y >= 2+m.paneHeight() {
		return nil
	}
	for i, mate := range m.batch {
		if mate.Issue.Number == number {
			m.picked, m.stale = i, true
			return m.openMate()
		}
	}
	return nil
}
