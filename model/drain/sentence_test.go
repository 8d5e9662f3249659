package drain_test

import (
	"strings"
	"testing"

	"gh-debt/model/drain"
)

func TestSentence(t *testing.T) {
	const head = "1f3c2aa9d0c1f3c2aa9d0c1f3c2aa9d0c1f3c2aa"
	for name, c := range map[string]struct {
		fact drain.Fact
		want string
	}{
		"chosen":                 {drain.Chosen{Members: []drain.Member{{Number: 3}, {Number: 12}}, Implementer: "me"}, "chosen: #3, #12, to be done by ada"},
		"chosen by nobody known": {drain.Chosen{Members: []drain.Member{{Number: 3}}, Implementer: "fixer"}, "chosen: #3, to be done by fixer"},
		"claimed":                {drain.Claimed{Number: 3}, "claimed #3"},
		"branched":               {drain.Branched{Branch: "debt/3", Target: "main", Base: head}, "created the branch debt/3 at main (1f3c2aa)"},
		"left":                   {drain.Left{Number: 3, Why: drain.SpecParked, Reason: "it needs a design"}, "#3 left: spec parked: it needs a design"},
		"renamed":                {drain.Renamed{Home: "acme/store"}, "the repository is acme/store by now"},
		"diverted":               {drain.Left{Number: 3, Why: drain.Diverted, Reason: "x"}, "a member left for a private channel"},
		"worked":                 {drain.Worked{Worker: "fixer\x1b[2J", Commits: 2, Head: head}, "2 commits, to 1f3c2aa, by fixer^[[2J"},
		"gated":                  {drain.Gated{Head: head, Gates: []drain.GateResult{{Gate: drain.Gate{Kind: drain.GateTests}, Outcome: drain.RanClean}}}, "gates on 1f3c2aa: tests ran clean"},
		"reviewed":               {drain.Reviewed{Round: 1, Worker: "eye", Verdict: drain.Verdict{Verdict: "PASS", HeadSHA: head}}, "round 1: PASS on 1f3c2aa, by eye"},
		"proposed":               {drain.Proposed{Pull: 40}, "opened pull request #40"},
		"opened again":           {drain.Proposed{Pull: 40, Again: true}, "pull request #40 is open again"},
		"decided":                {drain.Decided{Round: 3, Choice: drain.ChoiceHandBack}, "decided at round 3: hand back"},
		"merged":                 {drain.Merged{Head: head, SHA: head}, "merged 1f3c2aa as 1f3c2aa"},
		"ended":                  {drain.Ended{End: drain.HandedBack, Reason: "released by ana"}, "ended as handed back: released by ana"},
		"unread":                 {drain.Unread{As: "later"}, "later, which this version cannot read"},
		"no fact":                {nil, "nothing is known of it"},
		"delivered":              {drain.Delivered{Closed: []int{3}}, "delivered: closed #3"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := drain.Sentence(drain.Event{By: "ada", Fact: c.fact}); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestEveryFactHasASentence: a kind that is added later is not forgotten.
func TestEveryFactHasASentence(t *testing.T) {
	for _, kind := range drain.Kinds() {
		fact, err := drain.DecodeFact(kind, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if got := drain.Sentence(drain.Event{Fact: fact}); got == "" || strings.Contains(got, "cannot read") {
			t.Errorf("%s: %q", kind, got)
		}
	}
}
