package theme

import (
	"gh-debt/model"

	"github.com/charmbracelet/lipgloss"
)

// palette holds a colour per token; nil is the terminal's own foreground.
type palette struct {
	dim, faint, accent, good, bad, warn lipgloss.TerminalColor
	severity                            map[string]lipgloss.TerminalColor
}

// tokens picks the colours. Severity has its label's colour (section 2 of the
// contract); sixteen colours have the nearest name instead, since a terminal
// shows those as its owner chose them.
func tokens(o Options) palette {
	switch {
	case o.Depth < Color16:
		return palette{}
	case o.Depth == Color16:
		return palette{
			dim: nil, faint: lipgloss.Color("8"), accent: lipgloss.Color("6"),
			good: lipgloss.Color("2"), bad: lipgloss.Color("1"), warn: lipgloss.Color("3"),
			severity: map[string]lipgloss.TerminalColor{
				model.Critical: lipgloss.Color("1"), model.Important: lipgloss.Color("3"),
				model.Suggestion: lipgloss.Color("7"), model.Investigate: lipgloss.Color("4"),
			},
		}
	case o.Dark:
		return palette{
			dim: lipgloss.Color("#9da3ad"), faint: grey("#676d78", "242"), accent: lipgloss.Color("#6cb6ad"),
			good: lipgloss.Color("#8fbf7f"), bad: lipgloss.Color("#e5736f"), warn: lipgloss.Color("#d9b05f"),
			severity: labelColors(),
		}
	default:
		return palette{
			dim: lipgloss.Color("#5b616b"), faint: grey("#8d939c", "246"), accent: lipgloss.Color("#0f766e"),
			good: lipgloss.Color("#3f7a2e"), bad: lipgloss.Color("#b3261e"), warn: lipgloss.Color("#8a5a00"),
			severity: labelColors(),
		}
	}
}

// grey is a grey with a tint; the nearest of 256 colours would be a violet.
func grey(tinted, plain string) lipgloss.TerminalColor {
	return lipgloss.CompleteColor{TrueColor: tinted, ANSI256: plain, ANSI: "8"}
}

func labelColors() map[string]lipgloss.TerminalColor {
	return map[string]lipgloss.TerminalColor{
		model.Critical:    lipgloss.Color("#b60205"),
		model.Important:   lipgloss.Color("#fbca04"),
		model.Suggestion:  lipgloss.Color("#c5def5"),
		model.Investigate: lipgloss.Color("#1d76db"),
	}
}
