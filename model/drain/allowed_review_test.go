package drain

import "testing"

func TestAllowedReviewAndFix(t *testing.T) {
	review := Began{Work: ReviewIt, Worker: "judge", Head: headA}
	fix := Began{Work: Fix, Worker: "fixer", Head: headA}
	noProof := passed(1, headA)
	noProof.Verdict.Effort = ""
	nobody := passed(1, headA)
	nobody.Worker = ""
	strange := passed(1, headA)
	strange.Verdict.Verdict = "LGTM"
	himself := passed(1, headA)
	himself.Worker = "fixer"
	same := passed(1, headA)
	same.Diversity = SameWorker
	pushedFix := plus(plus(proposedStory(), wanted(1, headA)), fixed(headA, headB)...)
	checkRefusals(t, map[string]refusal{
		"a review before the proposal":             {gatedStory(), Began{Work: ReviewIt, Worker: "judge", Head: headA}, "not proposed"},
		"a review of another head":                 {proposedStory(), Began{Work: ReviewIt, Worker: "judge", Head: headB}, "the branch is at aaaaaaa"},
		"a verdict of another head":                {plus(proposedStory(), review), passed(1, headB), "the branch is at aaaaaaa"},
		"a verdict without its proof":              {proposedStory(), noProof, "lacks its proof"},
		"a verdict that is none":                   {proposedStory(), strange, "no verdict"},
		"a verdict of nobody":                      {proposedStory(), nobody, "who reviewed"},
		"a verdict past the brake":                 {plus(brakedStory(), diagnosed(), Decided{3, ChoiceHandBack}), passed(4, headC), "they come first"},
		"work on a unit of nobody":                 {plus(proposedStory(), wanted(1, headA), Left{Number: 12, Why: Stale}, Left{Number: 15, Why: Stale}), fix, "no member"},
		"a proposal of nobody":                     {plus(gatedStory(), Pushed{headA}, Left{Number: 12, Why: Stale}, Left{Number: 15, Why: Stale}), Proposed{Pull: 40}, "no member"},
		"a push while somebody works":              {plus(gatedStory(), Began{Work: Produce, Worker: Me, Head: headA}), Pushed{headA}, "you are at work"},
		"an end that is none":                      {[]Fact{twoMembers()}, Ended{End: "tired"}, "no end"},
		"a round out of order":                     {proposedStory(), passed(2, headA), "number 1"},
		"one round written by two that raced":      {plus(proposedStory(), passed(1, headA)), passed(1, headA), "number 2"},
		"the implementer's review as independent":  {proposedStory(), himself, "not independent"},
		"one of the same mind as independent":      {proposedStory(), same, "not independent"},
		"the implementer's review as what it is":   {proposedStory(), own(1, headA), ""},
		"a second opinion of a PASS":               {plus(proposedStory(), passed(1, headA)), own(2, headA), ""},
		"a second opinion instead of the fix":      {plus(proposedStory(), wanted(1, headA)), passed(2, headA), "they come first"},
		"its review likewise":                      {plus(proposedStory(), wanted(1, headA)), review, "they come first"},
		"a review after the fix is pushed":         {pushedFix, passed(2, headB), ""},
		"a review while a fix is made":             {plus(proposedStory(), wanted(1, headA), fix), passed(2, headA), "fixer is at work"},
		"a fix of nothing":                         {proposedStory(), fix, "nothing was found wanting"},
		"a fix before the proposal":                {gatedStory(), fix, "not proposed"},
		"a fix after the verdict":                  {plus(proposedStory(), wanted(1, headA)), fix, ""},
		"red checks alone start no fix":            {plus(proposedStory(), checked(headA, Red)), fix, "verdict on aaaaaaa is not in"},
		"red checks and the verdict do":            {plus(proposedStory(), checked(headA, Red), passed(1, headA)), fix, ""},
		"red checks join a fix that is live":       {plus(proposedStory(), wanted(1, headA), fix), checked(headA, Red), ""},
		"optional red may be fixed":                {plus(proposedStory(), optionalRed(headA), passed(1, headA)), fix, ""},
		"a conflict is fixed at once":              {plus(proposedStory(), Blocked{Head: headA, Why: BlockedConflict, Reason: "r"}), fix, ""},
		"a keyword may be fixed":                   {plus(readyStory(), Blocked{Head: headA, Why: BlockedKeyword, Reason: "r"}), fix, ""},
		"a fix that changed nothing":               {plus(proposedStory(), wanted(1, headA), fix), Worked{Work: Fix, Worker: "fixer", Head: headA, Commits: 1}, "changed nothing"},
		"checks before the proposal":               {gatedStory(), checked(headA, Green), "not proposed"},
		"checks of an older head":                  {pushedFix, checked(headA, Green), "the branch is at bbbbbbb"},
		"own review accepted":                      {plus(proposedStory(), own(1, headA)), Accepted{What: AcceptOwnReview, Head: headA}, ""},
		"own review accepted, told again":          {plus(proposedStory(), own(1, headA), Accepted{What: AcceptOwnReview, Head: headA}), Accepted{What: AcceptOwnReview, Head: headA}, ""},
		"a review that is not there, accepted":     {proposedStory(), Accepted{What: AcceptOwnReview, Head: headA}, "no review passed"},
		"a review that asks for changes, accepted": {plus(proposedStory(), wanted(1, headA)), Accepted{What: AcceptOwnReview, Head: headA}, "no review passed"},
		"something accepted for another head":      {plus(proposedStory(), own(1, headA)), Accepted{What: AcceptOwnReview, Head: headB}, "the head of the pull request"},
		"no checks accepted":                       {plus(proposedStory(), checked(headA, Nothing)), Accepted{What: AcceptNoChecks, Head: headA}, ""},
		"no checks accepted, where one is missing": {plus(proposedStory(), checked(headA, Missing)), Accepted{What: AcceptNoChecks, Head: headA}, "not what was seen"},
		"no checks accepted, unseen":               {proposedStory(), Accepted{What: AcceptNoChecks, Head: headA}, "not what was seen"},
		"no checks accepted, where one is red":     {plus(proposedStory(), optionalRed(headA)), Accepted{What: AcceptNoChecks, Head: headA}, "not what was seen"},
		"optional red accepted":                    {plus(proposedStory(), optionalRed(headA)), Accepted{What: AcceptOptional, Head: headA}, ""},
		"red where nothing is required accepted":   {plus(proposedStory(), nothingRequiredRed(headA)), Accepted{What: AcceptOptional, Head: headA}, ""},
		"required red accepted":                    {plus(proposedStory(), checked(headA, Red)), Accepted{What: AcceptOptional, Head: headA}, "not what was seen"},
		"something that cannot be accepted":        {plus(proposedStory(), checked(headA, Red)), Accepted{What: "red", Head: headA}, "cannot be accepted"},
	})
}

