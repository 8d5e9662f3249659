package drain

import (
	"fmt"
	"slices"
)

// OrderError says why a fact may not follow in the life of a unit.
type OrderError struct {
	Stage Stage // of the unit; "" when it was never chosen
	Kind  Kind  // of the fact; "" when there is none
	Why   string
}

// Error gives the reason with what was about to be written down.
func (e *OrderError) Error() string {
	if e.Kind == "" {
		return "nothing can be written down: " + e.Why
	}
	if e.Stage == "" {
		return fmt.Sprintf("%s cannot be written down: %s", e.Kind, e.Why)
	}
	return fmt.Sprintf("%s cannot follow while the unit is %s: %s", e.Kind, e.Stage, e.Why)
}

// Allowed says whether a fact may follow in the life of a unit: nil, or an
// *OrderError with the reason. It is the state machine that guards the ledger.
//
// A fact that says again what is known already, and so changes nothing, is let
// through wherever it was right the first time, so that a step that is run twice
// does no harm. Whatever would change something wrongly is refused: a second round
// of the same number, a merge of a head that is not ready, an end with claims left.
func Allowed(u Unit, f Fact) error {
	if f == nil {
		return &OrderError{Stage: u.Stage, Why: "there is no fact"}
	}
	why := u.refuse(f)
	if why == "" {
		return nil
	}
	return &OrderError{Stage: u.Stage, Kind: f.Kind(), Why: why}
}

// AllowedBy is Allowed for a fact of which it is known who is about to write it
// down. What a person takes upon themselves is not taken by the engine: it accepts
// nothing, and at the brake it takes what MayTake leaves to it.
func AllowedBy(u Unit, by string, f Fact) error {
	if err := Allowed(u, f); err != nil || by != Engine {
		return err
	}
	switch f := f.(type) {
	case Accepted:
		return &OrderError{Stage: u.Stage, Kind: f.Kind(), Why: "only a person may accept that"}
	case Decided:
		if err := MayTake(f.Choice, true, u.Chosen.Autonomous, f.Round); err != nil {
			return &OrderError{Stage: u.Stage, Kind: f.Kind(), Why: err.Error()}
		}
	}
	return nil
}

// refuse gives the reason against a fact, "" when there is none.
func (u *Unit) refuse(f Fact) string {
	if why := u.refusePhase(f); why != "" {
		return why
	}
	switch f := f.(type) {
	case Chosen:
		return refuseChosen(f)
	case Claiming, Claimed, Branching, Branched, Left, Unclaimed:
		return u.refuseClaim(f)
	case Confirmed, Screened, Isolated, Began, Worked, Gated:
		return u.refuseWork(f)
	case Pushed, Proposed, Reviewed, Checked, Accepted, Braked, Decided:
		return u.refuseReview(f)
	case Merging, Merged, Blocked, Delivered, Ending, Ended:
		return u.refuseMerge(f)
	case Renamed:
		if f.Home == "" {
			return "the repository's name must be known"
		}
		return ""
	case Failed:
		if f.Step == "" || f.Reason == "" {
			return "a failure names its step and its reason"
		}
		return ""
	}
	return "this version does not know such a fact"
}

// refusePhase refuses what has no place in the part of its life that a unit is in:
// before it was chosen, after its end, on the way to its end, after its merge, and
// while its merge is asked for.
func (u *Unit) refusePhase(f Fact) string {
	_, chosen := f.(Chosen)
	switch {
	case chosen && u.Active():
		return "it is drained already"
	case chosen:
		return ""
	case u.Chosen.Members == nil:
		return "it was never chosen"
	case !u.Active():
		return "it has ended and must be chosen anew"
	case f != nil && f.Kind() == KindRenamed:
		return ""
	case u.Ending != nil && !followsEnding(f):
		return "it is being given up: gh debt drain release goes on with that"
	case u.Merged != nil && !u.followsMerged(f):
		return "its pull request is merged already"
	case u.Asked != nil && u.Ending == nil && !followsMerging(f):
		return fmt.Sprintf("the merge of %s is asked for: gh debt drain merge looks what became of it",
			shortHead(u.Asked.Head))
	}
	return ""
}

