package model

import (
	"strings"
	"unicode"
)

// SecurityShaped reports whether a finding speaks of a weakness that could be
// exploited, and gives the words it went by, fit for a message: `it speaks of "sql
// injection"`. A public issue would tell the world of it (section 8).
//
// It reads words, not meaning: "dependency injection", "token bucket", "bypass the
// cache" or "memory leak" are none of its words, but a sentence that denies a
// weakness is taken for one that names it, and a person decides
// (--not-security). Comments of the body, paths and names in code are not read:
// csrf.go may have a typo.
func SecurityShaped(class, title, body string) (reason string, ok bool) {
	words := readableWords(strings.NewReplacer("/", " ", "_", " ", ".", " ").Replace(class))
	if weakClass().MatchString(words) || weakWords().MatchString(words) {
		return "its class is " + quoted(class), true
	}
	for _, text := range []string{title, prose(body)} {
		words := harmlessWords().ReplaceAllString(readableWords(text), " . ")
		if found := weakWords().FindString(words); found != "" {
			return "it speaks of " + quoted(strings.TrimSpace(found)), true
		}
	}
	return "", false
}

// prose leaves out what is no sentence of a body: the lines that are comments,
// which hold the key and the origin.
func prose(body string) string {
	if !strings.Contains(body, "<!--") {
		return body
	}
	var b strings.Builder
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok {
			return b.String()
		}
		if !strings.HasPrefix(l.text, "<!--") {
			b.WriteString(l.text)
			b.WriteByte('\n')
		}
	}
}

// readableWords puts a text into the form that is searched: lower-case words with
// one space before and behind each. What joins words (hyphens, a slash between
// two) parts them; what ends a clause becomes a word ".", over which no phrase
// reaches; a path or a name in code becomes "." too, unless it is the number of a
// published weakness.
func readableWords(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 16)
	b.WriteByte(' ')
	for piece := range strings.FieldsSeq(text) {
		start := strings.IndexFunc(piece, wordRune)
		if start < 0 {
			if !strings.Contains(piece, "`") {
				b.WriteString(". ")
			}
			continue
		}
		end := strings.LastIndexFunc(piece, wordRune)
		bare := strings.TrimRightFunc(piece[start:], func(r rune) bool { return !wordRune(r) })
		if strings.ContainsAny(piece[:start], "(") {
			b.WriteString(". ")
		}
		if inCode(bare) {
			b.WriteString(". ")
		} else {
			writeWords(&b, bare)
		}
		if end >= 0 && strings.ContainsAny(piece[start+len(bare):], ".,;:!?)") {
			b.WriteString(". ")
		}
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func writeWords(b *strings.Builder, piece string) {
	if numbered(piece) {
		b.WriteString(strings.ToLower(piece) + " ")
		return
	}
	joins := func(r rune) bool { return r == '-' || r == '/' || r == '\u2010' || r == '\u2011' }
	for word := range strings.FieldsFuncSeq(piece, joins) {
		word = strings.ToLower(word)
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		b.WriteString(word + " ")
	}
}

// numbered reports whether a word is the number of a published weakness.
func numbered(word string) bool {
	for _, prefix := range []string{"cve-", "cwe-", "ghsa-"} {
		if len(word) > len(prefix) && strings.EqualFold(word[:len(prefix)], prefix) {
			return true
		}
	}
	return false
}

// inCode reports whether a piece is a path, a file name, a call, a markup tag or
// an identifier of several parts.
func inCode(piece string) bool {
	return strings.ContainsAny(piece, "_.(){}[]=\\$<>@#") || strings.Count(piece, "/") > 1
}
