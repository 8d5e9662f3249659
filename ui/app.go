// Package ui is the terminal app: a Bubble Tea program whose root owns the size
// of the window, the stack of screens, the toast line, the help and the one
// dialog, and routes messages. It knows the screens only as screen.Screen, and
// makes them with the functions it is given.
package ui

import (
	"context"
	"strings"
	"time"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// The smallest window that the screens can be used in.
const (
	MinWidth  = 60
	MinHeight = 15
)

// Screens makes the screens.
type Screens struct {
	Queue    func(screen.Env) screen.Screen
	Issue    func(screen.Env, screen.OpenIssue) screen.Screen
	Filing   func(screen.Env, screen.OpenFiling) screen.Screen
	Regrade  func(screen.Env, screen.OpenRegrade) screen.Screen
	Triage   func(screen.Env, screen.OpenTriage) screen.Screen
	Clusters func(screen.Env, screen.OpenClusters) screen.Screen
	Log      func(screen.Env, screen.OpenLog) screen.Screen
	Board    func(screen.Env, screen.OpenBoard) screen.Screen // nil where there is no clone to drain in
}

// Options is what the app is made of.
type Options struct {
	Theme   *theme.Theme
	Screens Screens
	// Keys are a person's own; they were checked before.
	Keys screen.Keymap
	// Refresh is how often the tracker is looked at again; 0 is never.
	Refresh time.Duration
	// Mouse says whether the mouse is listened to; a key switches it.
	Mouse bool
	// ShowKeys shows the keys pressed in a corner, for whoever looks on.
	ShowKeys bool
	// Start is delivered once the app runs: a screen to open over the queue. It
	// may be nil.
	Start tea.Msg
	// Notices come from behind the recipes and are shown on the toast line. It may
	// be nil.
	Notices <-chan string
	// Browse opens an address as gh does; nil where the issues have no pages.
	Browse func(ctx context.Context, url string) error
	// Copy puts text on the clipboard of the terminal.
	Copy func(text string) error
	// Now and After are the clock; time.Now and tea.Tick outside of tests.
	Now   func() time.Time
	After func(d time.Duration, msg tea.Msg) tea.Cmd
}

// App is the root model.
type App struct {
	options  Options
	whole    context.Context // ends with the app
	requests *screen.Requests
	busy     *screen.Busy
	known    screen.Known
	size     screen.Size
	stack    []layer
	toasts   toasts
	help     *help
	dialog   *dialog
	pressed  []string // the last keys, for ShowKeys
	mouse    bool
	closing  bool
}

// layer is a screen of the stack with what ends its reads.
type layer struct {
	screen screen.Screen
	leave  context.CancelFunc
}

// New makes the app with the queue on screen. ctx ends what the screens have
// under way.
func New(ctx context.Context, o Options) *App {
	a := &App{options: o, whole: ctx, requests: &screen.Requests{}, busy: &screen.Busy{}, mouse: o.Mouse}
	a.stack = []layer{a.make(o.Screens.Queue)}
	return a
}

// make builds a screen with an environment of its own.
func (a *App) make(build func(screen.Env) screen.Screen) layer {
	reading, leave := context.WithCancel(a.whole)
	env := screen.Env{
		Theme: a.options.Theme, Keys: a.options.Keys, Now: a.options.Now, After: a.options.After,
		Requests: a.requests, Reading: reading, Writing: a.whole, Busy: a.busy,
		Known: a.known.Copy(),
	}
	return layer{screen: build(env), leave: leave}
}

// top is the screen that is seen.
func (a *App) top() screen.Screen { return a.stack[len(a.stack)-1].screen }

// refreshDue comes when the interval has passed.
type refreshDue struct{}

// Init starts the first screen, the interval, and what is to be opened first.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{a.top().Init(), a.armRefresh(), listen(a.whole, a.options.Notices)}
	if a.options.Start != nil {
		cmds = append(cmds, screen.Send(a.options.Start))
	}
	return tea.Batch(cmds...)
}

func (a *App) armRefresh() tea.Cmd {
	if a.options.Refresh <= 0 {
		return nil
	}
	return a.options.After(a.options.Refresh, refreshDue{})
}

// Update takes one message. What the root does not know is the screens' own.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := a.update(msg)
	a.layout()
	return a, cmd
}

func (a *App) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.size = screen.Size{Width: msg.Width, Height: msg.Height}
		a.layout()
		return a.top().Update(screen.Resized{})
	case tea.KeyMsg:
		return a.keys(msg)
	case tea.MouseMsg:
		return a.click(msg)
	case screen.Streamed:
		return tea.Batch(a.update(msg.Msg), msg.Next)
	case screen.Ask:
		a.ask(msg.Question, nil)
		return nil
	case screen.Toast:
		return a.toasts.add(msg, a.options.After)
	case faded:
		a.toasts.fade(msg)
		return nil
	case refreshDue:
		if a.dialog != nil {
			return a.armRefresh()
		}
		return tea.Batch(a.broadcast(screen.Refresh{}), a.armRefresh())
	case screen.OpenURL:
		return a.browse(msg)
	case screen.CopyText:
		return a.copy(msg)
	}
	if cmd, ok := a.navigate(msg); ok {
		return cmd
	}
	return a.broadcast(msg)
}

// broadcast gives a message to every screen: an answer finds its screen by the
// number of its request, wherever in the stack that lies.
func (a *App) broadcast(msg tea.Msg) tea.Cmd {
	a.known.Note(msg)
	cmds := make([]tea.Cmd, 0, len(a.stack))
	for _, l := range a.stack {
		cmds = append(cmds, l.screen.Update(msg))
	}
	return tea.Batch(cmds...)
}

// tooSmall reports whether the window is below the minimum. Before the first
// size is known nothing is drawn.
func (a *App) tooSmall() bool { return a.size.Width < MinWidth || a.size.Height < MinHeight }

// layout tells the screen on top how much room the other lines leave it.
func (a *App) layout() {
	if a.tooSmall() {
		return
	}
	a.top().SetSize(screen.Size{Width: a.size.Width, Height: a.bodyHeight(), Toasts: a.toastHeight()})
}

func (a *App) bodyHeight() int { return a.size.Height - 1 - a.toastHeight() }

func (a *App) toastHeight() int {
	return len(a.toasts.lines(a.options.Theme, a.size.Width, a.dismissKey()))
}

// View draws the frame.
func (a *App) View() string {
	if a.tooSmall() {
		return a.sent(tooSmallView(a.size))
	}
	t := a.options.Theme
	body := strings.Split(a.top().View(), "\n")
	height := a.bodyHeight()
	for len(body) < height {
		body = append(body, "")
	}
	body = body[:height]
	lines := append(body, a.toasts.lines(t, a.size.Width, a.dismissKey())...)
	lines = append(lines, a.footer())
	switch {
	case a.dialog != nil:
		lines = over(t, lines, a.dialog.view(t, a.size), a.size)
	case a.help != nil:
		lines = over(t, lines, a.help.view(t, a.size), a.size)
	}
	return a.sent(strings.Join(lines, "\n"))
}

// sent is a frame as this terminal can show it.
func (a *App) sent(frame string) string {
	if !a.options.Theme.Unicode {
		return kit.ASCII(frame)
	}
	return kit.Steady(frame)
}
