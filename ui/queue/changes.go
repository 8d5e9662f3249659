package queue

import (
	"slices"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// newsFor is how long a change made elsewhere stays marked.
const newsFor = 10 * time.Minute

// changes is what is not in the list itself: what is under way, what we wrote
// lately, and what others changed.
type changes struct {
	under   screen.Underway
	written []recipe.Written
	touched map[int]time.Time // what we changed, known by number only
	news    map[int]newsItem
	told    map[string]bool
}

// newsItem is a change made elsewhere.
type newsItem struct {
	words string
	by    string
	at    time.Time
}

// sentence tells what changed, by whom and when.
func (n newsItem) sentence(now time.Time) string {
	words := n.words
	if n.by != "" {
		words += " by " + n.by
	}
	if age := now.Sub(n.at); age >= time.Minute {
		return words + ", " + kit.Short(age) + " ago"
	}
	return words + " just now"
}

func newChanges() changes {
	return changes{touched: map[int]time.Time{}, news: map[int]newsItem{}, told: map[string]bool{}}
}

// about reports whether there is something to say of an issue.
func (c *changes) about(number int) bool {
	_, marked := c.news[number]
	return marked || c.under.Doing(number) != ""
}

// wrote notes issues that we changed, as they were read back.
func (c *changes) wrote(issues []model.Issue, now time.Time) {
	for _, is := range issues {
		c.written = slices.DeleteFunc(c.written, func(w recipe.Written) bool { return w.Issue.Number == is.Number })
		c.written = append(c.written, recipe.Written{Issue: is, At: now})
		delete(c.news, is.Number)
	}
}

// touch notes issues that we changed and know by number only: what the next reads
// find of them is no news.
func (c *changes) touch(numbers []int, now time.Time) {
	for n, at := range c.touched {
		if now.Sub(at) > recipe.Grace {
			delete(c.touched, n)
		}
	}
	for _, n := range numbers {
		c.touched[n] = now
	}
}

// recent gives what we wrote within the grace, and forgets the rest.
func (c *changes) recent(now time.Time) []recipe.Written {
	c.written = slices.DeleteFunc(c.written, func(w recipe.Written) bool { return now.Sub(w.At) > recipe.Grace })
	return slices.Clone(c.written)
}

// since gives what we wrote at or after a moment.
func (c *changes) since(at time.Time) []recipe.Written {
	var out []recipe.Written
	for _, w := range c.written {
		if !w.At.Before(at) {
			out = append(out, w)
		}
	}
	return out
}

// ours reports whether we wrote the issue lately.
func (c *changes) ours(number int, now time.Time) bool {
	at, touched := c.touched[number]
	return touched && now.Sub(at) <= recipe.Grace || c.under.Doing(number) != "" ||
		slices.ContainsFunc(c.written, func(w recipe.Written) bool { return w.Issue.Number == number })
}

// mark keeps a change made elsewhere; several of one issue are told together.
func (c *changes) mark(q recipe.QueueChange, now time.Time) {
	n := newsItem{words: model.Visible(q.Words), by: model.Visible(q.By), at: now}
	if old, ok := c.news[q.Number]; ok && old.at.Equal(now) {
		n.words = old.words + ", " + n.words
	}
	c.news[q.Number] = n
}

// forget drops marks that are old; it reports whether there were any.
func (c *changes) forget(now time.Time) bool {
	before := len(c.news)
	for number, n := range c.news {
		if now.Sub(n.at) > newsFor {
			delete(c.news, number)
		}
	}
	return len(c.news) != before
}

// firstTime reports whether a sentence was not said before.
func (c *changes) firstTime(words string) bool {
	if c.told[words] {
		return false
	}
	c.told[words] = true
	return true
}
