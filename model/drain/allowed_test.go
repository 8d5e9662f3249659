package drain

import (
	"errors"
	"strings"
	"testing"
)

// refusal tells one thing after a story and what is said against it; "" says that
// it is allowed.
type refusal struct {
	after []Fact
	fact  Fact
	why   string
}

func checkRefusals(t *testing.T, tests map[string]refusal) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			u := Unit{ID: "12-15"}
			if test.after != nil {
				u = tell(t, test.after...)
			}
			err := Allowed(u, test.fact)
			if test.why == "" {
				if err != nil {
					t.Fatalf("refused: %v", err)
				}
				return
			}
			var order *OrderError
			if !errors.As(err, &order) {
				t.Fatalf("error %v, want an *OrderError", err)
			}
			if order.Stage != u.Stage || !strings.Contains(order.Why, test.why) {
				t.Errorf("at %q: %q, want %q", order.Stage, order.Why, test.why)
			}
		})
	}
}

func TestAllowedAroundALife(t *testing.T) {
	ended := plus(claimedStory(), Ending{End: HandedBack, Reason: "r"}, Unclaimed{12}, Unclaimed{15}, Ended{End: HandedBack, Reason: "r"})
	delivered := plus(mergedStory(), Unclaimed{12}, Unclaimed{15}, Delivered{Closed: []int{12, 15}})
	checkRefusals(t, map[string]refusal{
		"nothing before it is chosen":             {nil, Claimed{12}, "never chosen"},
		"chosen":                                  {nil, twoMembers(), ""},
		"chosen twice":                            {claimedStory(), twoMembers(), "drained already"},
		"chosen with nobody":                      {nil, Chosen{}, "at least one"},
		"chosen with a number twice":              {nil, Chosen{Members: []Member{{Number: 1}, {Number: 1}}}, "#1 is in it twice"},
		"chosen with no number":                   {nil, Chosen{Members: []Member{{Number: 0}}}, "0 is no issue number"},
		"chosen anew after an end":                {ended, twoMembers(), ""},
		"chosen anew after a delivery":            {delivered, twoMembers(), ""},
		"nothing else after an end":               {ended, Failed{Step: "x", Reason: "y"}, "chosen anew"},
		"ended twice":                             {ended, Ended{End: HandedBack}, "chosen anew"},
		"delivered twice":                         {delivered, Delivered{Closed: []int{12, 15}}, "chosen anew"},
		"a fact of a later version":               {claimedStory(), Unread{As: "teleported"}, "does not know"},
		"a new name of the repository":            {claimedStory(), Renamed{Home: "acme/store"}, ""},
		"a new name on the way to an end":         {plus(claimedStory(), Ending{End: HandedBack}), Renamed{Home: "acme/store"}, ""},
		"a new name while the merge is asked for": {mergingStory(), Renamed{Home: "acme/store"}, ""},
		"a new name after the merge":              {mergedStory(), Renamed{Home: "acme/store"}, ""},
		"a new name that is none":                 {claimedStory(), Renamed{}, "must be known"},
		"a new name after the end":                {delivered, Renamed{Home: "acme/store"}, "has ended"},
		"a failure at any stage":                  {mergedStory(), Failed{Step: "merge", Reason: "offline"}, ""},
		"a failure without a reason":              {claimedStory(), Failed{Step: "merge"}, "reason"},
		"ending at any stage":                     {producedStory(), Ending{End: Dropped}, ""},
		"ending while the merge is asked for":     {mergingStory(), Ending{End: HandedBack}, ""},
		"ending in no known way":                  {claimedStory(), Ending{End: "tired"}, "no end"},
		"no work once it ends":                    {plus(isolatedStory(), Ending{End: HandedBack}), Began{Work: Produce, Worker: "fixer", Head: base}, "release"},
		"no second ending":                        {plus(isolatedStory(), Ending{End: HandedBack}), Ending{End: Dropped}, "release"},
		"ended otherwise than it was ending":      {plus([]Fact{twoMembers()}, Ending{End: HandedBack}), Ended{End: Dropped}, "handed-back"},
		"ended with a claim left":                 {claimedStory(), Ended{End: HandedBack}, "#15 still carries its claim"},
		"ended with a claim that may be there":    {[]Fact{twoMembers(), Claiming{12}}, Ended{End: Lost}, "#12 still carries its claim"},
		"ended before any claim":                  {[]Fact{twoMembers()}, Ended{End: Lost}, ""},
		"ended once all members left": {plus(claimedStory(), Left{Number: 12, Why: Stale}, Left{Number: 15, Why: Diverted}),
			Ended{End: Stale}, ""},
	})
}

