package model

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// KeyLine is a candidate: a line of a body, outside fenced code, that begins as
// a key line does (section 1.1).
type KeyLine struct {
	Number int    // from 1
	Text   string // the line as written, without "\r"
	Key    Key    // the key when the line is well-formed; the class and path when only the line number is wrong
	Err    error  // nil for a well-formed line, else the *KeyError that says what is wrong
}

// Inner is the line's inner key exactly as written, which is what others are
// told of an issue's own key. It is empty for a line that is not well-formed.
func (l KeyLine) Inner() string {
	if l.Err != nil {
		return ""
	}
	return l.Text[len(keyOpener)+1 : len(l.Text)-len(commentEnd)]
}

// FindKey gives the key of a body: its first well-formed line. A key whose path
// could not lie in a repository is still a key; Key.PathError tells.
func FindKey(body string) (Key, bool) {
	l, ok := FindKeyLine(body)
	return l.Key, ok
}

// FindKeyLine gives the first well-formed line itself.
func FindKeyLine(body string) (KeyLine, bool) {
	s := scan(body)
	for {
		l, ok := nextKeyLine(&s)
		if !ok || l.Err == nil {
			return l, ok
		}
	}
}

// KeyLines gives every candidate of a body in order, well-formed or not.
func KeyLines(body string) []KeyLine {
	var all []KeyLine
	s := scan(body)
	for {
		l, ok := nextKeyLine(&s)
		if !ok {
			return all
		}
		all = append(all, l)
	}
}

func nextKeyLine(s *lines) (KeyLine, bool) {
	for {
		l, ok := s.next()
		if !ok {
			return KeyLine{}, false
		}
		if l.fenced || !beginsKey(l.text) {
			continue
		}
		k := KeyLine{Number: l.number, Text: l.text}
		k.Key, k.Err = parseKeyLine(l.text)
		if k.Err != nil && strings.IndexByte(strings.TrimSuffix(s.body[l.start:l.end], "\r"), '\r') >= 0 {
			k.Err = keyErrorf(KeyShape, "a carriage return alone is no line break and joins what stands on its two sides; put a line feed there")
		}
		return k, true
	}
}

// beginsKey reports whether a line is a candidate. One that would begin as a key
// line but for characters that cannot be seen is a candidate too, so that it is
// reported as malformed, with the character named, and not as absent.
func beginsKey(text string) bool {
	if text == "" || (text[0] != '<' && text[0] < 0x7F && text[0] >= ' ') || text[0] == '\t' {
		return false
	}
	matched := 0
	for _, r := range text {
		switch {
		case matched == len(keyOpener):
			return true
		case r == rune(keyOpener[matched]):
			matched++
		case lookalikeSpace(r) && keyOpener[matched] == ' ':
			matched++
		case lookalikeSpace(r) && matched == 0:
		case r != utf8.RuneError && concealed(r) && r != '\t':
		default:
			return false
		}
	}
	return matched == len(keyOpener)
}

func parseKeyLine(text string) (Key, error) {
	if err := hiddenError(text); err != nil {
		return Key{}, err
	}
	if text == keyOpener+commentEnd {
		return Key{}, keyErrorf(KeyShape, "the key is empty")
	}
	inner, ok := strings.CutPrefix(text, keyOpener+" ")
	if !ok {
		return Key{}, keyErrorf(KeyShape, `after "%s" one space must follow`, keyOpener)
	}
	inner, ok = strings.CutSuffix(inner, commentEnd)
	if !ok {
		return Key{}, keyErrorf(KeyShape, `a key line ends with " -->" and nothing behind it`)
	}
	return parseInner(inner)
}

// hiddenError names the first character of a line that cannot be seen.
func hiddenError(text string) error {
	if r, column, ok := firstHidden(text); ok {
		return keyErrorf(KeyShape, "column %d holds %s, which cannot stand in a key", column, describeHidden(r))
	}
	return nil
}

// hiddenChar is a character that hides, or a byte that is not UTF-8.
type hiddenChar struct {
	r    rune
	byte byte // when r is utf8.RuneError
}

func describeHidden(h hiddenChar) string {
	if h.r == utf8.RuneError {
		return fmt.Sprintf("the byte 0x%02X, which is not UTF-8", h.byte)
	}
	return "the character " + charName(h.r)
}

// firstHidden finds the first character that may not stand in a key: one that
// cannot be seen (a tab apart) or that only looks like a space. The column counts
// characters from 1.
func firstHidden(text string) (h hiddenChar, column int, ok bool) {
	if legible(text) {
		return hiddenChar{}, 0, false
	}
	g := glance{text: text}
	for column = 1; g.pos < len(text); column++ {
		at := g.pos
		r, _, hides := g.next()
		if (hides && r != '\t') || lookalikeSpace(r) {
			return hiddenChar{r: r, byte: text[at]}, column, true
		}
	}
	return hiddenChar{}, 0, false
}
