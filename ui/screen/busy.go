package screen

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Busy counts the changes that are under way, so that the app does not end in
// the middle of one. Its zero value is ready; a nil one counts nothing.
type Busy struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n falls to 0; nil while it is 0
}

// Wait waits until nothing is under way, or until the limit has passed. It
// reports whether all came to an end.
func (b *Busy) Wait(limit time.Duration) bool {
	b.mu.Lock()
	idle := b.idle
	b.mu.Unlock()
	if idle == nil {
		return true
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-idle:
		return true
	case <-timer.C:
		return false
	}
}

func (b *Busy) begin() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n == 0 {
		b.idle = make(chan struct{})
	}
	b.n++
}

func (b *Busy) end() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n--; b.n == 0 {
		close(b.idle)
		b.idle = nil
	}
}

// Write is a command for a change. When the app is left meanwhile, the context of
// the change ends, and the app waits until it has come to rest.
func (e Env) Write(change func(ctx context.Context) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		e.Busy.begin()
		defer e.Busy.end()
		return change(e.Writing)
	}
}

// WriteStream is Stream for a change, with what Write does.
func (e Env) WriteStream(change func(ctx context.Context, report func(tea.Msg)) tea.Msg) tea.Cmd {
	return Stream(func(report func(tea.Msg)) tea.Msg {
		e.Busy.begin()
		defer e.Busy.end()
		return change(e.Writing, report)
	})
}
