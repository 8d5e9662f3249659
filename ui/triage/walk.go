package triage

import (
	"gh-debt/model"
	"gh-debt/recipe"
)

// id names a loose end across looks at the queue.
type id struct {
	number int
	kind   recipe.TriageKind
	axis   model.Axis
	code   model.Code
}

func idOf(it *recipe.TriageItem) id {
	return id{it.Entry.Issue.Number, it.Kind, it.Axis, it.Code}
}

// state is how a loose end stands.
type state int

const (
	open     state = iota
	skipped        // by a person
	answered       // by a person
	settled        // it is no longer one: another answer, or somebody else, put it right
)

// step is one loose end on the way.
type step struct {
	id    id
	item  *recipe.TriageItem // of the list that was looked for last, not written to
	state state
	words string // the answer that was given
}

// walk is the way through the loose ends. It keeps its order while the queue
// changes, so that nothing is passed over and nobody is led back.
type walk struct {
	steps []step
	at    int // len(steps) at the end
}

// current is the loose end that is asked about.
func (w *walk) current() (*recipe.TriageItem, bool) {
	if w.at >= len(w.steps) {
		return nil, false
	}
	return w.steps[w.at].item, true
}

// count gives how many stand so.
func (w *walk) count(s state) int {
	n := 0
	for i := range w.steps {
		if w.steps[i].state == s {
			n++
		}
	}
	return n
}

// begin lays the way: what was skipped before stays skipped, and it goes on
// where it was left.
func (w *walk) begin(items []recipe.TriageItem, memory *Memory) {
	w.steps = make([]step, len(items))
	at := 0
	for i := range items {
		w.steps[i] = step{id: idOf(&items[i]), item: &items[i]}
		if memory.skipped[w.steps[i].id] {
			w.steps[i].state = skipped
		}
		if w.steps[i].id == memory.last {
			at = i
		}
	}
	w.at = at - 1
	w.advance()
}

// merge takes a newer list: what is gone is settled, what is new is put behind
// the other loose ends of its issue. It reports whether the present one is gone.
func (w *walk) merge(items []recipe.TriageItem) bool {
	now := map[id]*recipe.TriageItem{}
	for i := range items {
		now[idOf(&items[i])] = &items[i]
	}
	for i := range w.steps {
		s := &w.steps[i]
		it, there := now[s.id]
		switch {
		case there:
			s.item = it
			if s.state == settled {
				s.state = open
			}
		case s.state != answered:
			s.state = settled
		}
		delete(now, s.id)
	}
	var fresh []step
	for i := range items {
		if _, ok := now[idOf(&items[i])]; ok {
			fresh = append(fresh, step{id: idOf(&items[i]), item: &items[i]})
		}
	}
	w.insert(fresh)
	return w.at < len(w.steps) && w.steps[w.at].state == settled
}

// insert puts steps behind the last ones of their issues, else at the end, in
// one go: there may be as many as the queue is long.
func (w *walk) insert(fresh []step) {
	if len(fresh) == 0 {
		return
	}
	last := map[int]int{} // where the last step of an issue is
	for i := range w.steps {
		last[w.steps[i].id.number] = i
	}
	behind := map[int][]step{} // by the place of the step that they come after
	var rest []step
	for _, s := range fresh {
		if at, ok := last[s.id.number]; ok {
			behind[at] = append(behind[at], s)
			continue
		}
		rest = append(rest, s)
	}
	steps := make([]step, 0, len(w.steps)+len(fresh))
	at := w.at
	for i, s := range w.steps {
		if i == w.at {
			at = len(steps)
		}
		steps = append(append(steps, s), behind[i]...)
	}
	steps = append(steps, rest...)
	if w.at >= len(w.steps) {
		at = len(steps)
	}
	w.steps, w.at = steps, at
}

// advance goes to the next open one, round the end once; to the end when there
// is none.
func (w *walk) advance() {
	n := len(w.steps)
	from := w.at + 1
	if w.at >= n {
		from = 0
	}
	for by := range n {
		at := (from + by) % n
		if w.steps[at].state == open {
			w.at = at
			return
		}
	}
	w.at = n
}

// back goes to the one before, whether it was answered or skipped.
func (w *walk) back() bool {
	for at := w.at - 1; at >= 0; at-- {
		if w.steps[at].state != settled {
			w.at = at
			return true
		}
	}
	return false
}

// hasBack reports whether back would go anywhere.
func (w *walk) hasBack() bool {
	probe := walk{steps: w.steps, at: w.at}
	return probe.back()
}

// find gives the step of a loose end.
func (w *walk) find(one id) (*step, int, bool) {
	for i := range w.steps {
		if w.steps[i].id == one {
			return &w.steps[i], i, true
		}
	}
	return nil, 0, false
}
