package queue

import (
	"slices"
	"strings"

	"gh-debt/model"

	"github.com/sahilm/fuzzy"
)

// searchText is what free text is looked for in, made once for each issue.
type searchText struct {
	low   string // all of it, in lower case
	fuzzy string // number, title and path, which the fuzzy matcher looks at
	mask  uint64 // the letters and digits that fuzzy holds
}

func newSearchText(e *model.Entry, title string) searchText {
	s := searchText{low: strings.ToLower(e.SearchText())}
	s.fuzzy = strings.ToLower(title + " " + e.Path)
	s.mask = letters(s.fuzzy)
	return s
}

// letters is a set of the letters and digits of a text; other characters share
// the last bit. A text cannot match a word that has a letter it lacks.
func letters(s string) uint64 {
	var set uint64
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z':
			set |= 1 << (c - 'a')
		case c >= '0' && c <= '9':
			set |= 1 << (26 + c - '0')
		case c >= 0x80:
			set |= 1 << 40
		default:
			set |= 1 << 41
		}
	}
	return set
}

// filter is what was typed behind '/', and which issues it lets through.
type filter struct {
	typed  string
	parsed model.Filter
	words  []string // free text, in lower case
	on     *listing // what kept is about
	tab    tab
	kept   []int // indexes of items, in the tab's order
}

// empty reports whether nothing is filtered.
func (f *filter) empty() bool { return f.parsed.Empty() }

// apply gives the indexes of the items that the typed text lets through. When
// more was typed behind free text, only what was kept before is looked at.
func (f *filter) apply(l *listing, t tab, typed string) []int {
	from := l.order[t]
	if f.on == l && f.tab == t && f.narrows(typed) {
		from = f.kept
	}
	f.typed, f.parsed = typed, model.ParseFilter(typed)
	f.words = f.words[:0]
	for _, w := range f.parsed.Words {
		f.words = append(f.words, strings.ToLower(w))
	}
	f.on, f.tab = l, t
	f.kept = f.run(l, from)
	return f.kept
}

// narrows reports whether the new text can only let fewer issues through: a word
// of free text grew at its end, and nothing else changed.
func (f *filter) narrows(typed string) bool {
	if f.typed == "" || !strings.HasPrefix(typed, f.typed) || len(f.words) == 0 {
		return false
	}
	return !strings.ContainsAny(typed, `:"-`)
}

func (f *filter) run(l *listing, from []int) []int {
	if f.parsed.Empty() {
		return from
	}
	kept := make([]int, 0, len(from))
	for _, at := range from {
		if f.parsed.Match(l.items[at].entry) {
			kept = append(kept, at)
		}
	}
	for _, w := range f.words {
		kept = keepWord(l, kept, w)
	}
	return kept
}

// fuzzyFrom is how many characters a word needs before it is looked for fuzzily;
// nearly every title holds any two letters in some order.
const fuzzyFrom = 3

// keepWord keeps the items that hold the word as it is, or whose title or path
// holds its letters in order and close together.
func keepWord(l *listing, from []int, word string) []int {
	if len(word) < fuzzyFrom {
		return slices.DeleteFunc(from, func(at int) bool { return !strings.Contains(l.items[at].search.low, word) })
	}
	need := letters(word)
	holds := make([]bool, len(from))
	loose := looseSource{listing: l}
	for i, at := range from {
		switch s := &l.items[at].search; {
		case strings.Contains(s.low, word):
			holds[i] = true
		case s.mask&need == need:
			loose.at = append(loose.at, i)
			loose.items = append(loose.items, at)
		}
	}
	for _, m := range fuzzy.FindFromNoSort(word, loose) {
		holds[loose.at[m.Index]] = tight(m.MatchedIndexes)
	}
	kept := from[:0:0]
	for i, at := range from {
		if holds[i] {
			kept = append(kept, at)
		}
	}
	return kept
}

// tight reports whether matched characters lie near enough to each other for a
// person to see the word in them: within twice its length.
func tight(at []int) bool {
	return len(at) > 0 && at[len(at)-1]-at[0] < 2*len(at)+2
}

// looseSource is the texts that hold the letters of a word.
type looseSource struct {
	listing *listing
	at      []int // where each stands in the list being narrowed
	items   []int
}

// String is the text of one.
func (s looseSource) String(i int) string { return s.listing.items[s.items[i]].search.fuzzy }

// Len is how many there are.
func (s looseSource) Len() int { return len(s.items) }
