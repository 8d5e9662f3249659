package triage

import (
	"slices"

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
	item  recipe.TriageItem
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
	return &w.steps[w.at].item, true
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
		w.steps[i] = step{id: idOf(&items[i]), item: items[i]}
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
			s.item = *it
			if s.state == settled {
				s.state = open
			}
		case s.state != answered:
			s.state = settled
		}
		delete(now, s.id)
	}
	for i := range items {
		if _, fresh := now[idOf(&items[i])]; fresh {
			w.insert(step{id: idOf(&items[i]), item: items[i]})
		}
	}
	return w.at < len(w.steps) && w.steps[w.at].state == settled
}

// insert puts a step behind the last one of its issue, or at the end.
func (w *walk) insert(s step) {
	place := len(w.steps)
	for i := len(w.steps) - 1; i >= 0; i-- {
		if w.steps[i].id.number == s.id.number {
			place = i + 1
			break
		}
	}
	atEnd := w.at >= len(w.steps)
	w.steps = slices.Insert(w.steps, place, s)
	switch {
	case atEnd:
		w.at = len(w.steps)
	case place <= w.at:
		w.at++
	}
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
