package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

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
	// Signals end ctx. Bubble Tea's own handler beside that would put a message to a
	// loop that has ended already, and hang.
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithAltScreen(), tea.WithInput(term.In), tea.WithOutput(out)}
	if o.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	app := New(whole, o)
	_, err := tea.NewProgram(app, options...).Run()
	end()
	app.busy.Wait(changeRest)
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
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
