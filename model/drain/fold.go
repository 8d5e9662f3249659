package drain

import (
	"slices"
	"strconv"
	"strings"
)

// UnitID names the unit of some issues, as section 5 of the contract names it:
// their numbers, ascending, joined by "-".
func UnitID(numbers []int) string {
	sorted := slices.Clone(numbers)
	slices.Sort(sorted)
	var b strings.Builder
	for i, n := range slices.Compact(sorted) {
		if i > 0 {
			b.WriteByte('-')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// Fold makes the state of a unit of its events, which stand in the order of their
// writing. Only the unit's present life counts: what stands before the newest
// Chosen is over. Fold trusts the ledger, where nothing stands that Allowed
// refuses; events that it cannot use leave the state as it was.
func Fold(id string, events []Event) Unit {
	u := Unit{ID: id}
	from := 0
	for i := len(events) - 1; i >= 0; i-- {
		if _, ok := events[i].Fact.(Chosen); ok {
			from = i
			break
		}
	}
	for _, e := range events[from:] {
		u.apply(e)
	}
	return u
}

// After gives the state that follows when an event is written down. The unit that
// it is asked of stays as it was.
func (u Unit) After(e Event) Unit {
	u.apply(e)
	return u
}

// apply takes an event into the state. Slices are never changed in place: units
// are copied by value and share them.
func (u *Unit) apply(e Event) {
	if c, ok := e.Fact.(Chosen); ok {
		*u = Unit{ID: u.ID, Chosen: c, Started: e.At}
	}
	u.LastID = e.ID
	if u.Chosen.Members == nil || e.Fact == nil {
		return
	}
	u.Events++
	switch f := e.Fact.(type) {
	case Renamed:
		u.Chosen.Home, u.Chosen.HomeID = f.Home, f.HomeID
	case Claiming, Claimed, Branching, Branched, Left, Unclaimed:
		u.applyClaim(f)
	case Confirmed, Screened, Isolated, Began, Worked, Failed, Gated:
		u.applyWork(f)
	case Pushed, Proposed, Reviewed, Checked, Accepted, Braked, Decided:
		u.applyReview(f)
	case Merging, Merged, Blocked, Delivered, Ending, Ended:
		u.applyMerge(f)
	}
	if u.Trouble != nil && wentWell(e.Fact, u.Trouble.Step) {
		u.Trouble = nil
	}
	if u.Merged != nil && u.approvedAt(u.Merged.Head) && u.greenAt(u.Merged.Head) {
		u.Settled = true
	}
	u.FixHead = u.wanting()
	if s := u.stage(); s != u.Stage {
		u.Stage, u.Since = s, e.At
	}
}

func (u *Unit) applyClaim(f Fact) {
	switch f := f.(type) {
	case Claiming:
		u.Claiming = with(u.Claiming, f.Number)
	case Claimed:
		u.Claiming = without(u.Claiming, f.Number)
		u.Claims = with(u.Claims, f.Number)
	case Branching:
		u.Branching = f
	case Branched:
		u.Branching, u.Branch = Branching{}, f
	case Left:
		u.Claiming = without(u.Claiming, f.Number)
		u.Claims = without(u.Claims, f.Number)
		u.Left = append(slices.Clip(u.Left), f)
		if u.mayShrink() {
			u.Halt = ""
		}
	case Unclaimed:
		u.Claiming = without(u.Claiming, f.Number)
		u.Claims = without(u.Claims, f.Number)
	}
}

func (u *Unit) applyWork(f Fact) {
	switch f := f.(type) {
	case Confirmed:
		u.Answers = append(slices.Clip(u.Answers), f)
	case Screened:
		u.Passed = f
	case Isolated:
		u.Place, u.Working = f, nil
	case Began:
		u.Working = &f
		if f.Work != ReviewIt {
			u.Head = f.Head
		}
	case Worked:
		u.Working, u.Head = nil, f.Head
		u.Done = append(slices.Clip(u.Done), f)
	case Failed:
		u.Working, u.Trouble = nil, &f
	case Gated:
		u.Gates, u.Head = &f, f.Head
		if u.Blocked != nil && (f.Head != u.Pushed || u.Blocked.Why == BlockedMoved) {
			u.Blocked = nil
		}
	}
}

func (u *Unit) applyReview(f Fact) {
	switch f := f.(type) {
	case Pushed:
		if f.Head != u.Pushed {
			u.Blocked = nil
		}
		u.Pushed = f.Head
	case Proposed:
		if !f.Again || u.ClosedByHand() {
			u.Blocked = nil
		}
		f.Again = false // of the event, not of the pull request
		u.Pull = f
	case Reviewed:
		u.Rounds = append(slices.Clip(u.Rounds), f)
		u.Working = nil
	case Checked:
		u.Checks = &f
	case Accepted:
		u.Accepted = append(slices.Clip(u.Accepted), f)
	case Braked:
		u.Brake = &f
	case Decided:
		u.Brake = nil
		u.Decided = append(slices.Clip(u.Decided), f)
		if endsRounds(f.Choice) {
			u.Halt = f.Choice
		}
	}
}

func (u *Unit) applyMerge(f Fact) {
	switch f := f.(type) {
	case Merging:
		u.Asked, u.Blocked = &f, nil
	case Blocked:
		u.Blocked = &f
		if f.Why != BlockedTimeout {
			u.Asked = nil
		}
	case Merged:
		u.Settled = u.Asked != nil && u.Asked.Head == f.Head ||
			u.approvedAt(f.Head) && u.greenAt(f.Head)
		u.Merged, u.Asked, u.Blocked, u.Working, u.Ending = &f, nil, nil, nil, nil
	case Delivered:
		u.Deliver = &f
	case Ending:
		u.Ending, u.Working = &f, nil
	case Ended:
		u.Ended = &f
	}
}

// wentWell reports whether a fact says that a step, which had failed, did its work.
// Review and CI go side by side: the one does not settle the other's trouble.
func wentWell(f Fact, step string) bool {
	switch f.(type) {
	case Checked:
		return step == string(StepCI)
	case Reviewed:
		return step != string(StepCI)
	case Failed, Began, Claiming, Branching, Confirmed, Accepted, Left, Renamed, Unclaimed, Ending, Blocked, Unread:
		return false
	}
	return true
}

// endsRounds reports whether a choice at the brake lets no further round follow.
func endsRounds(c Choice) bool {
	return c == ChoiceSplit || c == ChoiceDescope || c == ChoiceHandBack
}

// with gives the numbers and one more, unless it is among them, in a new slice.
func with(numbers []int, n int) []int {
	if slices.Contains(numbers, n) {
		return numbers
	}
	return append(slices.Clip(numbers), n)
}

// without gives the numbers but one, in a new slice.
func without(numbers []int, n int) []int {
	var rest []int
	for _, m := range numbers {
		if m != n {
			rest = append(rest, m)
		}
	}
	return rest
}
