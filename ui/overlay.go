package ui

import (
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// over lays a box over the middle of a frame; what it does not cover stays.
func over(t *theme.Theme, frame, box []string, width int) []string {
	if len(box) == 0 {
		return frame
	}
	boxWidth := kit.Width(box[0])
	left := max((width-boxWidth)/2, 0)
	top := max((len(frame)-1-len(box))/2, 0)
	out := append([]string(nil), frame...)
	for i, line := range box {
		if top+i >= len(out) {
			break
		}
		under := kit.Fit(t, out[top+i], width)
		before := ansi.Truncate(under, left, "")
		before += kit.Spaces(left - kit.Width(before))
		after := ansi.TruncateLeft(under, left+boxWidth, "")
		after = kit.Spaces(width-left-boxWidth-kit.Width(after)) + after
		out[top+i] = before + line + after
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
