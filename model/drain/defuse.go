package drain

import (
	"strconv"
	"strings"
)

// Defuse rewrites a text so that nothing in it closes an issue: behind a closing
// keyword "#8" becomes "issue 8", and "acme/shop#8" or an address "issue 8 of
// acme/shop". All else stays, byte for byte.
func Defuse(text string) string {
	return rewrite(text, func(Closing) bool { return true })
}

// DropLine takes what closes an issue out of the body of a pull request: a line that
// does nothing else goes whole, elsewhere the closing is defused. All other lines
// stay, byte for byte. Home is as for Closings.
func DropLine(body string, number int, home string) string {
	ours := func(c Closing) bool { return c.Repo == "" && c.Number == number }
	var out strings.Builder
	for line := range strings.Lines(body) {
		all := Closings(line, home)
		if len(all) == 1 && ours(all[0]) && strings.TrimSpace(line[:all[0].Offset]) == "" &&
			strings.Trim(line[all[0].end:], " \t\r\n.") == "" {
			continue
		}
		out.WriteString(line)
	}
	return rewriteIn(out.String(), home, ours)
}

func rewrite(text string, which func(Closing) bool) string { return rewriteIn(text, "", which) }

// rewriteIn spells the references of the closings that are picked without their
// signs, until none of them is left.
func rewriteIn(text, home string, which func(Closing) bool) string {
	for {
		all := Closings(text, home)
		var b strings.Builder
		from := 0
		for _, c := range all {
			if !which(c) {
				continue
			}
			b.WriteString(text[from:c.ref])
			if b.Len() > 0 && alphanumeric(text[c.ref-1]) {
				b.WriteByte(' ')
			}
			b.WriteString("issue " + strconv.Itoa(c.Number))
			if c.Repo != "" {
				b.WriteString(" of " + c.Repo)
			}
			from = c.end
		}
		if from == 0 {
			return text
		}
		text = b.String() + text[from:]
	}
}
