package model

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Visible makes a text fit to be shown on one line of a terminal: every
// character that hides, moves the cursor or turns the reading direction stands
// there in a form one can read. C0 controls become caret notation (^[ for escape,
// ^J for a line break, ^I for a tab), other characters their code point
// (<U+202E>), and a byte that is not UTF-8 its value (<0xFF>). A joiner inside an
// emoji and the variation selector of a character stay. Text without any of these
// comes back as it is, without a copy.
func Visible(s string) string { return reveal(s, false) }

// VisibleText does what Visible does and keeps the lines: line breaks and tabs
// stay, "\r\n" becomes "\n", and a lone "\r" is shown.
func VisibleText(s string) string { return reveal(s, true) }

func reveal(s string, text bool) string {
	if legible(s) {
		return s
	}
	for g := (glance{text: s}); g.pos < len(s); {
		if r, _, hides := g.next(); hides && !kept(r, text) {
			return revealed(s, text)
		}
	}
	return s
}

// kept reports whether a character that hides is part of a text of several lines.
func kept(r rune, text bool) bool { return text && (r == '\n' || r == '\t') }

func revealed(s string, text bool) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
	for g := (glance{text: s}); g.pos < len(s); {
		at := g.pos
		r, _, hides := g.next()
		switch {
		case !hides || kept(r, text):
			b.WriteString(s[at:g.pos])
		case text && r == '\r' && g.pos < len(s) && s[g.pos] == '\n':
		default:
			writeVisible(&b, r, s[at:g.pos])
		}
	}
	return b.String()
}

func writeVisible(b *strings.Builder, r rune, raw string) {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		fmt.Fprintf(b, "<0x%02X>", raw[0])
	case r < ' ' || r == 0x7F:
		b.WriteByte('^')
		b.WriteByte(byte(r) ^ 0x40)
	default:
		fmt.Fprintf(b, "<U+%04X>", r)
	}
}

// quoted shows a piece of foreign text inside a message: on one line, between
// quotation marks, cut when it is long.
func quoted(s string) string {
	const most = 200
	if utf8.RuneCountInString(s) > most {
		s = cutRunes(s, most) + "…"
	}
	return `"` + Visible(s) + `"`
}

// cutRunes gives the first n characters of s.
func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
