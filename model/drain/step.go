package drain

import (
	"fmt"
	"slices"
)

// Step is something that can be done with a unit. A step is safe to run twice: it
// looks at the unit's state, does what is missing, and writes down each fact.
type Step string

// The steps, in the order of a unit's life.
const (
	StepNone    Step = ""        // nothing is to be done: never chosen, delivered or ended
	StepClaim   Step = "claim"   // labels, then the branch on the remote
	StepScreen  Step = "screen"  // security, staleness, design
	StepIsolate Step = "isolate" // the workspace
	StepProduce Step = "produce" // an implementing worker makes the change
	StepGates   Step = "gates"   // tests, types, lint and the debt checks on the workspace
	StepPropose Step = "propose" // push, and open the pull request where there is none
	StepReview  Step = "review"  // a reviewing worker judges the pushed head
	StepCI      Step = "ci"      // what the commit's checks say
	StepFix     Step = "fix"     // an implementing worker mends what was found wanting
	StepBrake   Step = "brake"   // the diagnosis, and a choice
	StepDrop    Step = "drop"    // let go of a member
	StepMerge   Step = "merge"   // ask for the merge, and watch it
	StepDeliver Step = "deliver" // look after the issues, the claims and the workspace
	StepRelease Step = "release" // give the claims back and end the unit
)

// Steps gives every step but StepNone, in the order of a unit's life.
func Steps() []Step {
	return []Step{
		StepClaim, StepScreen, StepIsolate, StepProduce, StepGates, StepPropose, StepReview,
		StepCI, StepFix, StepBrake, StepDrop, StepMerge, StepDeliver, StepRelease,
	}
}

// Command names the subcommand of gh debt drain that does the step, "" for StepNone.
func (s Step) Command() string {
	switch s {
	case StepClaim, StepScreen, StepIsolate:
		return "start"
	case StepFix:
		return string(StepProduce)
	case StepDeliver:
		return string(StepMerge)
	}
	return string(s)
}

// Public reports whether a step changes something that others see: it is confirmed
// before it is done.
func (s Step) Public() bool {
	switch s {
	case StepClaim, StepPropose, StepDrop, StepMerge, StepDeliver, StepRelease:
		return true
	}
	return false
}

// Next gives the step with which a unit goes on from where it is, and why, in words.
// It depends on the state alone, so it is right after a crash as well: a step that
// was left in the middle is the next one again. Waiting says whether the step can be
// done without a person.
//
// Review and CI stand side by side: while the verdict on a head is out, Next is the
// review; CI can be asked at any time between a proposal and a merge.
func Next(u Unit) (step Step, why string) {
	switch {
	case u.Chosen.Members == nil:
		return StepNone, "it was never chosen"
	case u.Deliver != nil:
		return StepNone, "it is delivered"
	case u.Ended != nil:
		return StepNone, "it has ended: " + u.Ended.Reason
	case u.Ending != nil:
		return StepRelease, fmt.Sprintf("it is being given up as %s", u.Ending.End)
	case u.Merged != nil:
		return u.nextMerged()
	case len(u.Numbers()) == 0:
		return StepRelease, "no member is left"
	case u.Branch.Branch == "":
		return StepClaim, u.claimReason()
	case u.Passed.Members == nil:
		return StepScreen, "its members are not screened yet"
	case u.Place.Dir == "":
		return StepIsolate, "it has no workspace yet"
	case u.Pull.Pull == 0:
		return u.nextProducing()
	case u.Asked != nil:
		return StepMerge, "the merge of " + shortHead(u.Asked.Head) + " is asked for"
	}
	return u.nextProposed()
}

func (u *Unit) claimReason() string {
	if u.Branching.Branch != "" {
		return "the branch " + u.Branching.Branch + " was being created"
	}
	for _, n := range u.Numbers() {
		if !slices.Contains(u.Claims, n) {
			return fmt.Sprintf("#%d is not claimed yet", n)
		}
	}
	return "its branch is not created yet"
}

