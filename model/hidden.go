package model

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

const (
	zeroWidthJoiner = '\u200D'
	maxASCII        = 0x7E
)

// legible reports whether the text is printable ASCII throughout, which is what
// most text is; nothing else has to be asked of it then.
func legible(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > maxASCII {
			return false
		}
	}
	return true
}

// concealed reports whether a character cannot be seen, or changes how its
// neighbours are seen: controls, format characters (bidirectional overrides,
// isolates and marks, zero-width characters, the byte-order mark, tags, the soft
// hyphen), line and paragraph separators, and what Unicode ignores by default.
// Variation selectors are judged by their place, see glance.
func concealed(r rune) bool {
	switch {
	case r < ' ':
		return true
	case r <= maxASCII:
		return false
	case r < 0xA0:
		return true
	case r < 0x300:
		return r == 0xAD
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// lookalikeSpace reports whether a character looks like a plain space and is
// none. The ideographic space is twice as wide and used in file names, so it is
// not among them.
func lookalikeSpace(r rune) bool {
	switch {
	case r < 0xA0:
		return false
	case r == '\u3000', r == '\u1680':
		return false
	case r == '\u2800':
		return true
	}
	return unicode.Is(unicode.Zs, r)
}

// pictograph reports whether a character may take part in an emoji sequence.
// The blocks are wider than the emoji in them, which is harmless here.
func pictograph(r rune) bool {
	switch {
	case r >= 0x1F000 && r <= 0x1FAFF,
		r >= 0x2600 && r <= 0x27BF,
		r >= 0x2190 && r <= 0x21FF,
		r >= 0x2300 && r <= 0x23FF,
		r >= 0x25A0 && r <= 0x25FF,
		r >= 0x2B00 && r <= 0x2BFF:
		return true
	}
	switch r {
	case 0xA9, 0xAE, 0x203C, 0x2049, 0x20E3, 0x2122, 0x2139, 0x3030, 0x303D, 0x3297, 0x3299:
		return true
	}
	return false
}

// glance walks over text one character at a time and tells which must be made
// visible. A zero-width joiner stays between two pictographs (a family emoji is
// one picture), and one variation selector stays after a character that can have
// variants; everywhere else both are shown.
type glance struct {
	text string
	pos  int
	base rune // the last character that is no variation selector; 0 when it hides
	bare bool // no variation selector has followed base yet
}

// next gives a character with its width in bytes and whether it hides; a byte
// that is not UTF-8 comes as utf8.RuneError of width 1 and hides.
func (g *glance) next() (r rune, width int, hides bool) {
	r, width = utf8.DecodeRuneInString(g.text[g.pos:])
	g.pos += width
	switch {
	case r == utf8.RuneError && width == 1:
		hides = true
	case r == zeroWidthJoiner:
		after, _ := utf8.DecodeRuneInString(g.text[g.pos:])
		hides = !pictograph(g.base) || !pictograph(after)
	case r >= 0x180B && unicode.Is(unicode.Variation_Selector, r):
		hides = !g.bare || !variable(g.base)
		g.bare = false
		return r, width, hides
	default:
		hides = concealed(r)
	}
	g.base, g.bare = r, true
	if hides {
		g.base = 0
	}
	return r, width, hides
}

// variable reports whether a character may be followed by a variation selector:
// any but ASCII (digits, # and * apart, which make keycaps), spaces and
// characters that hide themselves.
func variable(r rune) bool {
	if r < 0xA0 {
		return (r >= '0' && r <= '9') || r == '#' || r == '*'
	}
	return !concealed(r) && !unicode.IsSpace(r)
}

// charName names a character for a message: U+200B with its name where people
// know it by one.
func charName(r rune) string {
	names := map[rune]string{
		'\u00A0': "no-break space", '\u00AD': "soft hyphen", '\u200B': "zero-width space",
		'\u200C': "zero-width non-joiner", '\u200D': "zero-width joiner", '\u200E': "left-to-right mark",
		'\u200F': "right-to-left mark", '\u2028': "line separator", '\u2029': "paragraph separator",
		'\u202A': "left-to-right embedding", '\u202B': "right-to-left embedding", '\u202C': "pop directional formatting",
		'\u202D': "left-to-right override", '\u202E': "right-to-left override", '\u202F': "narrow no-break space",
		'\u2060': "word joiner", '\u2066': "left-to-right isolate", '\u2067': "right-to-left isolate",
		'\u2068': "first strong isolate", '\u2069': "pop directional isolate", '\uFEFF': "byte-order mark",
		'\t': "tab", '\n': "line break", '\r': "carriage return", '\x1b': "escape", 0x7F: "delete", 0: "null",
	}
	if name, ok := names[r]; ok {
		return fmt.Sprintf("U+%04X (%s)", r, name)
	}
	return fmt.Sprintf("U+%04X", r)
}
