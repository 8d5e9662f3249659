// Package theme is the one place of the app that names a colour. New turns the
// tokens of a light or a dark terminal into styles; nothing is kept at package
// level, and whatever draws is handed a *Theme.
//
//	look := theme.New(theme.Options{Depth: theme.TrueColor, Dark: true, Unicode: true})
//	fmt.Println(look.Accent.Render("gh debt"))
package theme

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Depth is how much a terminal can show beside plain characters.
type Depth int

// The depths, from nothing to everything.
const (
	Plain      Depth = iota // no escape sequence at all: a dumb terminal
	Attributes              // bold and faint, no colour: NO_COLOR
	Color16                 // the terminal's own sixteen colours
	Color256                // the xterm palette
	TrueColor               // 24 bits
)

// Options is what is known of the terminal. It is asked once, at the start.
type Options struct {
	Depth   Depth
	Dark    bool // the background is dark
	Unicode bool // the locale is UTF-8: line drawing and other glyphs may be used
}

// Theme is every style and every glyph that the screens draw with.
type Theme struct {
	Text     lipgloss.Style // the terminal's own foreground
	Strong   lipgloss.Style // the same, in bold: what is selected, titles
	Dim      lipgloss.Style // first step back: second lines, ages
	Faint    lipgloss.Style // second step back: borders, line numbers, hints
	Accent   lipgloss.Style // the one accent: keys, the selected row's bar, the focus
	Focus    lipgloss.Style // the accent in bold
	Good     lipgloss.Style // a check that holds, a label that is added
	Bad      lipgloss.Style // an error, a check that does not hold
	Warn     lipgloss.Style // what asks for attention without being wrong
	Match    lipgloss.Style // characters that the filter matched
	Cursor   lipgloss.Style // the cell under a text cursor
	Selected lipgloss.Style // the button or choice that Enter takes

	Glyph  Glyphs
	Border lipgloss.Border

	// Depth, Dark and Unicode are the options the theme was made of.
	Depth   Depth
	Dark    bool
	Unicode bool

	renderer *lipgloss.Renderer
	severity map[string]lipgloss.Style
}

// New makes the styles for a terminal.
func New(o Options) *Theme {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile(o.Depth)) // set, not asked: it was decided before
	r.SetHasDarkBackground(o.Dark)
	t := &Theme{Depth: o.Depth, Dark: o.Dark, Unicode: o.Unicode, renderer: r}
	t.Glyph, t.Border = glyphs(o.Unicode)
	c := tokens(o)
	t.Text = r.NewStyle()
	t.Strong = r.NewStyle().Bold(true)
	t.Dim = colored(r, c.dim)
	t.Faint = colored(r, c.faint)
	if o.Depth == Attributes { // there is one step back only
		t.Dim, t.Faint = t.Dim.Faint(true), t.Faint.Faint(true)
	}
	t.Accent = colored(r, c.accent)
	t.Focus = t.Accent.Bold(true)
	t.Good = colored(r, c.good)
	t.Bad = colored(r, c.bad)
	t.Warn = colored(r, c.warn)
	t.Match = t.Accent.Underline(true)
	t.Cursor = r.NewStyle().Reverse(true)
	t.Selected = t.Accent.Bold(true).Reverse(true)
	t.severity = map[string]lipgloss.Style{}
	for value, color := range c.severity {
		t.severity[value] = colored(r, color)
	}
	return t
}

// NewStyle is an empty style of this theme's terminal, for widgets that come
// with a default style of their own.
func (t *Theme) NewStyle() lipgloss.Style { return t.renderer.NewStyle() }

// Severity is the style of a severity's bar: the colour of its label. An
// unknown value has the style of plain text.
func (t *Theme) Severity(value string) lipgloss.Style {
	if s, ok := t.severity[value]; ok {
		return s
	}
	return t.Text
}

// Colored reports whether colour may be used at all.
func (t *Theme) Colored() bool { return t.Depth >= Color16 }

func profile(d Depth) termenv.Profile {
	switch d {
	case Attributes, Color16:
		return termenv.ANSI
	case Color256:
		return termenv.ANSI256
	case TrueColor:
		return termenv.TrueColor
	default:
		return termenv.Ascii
	}
}

func colored(r *lipgloss.Renderer, c lipgloss.TerminalColor) lipgloss.Style {
	if c == nil {
		return r.NewStyle()
	}
	return r.NewStyle().Foreground(c)
}
