// Package queue is the first screen: the debt of a repository in the order of
// section 4, with a preview, a filter, marks, and every action that begins at an
// issue.
package queue

import (
	"context"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// Reader reads the queue; recipe.ReadQueue is one.
type Reader interface {
	Known(ctx context.Context, show recipe.Show) (recipe.QueueResult, bool)
	Run(ctx context.Context, in recipe.QueueInput) (recipe.QueueResult, error)
	Overlay(res recipe.QueueResult, written []recipe.Written) recipe.QueueResult
}

// Decliner declines issues; recipe.Decline is one.
type Decliner interface {
	Run(ctx context.Context, in recipe.DeclineInput) (recipe.ChangeResult, error)
}

// Coder shows the code that an issue cites; recipe.Code is one.
type Coder interface {
	Run(ctx context.Context, in recipe.CodeInput) (recipe.Excerpt, error)
}

// Historian reads the grade history of an issue; recipe.History is one.
type Historian interface {
	Run(ctx context.Context, in recipe.HistoryInput) (recipe.HistoryResult, error)
}

// Deps is what the queue screen calls. Code and History may be nil: the preview
// then does without.
type Deps struct {
	Place   string // what the header names: "acme/shop"
	Rules   model.Rules
	Queue   Reader
	Decline Decliner
	Undo    kit.Undoer
	Jots    kit.Jotter // nil: the reason of a decline lasts no longer than its dialog
	Code    Coder
	History Historian
}

// The least width at which there is a preview beside the list.
const previewFrom = 100

// tab is which issues are shown.
type tab int

const (
	tabOpen tab = iota
	tabClosed
	tabDeclined
	tabs // how many there are
)

// words is the tab's name.
func (t tab) words() string { return [...]string{"Open", "Closed", "Declined"}[t] }

// show is the list that the tab is made of.
func (t tab) show() recipe.Show {
	if t == tabOpen {
		return recipe.ShowOpen
	}
	return recipe.ShowClosed
}

// Model is the queue screen.
type Model struct {
	env  screen.Env
	deps Deps
	size screen.Size

	tab     tab
	sources map[recipe.Show]*source
	rows    []row // of the tab, filtered
	list    kit.List
	marked  map[int]bool
	left    [tabs]int // the issue under the cursor when a tab was left

	typing bool // the filter's field is open
	anchor int  // the issue that the cursor comes back to while it is typed
	field  *kit.Input
	filter filter

	changes  changes
	asked    int // the request of a dry run whose answer becomes a question
	reversal kit.Reversal
	jot      *kit.Jot // of the last decline that was asked about; nil before

	preview   preview
	hidePanel bool
	listWidth int
}

var _ screen.Screen = (*Model)(nil)

// New makes the screen. It reads nothing before Init.
func New(env screen.Env, deps Deps) *Model {
	m := &Model{
		env: env, deps: deps,
		sources: map[recipe.Show]*source{
			recipe.ShowOpen:   {show: recipe.ShowOpen},
			recipe.ShowClosed: {show: recipe.ShowClosed},
		},
		marked:  map[int]bool{},
		changes: newChanges(),
	}
	m.reversal = kit.Reversal{Undo: deps.Undo, Known: m.known}
	if env.Theme != nil {
		m.field = kit.NewInput(env.Theme, "sev:critical  path:app/  is:stale  -is:claimed  or any words")
		m.preview = newPreview(env.Theme)
	}
	return m
}

// SetSize tells the room there is.
func (m *Model) SetSize(s screen.Size) {
	if m.size == s {
		return
	}
	m.size = s
	m.layout()
}

// layout divides the room.
func (m *Model) layout() {
	m.listWidth = m.size.Width
	if m.showsPreview() {
		m.listWidth = m.size.Width * 53 / 100
		m.preview.setSize(m.size.Width-m.listWidth-4, m.size.Height-3)
	}
	m.setRows()
}

// showsPreview reports whether there is a preview: room, and not hidden.
func (m *Model) showsPreview() bool { return m.size.Width >= previewFrom && !m.hidePanel }

// Leave asks only while a change is under way.
func (m *Model) Leave() (screen.Question, bool) {
	all := m.changes.under.All()
	if len(all) == 0 {
		return screen.Question{}, false
	}
	q := screen.Question{Title: "Quit while a change is under way?", Yes: "Quit", No: "Wait for it"}
	for _, p := range all {
		q.Lines = append(q.Lines, kit.Numbers(p.Numbers...)+": "+p.Doing)
	}
	return q, true
}

// source is the list that the present tab is made of.
func (m *Model) source() *source { return m.sources[m.tab.show()] }

// current is the issue under the cursor.
func (m *Model) current() (*item, bool) {
	at := m.list.Cursor()
	if at < 0 || at >= len(m.rows) || m.rows[at].item == nil {
		return nil, false
	}
	return m.rows[at].item, true
}

// chosen are the issues that an action is about: the marked ones of this tab in
// the queue's order, else the one under the cursor.
func (m *Model) chosen() []*item {
	var out []*item
	if l := m.source().listing; l != nil && len(m.marked) > 0 {
		for _, at := range l.order[m.tab] {
			if m.marked[l.items[at].number] {
				out = append(out, &l.items[at])
			}
		}
	}
	if len(out) == 0 {
		if it, ok := m.current(); ok {
			out = append(out, it)
		}
	}
	return out
}
