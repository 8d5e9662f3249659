package model

import "strings"

const byteOrderMark = "\uFEFF"

// line is one line of a body as the scanner gives it.
type line struct {
	number int    // from 1
	start  int    // body[start:end] is the line as written, without its "\n"
	end    int    //
	next   int    // where the line after it starts
	text   string // the line without "\r", and without a byte-order mark that begins the body
	fenced bool   // it lies in a fenced code block, or is one of its fences
}

// lines walks over the lines of a body and knows which of them lie in a fenced
// code block. It is the one scanner of the package: keys, origins, research
// blocks and headings are all found through it, so that what the checks see is
// what an edit touches.
//
// A line ends at "\n" alone; a "\r" is dropped wherever it stands (sections 1.1
// and 7), so a lone one joins what stands on its two sides. Fences follow
// CommonMark: up to three spaces of indent, three or more of one character, no
// backtick after an opening run of backticks, closed by a run of the same
// character at least as long with nothing behind it, and a fence left open
// reaches to the end of the body. A fence inside a list item or a block quote
// ends with its container, and a line that begins at the first column lies in
// no container; so such fences are stepped over and only those of the document
// itself are kept track of.
type lines struct {
	body   string
	pos    int
	number int
	fence  byte // '`' or '~' while a fence is open, else 0
	width  int  // length of its opening run
	opened int  // where its opening line starts
	list   int  // column at which the content of the open list item starts, 0 for none
}

func scan(body string) lines { return lines{body: body} }

// next gives the next line, and false after the last. The empty string behind a
// final line break is no line.
func (s *lines) next() (line, bool) {
	if s.pos >= len(s.body) {
		return line{}, false
	}
	s.number++
	l := line{number: s.number, start: s.pos, end: len(s.body), next: len(s.body)}
	if i := strings.IndexByte(s.body[s.pos:], '\n'); i >= 0 {
		l.end = s.pos + i
		l.next = l.end + 1
	}
	l.text = withoutCR(s.body[l.start:l.end])
	if l.start == 0 {
		l.text = strings.TrimPrefix(l.text, byteOrderMark)
	}
	s.pos = l.next
	l.fenced = s.step(l)
	return l, true
}

// withoutCR drops every "\r"; the usual one at the end costs no copy.
func withoutCR(s string) string {
	s = strings.TrimSuffix(s, "\r")
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\r", "")
}

// step moves the fence state over a line and reports whether the line is fenced.
func (s *lines) step(l line) bool {
	indent, rest := margin(l.text)
	if s.fence != 0 {
		if indent <= 3 && closesFence(rest, s.fence, s.width) {
			s.fence = 0
		}
		return true
	}
	if rest == "" || (s.list > 0 && indent >= s.list) {
		return false
	}
	s.list = 0
	if indent > 3 {
		return false
	}
	if width := opensFence(rest); width > 0 {
		s.fence, s.width, s.opened = rest[0], width, l.start
		return true
	}
	s.list = itemColumn(indent, rest)
	return false
}

// closer is the line that would end the fence that is open now.
func (s *lines) closer() string { return strings.Repeat(string(s.fence), s.width) }

// openFence gives the state at the end of the text, so that a caller can tell
// whether a fence was left open there.
func openFence(text string) (s lines, open bool) {
	s = scan(text)
	for {
		if _, ok := s.next(); !ok {
			return s, s.fence != 0
		}
	}
}

// margin counts the columns of indent (a tab reaches to the next multiple of
// four) and gives what follows, which is empty for a blank line.
func margin(text string) (columns int, rest string) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			return columns, text[i:]
		}
	}
	return columns, ""
}

// run is the length of the run of c at the start of s.
func run(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

// opensFence gives the width of the fence that the text opens, 0 for none.
func opensFence(rest string) int {
	c := rest[0]
	if c != '`' && c != '~' {
		return 0
	}
	width := run(rest, c)
	if width < 3 || (c == '`' && strings.IndexByte(rest[width:], '`') >= 0) {
		return 0
	}
	return width
}

func closesFence(rest string, c byte, width int) bool {
	n := run(rest, c)
	return n >= width && strings.Trim(rest[n:], " \t") == ""
}

// itemColumn gives the column at which the content of the list item starts that
// the text opens, 0 when it opens none.
func itemColumn(indent int, rest string) int {
	width := markerWidth(rest)
	if width == 0 {
		return 0
	}
	gap, content := margin(rest[width:])
	if content != "" && gap == 0 {
		return 0
	}
	if content == "" || gap > 4 {
		gap = 1
	}
	return indent + width + gap
}

// markerWidth is the length of the list marker at the start of the text; a
// thematic break such as "* * *" is no list.
func markerWidth(rest string) int {
	switch c := rest[0]; {
	case c == '-' || c == '*' || c == '+':
		if c != '+' && thematicBreak(rest, c) {
			return 0
		}
		return 1
	case c >= '0' && c <= '9':
		n := 1
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n <= 9 && n < len(rest) && (rest[n] == '.' || rest[n] == ')') {
			return n + 1
		}
	}
	return 0
}

func thematicBreak(rest string, c byte) bool {
	marks := 0
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case c:
			marks++
		case ' ', '\t':
		default:
			return false
		}
	}
	return marks >= 3
}

// heading reads an ATX heading that begins at the first column: its level (0
// for none) and its text.
func heading(text string) (level int, title string) {
	level = run(text, '#')
	if level == 0 || level > 6 {
		return 0, ""
	}
	rest := text[level:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	rest = strings.Trim(rest, " \t")
	if bare := strings.TrimRight(rest, "#"); bare == "" || bare[len(bare)-1] == ' ' || bare[len(bare)-1] == '\t' {
		rest = strings.TrimRight(bare, " \t")
	}
	return level, rest
}
