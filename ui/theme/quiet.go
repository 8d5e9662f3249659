package theme

import "github.com/charmbracelet/lipgloss"

// Bubble Tea v1 asks the terminal for its background in an init function of its
// own: each command of a program that holds it, and not only the app, would send
// the question to the terminal before main and wait up to five seconds for a
// terminal that does not answer. An answer that is given already is not asked
// for. Go initialises packages in the order of their paths as far as imports
// allow, and this one, which needs nothing but lipgloss, comes before Bubble Tea.
// No style comes from lipgloss's default renderer: New makes its own.
func init() { lipgloss.SetHasDarkBackground(true) }