func TestAllowedClaims(t *testing.T) {
	checkRefusals(t, map[string]refusal{
		"a claim of another issue":                           {[]Fact{twoMembers()}, Claimed{99}, "#99 is not in this unit"},
		"a claim of a member that left":                      {[]Fact{twoMembers(), Left{Number: 12, Why: Lost}}, Claimed{12}, "#12 is not"},
		"a claim after the branch, of one that lost its own": {plus(claimedStory(), Ending{End: HandedBack}, Unclaimed{12}), Claimed{12}, "release"},
		"a claim about to be, told again":                    {claimedStory(), Claiming{12}, ""},
		"a claim told again":                                 {claimedStory(), Claimed{12}, ""},
		"the branch before the claims":                       {[]Fact{twoMembers(), Claimed{12}}, Branched{Branch: "b", Target: "main", Base: base}, "#15 is not claimed"},
		"the branch about to be, likewise":                   {[]Fact{twoMembers(), Claimed{12}}, Branching{Branch: "b", Target: "main", Base: base}, "#15 is not claimed"},
		"the branch once the unclaimed left":                 {[]Fact{twoMembers(), Claimed{12}, Left{Number: 15, Why: Lost}}, Branched{Branch: "b", Target: "main", Base: base}, ""},
		"a branch of nobody":                                 {[]Fact{twoMembers(), Left{Number: 12, Why: Lost}, Left{Number: 15, Why: Lost}}, Branched{Branch: "b", Target: "main", Base: base}, "no member is left"},
		"a branch from nowhere":                              {[]Fact{twoMembers(), Claimed{12}, Claimed{15}}, Branched{Branch: "b", Target: "main"}, "must be known"},
		"another branch":                                     {claimedStory(), Branched{Branch: "b", Target: "main", Base: base}, "debt/12-15-batch already"},
		"the same branch told again":                         {claimedStory(), claimedStory()[5], ""},
		"somebody else leaves":                               {claimedStory(), Left{Number: 99, Why: Stale}, "#99 is not"},
		"a member leaves twice":                              {plus(claimedStory(), Left{Number: 12, Why: Stale}), Left{Number: 12, Why: Stale}, "#12 is not"},
		"a member leaves for no reason":                      {claimedStory(), Left{Number: 12}, "no way to leave"},
		"a member leaves late":                               {readyStory(), Left{Number: 12, Why: Dropped}, ""},
		"a member leaves a merge that is asked":              {mergingStory(), Left{Number: 12, Why: Dropped}, "gh debt drain merge"},
		"a member leaves after the merge":                    {mergedStory(), Left{Number: 12, Why: Dropped}, "merged already"},
		"a claim goes and its member stays":                  {claimedStory(), Unclaimed{12}, "when the unit ends"},
		"a claim goes with the ending":                       {plus(claimedStory(), Ending{End: HandedBack}), Unclaimed{12}, ""},
		"a claim goes after the merge":                       {mergedStory(), Unclaimed{12}, ""},
		"a claim goes after the merge, again":                {plus(mergedStory(), Unclaimed{12}), Unclaimed{12}, ""},
		"somebody else's claim after the merge":              {mergedStory(), Unclaimed{99}, "#99 is not"},
		"a former member's claim, by repetition":             {plus(claimedStory(), Left{Number: 12, Why: Stale}, Ending{End: HandedBack}), Unclaimed{12}, ""},
	})
}

