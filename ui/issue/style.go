package issue

import (
	"gh-debt/ui/theme"

	"github.com/charmbracelet/glamour/ansi"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// profile is the terminal of the theme as the renderer of Markdown knows it.
func profile(t *theme.Theme) termenv.Profile {
	switch t.Depth {
	case theme.Attributes, theme.Color16:
		return termenv.ANSI
	case theme.Color256:
		return termenv.ANSI256
	case theme.TrueColor:
		return termenv.TrueColor
	}
	return termenv.Ascii
}

// primitive is a style of the theme as the renderer takes it.
func primitive(s lipgloss.Style) ansi.StylePrimitive {
	var p ansi.StylePrimitive
	if c, ok := s.GetForeground().(lipgloss.Color); ok {
		color := string(c)
		p.Color = &color
	}
	if s.GetBold() {
		bold := true
		p.Bold = &bold
	}
	return p
}

// styles draws Markdown with the tokens of the theme: headings by weight, code a
// step back, links in the accent, and nothing by a block of colour.
func styles(t *theme.Theme) ansi.StyleConfig {
	on := true
	bar, two := t.Glyph.Gutter+" ", uint(2)
	dash, cross, column := "─", "┼", "│"
	item, ticked, open := "• ", "[✓] ", "[ ] "
	if !t.Unicode {
		dash, cross, column, item, ticked = "-", "+", "|", "- ", "[x] "
	}
	faint, strong := primitive(t.Faint), primitive(t.Strong)
	heading := strong
	first := strong
	first.Underline = &on
	code := primitive(t.Dim)
	code.Prefix, code.Suffix = "`", "`"
	if t.Colored() {
		code = primitive(t.Accent)
	}
	struck := ansi.StylePrimitive{CrossedOut: &on}
	if t.Depth == theme.Plain {
		struck.BlockPrefix, struck.BlockSuffix = "~~", "~~"
	}
	rule := faint
	rule.Format = "\n" + dash + dash + dash + "\n"
	link := primitive(t.Dim)
	emphasis, strongText := ansi.StylePrimitive{Italic: &on}, strong
	if t.Depth == theme.Plain {
		emphasis.BlockPrefix, emphasis.BlockSuffix = "*", "*"
		strongText.BlockPrefix, strongText.BlockSuffix = "**", "**"
	}
	return ansi.StyleConfig{
		BlockQuote:            ansi.StyleBlock{StylePrimitive: primitive(t.Dim), Indent: ptr(uint(1)), IndentToken: &bar},
		List:                  ansi.StyleList{LevelIndent: two},
		Heading:               ansi.StyleBlock{StylePrimitive: heading},
		H1:                    ansi.StyleBlock{StylePrimitive: first},
		H6:                    ansi.StyleBlock{StylePrimitive: heading},
		Strikethrough:         struck,
		Emph:                  emphasis,
		Strong:                strongText,
		HorizontalRule:        rule,
		Item:                  ansi.StylePrimitive{BlockPrefix: item},
		Enumeration:           ansi.StylePrimitive{BlockPrefix: ". "},
		Task:                  ansi.StyleTask{Ticked: ticked, Unticked: open},
		Link:                  link,
		LinkText:              primitive(t.Accent),
		Image:                 link,
		ImageText:             ansi.StylePrimitive{Format: "image: {{.text}}"},
		Code:                  ansi.StyleBlock{StylePrimitive: code},
		CodeBlock:             ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{Margin: &two}},
		Table:                 ansi.StyleTable{CenterSeparator: &cross, ColumnSeparator: &column, RowSeparator: &dash},
		DefinitionDescription: ansi.StylePrimitive{BlockPrefix: "\n  "},
	}
}

func ptr[T any](v T) *T { return &v }
