package issue

import (
	"bytes"
	"html"
	"regexp"
	"strings"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/glamour/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown renders texts from GitHub for a terminal. They are data: what hides
// in them is made visible before, HTML stays text, and of the escape sequences
// in the result none but those for colour and weight are let through.
type markdown struct {
	look *theme.Theme
	code *kit.Code
	read goldmark.Markdown
}

func newMarkdown(t *theme.Theme, code *kit.Code) *markdown {
	read := goldmark.New(goldmark.WithParser(newParser()), goldmark.WithExtensions(extension.GFM))
	return &markdown{look: t, code: code, read: read}
}

// newParser is the usual parser without what hides text: a tag in an issue about
// code is mostly code, and neither a comment nor the definition of a link may
// vanish.
func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
	)
}

// render draws a text in lines of at most width cells.
func (m *markdown) render(body string, width int) []string {
	if width < 1 || strings.TrimSpace(body) == "" {
		return nil
	}
	if heavy(body) {
		return kit.Wrap(strings.ReplaceAll(model.VisibleText(body), "\t", "    "), width)
	}
	source := []byte(disarm(model.VisibleText(body)))
	doc := m.read.Parser().Parse(text.NewReader(source))
	source = m.literal(doc, source)
	draw := renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(ansi.NewRenderer(ansi.Options{
		WordWrap: width, ColorProfile: profile(m.look), Styles: styles(m.look), InlineTableLinks: true, PreserveNewLines: true,
	}), 1000)))
	var out bytes.Buffer
	if err := draw.Render(&out, source, doc); err != nil {
		return kit.Wrap(strings.ReplaceAll(model.VisibleText(body), "\t", "    "), width)
	}
	return tidy(m.safe(out.String()), width)
}

// literal keeps what stands in code as it is: the renderer would decode entities
// in a span and take backslashes from a block. What it is to draw instead is put
// behind the source, a block's with the colours of its language.
func (m *markdown) literal(doc ast.Node, source []byte) []byte {
	put := func(s string) text.Segment {
		start := len(source)
		source = append(source, s...)
		return text.NewSegment(start, len(source))
	}
	// The walk cannot fail: its function gives no error.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					t.Segment = put(html.EscapeString(string(t.Segment.Value(source))))
				}
			}
		case *ast.FencedCodeBlock:
			n.SetLines(m.block("x."+string(n.Language(source)), n.Lines(), source, put))
		case *ast.CodeBlock:
			n.SetLines(m.block("", n.Lines(), source, put))
		}
		return ast.WalkContinue, nil
	})
	return source
}

// block gives the lines of a block of code as they are to be drawn.
func (m *markdown) block(file string, lines *text.Segments, source []byte, put func(string) text.Segment) *text.Segments {
	code := make([]string, lines.Len())
	for i := range code {
		at := lines.At(i)
		code[i] = strings.TrimRight(string(at.Value(source)), "\n")
	}
	out := text.NewSegments()
	for _, line := range m.code.Highlight(file, code) {
		out.Append(put(strings.ReplaceAll(line, `\`, `\\`) + "\n"))
	}
	return out
}

var entity = regexp.MustCompile(`&#?[0-9A-Za-z]+;?`)

// disarm replaces the entities that stand for characters which hide or steer the
// terminal by what makes those visible.
func disarm(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	return entity.ReplaceAllStringFunc(s, func(e string) string {
		plain := html.UnescapeString(e)
		if shown := model.VisibleText(plain); shown != plain || strings.ContainsAny(plain, "\r\n\t") {
			return model.Visible(plain)
		}
		return e
	})
}

// colours is the one kind of escape sequence that may reach the terminal.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// safe lets colours and weights through and makes everything else that hides
// visible, wherever it may have come from. A dumb terminal gets no sequence.
func (m *markdown) safe(s string) string {
	var b strings.Builder
	at := 0
	for _, span := range colours.FindAllStringIndex(s, -1) {
		b.WriteString(model.VisibleText(s[at:span[0]]))
		if m.look.Depth != theme.Plain {
			b.WriteString(s[span[0]:span[1]])
		}
		at = span[1]
	}
	b.WriteString(model.VisibleText(s[at:]))
	return b.String()
}

// padding is what the renderer fills lines up with.
var padding = regexp.MustCompile("(?:\x1b\\[[0-9;]*m| )+$")

// tidy breaks the lines that are too long still, drops the padding and the
// empty lines at both ends, and leaves one empty line where there are several.
func tidy(s string, width int) []string {
	var out []string
	for _, line := range strings.Split(strings.ReplaceAll(s, "\t", "    "), "\n") {
		end := padding.FindString(line)
		line = strings.TrimSuffix(line, end)
		if strings.Contains(end, "\x1b[") && strings.Contains(line, "\x1b[") {
			line += "\x1b[0m"
		}
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		if kit.Width(line) <= width {
			out = append(out, line)
			continue
		}
		out = append(out, kit.Wrap(line, width)...)
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}
