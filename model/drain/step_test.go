package drain

import (
	"strings"
	"testing"
)

// moment is a story with what the unit does next.
type moment struct {
	story []Fact
	stage Stage
	step  Step
	why   string
	waits string
	asks  string // "" when nobody is asked
}

func checkMoments(t *testing.T, tests map[string]moment) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			u := tell(t, test.story...)
			step, why := Next(u)
			asks, _ := Asks(u)
			waits := WaitsFor(u)
			if u.Stage != test.stage || step != test.step {
				t.Errorf("at %s with %s next, want %s with %s", u.Stage, step, test.stage, test.step)
			}
			if !strings.Contains(why, test.why) || waits != test.waits || asks != test.asks {
				t.Errorf("why %q, want %q\nwaits for %q, want %q\nasks %q, want %q", why, test.why, waits, test.waits, asks, test.asks)
			}
		})
	}
}

func TestNextUpToTheProposal(t *testing.T) {
	begun := plus(isolatedStory(), Began{Work: Produce, Worker: "fixer", Head: base})
	checkMoments(t, map[string]moment{
		"chosen":                {[]Fact{twoMembers()}, StageChosen, StepClaim, "#15 is not claimed yet", "its claim", ""},
		"killed in a claim":     {claimedStory()[:2], StageChosen, StepClaim, "#15 is not claimed yet", "its claim", ""},
		"half claimed":          {claimedStory()[:3], StageClaimed, StepClaim, "#12 is not claimed yet", "its claim", ""},
		"all claimed":           {claimedStory()[:4], StageClaimed, StepClaim, "branch is not created", "its claim", ""},
		"killed in branching":   {claimedStory()[:5], StageClaimed, StepClaim, "debt/12-15-batch was being created", "its claim", ""},
		"claimed":               {claimedStory(), StageClaimed, StepScreen, "not screened", "the screens", ""},
		"screened":              {screenedStory(), StageScreened, StepIsolate, "no workspace", "a workspace", ""},
		"isolated":              {isolatedStory(), StageIsolated, StepProduce, "nothing is produced", "someone to produce it", ""},
		"killed in producing":   {begun, StageProducing, StepProduce, "fixer was begun", "the change by fixer", ""},
		"a worker that hung":    {plus(begun, Failed{Step: "produce", Worker: "fixer", Reason: "it took over 30 minutes"}), StageIsolated, StepProduce, "nothing is produced", "another try: produce failed: it took over 30 minutes", "produce failed: it took over 30 minutes"},
		"produced":              {producedStory(), StageProducing, StepGates, "did not run on aaaaaaa", "the gates", ""},
		"gated":                 {gatedStory(), StageGated, StepPropose, "ran on aaaaaaa", "a pull request", ""},
		"a commit after it":     {plus(gatedStory(), Gated{Head: headB}), StageGated, StepPropose, "ran on bbbbbbb", "a pull request", ""},
		"killed after the push": {plus(gatedStory(), Pushed{headA}), StageGated, StepPropose, "", "a pull request", ""},
		"produced again":        {plus(gatedStory(), Began{Work: Produce, Worker: Me, Head: headA}), StageProducing, StepProduce, "you began on it", "the change by you", ""},
		"a push that failed":    {plus(gatedStory(), Failed{Step: "propose", Reason: "rejected"}), StageGated, StepPropose, "", "another try: propose failed: rejected", "propose failed: rejected"},
		"nobody is left":        {plus(claimedStory(), Left{Number: 12, Why: Stale}, Left{Number: 15, Why: Stale}), StageClaimed, StepRelease, "no member is left", "its release: no member is left", ""},
		"being given up":        {plus(producedStory(), Ending{End: Dropped, Reason: "r"}, Unclaimed{12}), StageProducing, StepRelease, "given up as dropped", "its release: it is being given up as dropped", ""},
		"given up":              {[]Fact{twoMembers(), Ended{End: Lost, Reason: "bo won"}}, StageEnded, StepNone, "bo won", "", ""},
		"chosen anew":           {[]Fact{twoMembers(), Ended{End: Lost}, twoMembers()}, StageChosen, StepClaim, "", "its claim", ""},
	})
}

