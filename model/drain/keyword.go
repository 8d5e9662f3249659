package drain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gh-debt/model"
)

// Closing is a place of a text that closes an issue, or may: a closing keyword and
// an issue behind it. The sense of the sentence does not matter, as it does not to
// GitHub: a negated or quoted one closes too.
type Closing struct {
	Number  int    `json:"number"`
	Repo    string `json:"repo,omitempty"` // of an issue of another repository: OWNER/NAME, or HOST/OWNER/NAME
	Keyword string `json:"keyword"`        // as written
	Offset  int    `json:"offset"`         // of the keyword
	Quote   string `json:"quote"`          // the line, fit to be shown
	// Sure says that GitHub acts on it in the body of a pull request. Where it is
	// false GitHub may: a form it does not document, in code, or in a comment.
	Sure bool `json:"sure"`

	ref int // where the reference begins
	end int // behind it
}

// closingWords are the closing keywords, the longer before what it begins with.
func closingWords() []string {
	return []string{"closes", "closed", "close", "fixes", "fixed", "fix", "resolves", "resolved", "resolve"}
}

// Closings gives every closing of a text, in order. Home is the repository the
// text belongs to, as OWNER/NAME or HOST/OWNER/NAME; an issue of it has no Repo,
// however it is spelled.
//
// It takes more than GitHub documents, so that nothing slips through a merge: no
// space at all, a line break, or the signs of Markdown between keyword and issue,
// code and comments. What GitHub surely acts on is marked Sure.
func Closings(text, home string) []Closing {
	var all []Closing
	live := "" // the text with what Markdown hides blanked, made when first needed
	for at := 0; at < len(text); {
		word := closingWordAt(text, at)
		if word == "" {
			at++
			continue
		}
		c, ok := closingAt(text, at, len(word), home)
		if !ok {
			at += len(word)
			continue
		}
		if c.Sure {
			if live == "" {
				live = withoutHidden(text)
			}
			c.Sure = live[c.Offset:c.end] == text[c.Offset:c.end]
		}
		c.Quote = quoteLine(text, at)
		all = append(all, c)
		at = c.end
	}
	return all
}

// closingWordAt gives the keyword that begins at an offset, as written, "" for
// none. It is a word of its own: no letter or digit touches it.
func closingWordAt(text string, at int) string {
	if at > 0 && alphanumeric(text[at-1]) {
		return ""
	}
	switch text[at] {
	case 'c', 'C', 'f', 'F', 'r', 'R':
	default:
		return ""
	}
	for _, w := range closingWords() {
		end := at + len(w)
		if end <= len(text) && strings.EqualFold(text[at:end], w) && asciiOnly(text[at:end]) &&
			(end == len(text) || !alphanumeric(text[end])) {
			return text[at:end]
		}
	}
	return ""
}

func asciiOnly(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// closingAt reads what follows the keyword at text[at:at+length].
func closingAt(text string, at, length int, home string) (Closing, bool) {
	gapStart := at + length
	from := skipGap(text, gapStart)
	ref, ok := referenceAt(text, from)
	if !ok {
		return Closing{}, false
	}
	repo, exact := ref.relativeTo(home)
	return Closing{
		Number: ref.number, Repo: repo, Keyword: text[at:gapStart], Offset: at, ref: from, end: ref.end,
		Sure: exact && plainGap(text[gapStart:from]) && !letterBefore(text, at),
	}, true
}

// maxGap bounds what may stand between a keyword and its issue.
const maxGap = 64

// skipGap steps over all that may stand between a keyword and its issue.
func skipGap(text string, at int) int {
	for end := min(len(text), at+maxGap); at < end; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !strings.ContainsRune(":*_`\"'[(\\<“”‘’«»", r) {
			break
		}
		at += size
	}
	return at
}

// plainGap reports whether a gap is the documented one: white space on one line,
// with or without a colon before it.
func plainGap(gap string) bool {
	gap = strings.TrimPrefix(gap, ":")
	return gap != "" && strings.Trim(gap, " \t") == ""
}

// letterBefore reports whether a letter that is not ASCII, or an underscore,
// touches the keyword from before: of that GitHub may make one word.
func letterBefore(text string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return r == '_' || r != utf8.RuneError && unicode.IsLetter(r)
}

// withoutHidden blanks what Markdown takes for code or a comment, in place.
func withoutHidden(text string) string {
	text = model.Unfenced(text)
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	for at := 0; at < len(text); {
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, "<!--"):
			end := len(text)
			if i := strings.Index(rest, "-->"); i >= 0 {
				end = at + i + len("-->")
			}
			blank(at, end)
			at = end
		case rest[0] == '`':
			n := len(rest) - len(strings.TrimLeft(rest, "`"))
			end := at + n + codeEnd(rest[n:min(len(rest), n+maxCodeSpan)], n)
			blank(at, end)
			at = end
		default:
			i := strings.IndexAny(rest[1:], "<`")
			if i < 0 {
				return string(out)
			}
			at += 1 + i
		}
	}
	return string(out)
}

// maxCodeSpan bounds how far the end of a code span is looked for.
const maxCodeSpan = 4096

// codeEnd gives where a code span ends that a run of n backticks opened, 0 when no
// equal run closes it in the same paragraph.
func codeEnd(rest string, n int) int {
	for at := 0; at < len(rest); at++ {
		switch {
		case rest[at] == '\n' && at+1 < len(rest) && rest[at+1] == '\n':
			return 0
		case rest[at] == '`':
			width := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "`"))
			if width == n {
				return at + width
			}
			at += width - 1
		}
	}
	return 0
}

// quoteLine gives the line that an offset lies in, cut around it and made visible.
func quoteLine(text string, at int) string {
	const before, behind = 40, 60
	start := strings.LastIndexByte(text[:at], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i
	}
	head, tail := text[start:at], text[at:end]
	if runes := []rune(head); len(runes) > before {
		head = "…" + string(runes[len(runes)-before:])
	}
	if runes := []rune(tail); len(runes) > behind {
		tail = string(runes[:behind]) + "…"
	}
	return model.Visible(strings.TrimSpace(head + tail))
}
