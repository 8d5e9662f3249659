package drain

import (
	"fmt"
	"slices"
)

func (u *Unit) refuseReview(f Fact) string {
	switch f := f.(type) {
	case Pushed:
		switch {
		case u.stopped():
			return u.stopReason()
		case u.working():
			return Does(u.Working.Worker, "is", "are") + " at work on it"
		case !u.gated() || f.Head != u.Gates.Head:
			return "the gates did not run on " + shortHead(f.Head)
		}
	case Proposed:
		switch {
		case f.Pull < 1:
			return "a pull request has a number"
		case f.Again && f.Pull != u.Pull.Pull:
			return fmt.Sprintf("#%d is not its pull request", f.Pull)
		case f.Again: // what is lacking in it, it lacked before
		case u.Pushed == "" || u.Pushed != u.Head:
			return "the branch is not pushed"
		case len(u.Numbers()) == 0:
			return "no member is left"
		case u.Pull.Pull != 0 && u.Pull != f && !u.ClosedByHand():
			return fmt.Sprintf("its pull request is #%d already", u.Pull.Pull)
		}
	case Reviewed:
		return u.refuseReviewed(f)
	case Checked:
		switch {
		case u.Pull.Pull == 0:
			return "it is not proposed yet"
		case f.Head != u.Pushed:
			return fmt.Sprintf("the branch is at %s, not at %s", shortHead(u.Pushed), shortHead(f.Head))
		}
	case Accepted:
		return u.refuseAccepted(f)
	case Braked:
		return u.refuseBraked(f)
	case Decided:
		return u.refuseDecided(f)
	}
	return ""
}

// ClosedByHand reports whether the pull request was closed unmerged, as far as was
// seen.
func (u *Unit) ClosedByHand() bool {
	return u.Blocked != nil && u.Blocked.Why == BlockedClosed
}

func (u *Unit) refuseReviewed(f Reviewed) string {
	v := f.Verdict
	if why := u.refuseRound(v.HeadSHA); why != "" {
		return why
	}
	switch {
	case u.stopped():
		return u.stopReason()
	case f.Round != len(u.Rounds)+1:
		return fmt.Sprintf("the next round is number %d", len(u.Rounds)+1)
	case v.Verdict != Pass && v.Verdict != NeedsChanges:
		return fmt.Sprintf("%q is no verdict", v.Verdict)
	case v.Model == "" || v.Effort == "":
		return "the verdict lacks its proof: which model ran, and with which effort"
	case f.Worker == "":
		return "it must be known who reviewed"
	case f.Independent && (f.Diversity == SameWorker || u.implemented(f.Worker)):
		return Does(f.Worker, "has", "have") + " a part in this branch: the review is not independent"
	}
	return ""
}

func (u *Unit) refuseAccepted(f Accepted) string {
	if u.Pull.Pull == 0 || f.Head != u.Pushed {
		return "what is accepted is accepted for the head of the pull request"
	}
	c := u.checksOf(f.Head)
	switch f.What {
	case AcceptOwnReview:
		if r := u.verdictOn(f.Head); r == nil || r.Verdict.Verdict != Pass {
			return "no review passed " + shortHead(f.Head)
		}
	case AcceptNoChecks, AcceptOptional:
		if c == nil || c.Answer.Accepts() != f.What {
			return "that is not what was seen of the checks of " + shortHead(f.Head)
		}
	default:
		return fmt.Sprintf("%q cannot be accepted", f.What)
	}
	return ""
}

func (u *Unit) refuseBraked(f Braked) string {
	switch {
	case !u.brakeDue():
		return "no brake is due"
	case f.Round != len(u.Rounds):
		return fmt.Sprintf("the newest round is number %d", len(u.Rounds))
	}
	return ""
}

func (u *Unit) refuseDecided(f Decided) string {
	switch {
	case u.Brake == nil:
		return "the brake did not stop it"
	case f.Round != u.Brake.Round:
		return fmt.Sprintf("what is to be decided is round %d", u.Brake.Round)
	case f.Choice != ChoiceHandBack && !slices.Contains(u.Brake.Diagnosis.Choices, f.Choice):
		return fmt.Sprintf("%q is not among the choices", string(f.Choice))
	}
	return ""
}

// stopReason says why no further round may follow.
func (u *Unit) stopReason() string {
	if u.Halt != "" {
		return fmt.Sprintf("%q was chosen at the brake", string(u.Halt))
	}
	return fmt.Sprintf("the brake stopped it at round %d: gh debt drain brake says how it may go on", len(u.Rounds))
}
