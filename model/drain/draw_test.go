package drain

import "pgregory.net/rapid"

func draw[T any](t *rapid.T, label string, of ...T) T { return rapid.SampledFrom(of).Draw(t, label) }

func anyNumber(t *rapid.T) int  { return draw(t, "number", 12, 15, 99) }
func anyHead(t *rapid.T) string { return draw(t, "head", heads()...) }
func anyEnd(t *rapid.T) End {
	return draw(t, "end", HandedBack, Diverted, Stale, SpecParked, Dropped, AlreadyDone, Descoped, Lost)
}

func anyReview(t *rapid.T, round int, head string) Reviewed {
	return draw(t, "verdict", passed(round, head), wanted(round, head), own(round, head))
}

func anyChecks(t *rapid.T, head string) Checked {
	return draw(t, "color", checked(head, Green), checked(head, Red), checked(head, Waiting),
		checked(head, Missing), checked(head, Nothing), optionalRed(head), nothingRequiredRed(head))
}

// guided draws a fact such as the unit's next step would write, well or badly.
func guided(t *rapid.T, u Unit) Fact {
	step, _ := Next(u)
	switch step {
	case StepNone:
		return twoMembers()
	case StepClaim:
		for _, n := range u.Numbers() {
			if len(without(u.Claims, n)) == len(u.Claims) {
				return draw[Fact](t, "claim", Claiming{n}, Claimed{n}, Claimed{n}, Claimed{n})
			}
		}
		return draw[Fact](t, "branch", Branching{Branch: "b", Target: "main", Base: base}, Branched{Branch: "b", Target: "main", Base: base, Default: true})
	case StepScreen:
		return Screened{Members: u.Numbers()}
	case StepIsolate:
		return Isolated{Dir: "/w", Mode: ModeWorktree}
	case StepGates:
		return Gated{Head: u.Head}
	case StepPropose:
		if u.Pushed != u.Head {
			return Pushed{u.Head}
		}
		return Proposed{Pull: 40, Closes: true}
	case StepReview:
		return anyReview(t, len(u.Rounds)+1, u.Pushed)
	case StepCI:
		return anyChecks(t, u.Pushed)
	case StepDrop:
		return Left{Number: u.Numbers()[0], Why: Dropped}
	}
	return guidedLater(t, u, step)
}

func guidedLater(t *rapid.T, u Unit, step Step) Fact {
	switch step {
	case StepProduce, StepFix:
		kind := Produce
		if step == StepFix {
			kind = Fix
		}
		if u.Working == nil {
			return Began{Work: kind, Worker: "fixer", Head: draw(t, "from", u.Head, anyHead(t))}
		}
		return draw[Fact](t, "work", Worked{Work: u.Working.Work, Worker: u.Working.Worker, Head: anyHead(t), Commits: 1},
			Failed{Step: string(step), Worker: u.Working.Worker, Reason: "it hung"})
	case StepBrake:
		if u.Brake == nil {
			d, _ := Diagnose(u.Rounds, u.Decided, false)
			return Braked{Round: len(u.Rounds), Diagnosis: d}
		}
		return Decided{Round: u.Brake.Round, Choice: draw(t, "choice", append(u.Brake.Diagnosis.Choices, ChoiceHandBack)...)}
	case StepMerge:
		if lacks := u.Unaccepted(); len(lacks) > 0 {
			return Accepted{What: lacks[0], Head: u.Pushed}
		}
		if u.Asked == nil {
			return Merging{Head: u.Pushed, Way: draw(t, "way", MergePlain, MergeQueue, MergeAuto)}
		}
		return draw[Fact](t, "merge", Merged{Head: u.Asked.Head, SHA: headC},
			Merged{Head: anyHead(t), SHA: headC, By: "bo"},
			Blocked{Head: u.Asked.Head, Why: anyBlock(t), Reason: "r"})
	case StepDeliver:
		for _, n := range u.Claims {
			return Unclaimed{n}
		}
		if u.Settled {
			return Delivered{Closed: u.Numbers()}
		}
		return Ended{End: HandedBack, Reason: "r"}
	}
	if u.Ending == nil {
		return Ending{End: anyEnd(t), Reason: "r"}
	}
	for _, n := range append(append([]int(nil), u.Claims...), u.Claiming...) {
		return Unclaimed{n}
	}
	return Ended{End: u.Ending.End, Reason: "r"}
}

func anyBlock(t *rapid.T) string {
	return draw(t, "block", BlockedConflict, BlockedMoved, BlockedEjected, BlockedClosed,
		BlockedProtection, BlockedChecks, BlockedKeyword, BlockedTimeout, BlockedWithdrawn)
}

// anyFact draws any fact at all.
func anyFact(t *rapid.T) Fact {
	n, head := anyNumber(t), anyHead(t)
	round := rapid.IntRange(1, 9).Draw(t, "round")
	work := draw(t, "kind", Produce, Fix, ReviewIt)
	worker := draw(t, "worker", "fixer", "judge", Me)
	branch := Branched{Branch: draw(t, "branch", "b", "c"), Target: "main", Base: base}
	return draw[Fact](t, "fact",
		twoMembers(), Claiming{n}, Claimed{n}, Branching{Branch: "b", Target: "main", Base: base}, branch,
		Left{Number: n, Why: anyEnd(t)}, Renamed{Home: "acme/store", HomeID: 7}, Confirmed{Number: n, What: "p:1", Holds: round > 3},
		Screened{Members: []int{12, 15}}, Screened{Members: []int{n}}, Screened{Members: []int{12, 15}, Private: true},
		Isolated{Dir: "/w"}, Began{Work: work, Worker: worker, Head: head},
		Worked{Work: work, Worker: worker, Head: head, Commits: 1}, Failed{Step: "produce", Reason: "r"},
		Gated{Head: head}, Pushed{head}, Proposed{Pull: 40, Closes: true}, Proposed{Pull: 41}, Proposed{Pull: 40, Closes: true, Again: true},
		anyReview(t, round, head), anyChecks(t, head),
		Accepted{What: draw(t, "what", AcceptOwnReview, AcceptNoChecks, AcceptOptional), Head: head},
		Braked{Round: round}, Decided{Round: round, Choice: ChoiceHandBack},
		Merging{Head: head, Way: MergePlain}, Merged{Head: head, SHA: headC},
		Blocked{Head: head, Why: anyBlock(t), Reason: "r"}, Unclaimed{n},
		Delivered{Closed: []int{12, 15}}, Delivered{Closed: []int{n}}, Delivered{Closed: []int{12, 15, 99}},
		Ending{End: anyEnd(t), Reason: "r"}, Ended{End: anyEnd(t), Reason: "r"},
	)
}
