package screen

import (
	"maps"
	"slices"

	"gh-debt/model"

	tea "github.com/charmbracelet/bubbletea"
)

// Known is what the app was told and still holds. The root keeps one and hands it
// to each screen that it makes, so that one which is opened later knows as much as
// those that were there. Its zero value knows nothing.
type Known struct {
	// Queue is the open queue as it was read or changed last, nil before. It is the
	// one of the message, shared and not to be written to.
	Queue *QueueRead
	// Underway are the changes that have begun and not ended.
	Underway Underway
}

// Note takes what a message tells; most tell nothing.
func (k *Known) Note(msg tea.Msg) {
	switch msg := msg.(type) {
	case QueueRead:
		k.Queue = &msg
	case Pending:
		k.Underway.Begin(msg)
	case Changed:
		k.Underway.End(msg.Change)
	case Unchanged:
		k.Underway.End(msg.Change)
	}
}

// Newest is the open queue as it is known, else the one that came along.
func (k Known) Newest(along model.Queue) model.Queue {
	if k.Queue != nil {
		return k.Queue.Queue
	}
	return along
}

// Copy is what is known just now; what is noted later does not reach it.
func (k Known) Copy() Known {
	k.Underway = Underway{changes: maps.Clone(k.Underway.changes), doing: maps.Clone(k.Underway.doing)}
	return k
}

// Underway are changes that are under way. Its zero value is ready.
type Underway struct {
	changes map[int]Pending // by the number of the change
	doing   map[int]string  // by the number of the issue
}

// Begin notes a change.
func (u *Underway) Begin(p Pending) {
	if u.changes == nil {
		u.changes, u.doing = map[int]Pending{}, map[int]string{}
	}
	u.changes[p.Change] = p
	for _, n := range p.Numbers {
		u.doing[n] = p.Doing
	}
}

// End forgets a change that is through, or that did not go through.
func (u *Underway) End(change int) {
	delete(u.changes, change)
	clear(u.doing)
	for _, p := range u.All() {
		for _, n := range p.Numbers {
			u.doing[n] = p.Doing
		}
	}
}

// Doing says what is being done to an issue, "" for nothing.
func (u *Underway) Doing(number int) string { return u.doing[number] }

// All are the changes, in the order in which they began.
func (u *Underway) All() []Pending {
	out := slices.Collect(maps.Values(u.changes))
	slices.SortFunc(out, func(a, b Pending) int { return a.Change - b.Change })
	return out
}
