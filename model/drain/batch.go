package drain

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"gh-debt/model"
)

// BatchRefusal says why a member cannot be part of a batch.
type BatchRefusal string

// The refusals of a member.
const (
	BatchSecurity BatchRefusal = "security"
	BatchSpec     BatchRefusal = "spec" // offered for parking instead
)

// RefusedMember is a member that cannot be part of a batch. Its sentence holds
// nothing of the issue's own text.
type RefusedMember struct {
	Number   int          `json:"number"`
	Why      BatchRefusal `json:"why"`
	Sentence string       `json:"sentence"`
}

// BatchRefusals gives the members that two or more numbers cannot be drained with:
// security-shaped ones on a repository that is not private, and spec-class ones,
// which are to be parked. The queue holds the members and nothing else; one alone
// is no batch.
func BatchRefusals(q *model.Queue, private bool) []RefusedMember {
	if len(q.Entries) < 2 {
		return nil
	}
	var all []RefusedMember
	for i := range q.Entries {
		e := &q.Entries[i]
		n := e.Issue.Number
		switch {
		case withheld(e, private):
			all = append(all, RefusedMember{n, BatchSecurity, fmt.Sprintf(
				"#%d is security-shaped, and this repository is not private: it cannot be part of a batch", n)})
		case e.Grades.Footprint == model.Spec:
			all = append(all, RefusedMember{n, BatchSpec, fmt.Sprintf(
				"#%d must start with a design: park it instead of making it part of a batch", n)})
		}
	}
	return all
}

// BudgetLimit is how many points a batch may cost.
const BudgetLimit = 12

// Cost is what one member of a set costs.
type Cost struct {
	Number int    `json:"number"`
	Points int    `json:"points"`
	Why    string `json:"why"` // "medium 3 + not narrow 2"
}

// Budget is what a set of issues costs together (section 2 of draining).
type Budget struct {
	Costs   []Cost  `json:"costs"` // in the order of the queue
	Total   int     `json:"total"`
	Limit   int     `json:"limit"`
	Fits    bool    `json:"fits"`
	Subsets [][]int `json:"subsets,omitempty"` // when it does not fit: what would, best first
}

// Words is the budget in one line.
func (b Budget) Words() string {
	var parts []string
	for _, c := range b.Costs {
		parts = append(parts, fmt.Sprintf("#%d %d (%s)", c.Number, c.Points, c.Why))
	}
	return fmt.Sprintf("%s: %d of %d points", strings.Join(parts, ", "), b.Total, b.Limit)
}

// NewBudget costs the entries of a queue as one set, in its order, and when they do
// not fit gives up to three of the largest subsets that do: more members first,
// then the higher severities, then the order of the queue. A subset of one that is
// listed is not listed.
func NewBudget(entries []model.Entry) Budget {
	items := priced(entries)
	all := make([]int, len(items))
	for i := range items {
		all[i] = i
	}
	b := Budget{Costs: make([]Cost, 0, len(items)), Limit: BudgetLimit}
	for i := range items {
		c := items.cost(i, all)
		b.Costs = append(b.Costs, c)
		b.Total += c.Points
	}
	b.Fits = b.Total <= b.Limit
	if !b.Fits {
		b.Subsets = items.subsets()
	}
	return b
}

// item is a member as the budget sees it.
type item struct {
	number int
	rank   int    // of the severity
	base   int    // by difficulty
	named  string // the difficulty in words
	narrow bool
	dir    string // of a keyed path; "" for none and for the root
}

type items []item

func priced(entries []model.Entry) items {
	out := make(items, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		it := item{
			number: e.Issue.Number,
			rank:   model.SeverityRank(e.Grades.Severity),
			narrow: e.Grades.Footprint == model.Narrow,
		}
		it.base, it.named = difficultyPoints(e.Grades.Difficulty)
		if e.HasKey {
			if dir := path.Dir(e.Key.Path); dir != "." && dir != "/" {
				it.dir = dir
			}
		}
		out = append(out, it)
	}
	return out
}

func difficultyPoints(difficulty string) (int, string) {
	switch difficulty {
	case model.Easy:
		return 2, "easy"
	case model.Hard:
		return 7, "hard"
	case model.Medium:
		return 3, "medium"
	}
	return 3, "ungraded"
}

// reach is what a member that is not narrow costs on top.
const reach = 2

// cost prices the item at place i as a member of the set of places.
func (all items) cost(i int, set []int) Cost {
	it := all[i]
	c := Cost{Number: it.number, Points: it.base, Why: fmt.Sprintf("%s %d", it.named, it.base)}
	if it.narrow {
		return c
	}
	mate := slices.IndexFunc(set, func(j int) bool { return j != i && it.dir != "" && all[j].dir == it.dir })
	if mate >= 0 {
		c.Why += fmt.Sprintf(", its directory shared with #%d", all[set[mate]].number)
		return c
	}
	c.Points += reach
	c.Why += fmt.Sprintf(" + not narrow %d", reach)
	return c
}

func (all items) total(set []int) int {
	sum := 0
	for _, i := range set {
		sum += all.cost(i, set).Points
	}
	return sum
}
