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
	on     *listing // what kept and before are about
	tab    tab
	kept   []int            // indexes of items, in the tab's order
	before map[string][]int // kept for what was typed before, for who takes a character back
}

// beforeKept is how many former results are kept.
const beforeKept = 32

// empty reports whether nothing is filtered.
func (f *filter) empty() bool { return f.parsed.Empty() }

// apply gives the indexes of the items that the typed text lets through. When
// more was typed, only what was kept before is looked at; when a character was
// taken back, what was kept then is known still.
func (f *filter) apply(l *listing, t tab, typed string) []int {
	if f.on != l || f.tab != t {
		f.on, f.tab, f.kept, f.before = l, t, nil, map[string][]int{}
	}
	from := l.order[t]
	if f.kept != nil && narrows(f.typed, typed) {
		from = f.kept
	}
	f.typed, f.parsed = typed, model.ParseFilter(typed)
	f.words = f.words[:0]
	for _, w := range f.parsed.Words {
		f.words = append(f.words, strings.ToLower(w))
	}
	slices.Sort(f.words)
	f.words = slices.Compact(f.words) // a large paste says the same thing often
	known, ok := f.before[typed]
	if !ok {
		known = f.run(l, from)
		if len(f.before) >= beforeKept {
			clear(f.before)
		}
		f.before[typed] = known
	}
	f.kept = known
	return known
}

// narrows reports whether text that grew at its end can only let fewer issues
// through: its last term went on and is still of the same kind.
func narrows(before, typed string) bool {
	more, grew := strings.CutPrefix(typed, before)
	if before == "" || !grew || strings.ContainsAny(more, ",:\"- ") {
		return false
	}
	last := before[strings.LastIndexByte(before, ' ')+1:]
	if strings.ContainsAny(last, ",\"") || strings.HasPrefix(last, "-") {
		return false
	}
	fuzzy := len(last) >= fuzzyFrom || len(last)+len(more) < fuzzyFrom
	return last != "" && (fuzzy || strings.Contains(last, ":"))
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
	contains := l.contains(from, word)
	need := letters(word)
	holds := make([]bool, len(from))
	loose := looseSource{}
	for i, at := range from {
		s := &l.items[at].search
		holds[i] = contains(at)
		if holds[i] || len(word) < fuzzyFrom || s.mask&need != need {
			continue
		}
		if text, ok := window(s.fuzzy, word); ok {
			loose.at = append(loose.at, i)
			loose.texts = append(loose.texts, text)
		}
	}
	for _, m := range fuzzy.FindFromNoSort(word, loose) {
		holds[loose.at[m.Index]] = true
	}
	kept := from[:0:0]
	for i, at := range from {
		if holds[i] {
			kept = append(kept, at)
		}
	}
	return kept
}

// contains gives a function that tells whether an item's text holds the word. For
// most of a long list at once it is quicker to look through all texts in one go.
func (l *listing) contains(from []int, word string) func(item int) bool {
	if len(from) < len(l.items)/4 {
		return func(item int) bool { return strings.Contains(l.items[item].search.low, word) }
	}
	found := make([]bool, len(l.items))
	item, pos := 0, 0
	for {
		i := strings.Index(l.text[pos:], word)
		if i < 0 {
			return func(item int) bool { return found[item] }
		}
		pos += i
		for item+1 < len(l.starts) && l.starts[item+1] <= pos {
			item++
		}
		found[item] = true
		if item+1 == len(l.starts) {
			return func(item int) bool { return found[item] }
		}
		pos = l.starts[item+1]
	}
}

// window is the first part of a text that holds the characters of a word in
// order and near enough to each other for a person to see the word in it: within
// twice its length. It keeps the fuzzy matcher from looking at all the rest.
func window(text, word string) (string, bool) {
	room := 2*len(word) + 2
	for from := 0; ; from++ {
		i := strings.IndexByte(text[from:], word[0])
		if i < 0 {
			return "", false
		}
		from += i
		part := text[from:min(from+room, len(text))]
		found := 1
		for k := 1; k < len(part) && found < len(word); k++ {
			if part[k] == word[found] {
				found++
			}
		}
		if found == len(word) {
			return part, true
		}
	}
}

// looseSource is the texts that may hold a word.
type looseSource struct {
	at    []int // where each stands in the list being narrowed
	texts []string
}

// String is the text of one.
func (s looseSource) String(i int) string { return s.texts[i] }

// Len is how many there are.
func (s looseSource) Len() int { return len(s.texts) }
