package ui

import (
	"context"
	"time"

	"gh-debt/ui/terminal"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// Asking is how the app learns whether its terminal is a light one.
type Asking struct {
	Theme    func(light bool) *theme.Theme
	Ask      func() error               // sends terminal.Question
	Heard    <-chan terminal.Background // the answers
	Patience time.Duration              // how long the first frame waits for one
}

// Opening is the program before its first frame. It draws nothing, and keeps what
// comes meanwhile for the app: nobody's first key is lost.
type Opening struct {
	whole   context.Context
	options Options
	asking  Asking
	kept    []tea.Msg
}

// NewOpening makes the program that hands over to the app, whose theme is that of
// the options where the terminal does not answer in time. ctx is the app's.
func NewOpening(ctx context.Context, o Options, a Asking) *Opening {
	return &Opening{whole: ctx, options: o, asking: a}
}

// overdue comes when the first frame has waited long enough.
type overdue struct{}

// Init asks, and listens for the answer. A terminal that takes no question takes no
// frame either, and is told of there.
func (o *Opening) Init() tea.Cmd {
	ask := func() tea.Msg {
		if err := o.asking.Ask(); err != nil {
			return overdue{}
		}
		return nil
	}
	listen := func() tea.Msg {
		select {
		case b := <-o.asking.Heard:
			return b
		case <-o.whole.Done():
			return nil
		}
	}
	return tea.Batch(ask, listen, o.options.After(o.asking.Patience, overdue{}))
}

// Update waits for the answer, or for the end of patience. A later answer changes
// nothing: colours that change under the eyes are worse than another theme's.
func (o *Opening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case terminal.Background:
		if msg.Known {
			o.options.Theme = o.asking.Theme(msg.Light)
		}
	case overdue:
	default:
		o.kept = append(o.kept, msg)
		return o, nil
	}
	return o.begin()
}

// begin makes the app and gives it what came before it.
func (o *Opening) begin() (tea.Model, tea.Cmd) {
	app := New(o.whole, o.options)
	cmds := []tea.Cmd{app.Init()}
	for _, msg := range o.kept {
		_, cmd := app.Update(msg)
		cmds = append(cmds, cmd)
	}
	return app, tea.Batch(cmds...)
}

// View is empty.
func (o *Opening) View() string { return "" }
