// Package clusters is the screen of the batches: issues that lie so close
// together that they may be fixed as one, each batch with the signal that joins
// it.
package clusters

import (
	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// Deps is what the screen calls.
type Deps struct {
	Place string // what the header names: "acme/shop"
	Undo  kit.Undoer
}

// Model is the screen.
type Model struct {
	env   screen.Env
	deps  Deps
	size  screen.Size
	queue model.Queue // shared, not written to

	rows     []row
	list     kit.List
	digits   int // of the longest number, with its sign
	marked   map[int]bool
	underway screen.Underway
	reversal kit.Reversal
}

// row is a line of the heading of a batch, or a member.
type row struct {
	batch *model.Batch
	part  part
	entry *model.Entry // of a member
}

// part says what a row shows.
type part int

const (
	partSignal part = iota // why they are a batch
	partPaths              // where they lie, unless that is one path
	partMember
)

// New makes the screen of a queue's batches.
func New(env screen.Env, deps Deps, msg screen.OpenClusters) *Model {
	m := &Model{env: env, deps: deps, marked: map[int]bool{}, underway: env.Known.Underway}
	m.reversal = kit.Reversal{Undo: deps.Undo, Known: m.known}
	m.take(env.Known.Newest(msg.Queue))
	return m
}

// Open makes the screens of an app.
func Open(deps Deps) func(screen.Env, screen.OpenClusters) screen.Screen {
	return func(env screen.Env, msg screen.OpenClusters) screen.Screen { return New(env, deps, msg) }
}

// SetSize tells the room there is.
func (m *Model) SetSize(s screen.Size) {
	if m.size == s {
		return
	}
	m.size = s
	if s.Tiny() {
		return // the place in the list stays as it was
	}
	m.layout()
}

// Leave asks nothing: there is no text to lose on this screen.
func (m *Model) Leave() (screen.Question, bool) { return screen.Question{}, false }

// take shows another queue; the cursor stays on its issue, the marks on theirs.
func (m *Model) take(q model.Queue) {
	number := 0
	if e, ok := m.current(); ok {
		number = e.Issue.Number
	}
	m.queue, m.rows, m.digits = q, nil, 0
	batched := map[int]bool{}
	entries := make(map[int]*model.Entry, len(q.Entries))
	for i := range q.Entries {
		entries[q.Entries[i].Issue.Number] = &q.Entries[i]
	}
	for i := range q.Clusters {
		b := &q.Clusters[i]
		m.rows = append(m.rows, row{batch: b, part: partSignal})
		if len(b.Paths) > 1 {
			m.rows = append(m.rows, row{batch: b, part: partPaths})
		}
		for _, n := range b.Members {
			if e, ok := entries[n]; ok {
				batched[n] = true
				m.digits = max(m.digits, len(kit.Numbers(n)))
				m.rows = append(m.rows, row{batch: b, part: partMember, entry: e})
			}
		}
	}
	for n := range m.marked {
		if !batched[n] {
			delete(m.marked, n)
		}
	}
	m.layout()
	for i, r := range m.rows {
		if r.entry != nil && r.entry.Issue.Number == number {
			m.list.Select(i)
		}
	}
}

// layout gives the rows their heights for the present size.
func (m *Model) layout() {
	rows := make([]kit.Row, len(m.rows))
	for i, r := range m.rows {
		rows[i] = kit.Row{Height: 1, Heading: r.entry == nil}
		if r.part == partSignal && i > 0 {
			rows[i].Height = 2 // an empty line before the batch
		}
	}
	m.list.SetHeight(max(m.size.Height-3, 0))
	m.list.SetRows(rows)
}

// current is the issue under the cursor.
func (m *Model) current() (*model.Entry, bool) {
	at := m.list.Cursor()
	if at < 0 || at >= len(m.rows) || m.rows[at].entry == nil {
		return nil, false
	}
	return m.rows[at].entry, true
}

// chosen are the issues that an action is about: the marked ones, else the one
// under the cursor.
func (m *Model) chosen() []model.Issue {
	var out []model.Issue
	for _, r := range m.rows {
		if r.entry != nil && m.marked[r.entry.Issue.Number] {
			out = append(out, r.entry.Issue)
		}
	}
	if e, ok := m.current(); ok && len(out) == 0 {
		out = append(out, e.Issue)
	}
	return out
}

// known gives an issue as it is shown.
func (m *Model) known(number int) (model.Issue, bool) { return kit.IssueIn(&m.queue, number) }

var _ screen.Screen = (*Model)(nil)
