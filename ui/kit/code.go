package kit

import (
	"fmt"
	"strconv"
	"strings"

	"gh-debt/ui/theme"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// codeKept is how many highlighted pieces are kept; one screen shows one or two.
const codeKept = 64

// Code highlights source code and keeps what it has highlighted, since the same
// few lines are drawn in every frame. What is kept depends on the path, the
// lines and the theme alone, and never goes stale.
type Code struct {
	look *theme.Theme
	kept map[string][]string
}

// NewCode makes an empty keeper for a theme.
func NewCode(t *theme.Theme) *Code { return &Code{look: t, kept: map[string][]string{}} }

// Excerpt draws lines of a file with their numbers, the first of which is from.
// The cited line carries a pointer; 0 cites none. Lines must have passed
// model.Visible. What all lines are set in by is left out, lines that are too
// long are cut.
func (c *Code) Excerpt(path string, from int, lines []string, cited, width int) []string {
	t := c.look
	digits := max(len(strconv.Itoa(from+len(lines)-1)), 3)
	out := make([]string, 0, len(lines))
	for i, code := range c.Highlight(path, flush(lines)) {
		mark, number := " ", t.Faint
		if from+i == cited {
			mark, number = t.Accent.Render(t.Glyph.Pointer), t.Focus
		}
		gutter := mark + " " + number.Render(fmt.Sprintf("%*d", digits, from+i)) + " " + t.Faint.Render(t.Glyph.Gutter) + " "
		out = append(out, Cut(t, gutter+code, width))
	}
	return out
}

// flush takes away the white space that all lines begin with. Only whole tabs or
// whole spaces that are the same in every line count.
func flush(lines []string) []string {
	common := ""
	first := true
	for _, l := range lines {
		rest := strings.TrimLeft(l, " \t")
		if rest == "" {
			continue
		}
		lead := l[:len(l)-len(rest)]
		if first {
			common, first = lead, false
		}
		for !strings.HasPrefix(lead, common) {
			common = common[:len(common)-1]
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.TrimPrefix(l, common)
	}
	return out
}

// Highlight colours lines of code by the language of the path; one that is not
// known, or a terminal without colour, leaves them as they are. The result has
// as many lines as it was given.
func (c *Code) Highlight(path string, lines []string) []string {
	flat := make([]string, len(lines))
	for i, l := range lines {
		flat[i] = strings.ReplaceAll(strings.TrimRight(l, "\r\n"), "\t", "    ")
	}
	if !c.look.Colored() {
		return flat
	}
	key := path + "\x00" + strings.Join(flat, "\n")
	if got, ok := c.kept[key]; ok {
		return got
	}
	if len(c.kept) >= codeKept {
		clear(c.kept)
	}
	got := c.highlight(path, flat)
	c.kept[key] = got
	return got
}

func (c *Code) highlight(path string, lines []string) []string {
	lexer := lexers.Match(path)
	if lexer == nil {
		return lines
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, strings.Join(lines, "\n"))
	if err != nil {
		return lines
	}
	out := make([]string, 0, len(lines))
	for _, line := range chroma.SplitTokensIntoLines(tokens.Tokens()) {
		var b strings.Builder
		for _, token := range line {
			text := strings.TrimRight(token.Value, "\n")
			if text == "" {
				continue
			}
			b.WriteString(c.paint(token.Type, text))
		}
		out = append(out, b.String())
	}
	for len(out) < len(lines) {
		out = append(out, "")
	}
	return out[:len(lines)]
}

// paint keeps code calm: comments step back, strings and numbers have a tint,
// keywords have the accent, all else is plain.
func (c *Code) paint(kind chroma.TokenType, text string) string {
	t := c.look
	switch {
	case kind.InCategory(chroma.Comment):
		return t.Faint.Render(text)
	case kind.InSubCategory(chroma.LiteralString):
		return t.Good.Render(text)
	case kind.InSubCategory(chroma.LiteralNumber):
		return t.Warn.Render(text)
	case kind.InCategory(chroma.Keyword):
		return t.Accent.Render(text)
	}
	return text
}
