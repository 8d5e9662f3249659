// Package screen is what the root of the app and its screens say to each
// other: one small interface, the table of keys, and typed messages. A screen
// knows no other screen; it asks for one by message, and the root makes it.
//
// How a key travels: the root looks it up in the Table of the screen on top and
// runs what stands there; a screen's Update never sees a tea.KeyMsg. While a
// field is open (Table.Text is set) all that is not bound goes to the field,
// pastes included; without one a paste goes nowhere.
package screen

import (
	"context"
	"time"

	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// Size is the room a screen may draw on, in cells.
type Size struct {
	Width, Height int
	Toasts        int // lines that messages take just now, and give back
}

// Usual is the height without messages: what decides how a screen is laid out, so
// that nothing jumps when one comes or goes.
func (s Size) Usual() int { return s.Height + s.Toasts }

// Tiny reports whether nothing can be used in so little room: what a screen has
// scrolled stays as it was until there is more.
func (s Size) Tiny() bool { return s.Width < 20 || s.Height < 6 }

// Screen is one screen of the app. It is a pointer that keeps its own state;
// only the goroutine of the program calls it.
type Screen interface {
	// Init gives the commands that the screen starts with.
	Init() tea.Cmd
	// Update takes every message but keys: answers of the screen's own commands,
	// which it tells by their request number, mouse events in its own cells, and
	// the messages of this package. All screens of the stack see each message.
	Update(tea.Msg) tea.Cmd
	// SetSize tells the room there is, before the first View and after each
	// change. It is never smaller than the app's minimum less the root's lines.
	SetSize(Size)
	// View draws at most Size.Height lines of at most Size.Width cells.
	View() string
	// Table is the key table as it stands just now.
	Table() Table
	// Leave gives the question to ask before the screen is left, and whether
	// there is one: text that is not saved.
	Leave() (Question, bool)
}

// Env is what every screen is made with.
type Env struct {
	Theme *theme.Theme
	// Keys are a person's own, for sentences that name a key.
	Keys Keymap
	// Now is the clock. Screens show ages and fade marks with it.
	Now func() time.Time
	// After gives a command that delivers msg when d has passed. Tests deliver
	// it by hand.
	After func(d time.Duration, msg tea.Msg) tea.Cmd
	// Requests numbers what the screens ask for, each number once in the app.
	Requests *Requests
	// Reading ends when the screen is left: for reads, whose answer nobody
	// would look at any more.
	Reading context.Context
	// Writing ends with the app: for changes, which must not stop halfway
	// because someone went back to the queue.
	Writing context.Context
	// Known is what the app was told before the screen was made; what comes later
	// reaches it as messages.
	Known Known
	// Busy counts the changes under way; Write and WriteStream see to it.
	Busy *Busy
}

// Requests hands out the numbers by which a screen tells the answer it waits
// for from one that has been overtaken.
type Requests struct{ last int }

// Next is a number that was not handed out before. The first one is 1, so that
// zero can stand for "nothing is under way".
func (r *Requests) Next() int {
	r.last++
	return r.last
}
