package model

import "strings"

// Unfenced gives a body in which every line of a fenced code block, its fences
// included, is blank: as many spaces as it had bytes, so that an offset means the
// same place in both. What counts as fenced is what section 1.1 counts so.
func Unfenced(body string) string {
	if !strings.Contains(body, "```") && !strings.Contains(body, "~~~") {
		return body
	}
	out := []byte(body)
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok {
			return string(out)
		}
		for i := l.start; l.fenced && i < l.end; i++ {
			out[i] = ' '
		}
	}
}
