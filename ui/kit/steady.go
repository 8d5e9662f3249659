package kit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Steady makes a frame's columns independent of how wide the terminal draws
// emoji, flags, joined and ambiguous characters, about which terminals disagree:
// the cells of such a character are cleared before it, and the cursor is put
// where the next character belongs after it. A frame of ordinary text comes
// back as it is.
func Steady(frame string) string {
	if !maybeUnsteady(frame) {
		return frame
	}
	lines := strings.Split(frame, "\n")
	for i, line := range lines {
		if maybeUnsteady(line) {
			lines[i] = steadyLine(line)
		}
	}
	return strings.Join(lines, "\n")
}

func steadyLine(line string) string {
	var b strings.Builder
	column := 0
	for len(line) > 0 {
		if skip := escape(line); skip > 0 {
			b.WriteString(line[:skip])
			line = line[skip:]
			continue
		}
		if line[0] < utf8.RuneSelf && (len(line) == 1 || line[1] < utf8.RuneSelf) {
			b.WriteByte(line[0])
			line, column = line[1:], column+1
			continue
		}
		it := graphemes.FromString(line)
		it.Next()
		cluster := it.Value()
		width := ansi.StringWidth(cluster)
		if unsteady(cluster) {
			b.WriteString("\x1b[" + strconv.Itoa(max(width, 1)) + "X")
			b.WriteString(cluster)
			b.WriteString("\x1b[" + strconv.Itoa(column+width+1) + "G")
		} else {
			b.WriteString(cluster)
		}
		line, column = line[len(cluster):], column+width
	}
	return b.String()
}

// escape is the length of the escape sequence that s begins with.
func escape(s string) int {
	if s[0] != 0x1b {
		return 0
	}
	_, _, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
	return n
}

// maybeUnsteady is a quick look: any lead byte of the ranges that hold emoji,
// arrows, joiners and variation selectors, or a combining mark.
func maybeUnsteady(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case 0xcc, 0xcd, 0xf0:
			return true
		case 0xe2:
			if i+2 < len(s) && !drawing(s[i+1], s[i+2]) {
				return true
			}
		case 0xef:
			if i+1 < len(s) && s[i+1] == 0xb8 {
				return true
			}
		}
	}
	return false
}

// drawing reports whether U+2xxx with these two trailing bytes is punctuation
// (dash, quote, ellipsis), a box or block character, or braille: signs of our
// own frame, as wide everywhere.
func drawing(b1, b2 byte) bool {
	r := rune(0x2000) | rune(b1&0x3f)<<6 | rune(b2&0x3f)
	return ownSign(r)
}

func ownSign(r rune) bool {
	switch {
	case r >= 0x2010 && r <= 0x2027: // dashes, quotes, bullet, ellipsis
		return true
	case r >= 0x2500 && r <= 0x25ff: // boxes, blocks, geometric signs
		return true
	case r >= 0x2800 && r <= 0x28ff: // braille
		return true
	}
	return r == 0x2190 || r == 0x2191 || r == 0x2192 || r == 0x2193 || r == 0x2212 || r == 0x2713 || r == 0x2717
}

// unsteady reports whether terminals disagree on the cluster's width.
func unsteady(cluster string) bool {
	r, n := utf8.DecodeRuneInString(cluster)
	switch {
	case n < len(cluster): // joined, combined, a flag, a variation selector
		return true
	case r >= 0x1f000:
		return true
	case r >= 0x2190 && r <= 0x2bff:
		return !(r >= 0x2500 && r <= 0x259f)
	}
	return false
}