func TestNextInReview(t *testing.T) {
	asked := plus(proposedStory(), wanted(1, headA))
	fix := Began{Work: Fix, Worker: "fixer", Head: headA}
	refixed := plus(asked, fixed(headA, headB)...)
	missing := checked(headA, Missing)
	missing.Answer.Why = "required and never ran: lint"
	checkMoments(t, map[string]moment{
		"proposed":                     {proposedStory(), StageProposed, StepReview, "aaaaaaa is not reviewed yet", "a review of aaaaaaa", ""},
		"being reviewed":               {plus(proposedStory(), Began{Work: ReviewIt, Worker: "judge", Head: headA}), StageReviewing, StepReview, "judge was begun", "a review of aaaaaaa by judge", ""},
		"CI first":                     {plus(proposedStory(), checked(headA, Green)), StageReviewing, StepReview, "not reviewed", "a review of aaaaaaa", ""},
		"CI red first":                 {plus(proposedStory(), checked(headA, Red)), StageReviewing, StepReview, "not reviewed", "a review of aaaaaaa", ""},
		"CI red, then PASS":            {plus(proposedStory(), checked(headA, Red), passed(1, headA)), StageFixing, StepFix, "checks of aaaaaaa are red", "a fix of aaaaaaa", ""},
		"changes asked for":            {asked, StageFixing, StepFix, "changes were asked for", "a fix of aaaaaaa", ""},
		"a fix is live":                {plus(asked, fix), StageFixing, StepFix, "fixer was begun", "a fix of aaaaaaa by fixer", ""},
		"CI red joins it":              {plus(asked, fix, checked(headA, Red)), StageFixing, StepFix, "fixer was begun", "a fix of aaaaaaa by fixer", ""},
		"fixed":                        {refixed[:len(refixed)-2], StageFixing, StepGates, "did not run on bbbbbbb", "the gates", ""},
		"fixed and gated":              {refixed[:len(refixed)-1], StageFixing, StepPropose, "bbbbbbb is not pushed", "the push of bbbbbbb", ""},
		"fixed and pushed":             {refixed, StageReviewing, StepReview, "bbbbbbb is not reviewed yet", "a review of bbbbbbb", ""},
		"passed, CI unseen":            {plus(proposedStory(), passed(1, headA)), StageReviewing, StepCI, "not green yet", "the checks of aaaaaaa", ""},
		"passed, CI waiting":           {plus(proposedStory(), passed(1, headA), checked(headA, Waiting)), StageReviewing, StepCI, "", "the checks of aaaaaaa: as the test says", ""},
		"passed, one missing":          {plus(proposedStory(), passed(1, headA), missing), StageReviewing, StepCI, "", "the checks of aaaaaaa: required and never ran: lint", "required and never ran: lint"},
		"passed, CI of an older head":  {plus(plus(asked, checked(headA, Green)), plus(fixed(headA, headB), passed(2, headB))...), StageReviewing, StepCI, "the checks of bbbbbbb", "the checks of bbbbbbb", ""},
		"red that was run again":       {plus(proposedStory(), passed(1, headA), checked(headA, Red), checked(headA, Green)), StageMergeReady, StepMerge, "approved and green", "the merge of aaaaaaa", ""},
		"own review":                   {plus(proposedStory(), own(1, headA), checked(headA, Green)), StageReviewing, StepMerge, "not independent", "a person: is the review of aaaaaaa accepted, though it is not independent?", "is the review of aaaaaaa accepted, though it is not independent?"},
		"own review, accepted":         {plus(proposedStory(), own(1, headA), checked(headA, Green), Accepted{AcceptOwnReview, headA}), StageMergeReady, StepMerge, "", "the merge of aaaaaaa", ""},
		"nothing ran":                  {plus(proposedStory(), passed(1, headA), checked(headA, Nothing)), StageReviewing, StepMerge, "must accept", "a person: is it accepted that nothing is required of aaaaaaa and nothing ran?", "is it accepted that nothing is required of aaaaaaa and nothing ran?"},
		"nothing ran, accepted":        {plus(proposedStory(), passed(1, headA), checked(headA, Nothing), Accepted{AcceptNoChecks, headA}), StageMergeReady, StepMerge, "", "the merge of aaaaaaa", ""},
		"optional red":                 {plus(proposedStory(), passed(1, headA), optionalRed(headA)), StageReviewing, StepMerge, "must accept", "a person: is it accepted that a check of aaaaaaa is red, though none is required?", "is it accepted that a check of aaaaaaa is red, though none is required?"},
		"a review that failed":         {plus(proposedStory(), Failed{Step: "review", Reason: "no JSON"}), StageProposed, StepReview, "", "another try: review failed: no JSON", "review failed: no JSON"},
		"CI beside the failed review":  {plus(proposedStory(), Failed{Step: "review", Reason: "no JSON"}, checked(headA, Green)), StageReviewing, StepReview, "", "another try: review failed: no JSON", "review failed: no JSON"},
		"the failed review went well":  {plus(proposedStory(), Failed{Step: "review", Reason: "no JSON"}, passed(1, headA)), StageReviewing, StepCI, "", "the checks of aaaaaaa", ""},
		"the brake is due":             {brakedStory(), StageReviewing, StepBrake, "round 3", "the brake's diagnosis", ""},
		"braked, the engine may":       {plus(brakedStory(), diagnosed()), StageReviewing, StepBrake, "", "the choice at the brake", ""},
		"braked, a person must":        {plus(brakedStory(), Braked{Round: 3, Diagnosis: Diagnosis{Choices: []Choice{ChoiceSplit}}}), StageReviewing, StepBrake, "", "a person's choice at the brake", "how does it go on: split, hand-back?"},
		"braked, going on":             {plus(brakedStory(), diagnosed(), Decided{3, ChoiceClass}), StageFixing, StepFix, "", "a fix of ccccccc", ""},
		"braked, handed back":          {plus(brakedStory(), diagnosed(), Decided{3, ChoiceHandBack}), StageReviewing, StepRelease, "hand-back", `its release: "hand-back" was chosen at the brake`, ""},
		"braked, split":                {plus(brakedStory(), diagnosed(), Decided{3, ChoiceSplit}), StageReviewing, StepDrop, "split", "a member to leave it", `"split" was chosen at the brake: which member leaves?`},
		"braked, split, one left":      {plus(brakedStory(), diagnosed(), Decided{3, ChoiceSplit}, Left{Number: 12, Why: Dropped}), StageFixing, StepFix, "", "a fix of ccccccc", ""},
		"braked, one member, descoped": {plus(brakedStory(), Left{Number: 12, Why: Dropped}, diagnosed(), Decided{3, ChoiceDescope}), StageReviewing, StepRelease, "descope", `its release: "descope" was chosen at the brake`, ""},
	})
}