// nextMerged goes on after a merge, always with a look after the issues: whether that
// delivers the unit or hands it back is Unit.Settled. Of a head that was approved and
// whose checks were not seen before somebody merged it, they are asked first.
func (u *Unit) nextMerged() (Step, string) {
	h := u.Merged.Head
	switch {
	case u.Settled:
		return StepDeliver, "it is merged as " + shortHead(u.Merged.SHA)
	case h == u.Pushed && u.approvedAt(h) && !u.answered(h):
		return StepCI, "it was merged before its checks were seen"
	case h == u.Pushed && u.approvedAt(h):
		return StepDeliver, "what was merged, " + shortHead(h) + ", was not green: it is handed back"
	}
	return StepDeliver, "what was merged, " + shortHead(h) + ", was not approved: it is handed back"
}

// answered reports whether a head's checks said something that will not change by
// waiting.
func (u *Unit) answered(head string) bool {
	c := u.checksOf(head)
	return c != nil && c.Answer.Color != Waiting && c.Answer.Color != Missing
}

// nextProducing goes on before there is a pull request.
func (u *Unit) nextProducing() (Step, string) {
	switch {
	case u.working():
		return StepProduce, Does(u.Working.Worker, "was begun on it and did", "began on it and did") + " not end"
	case len(u.Done) == 0:
		return StepProduce, "nothing is produced yet"
	case !u.gated():
		return StepGates, "the gates did not run on " + shortHead(u.Head)
	}
	return StepPropose, "the gates ran on " + shortHead(u.Head)
}

// nextProposed goes on between the proposal and the merge.
func (u *Unit) nextProposed() (Step, string) {
	h := shortHead(u.Pushed)
	switch {
	case u.ClosedByHand():
		return StepMerge, fmt.Sprintf("pull request #%d was closed unmerged", u.Pull.Pull)
	case u.mayShrink() && len(u.Numbers()) > 1:
		return StepDrop, u.stopReason()
	case u.Halt != "":
		return StepRelease, u.stopReason()
	case u.Brake != nil || u.brakeDue():
		return StepBrake, fmt.Sprintf("round %d is the brake's", len(u.Rounds))
	case u.working():
		return StepFix, Does(u.Working.Worker, "was begun on it and did", "began on it and did") + " not end"
	case u.Head != u.Pushed && !u.gated():
		return StepGates, "the gates did not run on " + shortHead(u.Head)
	case u.Head != u.Pushed:
		return StepPropose, shortHead(u.Head) + " is not pushed"
	case u.Blocked != nil && u.Blocked.Why == BlockedMoved:
		return StepGates, "the branch is at a head that nobody approved"
	case u.conflicting():
		return StepFix, h + " does not merge with the target any more"
	case u.Working != nil:
		return StepReview, Does(u.Working.Worker, "was begun on it and did", "began on it and did") + " not end"
	case !u.Reviewed(u.Pushed):
		return StepReview, h + " is not reviewed yet"
	case u.unanswered():
		return StepFix, "changes were asked for in " + h
	case u.FixHead != "":
		return StepFix, "checks of " + h + " are red"
	case !u.answered(u.Pushed):
		return StepCI, "the checks of " + h + " are not green yet"
	}
	return u.nextApproved()
}

// nextApproved goes on with a head that passed its review and is not red.
func (u *Unit) nextApproved() (Step, string) {
	h := shortHead(u.Pushed)
	switch {
	case !u.approvedAt(u.Pushed):
		return StepMerge, "the review of " + h + " is not independent: a person must accept that"
	case !u.greenAt(u.Pushed):
		return StepMerge, "nothing is required of " + h + " and nothing ran: a person must accept that"
	case u.Blocked != nil:
		return StepMerge, "the merge did not happen: " + u.Blocked.Reason
	}
	return StepMerge, h + " is approved and green"
}