func TestAllowedScreensAndWorkspace(t *testing.T) {
	shaped := twoMembers()
	shaped.Members[0].Security = true
	security := plus([]Fact{shaped}, claimedStory()[1:]...)
	fails := plus(claimedStory(), Confirmed{Number: 12, What: "a/y.go:1", Holds: false})
	checkRefusals(t, map[string]refusal{
		"screens before the claim":             {[]Fact{twoMembers()}, Screened{Members: []int{12, 15}}, "claim comes before"},
		"an answer before the claim":           {[]Fact{twoMembers()}, Confirmed{Number: 12}, "claim comes before"},
		"a member that was not looked at":      {claimedStory(), Screened{Members: []int{12}}, "#15 neither passed nor left"},
		"nobody passed":                        {claimedStory(), Screened{}, "no member passed"},
		"somebody else passed":                 {claimedStory(), Screened{Members: []int{12, 15, 99}}, "#99 is not"},
		"a security-shaped one, in public":     {security, Screened{Members: []int{12, 15}}, "#15 leaves the unit first"},
		"a security-shaped one, in private":    {security, Screened{Members: []int{12, 15}, Private: true}, ""},
		"made public after the screens":        {plus(security, Screened{Members: []int{12, 15}, Private: true}, Isolated{Dir: "/w"}), Screened{Members: []int{12, 15}}, "#15 leaves"},
		"a premise that does not hold":         {fails, Screened{Members: []int{12, 15}}, "#12 leaves the unit first"},
		"one that failed has left":             {plus(fails, Left{Number: 12, Why: Stale}), Screened{Members: []int{15}}, ""},
		"an answer that was corrected":         {plus(fails, Confirmed{Number: 12, What: "a/y.go:1", Holds: true}), Screened{Members: []int{12, 15}}, ""},
		"screened again":                       {isolatedStory(), Screened{Members: []int{12, 15}}, "already"},
		"a workspace before the screens":       {claimedStory(), Isolated{Dir: "/w"}, "screens come before"},
		"a workspace without a folder":         {screenedStory(), Isolated{}, "folder"},
		"a workspace that was deleted by hand": {proposedStory(), Isolated{Dir: "/other", Mode: ModeWorktree}, ""},
		"work before the workspace":            {screenedStory(), Began{Work: Produce, Worker: "fixer", Head: base}, "no workspace"},
		"work by nobody":                       {isolatedStory(), Began{Work: Produce, Head: base}, "must be known"},
		"work of no kind":                      {isolatedStory(), Began{Work: "sing", Worker: "fixer", Head: base}, "no kind of work"},
		"work that was not begun":              {isolatedStory(), Worked{Work: Produce, Worker: "fixer", Head: headA, Commits: 1}, "no such work"},
		"work of another worker": {plus(isolatedStory(), Began{Work: Produce, Worker: "fixer", Head: base}),
			Worked{Work: Produce, Worker: "me", Head: headA, Commits: 1}, "no such work"},
		"work that changed nothing": {plus(isolatedStory(), Began{Work: Produce, Worker: "fixer", Head: base}),
			Worked{Work: Produce, Worker: "fixer", Head: base}, "no commit of its own"},
		"work that was begun and killed, begun again": {plus(isolatedStory(), Began{Work: Produce, Worker: "fixer", Head: base}),
			Began{Work: Produce, Worker: "me", Head: headA}, ""},
		"work that ended after a failure": {plus(isolatedStory(), Began{Work: Produce, Worker: "fixer", Head: base}, Failed{Step: "produce", Reason: "it hung"}),
			Worked{Work: Produce, Worker: "fixer", Head: headA, Commits: 1}, "no such work"},
		"gates on nothing":                   {isolatedStory(), Gated{Head: headA}, "nothing was produced"},
		"gates on the base":                  {producedStory(), Gated{Head: base}, "no commit of its own"},
		"gates while somebody works":         {plus(producedStory(), Began{Work: Produce, Worker: "me", Head: headA}), Gated{Head: headA}, "you are at work"},
		"gates on what a person committed":   {producedStory(), Gated{Head: headB}, ""},
		"gates run again":                    {gatedStory(), Gated{Head: headA}, ""},
		"a push of what the gates never saw": {producedStory(), Pushed{headA}, "gates did not run"},
		"a push of another head":             {gatedStory(), Pushed{headB}, "gates did not run"},
		"a proposal that is not pushed":      {gatedStory(), Proposed{Pull: 40}, "not pushed"},
		"a proposal of no number":            {plus(gatedStory(), Pushed{headA}), Proposed{}, "number"},
		"the proposal told again":            {proposedStory(), Proposed{Pull: 40, Closes: true}, ""},
		"a second proposal":                  {proposedStory(), Proposed{Pull: 41}, "#40 already"},
		"a second one, the first was closed": {plus(readyStory(), Blocked{Head: headA, Why: BlockedClosed, Reason: "r"}), Proposed{Pull: 41}, ""},
		"opened again, and not pushed": {plus(proposedStory(), wanted(1, headA), Began{Work: Fix, Worker: "fixer", Head: headA},
			Worked{Work: Fix, Worker: "fixer", Head: headB, Commits: 1}, Blocked{Head: headA, Why: BlockedClosed, Reason: "r"}), Proposed{Pull: 40, Again: true}, ""},
		"another one opened again":     {proposedStory(), Proposed{Pull: 41, Again: true}, "#41 is not its"},
		"producing after the proposal": {proposedStory(), Began{Work: Produce, Worker: "fixer", Head: headA}, "a fix"},
	})
}

func TestOrderErrorIsOneSentence(t *testing.T) {
	tests := map[string]struct {
		u    Unit
		fact Fact
		want string
	}{
		"never chosen": {Unit{ID: "7"}, Claimed{7}, "claimed cannot be written down: it was never chosen"},
		"out of order": {tell(t, proposedStory()...), Merging{Head: headA, Way: MergePlain},
			"merging cannot follow while the unit is proposed: aaaaaaa was not reviewed"},
		"no fact": {tell(t, twoMembers()), nil, "nothing can be written down: there is no fact"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if err := Allowed(test.u, test.fact); err == nil || err.Error() != test.want {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// TestEndKinds: the kinds that end a life are those after which a unit is not active.
func TestEndKinds(t *testing.T) {
	if got := EndKinds(); len(got) != 2 || got[0] != KindDelivered || got[1] != KindEnded {
		t.Errorf("got %v", got)
	}
}
