package board

import (
	"slices"
	"time"

	"gh-debt/recipe"
	"gh-debt/recipe/drain"
)

// seen is a look at the last step of a unit; what happens later does not reach
// it. Its zero value is a unit on which this app took no step.
type seen struct {
	deed      deed
	request   int // 0: there is none
	began     time.Time
	ended     time.Time
	stopped   bool
	steps     []recipe.Step
	questions []drain.Question
	call      *call
	trouble   string
}

// live reports whether the step still runs.
func (s *seen) live() bool { return s.request != 0 && s.ended.IsZero() }

// step is the part of the recipe that runs, or ran last.
func (s *seen) step() (recipe.Step, bool) {
	for _, st := range slices.Backward(s.steps) {
		if st.State == recipe.StepRunning || st.State == recipe.StepWaiting {
			return st, true
		}
	}
	if n := len(s.steps); n > 0 {
		return s.steps[n-1], true
	}
	return recipe.Step{}, false
}

// look gives the last step of a unit.
func (m *Memory) look(unit string) seen {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[unit]
	if r == nil {
		return seen{}
	}
	return seen{r.deed, r.request, r.began, r.ended, r.stopped, slices.Clone(r.steps), slices.Clone(r.questions), r.call, r.trouble}
}

// printed gives the lines that are kept of a unit's last step, and how many were
// before them.
func (m *Memory) printed(unit string) (lines []string, lost int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[unit]
	if r == nil {
		return nil, 0
	}
	kept := r.lines[max(len(r.lines)-linesKept, 0):]
	return slices.Clone(kept), r.lost + len(r.lines) - len(kept)
}

// running are the units on which a step runs, the one that was begun first at the
// front.
func (m *Memory) running() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for _, unit := range m.order {
		if m.runs[unit].ended.IsZero() {
			out = append(out, unit)
		}
	}
	return out
}
