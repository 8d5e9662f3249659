package drain

import (
	"fmt"
	"strings"
)

// WaitsFor says in words, as a card does, what a unit waits for now: "a review of
// 1f3c2aa", "a person's choice at the brake". It is "" for a unit that waits for
// nothing, delivered or ended. Names and reasons in it may come from outside: pass
// it through model.Visible before it is shown.
func WaitsFor(u Unit) string {
	step, why := Next(u)
	if u.Trouble != nil && u.Working == nil && u.Trouble.Step == string(step) {
		return fmt.Sprintf("another try: %s failed: %s", u.Trouble.Step, u.Trouble.Reason)
	}
	switch step {
	case StepNone:
		return ""
	case StepClaim:
		return "its claim"
	case StepScreen:
		return "the screens"
	case StepIsolate:
		return "a workspace"
	case StepRelease:
		return "its release: " + why
	case StepDeliver:
		return "a look at its issues after the merge"
	case StepBrake:
		return u.waitsAtBrake()
	case StepDrop:
		return "a member to leave it"
	case StepMerge:
		return u.waitsToMerge()
	case StepCI:
		return u.waitsForChecks()
	}
	return u.waitsForWork(step)
}

func (u *Unit) waitsForWork(step Step) string {
	by := ""
	if u.Working != nil {
		by = " by " + Who(u.Working.Worker)
	}
	switch step {
	case StepProduce:
		if by == "" {
			return "someone to produce it"
		}
		return "the change" + by
	case StepFix:
		return "a fix of " + shortHead(u.Pushed) + by
	case StepReview:
		return "a review of " + shortHead(u.Pushed) + by
	case StepGates:
		return "the gates"
	}
	if u.Pull.Pull == 0 {
		return "a pull request"
	}
	return "the push of " + shortHead(u.Head)
}

func (u *Unit) waitsAtBrake() string {
	switch {
	case u.Brake == nil:
		return "the brake's diagnosis"
	case u.Brake.Diagnosis.Engine == "":
		return "a person's choice at the brake"
	}
	return "the choice at the brake"
}

func (u *Unit) waitsForChecks() string {
	of := "the checks of " + shortHead(u.Pushed)
	if c := u.checksOf(u.Pushed); c != nil && c.Answer.Why != "" {
		return of + ": " + c.Answer.Why
	}
	return of
}

func (u *Unit) waitsToMerge() string {
	if question, ok := Asks(*u); ok {
		return "a person: " + question
	}
	if u.Asked != nil {
		switch u.Asked.Way {
		case MergeQueue:
			return "the merge queue, with " + shortHead(u.Asked.Head)
		case MergeAuto:
			return "its checks, after which it merges by itself"
		}
	}
	return "the merge of " + shortHead(u.Pushed)
}

// Asks gives the question that a person must answer, or the thing that a person
// must see to, before a unit can go on; false when its next step needs nobody. A
// run that goes as far as possible by itself ends there. What it asks is lifted by
// a fact: Accepted, Decided, Blocked followed by another Merging, a step that went
// well after one that failed. The step itself may always be tried again.
func Asks(u Unit) (question string, ok bool) {
	question = u.question()
	return question, question != ""
}

func (u *Unit) question() string {
	step, why := Next(*u)
	if t := u.Trouble; t != nil && u.Working == nil && t.Step == string(step) {
		return fmt.Sprintf("%s failed: %s", t.Step, t.Reason)
	}
	switch step {
	case StepBrake:
		if u.Brake != nil && u.Brake.Diagnosis.Engine == "" {
			return "how does it go on: " + choices(u.Brake.Diagnosis.Choices) + "?"
		}
	case StepDrop:
		return why + ": which member leaves?"
	case StepCI:
		if c := u.checksOf(u.Pushed); c != nil && c.Answer.Color == Missing {
			return c.Answer.Why
		}
	case StepMerge:
		return u.mergeQuestion()
	}
	return ""
}

// mergeQuestion gives what keeps a merge waiting for a person.
func (u *Unit) mergeQuestion() string {
	h := shortHead(u.Pushed)
	switch {
	case u.ClosedByHand():
		return fmt.Sprintf("pull request #%d was closed unmerged: open it again, or release the unit", u.Pull.Pull)
	case u.Blocked != nil && u.Blocked.Why != BlockedTimeout:
		return "the merge did not happen: " + u.Blocked.Reason
	case u.Asked != nil:
		return ""
	case !u.approvedAt(u.Pushed):
		return "is the review of " + h + " accepted, though it is not independent?"
	case u.greenAt(u.Pushed):
		return ""
	case u.anyRed():
		return "is it accepted that a check of " + h + " is red, though none is required?"
	}
	return "is it accepted that nothing is required of " + h + " and nothing ran?"
}

func choices(of []Choice) string {
	words := make([]string, 0, len(of)+1)
	handBack := false
	for _, c := range of {
		words = append(words, string(c))
		handBack = handBack || c == ChoiceHandBack
	}
	if !handBack {
		words = append(words, string(ChoiceHandBack))
	}
	return strings.Join(words, ", ")
}
