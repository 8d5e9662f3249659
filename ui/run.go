package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"gh-debt/ui/terminal"
	"gh-debt/ui/theme"

	osc52 "github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"
)

// changeRest is how long a change that is under way when the app is left may take
// to come to rest: the recipes finish what must not stay half done.
const changeRest = 10 * time.Second

// Terminal is where the app runs.
type Terminal struct {
	In, Out *os.File
	// Multiplexer is "tmux" or "screen" where one lies between the app and the
	// terminal, "" otherwise: the clipboard's sequence must be wrapped for it.
	Multiplexer string
	// Theme makes the theme of a light or a dark background. Where it is nil the
	// terminal is not asked which it has, and Options.Theme stays.
	Theme func(light bool) *theme.Theme
	// Patience is how long the first frame waits for the answer.
	Patience time.Duration
}

// Run runs the app until it is left or ctx ends. The terminal is put back as it
// was, whatever happens. The context's error is returned when it ended the app.
func Run(ctx context.Context, o Options, term Terminal) error {
	out := &shared{File: term.Out}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = func(d time.Duration, msg tea.Msg) tea.Cmd {
			return tea.Tick(d, func(time.Time) tea.Msg { return msg })
		}
	}
	if o.Copy == nil {
		o.Copy = func(text string) error { return copyText(out, term.Multiplexer, text) }
	}
	whole, end := context.WithCancel(ctx)
	defer end()
	model, in := first(whole, o, term, out)
	// Signals end ctx. Bubble Tea's own handler beside that would put a message to a
	// loop that has ended already, and hang.
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithAltScreen(), tea.WithInput(in), tea.WithOutput(out)}
	if o.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	last, err := tea.NewProgram(model, options...).Run()
	end()
	if app, began := last.(*App); began {
		app.busy.Wait(changeRest)
	}
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// first is the model that the program begins with, and what it is typed at.
func first(ctx context.Context, o Options, term Terminal, out io.Writer) (tea.Model, io.Reader) {
	if term.Theme == nil {
		return New(ctx, o), term.In
	}
	heard := make(chan terminal.Background, 2)
	ask := func() error {
		_, err := io.WriteString(out, terminal.Question)
		return err
	}
	return NewOpening(ctx, o, Asking{Theme: term.Theme, Ask: ask, Heard: heard, Patience: term.Patience}),
		terminal.NewInput(term.In, heard)
}

// shared is the terminal with writes one at a time: frames, and the clipboard's
// sequence between them.
type shared struct {
	*os.File
	mu sync.Mutex
}

// Write writes all of p before anyone else's write.
func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.File.Write(p)
}

// WriteString is Write, so that it takes the same turn.
func (s *shared) WriteString(p string) (int, error) { return s.Write([]byte(p)) }

// copyText sends OSC 52. A multiplexer is sent it twice: as it is, for one that
// keeps the clipboard itself, and wrapped, for one that lets it through.
func copyText(w io.Writer, multiplexer, text string) error {
	sequence := osc52.New(text)
	if _, err := sequence.WriteTo(w); err != nil {
		return err
	}
	switch multiplexer {
	case "tmux":
		_, err := sequence.Tmux().WriteTo(w)
		return err
	case "screen":
		_, err := sequence.Screen().WriteTo(w)
		return err
	}
	return nil
}
