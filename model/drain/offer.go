package drain

import (
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
)

// MaxOffers is how many units are offered at most.
const MaxOffers = 4

// Offer is one unit that may be drained next.
type Offer struct {
	Numbers []int  `json:"numbers"`         // in the order of the queue
	Why     string `json:"why"`             // in words, without a title
	Budget  Budget `json:"budget,omitzero"` // of a batch; the zero value for one issue
}

// Unasked gives the numbers to take of offers where nobody is there to choose: the
// first offer, of a batch over its budget the best of the subsets that fit. Of no
// offer it gives none.
func Unasked(offers []Offer) []int {
	if len(offers) == 0 {
		return nil
	}
	first := offers[0]
	if len(first.Numbers) > 1 && !first.Budget.Fits && len(first.Budget.Subsets) > 0 {
		return first.Budget.Subsets[0]
	}
	return first.Numbers
}

// Offers gives what may be drained next when no number was given: nothing without
// a candidate, the one candidate when there is but one, else at most MaxOffers
// units: the batch that the first candidate heads, it alone, and the next
// candidates that are not of that batch, alone. A batch holds no spec-class issue.
// On a repository that is not private no security-shaped issue is offered, since
// a unit that holds one could not be worked on in public; Withheld counts them.
func Offers(q *model.Queue, private bool) []Offer {
	var offers []Offer
	var batch *Offer
	place := 0
	for i := range q.Entries {
		e := &q.Entries[i]
		if len(offers) == MaxOffers {
			break
		}
		offered := batch != nil && slices.Contains(batch.Numbers, e.Issue.Number)
		if offered || !e.Candidate() || withheld(e, private) {
			continue
		}
		if place == 0 {
			if batch = batchOf(q, e, private); batch != nil {
				offers = append(offers, *batch)
			}
		}
		offers = append(offers, Offer{Numbers: []int{e.Issue.Number}, Why: aloneWhy(place, e)})
		place++
	}
	return offers
}

// Withheld counts the candidates that are not offered because they are
// security-shaped and the repository is not private. Only their number is said.
func Withheld(q *model.Queue, private bool) int {
	n := 0
	for i := range q.Entries {
		if e := &q.Entries[i]; e.Candidate() && withheld(e, private) {
			n++
		}
	}
	return n
}

func withheld(e *model.Entry, private bool) bool { return !private && SecurityShaped(e.Issue) }

// batchOf gives the batch of an entry among those that a batch may hold, nil when it
// stands alone there. What is left out may have been what joined the others, so the
// relations are looked at anew.
func batchOf(q *model.Queue, first *model.Entry, private bool) *Offer {
	if first.Batch == nil {
		return nil
	}
	var able []model.Issue
	for _, n := range first.Batch.Members {
		if m, _, ok := q.Find(n); ok && m.Grades.Footprint != model.Spec && !withheld(m, private) {
			able = append(able, m.Issue)
		}
	}
	rest := model.NewQueue(able, model.Facts{})
	e, _, ok := rest.Find(first.Issue.Number)
	if !ok || e.Batch == nil {
		return nil
	}
	var members []model.Entry
	for i := range rest.Entries {
		if slices.Contains(e.Batch.Members, rest.Entries[i].Issue.Number) {
			members = append(members, rest.Entries[i])
		}
	}
	return &Offer{
		Numbers: slices.Clone(e.Batch.Members),
		Why:     fmt.Sprintf("the batch that #%d heads: %s", first.Issue.Number, signalWords(e.Batch)),
		Budget:  NewBudget(members),
	}
}

func signalWords(b *model.Batch) string {
	switch b.Signal {
	case model.SignalPath:
		return "all in " + model.Visible(b.Paths[0])
	case model.SignalClassDir:
		return "one class in one directory"
	}
	return "they share files or a class in a directory"
}

func aloneWhy(place int, e *model.Entry) string {
	why := "the first in line"
	if place > 0 {
		why = "next in line"
	}
	if e.Grades.Footprint == model.Spec {
		why += "; it must start with a design"
	}
	return why
}

// WhyNone says why there is nothing to drain, one line a reason: what is claimed,
// what is parked, and the open investigations by their questions. On a repository
// that is not private a security-shaped question is not quoted.
func WhyNone(q *model.Queue, private bool) string {
	var claimed, parked, asked []string
	for i := range q.Entries {
		e := &q.Entries[i]
		if e.Issue.State == model.Closed {
			continue
		}
		n := fmt.Sprintf("#%d", e.Issue.Number)
		switch e.Excluded {
		case model.InProgress:
			claimed = append(claimed, n)
		case model.SpecParked:
			parked = append(parked, n)
		case model.Investigating:
			asked = append(asked, n+" is graded investigate: "+question(e, private))
		}
	}
	var lines []string
	if len(claimed) > 0 {
		lines = append(lines, "claimed: "+strings.Join(claimed, " "))
	}
	if len(parked) > 0 {
		lines = append(lines, "parked on a design: "+strings.Join(parked, " "))
	}
	lines = append(lines, asked...)
	if n := Withheld(q, private); n > 0 {
		lines = append(lines, fmt.Sprintf("%d security-shaped, not drained where everybody can read along", n))
	}
	if len(lines) == 0 {
		return "the queue is empty"
	}
	return strings.Join(lines, "\n")
}

func question(e *model.Entry, private bool) string {
	if withheld(e, private) {
		return "its question is not shown here"
	}
	blocks := model.FindResearch(e.Issue.Body)
	if len(blocks) == 0 || blocks[0].Question == "" {
		return "it asks no question yet"
	}
	return model.Visible(blocks[0].Question)
}