func TestAllowedAtTheBrake(t *testing.T) {
	fix := Began{Work: Fix, Worker: "fixer", Head: headC}
	braked := plus(brakedStory(), diagnosed())
	two := plus(plus(plus(proposedStory(), wanted(1, headA)), fixed(headA, headB)...), wanted(2, headB))
	checkRefusals(t, map[string]refusal{
		"the brake at the second round":        {two, Braked{Round: 2}, "no brake is due"},
		"the brake of another round":           {brakedStory(), Braked{Round: 2}, "number 3"},
		"the brake at the third":               {brakedStory(), diagnosed(), ""},
		"a fix before the brake":               {brakedStory(), fix, "gh debt drain brake"},
		"a fix before the choice":              {braked, fix, "gh debt drain brake"},
		"a hand commit, pushed past the brake": {plus(braked, Gated{Head: headA}), Pushed{headA}, "gh debt drain brake"},
		"a choice without a brake":             {brakedStory(), Decided{Round: 3, Choice: ChoiceClass}, "did not stop"},
		"a choice about another round":         {braked, Decided{Round: 2, Choice: ChoiceClass}, "round 3"},
		"a choice that is not offered":         {braked, Decided{Round: 3, Choice: ChoiceContinue}, "not among the choices"},
		"a choice that is":                     {braked, Decided{Round: 3, Choice: ChoiceClass}, ""},
		"handing back, always":                 {plus(brakedStory(), Braked{Round: 3}), Decided{Round: 3, Choice: ChoiceHandBack}, ""},
		"a fix after the choice":               {plus(braked, Decided{Round: 3, Choice: ChoiceClass}), fix, ""},
		"a fix after handing back":             {plus(braked, Decided{Round: 3, Choice: ChoiceHandBack}), fix, `"hand-back" was chosen`},
		"a fix after a split":                  {plus(braked, Decided{Round: 3, Choice: ChoiceSplit}), fix, `"split" was chosen`},
		"a fix once a member left":             {plus(braked, Decided{Round: 3, Choice: ChoiceSplit}, Left{Number: 12, Why: Dropped}), fix, ""},
		"checks are seen meanwhile":            {braked, checked(headC, Green), ""},
	})
}

