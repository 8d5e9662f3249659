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
	if found(weakClass(), words) != "" || namedWeakness(words) != "" {
		return "its class is " + quoted(class), true
	}
	for _, text := range []string{title, prose(body)} {
		words := readableWords(text)
		strike(harmlessWords(), words)
		if phrase := namedWeakness(words); phrase != "" {
			return "it speaks of " + quoted(phrase), true
		}
	}
	return "", false
}

// namedWeakness gives the words that name a weakness, or the number of a published
// one.
func namedWeakness(words []string) string {
	if phrase := found(weakWords(), words); phrase != "" {
		return phrase
	}
	for _, w := range words {
		if numbered(w) {
			return w
		}
	}
	return ""
}

// found gives the first run of words that is a phrase of the book.
func found(book phraseBook, words []string) string {
	for i := range words {
		if n := book.at(words[i:]); n > 0 {
			return strings.Join(words[i:i+n], " ")
		}
	}
	return ""
}

// strike replaces each run of words that is a phrase of the book by ends of a
// clause.
func strike(book phraseBook, words []string) {
	for i := range words {
		for n := book.at(words[i:]); n > 0; n-- {
			words[i+n-1] = clauseEnd
		}
	}
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

// clauseEnd stands among the words where a clause ends; no phrase reaches over it.
const clauseEnd = "."

// readableWords cuts a text into lower-case words. What joins words (hyphens, a
// slash between two) parts them; what ends a clause becomes a clauseEnd, and so
// does a path or a name in code, unless it is the number of a published weakness.
func readableWords(text string) []string {
	words := make([]string, 0, len(text)/5)
	for piece := range strings.FieldsSeq(text) {
		start := strings.IndexFunc(piece, wordRune)
		if start < 0 {
			if !strings.Contains(piece, "`") {
				words = append(words, clauseEnd)
			}
			continue
		}
		bare := strings.TrimRightFunc(piece[start:], func(r rune) bool { return !wordRune(r) })
		if strings.Contains(piece[:start], "(") {
			words = append(words, clauseEnd)
		}
		if inCode(bare) {
			words = append(words, clauseEnd)
		} else {
			words = appendWords(words, strings.ToLower(bare))
		}
		if strings.ContainsAny(piece[start+len(bare):], ".,;:!?)") {
			words = append(words, clauseEnd)
		}
	}
	return words
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func appendWords(words []string, piece string) []string {
	if numbered(piece) {
		return append(words, piece)
	}
	joins := func(r rune) bool { return r == '-' || r == '/' || r == '\u2010' || r == '\u2011' }
	for word := range strings.FieldsFuncSeq(piece, joins) {
		words = append(words, strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s"))
	}
	return words
}

// numbered reports whether a word is the number of a published weakness: CVE, CWE
// or GHSA, and what follows begins with a digit where it must.
func numbered(word string) bool {
	if rest, ok := strings.CutPrefix(word, "ghsa-"); ok {
		return len(rest) == len("xxxx-xxxx-xxxx") && rest[4] == '-' && rest[9] == '-'
	}
	rest, ok := strings.CutPrefix(word, "cve-")
	if !ok {
		rest, ok = strings.CutPrefix(word, "cwe-")
	}
	return ok && rest != "" && strings.Trim(rest, "0123456789-") == ""
}

// inCode reports whether a piece is a path, a file name, a call, a markup tag or
// an identifier of several parts.
func inCode(piece string) bool {
	return strings.ContainsAny(piece, "_.(){}[]=\\$<>@#") || strings.Count(piece, "/") > 1
}
