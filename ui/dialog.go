package ui

import (
	"strings"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// The parts of the dialog that can have the focus.
const (
	onNo = iota
	onYes
	onField
)

// How wide the dialog is where there is room: what it quotes may need more.
const (
	dialogWidth    = 64
	dialogMaxWidth = 104
	dialogMargin   = 6 // borders and the space beside the text
)

// dialog is the app's one confirmation. It does nothing of its own: a yes
// delivers the message that the question's owner chose.
type dialog struct {
	question screen.Question
	proceed  tea.Msg // the root's own, after a yes to a question about leaving
	focus    int
	field    *kit.Input
	lines    kit.Scroller
	body     []string // the question's lines as they are broken
	width    int      // in so many cells
	quoted   int      // cells of the longest line that keeps its shape: quoted, or of an issue
}

// ofIssue reports whether a line is about one issue of several.
func ofIssue(line string) bool { return strings.HasPrefix(line, "#") }

// ask opens the dialog with No preselected; where a text is asked for, the text
// comes first, and the way from it leads to No.
func (a *App) ask(q screen.Question, proceed tea.Msg) {
	d := &dialog{question: q, proceed: proceed}
	if q.No == "" {
		d.question.No = "No"
	}
	if q.Yes == "" {
		d.question.Yes = "Yes"
	}
	for _, line := range q.Quoted {
		d.quoted = max(d.quoted, kit.Width(model.Visible(line)))
	}
	for _, line := range q.Lines {
		if ofIssue(line) {
			d.quoted = max(d.quoted, kit.Width(model.Visible(line)))
		}
	}
	if q.Field != "" {
		d.field = kit.NewInput(a.options.Theme, "")
		d.field.SetValue(q.Text)
		d.field.Focus()
		d.focus = onField
	}
	a.dialog = d
}

// dialogTable is the key table of the dialog.
func (a *App) dialogTable() screen.Table {
	d := a.dialog
	t := screen.Table{Screen: "Question", Bindings: []screen.Binding{
		{Action: "answer", Keys: []string{"enter"}, Help: "take the answer", Section: "Question", Footer: true, Do: a.answerFocused},
		{Action: "answer-other", Keys: []string{"tab", "left", "right", "shift+tab"}, Help: "the other answer", Section: "Question", Footer: true, Do: a.moveFocus},
		{Action: "answer-no", Keys: []string{"esc"}, Help: "no", Section: "Question", Footer: true, Do: func() tea.Cmd { return a.answer(false) }},
		{Action: "answer-lines-down", Keys: []string{"down", "pgdown"}, Help: "further down the list", Section: "Question", Do: a.scrollDialog(3)},
		{Action: "answer-lines-up", Keys: []string{"up", "pgup"}, Help: "further up the list", Section: "Question", Do: a.scrollDialog(-3)},
	}}
	if d != nil && d.focus == onField {
		t.Bindings[0].Help = "on to the answers"
		t.Bindings[1].Help, t.Bindings[1].Keys, t.Bindings[1].Footer = "on to the answers", []string{"tab", "shift+tab"}, false
		t.Bindings = append(t.Bindings, screen.Binding{
			Action: "clear-text", Keys: []string{"ctrl+l"}, Help: "clear the text", Section: "Question", Footer: d.takenUp(), Why: d.whyNoClear,
			Do: func() tea.Cmd { d.field.SetValue(""); return d.typed() },
		})
		t.Text = func(key tea.KeyMsg) tea.Cmd { d.field.Key(key); return d.typed() }
		return t
	}
	t.Bindings = append(t.Bindings,
		screen.Binding{Action: "answer-yes", Keys: []string{"y"}, Help: "yes", Section: "Question", Footer: true, Why: a.whyNoYes,
			Do: func() tea.Cmd { return a.answer(true) }})
	t.Bindings[2].Keys = []string{"n", "esc"}
	return t
}

// typed tells the owner what stands in the field.
func (d *dialog) typed() tea.Cmd {
	if d.question.Typed == nil {
		return nil
	}
	return d.question.Typed(d.field.Value())
}

// takenUp reports whether the field holds what was typed before.
func (d *dialog) takenUp() bool {
	return d.field != nil && d.question.Text != "" && d.field.Value() == d.question.Text
}

func (d *dialog) whyNoClear() string {
	if d.field.Value() == "" {
		return "there is no text"
	}
	return ""
}

func (a *App) whyNoYes() string {
	d := a.dialog
	if d.field != nil && strings.TrimSpace(d.field.Value()) == "" {
		return "first write: " + d.question.Field
	}
	return ""
}

// answerFocused takes the answer under the focus. From the field it goes on to
// No, so that Enter alone never confirms.
func (a *App) answerFocused() tea.Cmd {
	switch a.dialog.focus {
	case onField:
		return a.moveFocus()
	case onYes:
		if why := a.whyNoYes(); why != "" {
			a.focusOn(onField)
			return a.toasts.add(screen.Toast{Text: why}, a.options.After)
		}
		return a.answer(true)
	}
	return a.answer(false)
}

func (a *App) moveFocus() tea.Cmd {
	d := a.dialog
	switch {
	case d.focus == onNo:
		a.focusOn(onYes)
	case d.focus == onYes && d.field != nil:
		a.focusOn(onField)
	default:
		a.focusOn(onNo)
	}
	return nil
}

func (a *App) focusOn(part int) {
	d := a.dialog
	d.focus = part
	if d.field == nil {
		return
	}
	if part == onField {
		d.field.Focus()
	} else {
		d.field.Blur()
	}
}

func (a *App) scrollDialog(by int) func() tea.Cmd {
	return func() tea.Cmd { a.dialog.lines.Move(by); return nil }
}

// answer closes the dialog and delivers what the owner asked for.
func (a *App) answer(yes bool) tea.Cmd {
	d := a.dialog
	a.dialog = nil
	if !yes {
		if d.question.Else == nil {
			return nil
		}
		return screen.Send(d.question.Else)
	}
	var cmds []tea.Cmd
	if d.question.Then != nil {
		text := ""
		if d.field != nil {
			text = strings.TrimSpace(d.field.Value())
		}
		if msg := d.question.Then(text); msg != nil {
			cmds = append(cmds, screen.Send(msg))
		}
	}
	if d.proceed != nil {
		cmds = append(cmds, screen.Send(d.proceed))
	}
	return tea.Sequence(cmds...)
}

// view draws the dialog's box.
func (d *dialog) view(t *theme.Theme, size screen.Size) []string {
	inner := min(max(dialogWidth-dialogMargin, d.quoted), dialogMaxWidth-dialogMargin, size.Width-4-dialogMargin)
	width := inner + dialogMargin
	d.wrap(inner)
	fixed := 5 // borders, the buttons and the lines around them
	if d.field != nil {
		fixed += 2
	}
	d.lines.SetHeight(min(len(d.body), size.Height-fixed-3))
	d.lines.SetLines(d.body)
	lines := []string{""}
	for _, line := range d.lines.View() {
		lines = append(lines, "  "+t.Text.Render(line))
	}
	lines = append(lines, "")
	if d.field != nil {
		label := d.question.Field + "  "
		lines = append(lines, "  "+t.Dim.Render(label)+d.field.View(inner-kit.Width(label)), "")
	}
	lines = append(lines, "  "+d.buttons(t, inner))
	foot := ""
	if d.takenUp() {
		foot = kit.TakenUp
	}
	if !d.lines.Fits() {
		foot = t.Glyph.Up + t.Glyph.Down + " more"
	}
	pane := kit.Pane{Title: model.Visible(d.question.Title), Foot: foot, Width: width, Height: len(lines) + 2, Focused: true}
	return pane.Render(t, lines)
}

// wrap breaks the question's lines, once for a width: they may name the whole
// queue.
func (d *dialog) wrap(width int) {
	if d.width == width {
		return
	}
	d.body, d.width = nil, width
	for _, line := range d.question.Lines {
		indent := 0
		if ofIssue(line) {
			indent = 3
		}
		d.body = append(d.body, kit.Hang(model.Visible(line), width, indent)...)
	}
	if len(d.question.Lines) > 0 && len(d.question.Quoted) > 0 {
		d.body = append(d.body, "")
	}
	for _, line := range d.question.Quoted {
		d.body = append(d.body, kit.Wrap(model.Visible(line), width)...)
	}
}

// buttons are the two answers at the right; the bar stands at the one that Enter
// takes.
func (d *dialog) buttons(t *theme.Theme, width int) string {
	one := func(words string, on bool) string {
		if on {
			return t.Accent.Render(t.Glyph.Bar) + t.Focus.Render(words)
		}
		return " " + t.Dim.Render(words)
	}
	both := one(d.question.No, d.focus == onNo) + "    " + one(d.question.Yes, d.focus == onYes)
	return kit.FitRight(t, both, width)
}
