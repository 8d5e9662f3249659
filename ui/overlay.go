package ui

import (
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// over lays a box over the middle of a frame. What it does not cover steps back,
// so that the box is what one looks at.
func over(t *theme.Theme, frame, box []string, width int) []string {
	if len(box) == 0 {
		return frame
	}
	boxWidth := kit.Width(box[0]) + 2 // an empty cell on either side
	left := max((width-boxWidth)/2, 0)
	top := max((len(frame)-1-len(box))/2, 0)
	out := make([]string, len(frame))
	last := len(frame) - 1 // the footer tells the keys of the box
	for i, line := range frame {
		switch {
		case i == last:
			out[i] = line
		case i >= top && i < top+len(box):
			under := kit.Fit(t, ansi.Strip(line), width)
			before := ansi.Truncate(under, left, "")
			after := ansi.TruncateLeft(under, left+boxWidth, "")
			out[i] = t.Faint.Render(before+kit.Spaces(left-kit.Width(before))) + " " + box[i-top] + " " +
				t.Faint.Render(kit.Spaces(width-left-boxWidth-kit.Width(after))+after)
		default:
			out[i] = t.Faint.Render(ansi.Strip(line))
		}
	}
	return out
}

// click gives a mouse event to what lies on top: the dialog and the help take
// the wheel, a screen takes all of it.
func (a *App) click(msg tea.MouseMsg) tea.Cmd {
	by := 0
	switch msg.Button {
	case tea.MouseButtonWheelDown:
		by = 3
	case tea.MouseButtonWheelUp:
		by = -3
	}
	switch {
	case a.tooSmall():
		return nil
	case a.dialog != nil:
		a.dialog.lines.Move(by)
		return nil
	case a.help != nil:
		a.help.list.Scroll(by)
		return nil
	}
	return a.top().Update(msg)
}
