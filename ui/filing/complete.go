package filing

import (
	"slices"
	"strings"

	"gh-debt/model"
	"gh-debt/ui/kit"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"
)

// completed is how many completions are shown.
const completed = 5

// completion is the list below the path or the class.
type completion struct {
	of      field
	typed   string
	words   []string
	chosen  int // -1: what is typed stands
	request int
}

// completedWords are the completions of what was typed.
type completedWords struct {
	request int
	of      field
	typed   string
	words   []string
}

// lookUp finds the completions of what stands in the focused field, off the
// program's own goroutine, since an index may hold a hundred thousand paths.
func (m *Model) lookUp() tea.Cmd {
	m.complete.request = 0
	typed := strings.TrimSpace(m.form.text(m.focus))
	among := m.completes()
	if len(among) == 0 || typed == "" || slices.Contains(among, typed) {
		m.complete.words = nil
		return nil
	}
	request, of := m.env.Requests.Next(), m.focus
	m.complete.request = request
	return func() tea.Msg {
		return completedWords{request, of, typed, complete(among, typed, completed)}
	}
}

// takeWords shows the completions unless typing has gone on.
func (m *Model) takeWords(msg completedWords) {
	if msg.request != m.complete.request || msg.of != m.focus {
		return
	}
	m.complete = completion{of: msg.of, typed: msg.typed, words: msg.words}
	if msg.of == fieldClass {
		m.complete.chosen = -1 // a class of one's own is as good
	}
}

// completes is what the focused field is completed from.
func (m *Model) completes() []string {
	switch m.focus {
	case fieldPath:
		return m.paths
	case fieldClass:
		return m.classes()
	}
	return nil
}

// classes are the known classes: those that the rules list, and those of the
// open issues.
func (m *Model) classes() []string {
	all := slices.Clone(m.deps.Rules.Classes)
	if m.match.stage == found {
		for _, is := range m.match.result.Open {
			if key, ok := model.FindKey(is.Body); ok && key.Class != model.Unclassified {
				all = append(all, key.Class)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// listing reports whether completions are shown.
func (m *Model) listing() bool {
	return m.complete.of == m.focus && len(m.complete.words) > 0 && (m.focus == fieldPath || m.focus == fieldClass)
}

// pick moves through the completions and reports whether there was one to move
// to; at the ends the key goes on to the next field.
func (m *Model) pick(by int) bool {
	if !m.listing() {
		return false
	}
	next := m.complete.chosen + by
	if next >= len(m.complete.words) || next < -1 || next == -1 && m.focus == fieldPath {
		return false
	}
	m.complete.chosen = next
	return true
}

// accept puts the chosen completion into the field.
func (m *Model) accept() bool {
	if !m.listing() || m.complete.chosen < 0 {
		return false
	}
	m.form.inputs[m.focus].SetValue(m.complete.words[m.complete.chosen])
	m.complete.words = nil
	return true
}

// completionLines draws the list; the letters that matched stand out.
func (m *Model) completionLines(width int) []string {
	t := m.env.Theme
	if !m.listing() {
		return nil
	}
	var out []string
	for i, w := range m.complete.words {
		mark, plain := "  ", t.Dim
		if i == m.complete.chosen {
			mark, plain = t.Accent.Render(t.Glyph.Pointer)+" ", t.Strong
		}
		out = append(out, kit.Cut(t, mark+emphasised(model.Visible(w), m.complete.typed, plain.Render, t.Match.Render), width))
	}
	return out
}

// emphasised draws a word with the letters that match what was typed.
func emphasised(word, typed string, plain, match func(...string) string) string {
	lower := strings.ToLower(word)
	found := fuzzy.Find(strings.ToLower(typed), []string{lower})
	if len(found) == 0 || len(lower) != len(word) {
		return plain(word)
	}
	var b strings.Builder
	from := 0
	for _, at := range found[0].MatchedIndexes {
		if at < from || at >= len(word) || word[at] >= 0x80 {
			continue
		}
		b.WriteString(plain(word[from:at]) + match(word[at:at+1]))
		from = at + 1
	}
	return b.String() + plain(word[from:])
}

// complete gives the words that are most likely meant: those that hold what was
// typed, the shortest first and those whose last part begins with it before the
// others, then those that hold its letters in order.
func complete(among []string, typed string, most int) []string {
	want := strings.ToLower(typed)
	var whole []string
	for _, w := range among {
		if strings.Contains(strings.ToLower(w), want) {
			whole = append(whole, w)
		}
	}
	rank := func(w string) int {
		lower := strings.ToLower(w)
		if strings.HasPrefix(lower[strings.LastIndexByte(lower, '/')+1:], want) || strings.HasPrefix(lower, want) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(whole, func(a, b string) int {
		if c := rank(a) - rank(b); c != 0 {
			return c
		}
		return len(a) - len(b)
	})
	if len(whole) >= most {
		return whole[:most]
	}
	for _, f := range fuzzy.Find(typed, among) {
		if len(whole) == most {
			break
		}
		if !slices.Contains(whole, f.Str) {
			whole = append(whole, f.Str)
		}
	}
	return whole
}