func TestNextAtTheMerge(t *testing.T) {
	blocked := func(why string) []Fact { return plus(mergingStory(), Blocked{Head: headA, Why: why, Reason: "r"}) }
	foreign := plus(proposedStory(), passed(1, headA), Merged{Head: headA, SHA: headC, By: "bo"})
	reopened := Proposed{Pull: 40, Closes: true, Again: true}
	const stopped = "the merge did not happen: r"
	checkMoments(t, map[string]moment{
		"ready":                       {readyStory(), StageMergeReady, StepMerge, "approved and green", "the merge of aaaaaaa", ""},
		"asked for":                   {mergingStory(), StageMerging, StepMerge, "is asked for", "the merge of aaaaaaa", ""},
		"in the queue":                {plus(readyStory(), Merging{headA, MergeQueue}), StageMerging, StepMerge, "", "the merge queue, with aaaaaaa", ""},
		"by itself":                   {plus(readyStory(), Merging{headA, MergeAuto}), StageMerging, StepMerge, "", "its checks, after which it merges by itself", ""},
		"the time is up":              {blocked(BlockedTimeout), StageMerging, StepMerge, "is asked for", "the merge of aaaaaaa", ""},
		"ejected":                     {blocked(BlockedEjected), StageMergeReady, StepMerge, "did not happen", "a person: " + stopped, stopped},
		"protected":                   {blocked(BlockedProtection), StageMergeReady, StepMerge, "did not happen", "a person: " + stopped, stopped},
		"C-41: a keyword":             {blocked(BlockedKeyword), StageMergeReady, StepMerge, "did not happen", "a person: " + stopped, stopped},
		"closed by hand":              {blocked(BlockedClosed), StageMergeReady, StepMerge, "closed unmerged", "a person: pull request #40 was closed unmerged: open it again, or release the unit", "pull request #40 was closed unmerged: open it again, or release the unit"},
		"closed, and opened again":    {plus(blocked(BlockedClosed), reopened), StageMergeReady, StepMerge, "approved and green", "the merge of aaaaaaa", ""},
		"closed unreviewed, and open": {plus(proposedStory(), Blocked{Head: headA, Why: BlockedClosed, Reason: "r"}, reopened), StageProposed, StepReview, "not reviewed", "a review of aaaaaaa", ""},
		"a conflict is not reopened":  {plus(blocked(BlockedConflict), reopened), StageFixing, StepFix, "does not merge", "a fix of aaaaaaa", ""},
		"conflicting":                 {blocked(BlockedConflict), StageFixing, StepFix, "does not merge", "a fix of aaaaaaa", ""},
		"moved":                       {blocked(BlockedMoved), StageMergeReady, StepGates, "nobody approved", "the gates", ""},
		"moved, looked at":            {plus(blocked(BlockedMoved), Gated{Head: headB}, Pushed{headB}), StageReviewing, StepReview, "bbbbbbb", "a review of bbbbbbb", ""},
		"moved, and not brought here": {plus(blocked(BlockedMoved), Gated{Head: headA}), StageMergeReady, StepMerge, "", "the merge of aaaaaaa", ""},
		"red after it was asked for":  {plus(mergingStory(), checked(headA, Red), Blocked{headA, BlockedChecks, "r"}), StageFixing, StepFix, "checks of aaaaaaa are red", "a fix of aaaaaaa", ""},
		"merged":                      {mergedStory(), StageMerging, StepDeliver, "is merged as ccccccc", "a look at its issues after the merge", ""},
		"merged, half looked after":   {plus(mergedStory(), Unclaimed{12}), StageMerging, StepDeliver, "", "a look at its issues after the merge", ""},
		"merged by somebody, unseen":  {foreign, StageMerging, StepCI, "before its checks were seen", "the checks of aaaaaaa", ""},
		"merged by somebody, green":   {plus(foreign, checked(headA, Green)), StageMerging, StepDeliver, "is merged", "a look at its issues after the merge", ""},
		"merged by somebody, red":     {plus(foreign, checked(headA, Red)), StageMerging, StepDeliver, "handed back", "a look at its issues after the merge", ""},
		"merged unreviewed":           {plus(proposedStory(), Merged{Head: headB, SHA: headC}), StageMerging, StepDeliver, "not approved: it is handed back", "a look at its issues after the merge", ""},
		"delivered":                   {plus(mergedStory(), Unclaimed{12}, Unclaimed{15}, Delivered{Closed: []int{12, 15}}), StageDelivered, StepNone, "delivered", "", ""},
	})
}

