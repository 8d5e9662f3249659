package kit

import (
	"strings"
	"time"

	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	spinnerDelay = 100 * time.Millisecond // quick work shows no spinner at all
	spinnerFrame = 120 * time.Millisecond
)

// SpinnerTick moves the spinner of one request on.
type SpinnerTick struct{ Request int }

// Spinner shows that something is under way, once it takes longer than a tenth
// of a second.
type Spinner struct {
	request int
	frame   int // 0: not shown yet
}

// Start begins to wait for a request.
func (s *Spinner) Start(env screen.Env, request int) tea.Cmd {
	s.request, s.frame = request, 0
	return env.After(spinnerDelay, SpinnerTick{request})
}

// Stop ends the waiting.
func (s *Spinner) Stop() { s.request, s.frame = 0, 0 }

// Running reports whether something is waited for.
func (s *Spinner) Running() bool { return s.request != 0 }

// Update takes a tick; ticks of other or of former requests are dropped.
func (s *Spinner) Update(env screen.Env, tick SpinnerTick) tea.Cmd {
	if tick.Request == 0 || tick.Request != s.request {
		return nil
	}
	s.frame++
	return env.After(spinnerFrame, tick)
}

// View is one cell: the spinner, or a space while it is not shown.
func (s *Spinner) View(t *theme.Theme) string {
	if s.request == 0 || s.frame == 0 {
		return " "
	}
	return t.Accent.Render(t.Glyph.Spinner[(s.frame-1)%len(t.Glyph.Spinner)])
}

// Gauge is a bar of width cells that is done/total full, without figures.
func Gauge(t *theme.Theme, width, done, total int) string {
	if width <= 0 || total <= 0 {
		return Spaces(width)
	}
	full := min(max(done*width/total, 0), width)
	return t.Accent.Render(strings.Repeat(t.Glyph.Fill, full)) +
		t.Faint.Render(strings.Repeat(t.Glyph.Rest, width-full))
}
