package kit

import (
	"strings"
	"unicode"

	"gh-debt/ui/theme"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// Input is a text field of one line.
type Input struct {
	field textinput.Model
	look  *theme.Theme
}

// NewInput makes an empty field; the placeholder is shown while it is.
func NewInput(t *theme.Theme, placeholder string) *Input {
	f := textinput.New()
	f.Prompt = ""
	f.Placeholder = placeholder
	f.PromptStyle, f.TextStyle, f.CompletionStyle = t.Text, t.Text, t.Faint
	f.PlaceholderStyle = t.Faint
	f.Cursor.Style, f.Cursor.TextStyle = t.Cursor, t.Text
	f.Cursor.SetMode(cursor.CursorStatic)
	f.KeyMap.Paste.SetEnabled(false) // the terminal pastes; the clipboard of the machine is not read
	return &Input{field: f, look: t}
}

// Key takes what is typed or pasted. A pasted line break becomes a space,
// control characters are dropped.
func (in *Input) Key(key tea.KeyMsg) {
	if key.Type == tea.KeyRunes {
		key.Runes = []rune(oneLine(clean(string(key.Runes))))
		if len(key.Runes) == 0 {
			return
		}
		key.Paste = true // text, even where it spells the name of a key: "end"
	}
	in.field, _ = in.field.Update(key)
}

// Value is the text.
func (in *Input) Value() string { return in.field.Value() }

// SetValue replaces the text and puts the cursor at its end.
func (in *Input) SetValue(s string) {
	in.field.SetValue(oneLine(clean(s)))
	in.field.CursorEnd()
}

// Focus opens the field, Blur closes it.
func (in *Input) Focus() { in.field.Focus() }

// Blur closes the field: no cursor is drawn and keys do nothing.
func (in *Input) Blur() { in.field.Blur() }

// Focused reports whether the field is open.
func (in *Input) Focused() bool { return in.field.Focused() }

// View draws the field in exactly width cells.
func (in *Input) View(width int) string {
	if width <= 1 {
		return Spaces(width)
	}
	in.field.Width = width - 1
	return Fit(in.look, in.field.View(), width)
}

// clean makes typed or pasted text safe to keep: line ends become line feeds, a
// tab stays, other control characters go, and so do the characters that turn
// the direction of text or take no room.
func clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			return '\n'
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069',
			r == '\u200b', r == '\u200e', r == '\u200f', r == '\u2060', r == '\ufeff':
			return -1
		}
		return r
	}, s)
}

// oneLine turns line breaks and tabs into spaces; a break at the end goes.
func oneLine(s string) string {
	s = strings.TrimRight(s, "\n")
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, s)
}
