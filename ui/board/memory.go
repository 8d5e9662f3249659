package board

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/recipe/drain"
)

// What is kept of a step that runs: enough to read on, and no more, however much
// a worker prints.
const (
	linesKept = 1000 // the last ones
	lineBytes = 500  // of each
	stepsKept = 50   // parts of a recipe
	runsKept  = 32   // steps that have ended, one a unit, the latest ones
)

// Memory is what lasts while the board is left: the steps that run, with what
// they print, and the unit that one was at. It belongs to one repository. The
// steps write to it from goroutines of their own.
type Memory struct {
	mu    sync.Mutex
	runs  map[string]*run // by unit, the last step of each
	order []string        // the units of runs, the oldest first
	at    string          // the unit under the cursor
	board context.Context // ends when the board that was opened last is left
}

// run is one step that was begun in this app.
type run struct {
	deed      deed
	request   int
	began     time.Time
	ended     time.Time // zero while it runs
	stopped   bool      // a person stopped it
	cancel    context.CancelFunc
	steps     []recipe.Step
	lines     []string
	lost      int              // lines before the first that is kept
	questions []drain.Question // that wait for an answer
	call      *call            // what the run itself waits for
	trouble   string           // how it went wrong, "" when it did not
}

// NewMemory remembers nothing yet.
func NewMemory() *Memory { return &Memory{runs: map[string]*run{}} }

// opened says that a board is there, until ctx ends.
func (m *Memory) opened(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.board = ctx
}

// leave keeps the unit that the cursor was on, last gives it.
func (m *Memory) leave(unit string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at = unit
}

func (m *Memory) last() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at
}

// watched reports whether a board is there that will ask what a step wants to
// know.
func (m *Memory) watched() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.board != nil && m.board.Err() == nil
}

// start keeps a step that begins; what is known of the unit's last one goes.
func (m *Memory) start(d deed, request int, now time.Time, cancel context.CancelFunc) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(d.unit, &run{deed: d, request: request, began: now, cancel: cancel})
	for i := 0; len(m.order) > runsKept && i < len(m.order); {
		old := m.order[i]
		if r := m.runs[old]; r.ended.IsZero() || len(r.questions) > 0 {
			i++
			continue
		}
		delete(m.runs, old)
		m.order = slices.Delete(m.order, i, i+1)
	}
}

func (m *Memory) put(unit string, r *run) {
	m.order = append(slices.DeleteFunc(m.order, func(u string) bool { return u == unit }), unit)
	m.runs[unit] = r
}

// finish keeps how a step ended. A unit that was only begun has its name from
// here on.
func (m *Memory) finish(unit string, request int, now time.Time, res drain.Result, trouble string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[unit]
	if r == nil || r.request != request {
		return
	}
	r.ended, r.questions, r.trouble = now, res.Questions, trouble
	for i, s := range r.steps {
		if s.State == recipe.StepRunning || s.State == recipe.StepWaiting {
			r.steps[i].State = recipe.StepFailed // it ended here
		}
	}
	if id := res.Unit.ID; id != "" && id != unit {
		delete(m.runs, unit)
		m.order = slices.DeleteFunc(m.order, func(u string) bool { return u == unit })
		r.deed.unit = id
		m.put(id, r)
	}
}

// note keeps a report of the recipe.
func (m *Memory) note(unit string, request int, s recipe.Step) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[unit]
	if r == nil || r.request != request {
		return
	}
	s.Name, s.Detail = model.Visible(s.Name), model.Visible(s.Detail)
	if i := slices.IndexFunc(r.steps, func(old recipe.Step) bool { return old.Name == s.Name }); i >= 0 {
		r.steps[i] = s
		return
	}
	if r.steps = append(r.steps, s); len(r.steps) > stepsKept {
		r.steps = r.steps[1:]
	}
}

// line keeps a line that a worker or a gate printed, fit for a terminal.
func (m *Memory) line(unit string, request int, line string) {
	if len(line) > lineBytes {
		line = strings.ToValidUTF8(line[:lineBytes], "") + "…"
	}
	line = model.Visible(strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    "))
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[unit]
	if r == nil || r.request != request {
		return
	}
	if r.lines = append(r.lines, line); len(r.lines) >= 2*linesKept {
		over := len(r.lines) - linesKept
		r.lines, r.lost = append(make([]string, 0, 2*linesKept), r.lines[over:]...), r.lost+over
	}
}

// lines keeps what a step says that it did.
func (m *Memory) lines(unit string, request int, res drain.Result) {
	for _, line := range slices.Concat(res.Wrote, res.Notes) {
		m.line(unit, request, line)
	}
}

// settled says that the questions of a unit's last step are dealt with.
func (m *Memory) settled(unit string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.runs[unit]; r != nil {
		r.questions = nil
	}
}

// stop cancels the step that runs on a unit.
func (m *Memory) stop(unit string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.runs[unit]; r != nil && r.ended.IsZero() {
		r.stopped = true
		r.cancel()
	}
}
