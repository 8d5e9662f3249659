package model

import (
	"strings"
	"unicode"
)

// Slug turns a title into lower-case kebab-case by an allow-list: ASCII letters
// and digits stay, a letter with a mark becomes its plain letter, any run of other
// characters becomes one dash. What is left of a title without any such letter is
// the empty string (section 5). It is not cut: MintBranch does that.
func Slug(title string) string {
	var b strings.Builder
	gap := false
	for _, r := range title {
		if unicode.Is(unicode.Mn, r) {
			continue // a combining mark belongs to the letter before it
		}
		letters := plain(unicode.ToLower(r))
		if letters == "" {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteString(letters)
	}
	return b.String()
}

// plain spells one lower-case letter in ASCII, or gives nothing.
func plain(r rune) string {
	if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
		return string(r)
	}
	switch {
	case strings.ContainsRune("àáâãäåāăą", r):
		return "a"
	case strings.ContainsRune("çćĉċč", r):
		return "c"
	case strings.ContainsRune("ďđð", r):
		return "d"
	case strings.ContainsRune("èéêëēĕėęě", r):
		return "e"
	case strings.ContainsRune("ĝğġģ", r):
		return "g"
	case strings.ContainsRune("ìíîïĩīĭįı", r):
		return "i"
	case strings.ContainsRune("ĺļľł", r):
		return "l"
	case strings.ContainsRune("ñńņň", r):
		return "n"
	case strings.ContainsRune("òóôõöøōŏő", r):
		return "o"
	case strings.ContainsRune("ŕŗř", r):
		return "r"
	case strings.ContainsRune("śŝşšș", r):
		return "s"
	case strings.ContainsRune("ţťŧț", r):
		return "t"
	case strings.ContainsRune("ùúûüũūŭůűų", r):
		return "u"
	case strings.ContainsRune("ýÿŷ", r):
		return "y"
	case strings.ContainsRune("źżž", r):
		return "z"
	}
	switch r {
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'ß':
		return "ss"
	case 'þ':
		return "th"
	}
	return ""
}