func followsEnding(f Fact) bool {
	switch f.(type) {
	case Left, Unclaimed, Merged, Blocked, Failed, Ended:
		return true
	}
	return false
}

// followsMerged allows what looks after a merge. Members leave only where what was
// merged cannot be delivered.
func (u *Unit) followsMerged(f Fact) bool {
	switch f.(type) {
	case Left:
		return !u.Settled
	case Unclaimed, Checked, Accepted, Failed, Delivered, Ending, Ended:
		return true
	}
	return false
}

func followsMerging(f Fact) bool {
	switch f.(type) {
	case Merging, Merged, Blocked, Checked, Accepted, Failed, Ending:
		return true
	}
	return false
}

func refuseChosen(f Chosen) string {
	seen := map[int]bool{}
	for _, m := range f.Members {
		if m.Number < 1 {
			return fmt.Sprintf("%d is no issue number", m.Number)
		}
		if seen[m.Number] {
			return fmt.Sprintf("#%d is in it twice", m.Number)
		}
		seen[m.Number] = true
	}
	if len(f.Members) == 0 {
		return "a unit has at least one member"
	}
	return ""
}

func (u *Unit) refuseClaim(f Fact) string {
	switch f := f.(type) {
	case Claiming:
		return u.refuseClaiming(f.Number)
	case Claimed:
		return u.refuseClaiming(f.Number)
	case Branching:
		return u.refuseBranch(Branched{Branch: f.Branch, Target: f.Target, Base: f.Base, Default: u.Branch.Default})
	case Branched:
		return u.refuseBranch(f)
	case Left:
		return u.refuseLeft(f)
	case Unclaimed:
		if !u.member(f.Number) && !u.left(f.Number) {
			return fmt.Sprintf("#%d is not in this unit", f.Number)
		}
		if u.Merged == nil && u.Ending == nil {
			return "a member's claim is given back when the unit ends, or when the member leaves it"
		}
	}
	return ""
}

func (u *Unit) refuseClaiming(number int) string {
	switch {
	case !u.member(number):
		return fmt.Sprintf("#%d is not in this unit", number)
	case slices.Contains(u.Claims, number):
		return ""
	case u.Branch.Branch != "":
		return "members are claimed before the branch is created"
	}
	return ""
}

func (u *Unit) refuseBranch(f Branched) string {
	switch {
	case f.Branch == "" || f.Target == "" || f.Base == "":
		return "the branch, its target and the commit it starts from must be known"
	case u.Branch.Branch != "" && f != u.Branch:
		return "its branch is " + u.Branch.Branch + " already"
	case len(u.Numbers()) == 0:
		return "no member is left"
	}
	for _, n := range u.Numbers() {
		if !slices.Contains(u.Claims, n) {
			return fmt.Sprintf("#%d is not claimed yet", n)
		}
	}
	return ""
}

func (u *Unit) refuseLeft(f Left) string {
	switch {
	case !u.member(f.Number):
		return fmt.Sprintf("#%d is not in this unit", f.Number)
	case !f.Why.known():
		return fmt.Sprintf("%q is no way to leave a unit", string(f.Why))
	}
	return ""
}

// member reports whether a number is one of the members that did not leave.
func (u *Unit) member(number int) bool {
	return !u.left(number) &&
		slices.ContainsFunc(u.Chosen.Members, func(m Member) bool { return m.Number == number })
}

// known reports whether an end is one of the ends.
func (e End) known() bool {
	switch e {
	case HandedBack, Diverted, Stale, SpecParked, Dropped, AlreadyDone, Descoped, Lost:
		return true
	}
	return false
}

// shortHead gives a commit as git shows it in short.
func shortHead(head string) string { return head[:min(len(head), 7)] }
