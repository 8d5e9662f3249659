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
// one that is not well-formed. It is false, and the body as it was, when that line
// is no candidate.
func WithKeyLine(body string, number int, k Key) (string, bool) {
	l, ok := candidateAt(body, number)
	if !ok {
		return body, false
	}
	return rewritten(body, []cut{{l.start, l.end}}, l.start, k.Comment()), true
}

// WithoutKeyLine takes the candidate on a line of the body away, with its line
// end, for a second one. It is false, and the body as it was, when that line is
// no candidate.
func WithoutKeyLine(body string, number int) (string, bool) {
	l, ok := candidateAt(body, number)
	if !ok {
		return body, false
	}
	return rewritten(body, []cut{{l.start, l.next}}, l.start, ""), true
}

// candidateAt finds a candidate by its number; start and end are the bytes of
// its text, without a byte-order mark before and a carriage return behind.
func candidateAt(body string, number int) (line, bool) {
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok || l.number > number {
			return line{}, false
		}
		if l.number == number && !l.fenced && beginsKey(l.text) {
			if l.start == 0 {
				l.start = bodyStart(body)
			}
			l.end = max(l.start, l.end-trailingCR(body[l.start:l.end]))
			return l, true
		}
	}
}

// trailingCR is the number of carriage returns that a line ends with.
func trailingCR(text string) int { return len(text) - len(strings.TrimRight(text, "\r")) }
