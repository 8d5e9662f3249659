package model

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxBody is how many characters GitHub lets a body have, in the words of its own
// refusal ("maximum is 65536 characters"). A character is a Unicode code point: an
// emoji of four bytes counts as one, and one of three code points as three. The
// store behind it holds 65536 characters of four bytes, 262144 bytes in all, and
// has been seen to take longer bodies of shorter characters; a body within MaxBody
// fits either way.
const MaxBody = 65536

// Finding is what is known of a defect before it is filed.
type Finding struct {
	Key         Key
	Origin      Origin
	Title       string
	FailureMode string
	Fix         string
	Grades      Grades
	Research    Research // owed when the severity is investigate, else left out
}

// Body is the body that the finding is filed with, in the order of section 1.4:
// key line, origin line, the cited place, failure mode, suggested fix, and the
// research block if it is owed. Line ends are "\n". The texts are trimmed of
// blank lines around them; a code fence left open in one is closed, since it
// would swallow all that follows. Grades are never restated.
func (f Finding) Body() string {
	var b strings.Builder
	b.WriteString(f.Key.Comment() + "\n" + f.Origin.Comment() + "\n\n")
	b.WriteString(codeSpan(f.Key.Location()) + "\n")
	section(&b, "## Failure mode", f.FailureMode)
	section(&b, "## Suggested fix", f.Fix)
	if f.Grades.Severity == Investigate {
		b.WriteString("\n" + f.Research.Block() + "\n")
	}
	return b.String()
}

func section(b *strings.Builder, title, text string) {
	b.WriteString("\n" + title + "\n")
	if text = closed(tidy(text)); text != "" {
		b.WriteString("\n" + text + "\n")
	}
}

// tidy gives a text "\n" as its only line end and takes byte-order marks and the
// blank lines off its two ends; the indent of its first line stays.
func tidy(text string) string {
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	text = strings.TrimRight(text, " \t\n")
	for {
		text = strings.TrimLeft(text, byteOrderMark)
		first, rest, more := strings.Cut(text, "\n")
		if !more || strings.Trim(first, " \t") != "" {
			return text
		}
		text = rest
	}
}

// closed adds the closing fence that a text lacks.
func closed(text string) string {
	if s, open := openFence(text); open {
		return text + "\n" + s.closer()
	}
	return text
}

// codeSpan writes inline code, with a longer fence when the text holds backticks.
func codeSpan(text string) string {
	longest := 0
	for i := 0; i < len(text); i++ {
		if n := run(text[i:], '`'); n > 0 {
			longest = max(longest, n)
			i += n - 1
		}
	}
	if longest == 0 {
		return "`" + text + "`"
	}
	fence := strings.Repeat("`", longest+1)
	return fence + " " + text + " " + fence
}

// Labels gives the labels that the finding is filed with, in today's spelling: the
// queue's own label as the rules name it, then one per axis that has a value.
func (f Finding) Labels(r Rules) []string {
	labels := []string{r.QueueLabel()}
	for _, a := range Axes() {
		if value := f.Grades.Get(a); value != "" {
			labels = append(labels, LabelFor(a, value))
		}
	}
	return labels
}

// BodyExcess gives how many characters a body is over MaxBody, 0 if none.
func BodyExcess(body string) int { return max(0, utf8.RuneCountInString(body)-MaxBody) }

// BodyError says why GitHub would not store a body as it is: over MaxBody, or not
// UTF-8. It returns nil when it would.
func BodyError(body string) error {
	for i, r := range body {
		if r != utf8.RuneError {
			continue
		}
		if _, width := utf8.DecodeRuneInString(body[i:]); width == 1 {
			return fmt.Errorf("the body is not UTF-8: line %d holds the byte 0x%02X; convert it first",
				strings.Count(body[:i], "\n")+1, body[i])
		}
	}
	if n := BodyExcess(body); n > 0 {
		return fmt.Errorf("the body is %d characters over GitHub's limit of %d; shorten it by as many", n, MaxBody)
	}
	return nil
}
