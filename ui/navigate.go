package ui

import (
	"fmt"
	"strings"

	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// navigate takes the messages that change the stack of screens.
func (a *App) navigate(msg tea.Msg) (tea.Cmd, bool) {
	s := a.options.Screens
	switch msg := msg.(type) {
	case screen.OpenIssue:
		return a.open(s.Issue != nil, func(e screen.Env) screen.Screen { return s.Issue(e, msg) }), true
	case screen.OpenFiling:
		return a.open(s.Filing != nil, func(e screen.Env) screen.Screen { return s.Filing(e, msg) }), true
	case screen.OpenRegrade:
		return a.open(s.Regrade != nil, func(e screen.Env) screen.Screen { return s.Regrade(e, msg) }), true
	case screen.OpenTriage:
		return a.open(s.Triage != nil, func(e screen.Env) screen.Screen { return s.Triage(e, msg) }), true
	case screen.OpenClusters:
		return a.open(s.Clusters != nil, func(e screen.Env) screen.Screen { return s.Clusters(e, msg) }), true
	case screen.OpenLog:
		return a.open(s.Log != nil, func(e screen.Env) screen.Screen { return s.Log(e, msg) }), true
	case screen.OpenBoard:
		if s.Board == nil {
			return a.toasts.add(screen.Toast{Level: screen.Warning, Text: "draining needs a clone of the repository"}, a.options.After), true
		}
		return a.push(func(e screen.Env) screen.Screen { return s.Board(e, msg) }), true
	case screen.Back:
		return a.back(msg.Sure), true
	case screen.Quit:
		return a.quit(len(a.stack) - 1), true
	case quitBelow:
		return a.quit(msg.layer), true
	}
	return nil, false
}

// open pushes a screen, where the app was given one of its kind.
func (a *App) open(there bool, build func(screen.Env) screen.Screen) tea.Cmd {
	if !there {
		return a.toasts.add(screen.Toast{Level: screen.Warning, Text: "there is no such screen in this app"}, a.options.After)
	}
	return a.push(build)
}

// push puts a screen on top. It is sized before it begins.
func (a *App) push(build func(screen.Env) screen.Screen) tea.Cmd {
	a.help = nil
	a.stack = append(a.stack, a.make(build))
	a.layout()
	return a.top().Init()
}

// back leaves the screen on top; the first one cannot be left.
func (a *App) back(sure bool) tea.Cmd {
	if len(a.stack) == 1 {
		return nil
	}
	if q, has := a.top().Leave(); has && !sure {
		a.ask(q, screen.Back{Sure: true})
		return nil
	}
	last := len(a.stack) - 1
	a.stack[last].leave()
	a.stack = a.stack[:last]
	a.layout()
	return a.top().Update(screen.Shown{})
}

// quitBelow goes on quitting once the layers above have been asked.
type quitBelow struct{ layer int }

// quit asks the questions of the layers, from the given one down, and ends the
// app when there are none.
func (a *App) quit(from int) tea.Cmd {
	for i := from; i >= 0; i-- {
		if q, has := a.stack[i].screen.Leave(); has {
			a.ask(q, quitBelow{i - 1})
			return nil
		}
	}
	return a.close()
}

// close lets the screens save their drafts and ends the app; a second time it
// ends at once.
func (a *App) close() tea.Cmd {
	if a.closing {
		return tea.Quit
	}
	a.closing = true
	return tea.Sequence(a.broadcast(screen.Closing{}), tea.Quit)
}

// browse opens an address and says so when it cannot.
func (a *App) browse(msg screen.OpenURL) tea.Cmd {
	if a.options.Browse == nil {
		return screen.Send(screen.Toast{Level: screen.Note, Text: "there is no page to open: these issues are kept in the clone"})
	}
	return func() tea.Msg {
		if err := a.options.Browse(a.whole, msg.URL); err != nil {
			return screen.Toast{Level: screen.Failure, Text: fmt.Sprintf("no browser could be opened: %v", err), Next: "the address is " + msg.URL}
		}
		return screen.Toast{Level: screen.Note, Text: "opened " + msg.URL}
	}
}

// copy puts text on the clipboard. A terminal does not answer, so the toast
// says what was sent, not that it arrived.
func (a *App) copy(msg screen.CopyText) tea.Cmd {
	oneLine := strings.ReplaceAll(msg.Text, "\n", ", ")
	return func() tea.Msg {
		if err := a.options.Copy(msg.Text); err != nil {
			return screen.Toast{Level: screen.Failure, Text: fmt.Sprintf("%s could not be copied: %v", msg.What, err), Next: oneLine}
		}
		return screen.Toast{Level: screen.Note, Text: "copied " + msg.What + " through the terminal: " + oneLine}
	}
}
