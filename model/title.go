package model

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTitle is where a title that is made from the failure mode is cut.
const MaxTitle = 72

// TitleFrom makes a title from the failure mode: its first sentence, on one line,
// without its full stop, at most MaxTitle characters. A longer one is cut behind a
// word and ends in "…", which counts; a single word too long for that is cut
// between whole characters, never inside an accent or an emoji. Markdown signs
// that begin a heading, a list item or a quote are left out. It is empty when the
// text holds no sentence.
func TitleFrom(failureMode string) string {
	title := firstSentence(firstParagraph(failureMode))
	if utf8.RuneCountInString(title) <= MaxTitle {
		return title
	}
	return cutTitle(title, MaxTitle-1) + "…"
}

// firstParagraph gives the first lines with text, joined, fenced code left out.
func firstParagraph(text string) string {
	var words []string
	s := scan(tidy(text))
	for {
		l, ok := s.next()
		if !ok || (len(words) > 0 && (blank(l.text) || l.fenced)) {
			return strings.Join(words, " ")
		}
		if !l.fenced {
			words = append(words, strings.Fields(withoutSigns(l.text))...)
		}
	}
}

// withoutSigns takes the signs of a heading, a list item or a quote off a line.
func withoutSigns(text string) string {
	text = strings.TrimLeft(text, " \t>")
	if level, title := heading(text); level > 0 {
		return title
	}
	if text == "" {
		return text
	}
	if width := markerWidth(text); width > 0 && itemColumn(0, text) > 0 {
		return text[width:]
	}
	return text
}

// firstSentence cuts behind the first ".", "!" or "?" that ends a sentence: one
// that white space or the end follows and that closes no abbreviation. The full
// stops of Chinese and Japanese need no space. A "." is dropped.
func firstSentence(text string) string {
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch r {
		case '。':
			return text[:i]
		case '！', '？':
			return text[:end]
		case '.', '!', '?':
			rest := strings.TrimLeft(text[end:], `"')]`+"`”’*_")
			if rest != "" && rest[0] != ' ' {
				continue
			}
			if r == '.' {
				if abbreviation(text[:i]) && rest != "" {
					continue
				}
				return strings.TrimRight(text[:i], ".") + text[end:len(text)-len(rest)]
			}
			return text[:len(text)-len(rest)]
		}
	}
	return text
}

// abbreviation reports whether the text ends with a word whose full stop does not
// end a sentence.
func abbreviation(text string) bool {
	word := strings.ToLower(text[strings.LastIndexByte(text, ' ')+1:])
	switch strings.TrimLeft(word, `("'`) {
	case "e.g", "i.e", "cf", "vs", "etc", "approx", "resp", "no", "fig", "sec":
		return true
	}
	return false
}

// cutTitle gives at most n characters of a longer text, whole words if there is
// one.
func cutTitle(text string, n int) string {
	head := cutRunes(text, n)
	if next, _ := utf8.DecodeRuneInString(text[len(head):]); unicode.IsSpace(next) {
		return strings.TrimRightFunc(head, unicode.IsSpace)
	}
	if i := strings.LastIndexByte(head, ' '); i > 0 && utf8.RuneCountInString(head[i:]) <= n/2 {
		return strings.TrimRight(head[:i], " ,;:–—-")
	}
	return head[:wholeCharacter(text, len(head))]
}

// wholeCharacter moves an offset back until it lies between two characters as a
// reader sees them: not before an accent, a joiner, a variation selector or a
// skin tone, not behind a joiner, and not inside a flag.
func wholeCharacter(text string, at int) int {
	for at > 0 {
		next, _ := utf8.DecodeRuneInString(text[at:])
		before, width := utf8.DecodeLastRuneInString(text[:at])
		extends := unicode.In(next, unicode.M, unicode.Variation_Selector) || next == zeroWidthJoiner ||
			(next >= 0x1F3FB && next <= 0x1F3FF)
		if !extends && before != zeroWidthJoiner && !(regional(next) && flagHalves(text[:at])%2 == 1) {
			return at
		}
		at -= width
	}
	return 0
}

func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// flagHalves counts the regional indicators that a text ends with.
func flagHalves(text string) int {
	n := 0
	for {
		r, width := utf8.DecodeLastRuneInString(text)
		if !regional(r) {
			return n
		}
		text = text[:len(text)-width]
		n++
	}
}