func TestNextOfNoUnit(t *testing.T) {
	step, why := Next(Unit{ID: "12"})
	if step != StepNone || why != "it was never chosen" || WaitsFor(Unit{}) != "" {
		t.Errorf("got %q (%s)", step, why)
	}
}

// TestEveryStepHasItsCommand holds the steps to the commands of section 9.
func TestEveryStepHasItsCommand(t *testing.T) {
	commands := map[Step]string{
		StepNone: "", StepClaim: "start", StepScreen: "start", StepIsolate: "start", StepProduce: "produce",
		StepGates: "gates", StepPropose: "propose", StepReview: "review", StepCI: "ci", StepFix: "produce",
		StepBrake: "brake", StepDrop: "drop", StepMerge: "merge", StepDeliver: "merge", StepRelease: "release",
	}
	public := map[Step]bool{StepClaim: true, StepPropose: true, StepDrop: true, StepMerge: true, StepDeliver: true, StepRelease: true}
	for _, s := range append(Steps(), StepNone) {
		if s.Command() != commands[s] || s.Public() != public[s] {
			t.Errorf("%q: %q, public %v", s, s.Command(), s.Public())
		}
	}
	if len(Steps()) != len(commands)-1 {
		t.Errorf("%d steps, %d commands", len(Steps()), len(commands)-1)
	}
}

// TestTimesOfAStage: a stage is counted from the event that brought the unit there.
func TestTimesOfAStage(t *testing.T) {
	u := tell(t, plus(proposedStory(), passed(1, headA))...)
	n := len(proposedStory())
	later := u.After(Event{ID: 99, At: noon(), Fact: checked(headA, Waiting)}) // a clock that went back
	if want := noon().Add(minutes(n)); !u.Since.Equal(want) || !later.Since.Equal(want) || u.Started != noon() {
		t.Errorf("reviewing since %v and %v, want %v", u.Since, later.Since, want)
	}
	if u.Events != n+1 || later.LastID != 99 {
		t.Errorf("%d events, the last %d", u.Events, later.LastID)
	}
}
