package drain

import (
	"strings"
	"unicode"

	"gh-debt/model"
)

// Replaced gives the part of a body that a comment replaces, as far as words can
// tell: the paragraphs that the comment quotes, or else the one that has the most
// words in common with it, or else the whole body. What only programs read, the key
// and the origin, is no part of it.
func Replaced(body, comment string) string {
	parts := paragraphs(body)
	var quoted []string
	for _, p := range parts {
		if quotes(comment, p) {
			quoted = append(quoted, p)
		}
	}
	if len(quoted) > 0 {
		return strings.Join(quoted, "\n\n")
	}
	said := telling(comment)
	best, most := strings.Join(parts, "\n\n"), 0
	for _, p := range parts {
		common := 0
		for w := range telling(p) {
			if said[w] {
				common++
			}
		}
		if common > most {
			best, most = p, common
		}
	}
	return best
}

// paragraphs are the parts of a body between its empty lines, without the lines that
// are comments of HTML.
func paragraphs(body string) []string {
	var parts []string
	var lines []string
	end := func() {
		if len(lines) > 0 {
			parts = append(parts, strings.Join(lines, "\n"))
		}
		lines = nil
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(body, "\r\n", "\n"), "\n") {
		switch text := strings.TrimSpace(line); {
		case text == "":
			end()
		case !strings.HasPrefix(text, "<!--"):
			lines = append(lines, line)
		}
	}
	end()
	return parts
}

// quotes reports whether a comment quotes a line of a paragraph.
func quotes(comment, paragraph string) bool {
	for line := range strings.Lines(comment) {
		quoted, ok := strings.CutPrefix(strings.TrimSpace(line), ">")
		if quoted = strings.TrimSpace(quoted); ok && quoted != "" && strings.Contains(paragraph, quoted) {
			return true
		}
	}
	return false
}

// telling are the words of a text that tell something: paths and numbers whole, and
// what has more than three letters; and the paths that it cites, without their lines.
func telling(text string) map[string]bool {
	words := map[string]bool{}
	for _, c := range model.Citations(text) {
		words[strings.ToLower(c.Path)] = true
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("`'\"()[]{}<>*,;:!?", r)
	}) {
		if w = strings.Trim(w, "./-_"); len(w) > 3 || strings.ContainsAny(w, "0123456789") {
			words[w] = true
		}
	}
	return words
}