func TestAllowedByLeavesToAPersonWhatIsTheirs(t *testing.T) {
	braked := plus(brakedStory(), diagnosed())
	tests := map[string]struct {
		after []Fact
		by    string
		fact  Fact
		ok    bool
	}{
		"the engine takes the class round":  {braked, Engine, Decided{Round: 3, Choice: ChoiceClass}, true},
		"the engine does not descope":       {braked, Engine, Decided{Round: 3, Choice: ChoiceDescope}, false},
		"a person does":                     {braked, "ana", Decided{Round: 3, Choice: ChoiceDescope}, true},
		"the engine does not split":         {braked, Engine, Decided{Round: 3, Choice: ChoiceSplit}, false},
		"the engine accepts nothing":        {plus(proposedStory(), own(1, headA)), Engine, Accepted{What: AcceptOwnReview, Head: headA}, false},
		"a person does accept":              {plus(proposedStory(), own(1, headA)), "ana", Accepted{What: AcceptOwnReview, Head: headA}, true},
		"the order holds for a person too":  {proposedStory(), "ana", Accepted{What: AcceptOwnReview, Head: headA}, false},
		"the engine writes down all it did": {proposedStory(), Engine, checked(headA, Green), true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if err := AllowedBy(tell(t, test.after...), test.by, test.fact); (err == nil) != test.ok {
				t.Errorf("error %v, allowed should be %v", err, test.ok)
			}
		})
	}
}

func TestAllowedMerge(t *testing.T) {
	merge := Merging{Head: headA, Way: MergePlain}
	approved := plus(proposedStory(), passed(1, headA))
	ownReady := plus(proposedStory(), own(1, headA), checked(headA, Green))
	silent := plus(approved, checked(headA, Nothing))
	moved := plus(readyStory(), Gated{Head: headB}, Pushed{headB})
	checkRefusals(t, map[string]refusal{
		"before the proposal":                    {gatedStory(), merge, "not proposed"},
		"not reviewed":                           {plus(proposedStory(), checked(headA, Green)), merge, "was not reviewed"},
		"changes asked for":                      {plus(proposedStory(), wanted(1, headA), checked(headA, Green)), merge, "asks for changes"},
		"checks not seen":                        {approved, merge, "not green"},
		"checks waiting":                         {plus(approved, checked(headA, Waiting)), merge, "not green"},
		"C-44: a required check never ran":       {plus(approved, checked(headA, Missing)), merge, "not green"},
		"C-44: nothing ran":                      {silent, merge, "not green"},
		"nothing ran, and a person accepted":     {plus(silent, Accepted{What: AcceptNoChecks, Head: headA}), merge, ""},
		"accepted silence that then turned red":  {plus(silent, Accepted{What: AcceptNoChecks, Head: headA}, checked(headA, Red)), merge, "not green"},
		"optional red":                           {plus(approved, optionalRed(headA)), merge, "not green"},
		"optional red, accepted":                 {plus(approved, optionalRed(headA), Accepted{What: AcceptOptional, Head: headA}), merge, ""},
		"green that turned red":                  {plus(readyStory(), checked(headA, Red)), merge, "not green"},
		"own review":                             {ownReady, merge, "nobody accepted that"},
		"own review, accepted":                   {plus(ownReady, Accepted{What: AcceptOwnReview, Head: headA}), merge, ""},
		"ready":                                  {readyStory(), merge, ""},
		"ready, told again":                      {mergingStory(), merge, ""},
		"in no way":                              {readyStory(), Merging{Head: headA, Way: "force"}, "no way to merge"},
		"another head than the ready one":        {readyStory(), Merging{Head: headB, Way: MergePlain}, "approved and green is aaaaaaa"},
		"C-44: an approval of an older head":     {plus(moved, checked(headB, Green)), Merging{Head: headB, Way: MergePlain}, "bbbbbbb was not reviewed"},
		"C-44: green of an older head":           {plus(moved, passed(2, headB)), Merging{Head: headB, Way: MergePlain}, "bbbbbbb is not green"},
		"the older head itself":                  {moved, merge, "was not reviewed"},
		"a commit that is not pushed":            {plus(readyStory(), Gated{Head: headB}), merge, "not pushed"},
		"while somebody reviews":                 {plus(readyStory(), Began{Work: ReviewIt, Worker: "judge", Head: headA}), merge, "judge is at work"},
		"a newer round that asks for changes":    {plus(proposedStory(), own(1, headA), wanted(2, headA), checked(headA, Green)), merge, "asks for changes"},
		"nobody is left":                         {plus(readyStory(), Left{Number: 12, Why: Dropped}, Left{Number: 15, Why: Dropped}), merge, "no member"},
		"it conflicts":                           {plus(readyStory(), Blocked{Head: headA, Why: BlockedConflict, Reason: "r"}), merge, "does not merge"},
		"after a queue let go of it":             {plus(mergingStory(), Blocked{Head: headA, Why: BlockedEjected, Reason: "r"}), merge, ""},
		"after it was opened again":              {plus(mergingStory(), Blocked{Head: headA, Why: BlockedClosed, Reason: "r"}), merge, ""},
		"no push while it merges":                {mergingStory(), Pushed{headA}, "gh debt drain merge"},
		"no fix while it merges":                 {mergingStory(), Began{Work: Fix, Worker: "fixer", Head: headA}, "gh debt drain merge"},
		"time is up, it is still asked for":      {plus(mergingStory(), Blocked{Head: headA, Why: BlockedTimeout, Reason: "r"}), Began{Work: Fix, Worker: "fixer", Head: headA}, "gh debt drain merge"},
		"blocked for no reason":                  {readyStory(), Blocked{Head: headA, Why: BlockedClosed}, "has a reason"},
		"merged before the proposal":             {gatedStory(), Merged{Head: headA}, "not proposed"},
		"merged by somebody at any time":         {proposedStory(), Merged{Head: headB, SHA: headC, By: "bo"}, ""},
		"merged as nothing":                      {mergingStory(), Merged{SHA: headC}, "must be known"},
		"merged twice":                           {mergedStory(), Merged{Head: headA, SHA: headC}, "merged already"},
		"checks of what was merged":              {plus(proposedStory(), passed(1, headA), Merged{Head: headA, SHA: headC}), checked(headA, Green), ""},
		"a review of what was merged":            {plus(proposedStory(), Merged{Head: headA, SHA: headC}), passed(1, headA), "merged already"},
		"the ending of a unit that is delivered": {mergedStory(), Ending{End: HandedBack}, "looks after its issues"},
	})
}

