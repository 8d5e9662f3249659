package board

import (
	"strconv"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
)

// item is a unit as the board draws it. Its texts are fit for a terminal.
type item struct {
	card     drain.Card
	numbers  []int
	names    string // "#12 #15"
	title    string // of the first member
	severity string // likewise
	branch   string
	waits    string // what it waits for, or how it ended
	next     string // the step that comes next, in words
	trouble  string // how the last step went wrong
	drawn    [2]drawn
}

// newItem makes the texts of a unit, once for a reading.
func newItem(c drain.Card) item {
	u := &c.Unit
	it := item{card: c, branch: model.Visible(u.Branch.Branch), next: stepWords(c.Turn.Step)}
	for _, m := range members(u) {
		it.numbers = append(it.numbers, m.Number)
		if it.title == "" {
			it.title, it.severity = model.Visible(m.Title), model.Visible(m.Severity)
		}
	}
	names := make([]string, len(it.numbers))
	for i, n := range it.numbers {
		names[i] = "#" + strconv.Itoa(n)
	}
	if it.names = strings.Join(names, " "); it.names == "" {
		it.names = model.Visible(u.ID)
	}
	if u.Trouble != nil && !over(u) {
		it.trouble = model.Visible(u.Trouble.Step + " failed: " + u.Trouble.Reason)
	}
	it.waits = model.Visible(waiting(c))
	return it
}

// waiting says what a unit waits for, or how it ended, as a sentence without its
// subject.
func waiting(c drain.Card) string {
	u := &c.Unit
	switch {
	case over(u):
		return ending(u)
	case c.Turn.Waits != "":
		return c.Turn.Waits
	case c.Turn.Asks != "":
		return "asks: " + c.Turn.Asks
	case c.Waits != "":
		return "waits for " + c.Waits
	}
	return ""
}

// members are the issues that the unit is about; after its end, those it began
// with.
func members(u *rule.Unit) []rule.Member {
	if in := u.Members(); len(in) > 0 {
		return in
	}
	return u.Chosen.Members
}

// ending says how a unit came to its end, "" while it has none.
func ending(u *rule.Unit) string {
	switch {
	case u.Deliver != nil && len(u.Deliver.StillOpen) > 0:
		return kit.Numbers(u.Deliver.StillOpen...) + " still open"
	case u.Deliver != nil:
		return "closed " + kit.Numbers(u.Deliver.Closed...)
	case u.Ended != nil && u.Ended.Reason != "":
		return string(u.Ended.End) + ": " + u.Ended.Reason
	case u.Ended != nil:
		return string(u.Ended.End)
	}
	return ""
}

// over reports whether the unit has come to an end.
func over(u *rule.Unit) bool {
	return u.Stage == rule.StageDelivered || u.Stage == rule.StageEnded
}

// subject names the unit in a sentence.
func (it *item) subject() string {
	if len(it.numbers) == 0 {
		return it.names
	}
	return kit.Numbers(it.numbers...)
}
