package model

import "strings"

// The edits of a body here put text in at one place, take whole lines out, or
// both, and leave every other byte as it is. They find their place by the scanner
// that the checks use, so what a fence or a sentence quotes is never taken for
// the real thing.

// cut is a part of a body that an edit takes out: body[start:end].
type cut struct{ start, end int }

// rewritten takes the cuts, in ascending order and without overlap, out of a body
// and puts the text in at an offset that lies in none of them. The line ends of
// the text, "\n" throughout, become the body's own.
func rewritten(body string, cuts []cut, at int, text string) string {
	if end := lineEnd(body); end != "\n" {
		text = strings.ReplaceAll(text, "\n", end)
	}
	var b strings.Builder
	b.Grow(len(body) + len(text))
	from, put := 0, false
	copyTo := func(to int) {
		if !put && at <= to {
			b.WriteString(body[from:at])
			b.WriteString(text)
			from, put = at, true
		}
		b.WriteString(body[from:to])
	}
	for _, c := range cuts {
		copyTo(c.start)
		from = c.end
	}
	copyTo(len(body))
	return b.String()
}

// inserted puts the text in at an offset and changes nothing else.
func inserted(body string, at int, text string) string { return rewritten(body, nil, at, text) }

// lineEnd is the line ending that most lines of a body have; "\n" for a body
// without any.
func lineEnd(body string) string {
	if crlf := strings.Count(body, "\r\n"); crlf > 0 && 2*crlf >= strings.Count(body, "\n") {
		return "\r\n"
	}
	return "\n"
}

// trimLineEnd takes one line end off the text: the body's own, or a bare "\n".
func trimLineEnd(s, end string) string {
	if t, ok := strings.CutSuffix(s, end); ok {
		return t
	}
	return strings.TrimSuffix(s, "\n")
}

// bodyStart is where the first line of a body begins: behind a byte-order mark.
func bodyStart(body string) int {
	if strings.HasPrefix(body, byteOrderMark) {
		return len(byteOrderMark)
	}
	return 0
}

func blank(text string) bool { return strings.Trim(text, " \t") == "" }

// WithKey puts the key line first, for a hand-filed issue that has none; every
// other byte stays.
func WithKey(body string, k Key) string {
	text := k.Comment() + "\n"
	s := scan(body)
	if first, ok := s.next(); ok && !blank(first.text) && !strings.HasPrefix(first.text, originOpener) {
		text += "\n"
	}
	return inserted(body, bodyStart(body), text)
}

// WithKeyLine puts a key in the place of the candidate on a line of the body, for
// one that is not well-formed. Only the comment is replaced: what stands behind it
// on the line, or behind a carriage return that is no line break, is kept on a
// line of its own. It is false, and the body as it was, when that line is no
// candidate.
func WithKeyLine(body string, number int, k Key) (string, bool) {
	c, ok := candidateAt(body, number)
	if !ok {
		return body, false
	}
	text := k.Comment()
	if c.more {
		text += "\n"
	}
	return rewritten(body, []cut{{c.start, c.end}}, c.start, text), true
}

// WithoutKeyLine takes the candidate on a line of the body away, for a second one:
// the comment, and the line with it when nothing else stands there. It is false,
// and the body as it was, when that line is no candidate.
func WithoutKeyLine(body string, number int) (string, bool) {
	c, ok := candidateAt(body, number)
	if !ok {
		return body, false
	}
	if !c.more {
		c.end = c.next
	}
	return rewritten(body, []cut{{c.start, c.end}}, c.start, ""), true
}

// candidateSpan is what a candidate owns: body[start:end], its comment with the
// white space behind it. more says that something else follows on its line, which
// ends before next.
type candidateSpan struct {
	start, end, next int
	more             bool
}

func candidateAt(body string, number int) (candidateSpan, bool) {
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok || l.number > number {
			return candidateSpan{}, false
		}
		if l.number != number {
			continue
		}
		if l.fenced || !beginsKey(l.text) {
			return candidateSpan{}, false
		}
		c := candidateSpan{start: max(l.start, bodyStart(body)), next: l.next}
		c.end = commentEndIn(body, c.start, l.end)
		rest := strings.TrimLeft(body[c.end:l.end], " \t\r")
		if c.more = rest != ""; c.more {
			c.end = l.end - len(rest)
		} else {
			c.end = l.end - trailingCR(body[c.end:l.end])
		}
		return c, true
	}
}

// commentEndIn gives where the comment that begins a line ends: behind its "-->",
// or else before the first carriage return, or with the line.
func commentEndIn(body string, start, end int) int {
	if i := strings.Index(body[start:end], "-->"); i >= 0 {
		return start + i + len("-->")
	}
	if i := strings.IndexByte(body[start:end], '\r'); i >= 0 {
		return start + i
	}
	return end
}

// trailingCR is the number of carriage returns that a line ends with.
func trailingCR(text string) int { return len(text) - len(strings.TrimRight(text, "\r")) }