func TestAllowedDelivery(t *testing.T) {
	free := plus(mergedStory(), Unclaimed{12}, Unclaimed{15})
	both := Delivered{Closed: []int{12, 15}}
	foreign := func(head string, before ...Fact) []Fact {
		return plus(plus(proposedStory(), before...), Merged{Head: head, SHA: headC, By: "bo"}, Unclaimed{12}, Unclaimed{15})
	}
	dropped := plus(readyStory(), Left{Number: 12, Why: Dropped}, Merging{Head: headA, Way: MergePlain}, Merged{Head: headA, SHA: headC}, Unclaimed{15})
	checkRefusals(t, map[string]refusal{
		"not merged":                            {readyStory(), both, "not merged"},
		"with a claim left":                     {plus(mergedStory(), Unclaimed{12}), both, "#15 still carries"},
		"well":                                  {free, both, ""},
		"with one that stayed open":             {free, Delivered{Closed: []int{12}, StillOpen: []int{15}}, ""},
		"with one that was not looked at":       {free, Delivered{Closed: []int{12}}, "became of #15"},
		"with one closed outside the unit":      {free, Delivered{Closed: []int{12, 15, 99}}, "#99 is not in this unit"},
		"with one both closed and open":         {free, Delivered{Closed: []int{12, 15}, StillOpen: []int{15}}, "told twice"},
		"with a dropped one closed":             {dropped, both, "#12 is not in this unit"},
		"with a dropped one opened again":       {dropped, Delivered{Closed: []int{15}, Reopened: []int{12}}, ""},
		"with one opened again that was to go":  {free, Delivered{Closed: []int{12, 15}, Reopened: []int{12}}, "to be closed"},
		"merged by somebody, ready":             {foreign(headA, passed(1, headA), checked(headA, Green)), both, ""},
		"merged by somebody, another head":      {foreign(headB, passed(1, headA), checked(headA, Green)), both, "was not approved and green"},
		"merged by somebody, not approved":      {foreign(headA, checked(headA, Green)), both, "was not approved and green"},
		"merged by somebody, not green":         {foreign(headA, passed(1, headA)), both, "was not approved and green"},
		"its checks seen after the merge":       {plus(foreign(headA, passed(1, headA)), checked(headA, Green)), both, ""},
		"our merge of another head than asked":  {plus(mergingStory(), Merged{Head: headB, SHA: headC}, Unclaimed{12}, Unclaimed{15}), both, "was not approved and green"},
		"asked for, red meanwhile, and merged":  {plus(mergingStory(), checked(headA, Red), Merged{Head: headA, SHA: headC}, Unclaimed{12}, Unclaimed{15}), both, ""},
		"handed back after a foreign merge":     {foreign(headB), Ended{End: HandedBack}, ""},
		"members leave after a foreign merge":   {plus(proposedStory(), Merged{Head: headB, SHA: headC}), Left{Number: 12, Why: Dropped}, ""},
		"handed back though it is delivered":    {free, Ended{End: HandedBack}, "looks after its issues"},
		"a merge was faster than the ending":    {plus(mergingStory(), Ending{End: HandedBack}, Unclaimed{12}, Merged{Head: headA, SHA: headC}, Unclaimed{15}), both, ""},
		"a merge of nothing good was, likewise": {plus(proposedStory(), Ending{End: Descoped}, Merged{Head: headB, SHA: headC}, Unclaimed{12}, Unclaimed{15}), Ended{End: HandedBack}, ""},
	})
}
