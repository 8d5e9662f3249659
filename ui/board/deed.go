package board

import (
	"context"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// deed is one step on one unit, ready to be taken.
type deed struct {
	unit    string
	numbers []int
	subject string // the unit in a sentence: "#12 and #15"
	step    rule.Step
	answers drain.Answers // to what the step asked before
	take    func(ctx context.Context, in drain.Input, answers drain.Answers) (drain.Result, error)
	goes    func(ctx context.Context, in drain.Input, r running) (drain.Result, error) // in place of take

	shell  bool // a person works: the terminal is handed over
	asked  bool // it is public, or takes something away: what will happen is shown first
	forced func(d deed) deed
	notice []string // what stood against it before it was forced
}

// stepDrop takes a member out of its unit; for a unit it is never what comes next.
const stepDrop rule.Step = "drop"

// stepReconcile looks at what happened to a unit elsewhere.
const stepReconcile rule.Step = "reconcile"

// words are what the board calls a step.
type words struct {
	next  string // as what comes next: "the gates"
	doing string // while it runs: "at the gates"
	ask   string // with the unit behind it: "Run the gates of"
	yes   string // what a yes does
}

func wordsOf(step rule.Step) words {
	switch step {
	case rule.StepClaim:
		return words{"a claim", "being claimed", "Claim", "Claim"}
	case rule.StepScreen:
		return words{"the screens", "being screened", "Screen", "Screen"}
	case rule.StepIsolate:
		return words{"a workspace", "being given a workspace", "Make a workspace for", "Make it"}
	case rule.StepProduce:
		return words{"the change", "being produced", "Produce", "Produce"}
	case rule.StepGates:
		return words{"the gates", "at the gates", "Run the gates of", "Run them"}
	case rule.StepPropose:
		return words{"a pull request", "being proposed", "Propose", "Propose"}
	case rule.StepReview:
		return words{"a review", "being reviewed", "Review", "Review"}
	case rule.StepCI:
		return words{"its checks", "at its checks", "Look at the checks of", "Look"}
	case rule.StepFix:
		return words{"a fix", "being fixed", "Fix", "Fix"}
	case rule.StepBrake:
		return words{"a choice at the brake", "at the brake", "Decide on", "Decide so"}
	case rule.StepMerge:
		return words{"the merge", "being merged", "Merge", "Merge"}
	case rule.StepDeliver:
		return words{"a last look", "being looked over", "Finish", "Finish"}
	case rule.StepRelease:
		return words{"a release", "being released", "Release", "Release"}
	case stepGo:
		return words{"all of it", "going on", "Go on with", "Go on"}
	case stepReconcile:
		return words{"a look", "being looked at", "Look at", "Look"}
	case stepDrop:
		return words{"a drop", "losing a member", "Drop a member of", "Drop it"}
	}
	return words{string(step), "at " + string(step), string(step), "Yes"}
}

// stepWords is a step as what comes next, "" for none.
func stepWords(step rule.Step) string {
	if step == "" {
		return ""
	}
	return wordsOf(step).next
}
