package drain

import (
	"fmt"
	"slices"
)

func (u *Unit) refuseMerge(f Fact) string {
	switch f := f.(type) {
	case Merging:
		return u.refuseMerging(f)
	case Merged:
		switch {
		case u.Pull.Pull == 0:
			return "it is not proposed yet"
		case f.Head == "":
			return "the head that was merged must be known"
		}
	case Blocked:
		switch {
		case u.Pull.Pull == 0:
			return "it is not proposed yet"
		case f.Why == "" || f.Reason == "":
			return "what is in a merge's way has a reason"
		}
	case Delivered:
		return u.refuseDelivered(f)
	case Ending:
		switch {
		case !f.End.known():
			return fmt.Sprintf("%q is no end", string(f.End))
		case u.Settled:
			return "it is merged: gh debt drain merge looks after its issues"
		}
	case Ended:
		return u.refuseEnded(f)
	}
	return ""
}

func (u *Unit) refuseMerging(f Merging) string {
	if u.Asked != nil && *u.Asked == f {
		return ""
	}
	head, ready := u.ReadyHead()
	switch {
	case f.Way != MergePlain && f.Way != MergeQueue && f.Way != MergeAuto:
		return fmt.Sprintf("%q is no way to merge", string(f.Way))
	case len(u.Numbers()) == 0:
		return "no member is left"
	case u.stopped():
		return u.stopReason()
	case !ready:
		return u.unreadyReason()
	case f.Head != head:
		return fmt.Sprintf("what is approved and green is %s, not %s", shortHead(head), shortHead(f.Head))
	}
	return ""
}

// unreadyReason says what the head of the pull request lacks before it may be merged.
func (u *Unit) unreadyReason() string {
	h := shortHead(u.Pushed)
	switch {
	case u.Pull.Pull == 0:
		return "it is not proposed yet"
	case u.Working != nil:
		return Does(u.Working.Worker, "is", "are") + " at work on it"
	case u.Head != u.Pushed:
		return "the workspace is at " + shortHead(u.Head) + ", which is not pushed"
	case u.conflicting():
		return h + " does not merge with the target any more"
	case !u.Reviewed(u.Pushed):
		return h + " was not reviewed"
	case u.verdictOn(u.Pushed).Verdict.Verdict != Pass:
		return "the review of " + h + " asks for changes"
	case !u.approvedAt(u.Pushed):
		return "the review of " + h + " is not independent, and nobody accepted that"
	}
	return h + " is not green"
}

func (u *Unit) refuseDelivered(f Delivered) string {
	switch {
	case u.Merged == nil:
		return "it is not merged"
	case !u.Settled:
		return fmt.Sprintf("what was merged, %s, was not approved and green", shortHead(u.Merged.Head))
	}
	if why := u.claimsLeft(); why != "" {
		return why
	}
	told := map[int]bool{}
	for _, n := range slices.Concat(f.Closed, f.StillOpen) {
		if !u.member(n) {
			return fmt.Sprintf("#%d is not in this unit", n)
		}
		if told[n] {
			return fmt.Sprintf("#%d is told twice", n)
		}
		told[n] = true
	}
	for _, n := range u.Numbers() {
		if !told[n] {
			return fmt.Sprintf("it is not known what became of #%d", n)
		}
	}
	for _, n := range f.Reopened {
		if told[n] {
			return fmt.Sprintf("#%d was to be closed, not opened again", n)
		}
	}
	return ""
}

func (u *Unit) refuseEnded(f Ended) string {
	switch {
	case !f.End.known():
		return fmt.Sprintf("%q is no end", string(f.End))
	case u.Settled:
		return "it is merged: gh debt drain merge looks after its issues"
	case u.Ending != nil && u.Ending.End != f.End:
		return fmt.Sprintf("it is being given up as %s", u.Ending.End)
	}
	return u.claimsLeft()
}

// claimsLeft names the first issue that may still carry the unit's claim.
func (u *Unit) claimsLeft() string {
	for _, n := range slices.Concat(u.Claims, u.Claiming) {
		return fmt.Sprintf("#%d still carries its claim", n)
	}
	return ""
}
