package model

import (
	"slices"
	"strconv"
	"strings"
)

// Citation is one `path:line` that a text names.
type Citation struct {
	Path string
	Line int // 0 where the digits are too many for a line
}

// Citations gives every place that a body cites, in order and without repeats:
// what FirstCitation finds, again and again. The origin line and the key line are no
// citations, and neither are the parts of an address with a scheme.
func Citations(body string) []Citation {
	var out []Citation
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok {
			return out
		}
		if strings.HasPrefix(l.text, "<!--") {
			continue
		}
		for _, c := range citationsIn(l.text) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
}

// citationsIn gives the places that one line cites.
func citationsIn(text string) []Citation {
	var out []Citation
	for from := 0; ; {
		i := strings.IndexByte(text[from:], ':')
		if i < 0 {
			return out
		}
		colon := from + i
		from = colon + 1
		n := digits(text[from:])
		if n == 0 {
			continue
		}
		path := pathBefore(text[:colon])
		if !strings.ContainsAny(path, "/.") || strings.HasPrefix(path, "//") {
			continue
		}
		line, err := strconv.ParseInt(text[from:from+n], 10, 32)
		if err != nil {
			line = 0
		}
		out = append(out, Citation{Path: path, Line: int(line)})
	}
}
