package theme

import "github.com/charmbracelet/lipgloss"

// Glyphs are the few signs that the screens use beside words. Each stands
// beside a word or has one in the help, so that none is needed to understand.
type Glyphs struct {
	Bar      string // left of the selected row
	Severity string // left of a severity's word
	Marked   string // a row that space has marked
	Ellipsis string // where text was cut
	Dot      string // between facts on one line, with its spaces
	Arrow    string // from one value to another
	Pointer  string // the cited line of code
	Check    string // a check that holds
	Cross    string // a check that does not hold, an error
	Wait     string // still looking
	Unknown  string // could not look
	Plus     string // a label that is added
	Minus    string // a label that is removed
	On       string // the chosen value of a choice
	Off      string // the others
	Up       string // keys, in the footer and the help
	Down     string
	Left     string
	Right    string
	Fill     string // the done part of a gauge
	Rest     string // the part that is left
	Gutter   string // between line numbers and code
	Timeline string // a point of a history
	Changed  string // a row that changed elsewhere
	Spinner  []string
}

func glyphs(unicode bool) (Glyphs, lipgloss.Border) {
	if !unicode {
		return Glyphs{
			Bar: ">", Severity: "|", Marked: "*", Ellipsis: "...", Dot: " - ", Arrow: "->", Pointer: ">",
			Check: "+", Cross: "x", Wait: ".", Unknown: "?", Plus: "+", Minus: "-", On: "(o)", Off: "( )",
			Up: "up", Down: "down", Left: "left", Right: "right", Fill: "#", Rest: "-", Gutter: "|",
			Timeline: "o", Changed: "~", Spinner: []string{"-", "\\", "|", "/"},
		}, lipgloss.ASCIIBorder()
	}
	return Glyphs{
		Bar: "▌", Severity: "▎", Marked: "●", Ellipsis: "…", Dot: " · ", Arrow: "→", Pointer: "▸",
		Check: "✓", Cross: "✗", Wait: "…", Unknown: "?", Plus: "+", Minus: "−", On: "(•)", Off: "( )",
		Up: "↑", Down: "↓", Left: "←", Right: "→", Fill: "━", Rest: "─", Gutter: "│",
		Timeline: "○", Changed: "◆", Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
	}, lipgloss.NormalBorder()
}
