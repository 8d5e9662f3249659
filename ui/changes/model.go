// Package changes is the screen of the log: what was changed from this clone,
// the newest first.
package changes

import (
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// Reader reads the log of changes; recipe.Changelog is one.
type Reader interface {
	Read(limit int) (entries []recipe.LogEntry, damaged int, err error)
}

// Deps is what the screen calls.
type Deps struct {
	Place string // what the header names: "acme/shop"
	Log   Reader
	Undo  kit.Undoer
}

// most is how many entries are shown; the file holds them all.
const most = 1000

// Model is the screen.
type Model struct {
	env  screen.Env
	deps Deps
	size screen.Size

	entries []recipe.LogEntry // the newest first
	read    bool              // the log was read once
	damaged int               // lines of it that could not be read
	fault   error
	request int // of the read under way; 0 when there is none

	rows     []row
	list     kit.List
	digits   int // of the longest number, with its sign
	taken    map[groupIssue]bool
	queue    *model.Queue // the open one, shared, not written to; nil while none is known
	reversal kit.Reversal
}

// groupIssue is one issue of one run.
type groupIssue struct {
	group  string
	number int
}

// row is a day, or a change.
type row struct {
	day   string
	entry *recipe.LogEntry
}

// New makes the screen. It reads nothing before Init.
func New(env screen.Env, deps Deps, _ screen.OpenLog) *Model {
	m := &Model{env: env, deps: deps}
	if env.Known.Queue != nil {
		m.queue = &env.Known.Queue.Queue
	}
	m.reversal = kit.Reversal{Undo: deps.Undo, Known: m.known}
	return m
}

// Open makes the screens of an app.
func Open(deps Deps) func(screen.Env, screen.OpenLog) screen.Screen {
	return func(env screen.Env, msg screen.OpenLog) screen.Screen { return New(env, deps, msg) }
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

// take shows the entries; the cursor stays on its entry.
func (m *Model) take(entries []recipe.LogEntry) {
	last, had := m.current()
	m.entries, m.rows, m.digits = entries, nil, 0
	m.taken = map[groupIssue]bool{}
	day := ""
	for i := range entries {
		e := &entries[i]
		if e.Op == recipe.OpUndo && e.Outcome != string(recipe.Failed) {
			m.taken[groupIssue{e.Undoes, e.Number}] = true
		}
		if d := e.At.In(m.env.Now().Location()).Format(time.DateOnly); d != day {
			day = d
			m.rows = append(m.rows, row{day: d})
		}
		m.digits = max(m.digits, len(kit.Numbers(e.Number)))
		m.rows = append(m.rows, row{entry: e})
	}
	m.layout()
	if !had {
		m.list.Home()
		return
	}
	for i, r := range m.rows {
		if r.entry != nil && r.entry.Group == last.Group && r.entry.Number == last.Number {
			m.list.Select(i)
		}
	}
}

// layout gives the rows their heights for the present size.
func (m *Model) layout() {
	rows := make([]kit.Row, len(m.rows))
	for i, r := range m.rows {
		rows[i] = kit.Row{Height: 1, Heading: r.entry == nil}
		switch {
		case r.entry == nil && i > 0:
			rows[i].Height = 2 // an empty line before the day
		case r.entry != nil && len(m.details(r.entry)) > 0:
			rows[i].Height = 2
		}
	}
	m.list.SetHeight(max(m.listHeight(), 0))
	m.list.SetRows(rows)
}

// current is the entry under the cursor.
func (m *Model) current() (*recipe.LogEntry, bool) {
	at := m.list.Cursor()
	if at < 0 || at >= len(m.rows) || m.rows[at].entry == nil {
		return nil, false
	}
	return m.rows[at].entry, true
}

// known gives an issue as the queue has it.
func (m *Model) known(number int) (model.Issue, bool) { return kit.IssueIn(m.queue, number) }

var _ screen.Screen = (*Model)(nil)
