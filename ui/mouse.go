package ui

import (
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// wheelLines is how far one step of the wheel scrolls.
const wheelLines = 3

// click gives a mouse event to what lies on top: the footer names keys that can
// be clicked, the dialog its answers, the help its rows; a screen takes the rest.
func (a *App) click(msg tea.MouseMsg) tea.Cmd {
	if a.tooSmall() {
		return nil
	}
	pressed := msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress
	if pressed && msg.Y == a.size.Height-1 {
		return a.clickFooter(msg.X)
	}
	switch {
	case a.dialog != nil && pressed:
		return a.clickDialog(msg.X, msg.Y)
	case a.dialog != nil:
		a.dialog.lines.Move(wheel(msg))
		return nil
	case a.help != nil && pressed:
		return a.clickHelp(msg.Y)
	case a.help != nil:
		a.help.list.Scroll(wheel(msg))
		return nil
	case msg.Y >= a.bodyHeight():
		return nil // the toast
	}
	return a.top().Update(msg)
}

// wheel is how many lines a wheel event scrolls, 0 for any other event.
func wheel(msg tea.MouseMsg) int {
	switch msg.Button {
	case tea.MouseButtonWheelDown:
		return wheelLines
	case tea.MouseButtonWheelUp:
		return -wheelLines
	}
	return 0
}

// clickFooter takes the action whose key is named at a cell of the footer.
func (a *App) clickFooter(x int) tea.Cmd {
	at := 1
	for _, b := range footerBindings(a.options.Theme, a.visibleTable(), a.footerRoom()) {
		width := kit.Width(keyHint(a.options.Theme, b))
		if x >= at && x < at+width {
			if why := b.Disabled(); why != "" {
				return a.toasts.add(screen.Toast{Text: why}, a.options.After)
			}
			return b.Do()
		}
		at += width + 2
	}
	return nil
}

// clickDialog takes the answer under the cell. A click beside the answers does
// nothing: it must not confirm.
func (a *App) clickDialog(x, y int) tea.Cmd {
	t, d := a.options.Theme, a.dialog
	box := d.view(t, a.size)
	left, top := place(a.size, box)
	if y != top+len(box)-2 {
		return nil
	}
	end := left + kit.Width(box[0]) - 3 // the border and the empty cells before it
	yes := end - kit.Width(d.question.Yes)
	no := yes - 5 - kit.Width(d.question.No)
	switch {
	case x >= yes && x < end:
		a.focusOn(onYes)
		return a.answerFocused()
	case x >= no && x < no+kit.Width(d.question.No):
		return a.answer(false)
	}
	return nil
}

// clickHelp chooses a row of the help, and does what a chosen one says.
func (a *App) clickHelp(y int) tea.Cmd {
	h := a.help
	_, top := place(a.size, h.view(a.options.Theme, a.size))
	row, ok := h.list.RowAt(y - top - 3) // the border, the filter and the line under it
	if !ok || h.rows[row].heading != "" {
		return nil
	}
	if row == h.list.Cursor() {
		return a.runHelp()
	}
	h.list.Select(row)
	return nil
}
