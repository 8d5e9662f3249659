package ui

import (
	"fmt"
	"time"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

// How long the notes that fade are seen.
const (
	noteSeen    = 4 * time.Second
	warningSeen = 8 * time.Second
)

// toastRows is how many lines an error may take.
const toastRows = 4

// toasts is the toast line: failures, which stay until they are dismissed, the
// latest first, and one note that fades.
type toasts struct {
	failures []screen.Toast
	note     screen.Toast
	shown    int // numbers the notes; a fading that is overtaken does nothing
}

// faded comes when a note has been seen long enough.
type faded struct{ note int }

// add shows a toast.
func (ts *toasts) add(t screen.Toast, after func(time.Duration, tea.Msg) tea.Cmd) tea.Cmd {
	t.Text, t.Next = model.Visible(t.Text), model.Visible(t.Next)
	if t.Level == screen.Failure {
		ts.failures = append(ts.failures, t)
		return nil
	}
	ts.shown++
	ts.note = t
	seen := noteSeen
	if t.Level == screen.Warning || t.Next != "" {
		seen = warningSeen
	}
	return after(seen, faded{ts.shown})
}

func (ts *toasts) fade(f faded) {
	if f.note == ts.shown {
		ts.note = screen.Toast{}
	}
}

// dismiss takes the latest failure away, else the note.
func (ts *toasts) dismiss() {
	if n := len(ts.failures); n > 0 {
		ts.failures = ts.failures[:n-1]
		return
	}
	ts.note = screen.Toast{}
}

func (ts *toasts) empty() bool { return len(ts.failures) == 0 && ts.note.Text == "" }

// lines draws the toasts; key is the one that dismisses.
func (ts *toasts) lines(t *theme.Theme, width int, key string) []string {
	if ts.empty() {
		return nil
	}
	var out []string
	if n := len(ts.failures); n > 0 {
		hint := key + " dismiss"
		if n > 1 {
			hint = fmt.Sprintf("%s, %d more", hint, n-1)
		}
		out = append(out, toastLines(t, ts.failures[n-1], t.Bad.Render(t.Glyph.Cross), t.Strong, width, hint)...)
	}
	if ts.note.Text != "" {
		sign, style := t.Accent.Render(t.Glyph.Severity), t.Text
		switch ts.note.Level {
		case screen.Success:
			sign = t.Good.Render(t.Glyph.Check)
		case screen.Warning:
			sign = t.Warn.Render("!")
		}
		out = append(out, toastLines(t, ts.note, sign, style, width, "")...)
	}
	return out
}

// toastLines draws one toast: its sign, its sentence, what can be done now in a
// second tone, and a hint at the right end of the first line.
func toastLines(t *theme.Theme, msg screen.Toast, sign string, style lipgloss.Style, width int, hint string) []string {
	room := width - 4
	if hint != "" {
		room -= kit.Width(hint) + 2
	}
	var out []string
	if whole := kit.Dots(t, msg.Text, msg.Next); msg.Level != screen.Failure && msg.Next != "" && kit.Width(whole) <= room {
		return []string{" " + sign + " " + style.Render(msg.Text) + t.Dim.Render(t.Glyph.Dot+msg.Next)}
	}
	for i, line := range kit.Wrap(msg.Text, room) {
		if i == 0 {
			out = append(out, kit.Ends(t, " "+sign+" "+style.Render(line), t.Faint.Render(hint)+" ", width))
			continue
		}
		out = append(out, "   "+style.Render(line))
	}
	if msg.Next != "" {
		for _, line := range kit.Wrap(msg.Next, room) {
			out = append(out, "   "+t.Dim.Render(line))
		}
	}
	if len(out) > toastRows {
		out = out[:toastRows]
		out[toastRows-1] = kit.Cut(t, out[toastRows-1], width-4) + t.Glyph.Ellipsis
	}
	return out
}
