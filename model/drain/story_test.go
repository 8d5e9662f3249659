package drain

import (
	"testing"
	"time"
)

// The heads and the base that the stories of these tests go through.
const (
	base  = "0000000000000000000000000000000000000000"
	headA = "aaaaaaa111111111111111111111111111111111"
	headB = "bbbbbbb222222222222222222222222222222222"
	headC = "ccccccc333333333333333333333333333333333"
)

func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// tell folds facts, a minute apart, each of which must be allowed where it stands.
func tell(t testing.TB, facts ...Fact) Unit {
	t.Helper()
	u := Unit{ID: "12-15"}
	for i, f := range facts {
		if err := Allowed(u, f); err != nil {
			t.Fatalf("fact %d: %v", i, err)
		}
		u = u.After(Event{ID: int64(i + 1), At: noon().Add(time.Duration(i) * time.Minute), Fact: f})
	}
	return u
}

// plus adds facts to a story.
func plus(story []Fact, more ...Fact) []Fact {
	return append(append([]Fact(nil), story...), more...)
}

func twoMembers() Chosen {
	return Chosen{
		Members:     []Member{{Number: 15, Path: "a/x.go"}, {Number: 12, Path: "a/y.go"}},
		Implementer: "fixer",
	}
}

// The stories, each going on from the one before.

func claimedStory() []Fact {
	return []Fact{
		twoMembers(), Claiming{15}, Claimed{15}, Claimed{12},
		Branching{Branch: "debt/12-15-batch", Target: "main", Base: base},
		Branched{Branch: "debt/12-15-batch", Target: "main", Base: base, Default: true},
	}
}

func screenedStory() []Fact {
	return plus(claimedStory(),
		Confirmed{Number: 15, What: "a/x.go:3", Holds: true}, Screened{Members: []int{12, 15}})
}

func isolatedStory() []Fact {
	return plus(screenedStory(), Isolated{Dir: "/clone", Mode: ModeBranch, ReturnTo: "main"})
}

func producedStory() []Fact {
	return plus(isolatedStory(),
		Began{Work: Produce, Worker: "fixer", Head: base},
		Worked{Work: Produce, Worker: "fixer", Head: headA, Commits: 1, Files: []string{"a/x.go"}})
}

func gatedStory() []Fact { return plus(producedStory(), Gated{Head: headA}) }

func proposedStory() []Fact {
	return plus(gatedStory(), Pushed{headA}, Proposed{Pull: 40, Closes: true})
}

func passed(round int, head string) Reviewed {
	return Reviewed{
		Round: round, Worker: "judge", Independent: true, Diversity: OtherFamily,
		Verdict: Verdict{Verdict: Pass, HeadSHA: head, Model: "m", Effort: "high"},
	}
}

func wanted(round int, head string) Reviewed {
	r := passed(round, head)
	r.Verdict.Verdict = NeedsChanges
	r.Verdict.Findings = []Finding{{Theme: "bounds", Blocking: true, Subject: SubjectCode}}
	return r
}

func own(round int, head string) Reviewed {
	r := passed(round, head)
	r.Worker, r.Independent, r.Diversity = "fixer", false, SameWorker
	return r
}

func checked(head string, c Color) Checked {
	return Checked{Head: head, Answer: Answer{Color: c, Why: "as the test says"}}
}

// optionalRed is an answer where nothing is required and something is red.
func optionalRed(head string) Checked {
	c := checked(head, Nothing)
	c.Answer.Checks = []Check{{Name: "lint", State: CheckFailed}}
	return c
}

// nothingRequiredRed is what Judge says where nothing is required and something is red.
func nothingRequiredRed(head string) Checked {
	c := optionalRed(head)
	c.Answer.Color = Red
	return c
}

func readyStory() []Fact {
	return plus(proposedStory(), passed(1, headA), checked(headA, Green))
}

func mergingStory() []Fact { return plus(readyStory(), Merging{Head: headA, Way: MergePlain}) }

func mergedStory() []Fact { return plus(mergingStory(), Merged{Head: headA, SHA: headC}) }

// fixed gives a fix from the pushed head to another, up to its push.
func fixed(from, to string) []Fact {
	return []Fact{
		Began{Work: Fix, Worker: "fixer", Head: from},
		Worked{Work: Fix, Worker: "fixer", Head: to, Commits: 1},
		Gated{Head: to}, Pushed{to},
	}
}

// brakedStory has three rounds without a PASS, on three heads.
func brakedStory() []Fact {
	s := plus(proposedStory(), wanted(1, headA))
	s = plus(plus(s, fixed(headA, headB)...), wanted(2, headB))
	return plus(plus(s, fixed(headB, headC)...), wanted(3, headC))
}

func diagnosed() Braked {
	return Braked{Round: 3, Diagnosis: Diagnosis{Pattern: Returning,
		Choices: []Choice{ChoiceClass, ChoiceSplit, ChoiceDescope, ChoiceHandBack}, Engine: ChoiceClass}}
}
