package drain

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// offered gives the numbers of the offers.
func offered(q *model.Queue, private bool) [][]int {
	var out [][]int
	for _, o := range Offers(q, private) {
		out = append(out, o.Numbers)
	}
	return out
}

func TestOffers(t *testing.T) {
	for _, c := range []struct {
		name    string
		private bool
		issues  []model.Issue
		want    [][]int
	}{
		{"no candidate", true, []model.Issue{issue(1, "a/b.go", "in-progress")}, nil},
		{"one candidate is taken", true, []model.Issue{issue(1, "a/b.go"), issue(2, "c/d.go", "in-progress")}, [][]int{{1}}},
		{"the batch that the first heads, it alone, the next distinct ones", true,
			[]model.Issue{issue(1, "a/b.go"), issue(2, "a/b.go"), issue(3, "c/d.go"), issue(4, "e/f.go"), issue(5, "g/h.go")},
			[][]int{{1, 2}, {1}, {3}, {4}}},
		{"at most four without a batch too", true,
			[]model.Issue{issue(1, "a/b.go"), issue(2, "c/d.go"), issue(3, "e/f.go"), issue(4, "g/h.go"), issue(5, "i/j.go")},
			[][]int{{1}, {2}, {3}, {4}}},
		{"a batch further down is not offered as one", true,
			[]model.Issue{issue(1, "a/b.go"), issue(2, "c/d.go"), issue(3, "c/d.go")}, [][]int{{1}, {2}, {3}}},
		{"severity goes before age", true,
			[]model.Issue{issue(1, "a/b.go"), issue(2, "c/d.go", "severity:critical")}, [][]int{{2}, {1}}},
		{"a batch holds no spec-class issue", true,
			[]model.Issue{issue(1, "a/b.go"), issue(2, "a/b.go", "footprint:spec"), issue(3, "a/b.go")}, [][]int{{1, 3}, {1}, {2}}},
		{"a spec-class issue heads no batch", true,
			[]model.Issue{issue(1, "a/b.go", "footprint:spec"), issue(2, "a/b.go")}, [][]int{{1}, {2}}},
		{"what joined the others may have been left out", true,
			// 1 and 3 are related through 2 alone
			[]model.Issue{issue(1, "a/b.go"), keyed(2, "design/x", "a/b.go", "footprint:spec"), keyed(3, "design/x", "a/c.go")},
			[][]int{{1}, {2}, {3}}},
		{"in public no security-shaped member", false,
			[]model.Issue{issue(1, "a/b.go"), security(issue(2, "a/b.go")), issue(3, "a/b.go")}, [][]int{{1, 3}, {1}}},
		{"in private one like any other", true,
			[]model.Issue{issue(1, "a/b.go"), security(issue(2, "a/b.go"))}, [][]int{{1, 2}, {1}}},
		{"in public a security-shaped one is not offered alone either", false,
			[]model.Issue{security(issue(1, "a/b.go", "severity:critical")), issue(2, "c/d.go")}, [][]int{{2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, offered(queueOf(c.issues...), c.private)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// keyed makes an issue with a class of its own.
func keyed(number int, class, path string, labels ...string) model.Issue {
	is := issue(number, "", labels...)
	k, err := model.NewKey(class, path, number)
	if err != nil {
		panic(err)
	}
	is.Body = k.Comment() + "\n"
	return is
}

func TestOffersSayWhyAndWhatABatchCosts(t *testing.T) {
	got := Offers(queueOf(issue(1, "a/b.go", "difficulty:easy"), issue(2, "a/b.go"), issue(3, "c/d.go", "footprint:spec")), true)
	want := []Offer{
		{Numbers: []int{1, 2}, Why: "the batch that #1 heads: all in a/b.go", Budget: Budget{
			Costs: []Cost{
				{1, 2, "easy 2, its directory shared with #2"},
				{2, 3, "ungraded 3, its directory shared with #1"},
			}, Total: 5, Limit: 12, Fits: true}},
		{Numbers: []int{1}, Why: "the first in line"},
		{Numbers: []int{3}, Why: "next in line; it must start with a design"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhyNone(t *testing.T) {
	asks := issue(5, "a/b.go", "severity:investigate")
	asks.Body += "\n" + model.Research{Question: "Is the branch\x1b reachable?", SettledBy: "a trace"}.Block() + "\n"
	secret := asks
	secret.Number, secret.Title = 6, "SQL injection in the search form"
	mute := issue(7, "a/b.go", "severity:investigate")
	for _, c := range []struct {
		name    string
		private bool
		issues  []model.Issue
		want    string
	}{
		{"an empty queue", true, nil, "the queue is empty"},
		{"closed ones count for nothing", true, []model.Issue{closed(issue(1, "a/b.go", "in-progress"))}, "the queue is empty"},
		{"claimed, parked, and investigate ones by their questions", true,
			[]model.Issue{issue(1, "a/b.go", "in-progress"), issue(2, "a/b.go", "in-progress"), issue(3, "a/b.go", "debt:spec-pending"), issue(4, "a/b.go", "debt:spec-active"), asks, mute},
			"claimed: #1 #2\nparked on a design: #3 #4\n#5 is graded investigate: Is the branch^[ reachable?\n#7 is graded investigate: it asks no question yet"},
		{"in public a security-shaped question is not quoted", false, []model.Issue{secret},
			"#6 is graded investigate: its question is not shown here"},
		{"in public what is withheld is counted", false, []model.Issue{security(issue(1, "a/b.go")), security(issue(2, "a/b.go"))},
			"2 security-shaped, not drained where everybody can read along"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, WhyNone(queueOf(c.issues...), c.private)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A thousand candidates of one file, the worst case for a batch, are offered at once.
func BenchmarkOffersOfAThousand(b *testing.B) {
	var issues []model.Issue
	for i := range 1000 {
		issues = append(issues, issue(i+1, "a/b.go"))
	}
	q := queueOf(issues...)
	for b.Loop() {
		Offers(q, false)
	}
}

// TestUnaskedStaysInTheBudget: what nobody chose is nothing that is refused afterwards.
func TestUnaskedStaysInTheBudget(t *testing.T) {
	cases := map[string]struct {
		offers []Offer
		want   []int
	}{
		"none":           {nil, nil},
		"one issue":      {[]Offer{{Numbers: []int{7}}, {Numbers: []int{9}}}, []int{7}},
		"a batch":        {[]Offer{{Numbers: []int{7, 9}, Budget: Budget{Fits: true}}}, []int{7, 9}},
		"one that costs": {[]Offer{{Numbers: []int{7, 9, 11}, Budget: Budget{Subsets: [][]int{{7, 11}, {9, 11}}}}}, []int{7, 11}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Unasked(c.offers)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
