package drain

import "testing"

// TestThePersonIsYou: the worker of that name is called so in configuration and flags
// alone.
func TestThePersonIsYou(t *testing.T) {
	u := tell(t, plus(isolatedStory(), Began{Work: Produce, Worker: Me, Head: base})...)
	_, why := Next(u)
	for got, want := range map[string]string{
		Who(Me):                    "you",
		Who("fixer"):               "fixer",
		Does(Me, "says", "say"):    "you say",
		Does("eye", "says", "say"): "eye says",
		WaitsFor(u):                "the change by you",
		why:                        "you began on it and did not end",
		Sentence(Event{By: "ada", Fact: Worked{Worker: Me, Commits: 1, Head: headA}}):  "1 commit, to " + shortHead(headA) + ", by ada",
		Sentence(Event{By: Engine, Fact: Worked{Worker: Me, Commits: 1, Head: headA}}): "1 commit, to " + shortHead(headA) + ", by a person",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
