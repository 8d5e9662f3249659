package kit

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// The widget wraps and draws all that it holds at each key, which takes 50 ms
// where that are 70,000 characters, and it drops what goes beyond 10,000 lines.
// So it is given a part of a long text at most, as wide as a screen or two on
// either side of the cursor, and another part when the cursor comes near an end.
const (
	partBytes, partLines = 3000, 150 // on either side of the cursor, at most
	nearBytes, nearLines = 1500, 60  // from an end of the part, where another one is taken
	wholeBytes           = 2 * partBytes
	wholeLines           = 2 * partLines
	insertAtOnce         = 500 // bytes that are given to the widget as typed
	seam                 = 400 // bytes in which a white space is looked for to cut at
)

// long reports whether a text is too long to be given to the widget whole.
func long(s string) bool { return len(s) > wholeBytes || strings.Count(s, "\n") > wholeLines }

// near reports whether so little text lies between the cursor and an end.
func near(s string) bool { return len(s) < nearBytes && strings.Count(s, "\n") < nearLines }

// whole gives the text and where the cursor is in it, in bytes.
func (a *Area) whole() (text string, at int) {
	part := a.field.Value()
	return a.before + part + a.after, len(a.before) + a.offset(part)
}

// offset is where the cursor is in what the widget holds, in bytes.
func (a *Area) offset(part string) int {
	at := 0
	for range a.field.Line() {
		at += strings.IndexByte(part[at:], '\n') + 1
	}
	info := a.field.LineInfo()
	for range info.StartColumn + info.ColumnOffset {
		_, size := utf8.DecodeRuneInString(part[at:])
		at += size
	}
	return at
}

// insert puts a text of any length at the cursor.
func (a *Area) insert(s string) {
	text, at := a.whole()
	a.place(text[:at]+s+text[at:], at+len(s), false)
}

// settle takes another part of the text when the cursor came near an end of the
// one that the widget holds, or when that grew too long.
func (a *Area) settle() {
	part := a.field.Value()
	at := a.offset(part)
	up := a.before != "" && near(part[:at])
	down := a.after != "" && near(part[at:])
	if up || down || len(part) > 2*wholeBytes || strings.Count(part, "\n") > 2*wholeLines {
		a.place(a.before+part+a.after, len(a.before)+at, up)
	}
}

// place gives the widget the part of a text around a position, and puts the
// cursor there: on the first line that is seen when it came from below, else on
// the last.
func (a *Area) place(text string, at int, fromBelow bool) {
	from, to := 0, len(text)
	if long(text) {
		from, to = cutBefore(text, at), cutAfter(text, at)
	}
	part := text[from:to]
	a.before, a.after = text[:from], text[to:]
	a.field.SetValue(part)
	if fromBelow {
		a.scroll()
	}
	head := part[:at-from]
	for row := strings.Count(head, "\n"); a.field.Line() > row; {
		a.field.CursorUp()
	}
	a.field.SetCursor(utf8.RuneCountInString(head[strings.LastIndexByte(head, '\n')+1:]))
	a.scroll()
}

// scroll brings the cursor into view. The widget scrolls through what it drew
// last, so that it has to draw first.
func (a *Area) scroll() {
	_ = a.field.View()
	a.field, _ = a.field.Update(nil)
}

// cutBefore says where the part before a position begins, behind a white space
// where there is one at hand.
func cutBefore(text string, at int) int {
	from := max(0, at-partBytes)
	for i, lines := at, 0; i > from; i-- {
		if text[i-1] == '\n' {
			if lines++; lines > partLines {
				return i
			}
		}
	}
	if from == 0 {
		return 0
	}
	if i := strings.IndexAny(text[from:from+seam], " \n"); i >= 0 {
		return from + i + 1
	}
	for !utf8.RuneStart(text[from]) {
		from++
	}
	return from
}

// cutAfter says where the part after a position ends.
func cutAfter(text string, at int) int {
	to := min(len(text), at+partBytes)
	for i, lines := at, 0; i < to; i++ {
		if text[i] == '\n' {
			if lines++; lines > partLines {
				return i
			}
		}
	}
	if to == len(text) {
		return to
	}
	if i := strings.LastIndexAny(text[to-seam:to], " \n"); i >= 0 {
		return to - seam + i
	}
	for !utf8.RuneStart(text[to]) {
		to--
	}
	return to
}

// reachesOut does what a key does to a line, or to the text, that goes beyond
// what the widget holds; false leaves the key to the widget.
func (a *Area) reachesOut(k tea.KeyMsg) bool {
	if a.before == "" && a.after == "" || k.Type == tea.KeyRunes {
		return false
	}
	text, at := a.whole()
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i
	}
	keys := a.field.KeyMap
	switch {
	case key.Matches(k, keys.InputBegin):
		a.place(text, 0, true)
	case key.Matches(k, keys.InputEnd):
		a.place(text, len(text), false)
	case begin < len(a.before) && key.Matches(k, keys.LineStart):
		a.place(text, begin, true)
	case begin < len(a.before) && key.Matches(k, keys.DeleteBeforeCursor):
		a.place(text[:begin]+text[at:], begin, true)
	case end > len(text)-len(a.after) && key.Matches(k, keys.LineEnd):
		a.place(text, end, false)
	case end > len(text)-len(a.after) && key.Matches(k, keys.DeleteAfterCursor):
		a.place(text[:at]+text[end:], at, false)
	default:
		return false
	}
	return true
}
