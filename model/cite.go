package model

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cites reports whether a body holds the literal <path>:<line> of tier 3 (section
// 3): not preceded by a character that could belong to a longer path, and followed
// by a non-digit or the end. So `a/foo.ts:42` cites neither line 4, nor foo.ts.
func Cites(body, path string, line int) bool {
	if path == "" {
		return false
	}
	needle := path + ":" + strconv.Itoa(line)
	for from := 0; ; {
		i := strings.Index(body[from:], needle)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(needle)
		if digits(body[end:]) == 0 && !endsInPath(body[:start]) {
			return true
		}
		from = start + 1
	}
}

// endsInPath reports whether the last character of text could be part of a path
// that goes on behind it. White space and the marks that prose and Markdown put
// before a path end one; letters, digits and all other characters do not.
func endsInPath(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if size == 0 {
		return false
	}
	if r < utf8.RuneSelf {
		return r > ' ' && r != 0x7f && !strings.ContainsRune("`'\"()[{<>*,;:|=", r)
	}
	return !unicode.IsSpace(r) && !unicode.IsPunct(r)
}

// FirstCitation gives the first `<path>:<digits>` token of a body, where a path is
// a run without white space, backtick, colon, quotes or parentheses that holds a
// '/' or a '.': the place that a keyless issue is about (section 4). A number
// that is no line (section 1.1) gives line 0; ok is false when there is no token.
func FirstCitation(body string) (path string, line int, ok bool) {
	for from := 0; ; {
		i := strings.IndexByte(body[from:], ':')
		if i < 0 {
			return "", 0, false
		}
		colon := from + i
		from = colon + 1
		n := digits(body[from:])
		if n == 0 {
			continue
		}
		path := pathBefore(body[:colon])
		if !strings.ContainsAny(path, "/.") {
			continue
		}
		line, err := strconv.ParseInt(body[from:from+n], 10, 32)
		if err != nil {
			line = 0
		}
		return path, int(line), true
	}
}

// pathBefore gives the run of path characters that text ends in.
func pathBefore(text string) string {
	start := len(text)
	for start > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:start])
		if unicode.IsSpace(r) || strings.ContainsRune("`:'\"()“”‘’«»", r) {
			break
		}
		start -= size
	}
	return text[start:]
}
