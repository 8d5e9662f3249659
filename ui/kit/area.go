package kit

import (
	"strings"
	"unicode/utf8"

	"gh-debt/ui/theme"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"
)

// Area is a text field of several lines. It takes a text of any length; of a long
// one the widget holds a part around the cursor (see place).
type Area struct {
	field textarea.Model
	look  *theme.Theme

	before, after string // of a long text, what the widget does not hold
}

// NewArea makes an empty field; the placeholder is shown while it is.
func NewArea(t *theme.Theme, placeholder string) *Area {
	f := textarea.New()
	f.Prompt = ""
	f.Placeholder = placeholder
	f.ShowLineNumbers = false
	f.CharLimit, f.MaxHeight = 0, 0
	style := textarea.Style{
		Base: t.Text, CursorLine: t.Text, CursorLineNumber: t.Faint, EndOfBuffer: t.Faint,
		LineNumber: t.Faint, Placeholder: t.Faint, Prompt: t.Text, Text: t.Text,
	}
	f.FocusedStyle, f.BlurredStyle = style, style
	f.Cursor.Style, f.Cursor.TextStyle = t.Cursor, t.Text
	f.Cursor.SetMode(cursor.CursorStatic)
	f.EndOfBufferCharacter = ' '
	f.KeyMap.Paste.SetEnabled(false)
	return &Area{field: f, look: t}
}

// Key takes what is typed or pasted. Pasted line breaks are kept, a tab becomes
// four spaces, other control characters are dropped. Enter, as a key, begins a new
// line.
func (a *Area) Key(k tea.KeyMsg) {
	if !a.field.Focused() {
		return
	}
	if k.Type == tea.KeyRunes {
		text := areaText(string(k.Runes))
		if text == "" {
			return
		}
		if len(text) > insertAtOnce {
			a.insert(text)
			return
		}
		k.Runes = []rune(text)
		k.Paste = true // text, even where it spells the name of a key: "end"
	}
	if a.reachesOut(k) {
		return
	}
	if a.deletesLast(k) {
		// The widget's own delete would take the line break behind the character too.
		a.field, _ = a.field.Update(tea.KeyMsg{Type: tea.KeyRight})
		k = tea.KeyMsg{Type: tea.KeyBackspace}
	}
	a.field, _ = a.field.Update(k)
	a.settle()
}

// deletesLast reports whether a key deletes the last character of a line from
// before it.
func (a *Area) deletesLast(k tea.KeyMsg) bool {
	if k.Type == tea.KeyRunes || !key.Matches(k, a.field.KeyMap.DeleteCharacterForward) {
		return false
	}
	part := a.field.Value()
	rest := part[a.offset(part):]
	_, size := utf8.DecodeRuneInString(rest)
	return rest != "" && rest[0] != '\n' && (size == len(rest) || rest[size] == '\n')
}

// Value is the text, its lines ended by line feeds.
func (a *Area) Value() string { return a.before + a.field.Value() + a.after }

// SetValue replaces the text and puts the cursor at its end.
func (a *Area) SetValue(s string) {
	s = areaText(s)
	a.place(s, len(s), false)
}

// areaText makes text safe to keep, with tabs as the widget keeps them.
func areaText(s string) string { return strings.ReplaceAll(clean(s), "\t", "    ") }

// Focus opens the field.
func (a *Area) Focus() { a.field.Focus() }

// Blur closes the field: no cursor is drawn and keys do nothing.
func (a *Area) Blur() { a.field.Blur() }

// Focused reports whether the field is open.
func (a *Area) Focused() bool { return a.field.Focused() }

// View draws the field in height lines of exactly width cells.
func (a *Area) View(width, height int) []string {
	if width < 2 || height < 1 {
		return nil
	}
	if a.field.Width() != width {
		a.field.SetWidth(width)
	}
	if a.field.Height() != height {
		a.field.SetHeight(height)
	}
	lines := strings.Split(a.field.View(), "\n")
	out := make([]string, height)
	for i := range out {
		if i < len(lines) {
			out[i] = Fit(a.look, lines[i], width)
			continue
		}
		out[i] = Spaces(width)
	}
	return out
}
