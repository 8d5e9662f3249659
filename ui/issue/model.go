// Package issue is the screen of one issue: all there is to know of it, and the
// actions that begin at it.
package issue

import (
	"context"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// Reader gathers what there is to know of an issue; recipe.ShowIssue is one.
type Reader interface {
	Run(ctx context.Context, in recipe.IssueInput) (recipe.IssueResult, error)
}

// Lister gives the last known queue without a request; recipe.ReadQueue is one.
type Lister interface {
	Known(ctx context.Context, show recipe.Show) (recipe.QueueResult, bool)
}

// Decliner declines issues; recipe.Decline is one.
type Decliner interface {
	Run(ctx context.Context, in recipe.DeclineInput) (recipe.ChangeResult, error)
}

// Deps is what the screen calls.
type Deps struct {
	Place   string // what the header names: "acme/shop"
	Issue   Reader
	Queue   Lister // for the batch and for the next and previous issue
	Decline Decliner
	Undo    kit.Undoer
	Jots    kit.Jotter // nil: the reason of a decline lasts no longer than its dialog
}

// mostMates is how many of a batch are shown; a batch may be as large as the
// queue, and has a screen of its own.
const mostMates = 50

// sideFrom is the least width at which the facts stand beside the text.
const sideFrom = 110

// How many lines of code are shown before and after the cited one: beside the
// text, and within it.
const (
	codeAround = 6
	codeFew    = 2
)

// Model is the screen.
type Model struct {
	env  screen.Env
	deps Deps
	size screen.Size

	number int
	entry  model.Entry         // what is known; its Issue.Number is 0 while nothing is
	result *recipe.IssueResult // what was read; nil before
	queue  *model.Queue        // shared, not written to; nil while none is known
	at     int                 // where it stood in the queue when it was in it last; -1 when never

	request int // of the read under way; 0 when there is none
	readAt  time.Time
	fault   error // of the last read
	spinner kit.Spinner

	changes  screen.Underway // of whatever issues
	reversal kit.Reversal
	jot      *kit.Jot // of the last decline that was asked about; nil before

	batch     []model.Entry // the other members that are shown
	batchSize int           // how many there are
	picked    int           // the one that enter opens; -1 for none

	markdown *markdown
	code     *kit.Code
	drawn    map[drawing][]string // in the present width
	text     kit.Scroller         // everything, or the text where the facts stand beside it
	side     kit.Scroller
	mates    map[int]int // lines of the pane with the batch, and whose they are
	stale    bool        // the lines must be made anew
}

// drawing names a text that was rendered in a width.
type drawing struct {
	text  string
	width int
}

// New makes the screen. It reads nothing before Init.
func New(env screen.Env, deps Deps, msg screen.OpenIssue) *Model {
	m := &Model{env: env, deps: deps, changes: env.Known.Underway}
	if env.Known.Queue != nil {
		m.queue = &env.Known.Queue.Queue
	}
	m.reversal = kit.Reversal{Undo: deps.Undo, Known: m.known}
	if env.Theme != nil {
		m.code = kit.NewCode(env.Theme)
		m.markdown = newMarkdown(env.Theme, m.code)
	}
	m.turnTo(msg.Number, msg.Entry)
	return m
}

// Open makes the screens of an app.
func Open(deps Deps) func(screen.Env, screen.OpenIssue) screen.Screen {
	return func(env screen.Env, msg screen.OpenIssue) screen.Screen { return New(env, deps, msg) }
}

// turnTo shows another issue from its beginning; where no entry comes along, as
// the queue has it.
func (m *Model) turnTo(number int, entry model.Entry) {
	if entry.Issue.Number == 0 && m.queue != nil {
		if e, _, ok := m.queue.Find(number); ok {
			entry = *e
		}
	}
	m.number, m.entry, m.result, m.fault = number, entry, nil, nil
	m.readAt, m.picked, m.at, m.stale = time.Time{}, -1, -1, true
	m.takePlace()
	m.drawn = map[drawing][]string{}
	m.text.Home()
	m.side.Home()
}

// SetSize tells the room there is.
func (m *Model) SetSize(s screen.Size) {
	if m.size == s {
		return
	}
	if m.size.Width != s.Width {
		clear(m.drawn) // a window that is dragged has many widths on its way
	}
	m.size, m.stale = s, true
}

// Leave asks nothing: there is no text to lose on this screen.
func (m *Model) Leave() (screen.Question, bool) { return screen.Question{}, false }

// doing says what is being done to the issue; "" for nothing.
func (m *Model) doing() string { return m.changes.Doing(m.number) }

// hasSide reports whether the facts stand beside the text.
func (m *Model) hasSide() bool { return m.size.Width >= sideFrom }

// known gives an issue as it is shown.
func (m *Model) known(number int) (model.Issue, bool) {
	if number == m.number && m.entry.Issue.Number != 0 {
		return m.entry.Issue, true
	}
	return kit.IssueIn(m.queue, number)
}

// takePlace finds the batch, and remembers where the issue stands in the queue, so that the way goes
// on from there when it has left the queue.
func (m *Model) takePlace() {
	m.gather()
	if m.queue == nil {
		return
	}
	if _, at, ok := m.queue.Find(m.number); ok {
		m.at = at
	}
}

// neighbour is the next or the previous issue of the queue, by its place there.
func (m *Model) neighbour(by int) (at int, ok bool) {
	if m.queue == nil || m.at < 0 {
		return 0, false
	}
	at = m.at + by
	if _, _, stands := m.queue.Find(m.number); !stands && by > 0 {
		at-- // those behind it have moved up
	}
	return at, at >= 0 && at < len(m.queue.Entries)
}

// gather finds the other members of the issue's batch, as far as they are known.
func (m *Model) gather() {
	m.batch, m.batchSize = nil, len(m.entry.Mates())
	if m.result != nil {
		m.batch, m.batchSize = m.result.Mates, len(m.result.Mates)
	} else if m.queue != nil {
		for _, n := range m.entry.Mates()[:min(m.batchSize, mostMates)] {
			if mate, _, ok := m.queue.Find(n); ok {
				m.batch = append(m.batch, *mate)
			}
		}
	}
	m.batch = m.batch[:min(len(m.batch), mostMates)]
	m.picked = min(m.picked, len(m.batch)-1)
}

var _ screen.Screen = (*Model)(nil)
