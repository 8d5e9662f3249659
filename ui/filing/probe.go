package filing

import (
	"context"
	"time"

	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// stage is how far a probe is.
type stage int

const (
	idle    stage = iota // there is nothing to look for
	looking              // it waits for typing to rest, or for the answer
	found                // the answer is there
	failed               // it could not look
)

// probe is one thing that is looked up while a person types: it waits until the
// typing rests, is cancelled when what was typed is overtaken, and drops an
// answer that comes all the same.
type probe[T any] struct {
	stage   stage
	request int
	result  T
	err     error
	cancel  context.CancelFunc
}

// due comes when a probe has waited long enough.
type due struct{ request int }

// begin arranges for a look after a delay; what was under way ends.
func (p *probe[T]) begin(env screen.Env, delay time.Duration) tea.Cmd {
	p.end()
	p.stage, p.request = looking, env.Requests.Next()
	return env.After(delay, due{p.request})
}

// end stops what is under way and forgets the answer.
func (p *probe[T]) end() {
	if p.cancel != nil {
		p.cancel()
	}
	var none T
	p.stage, p.request, p.result, p.err, p.cancel = idle, 0, none, nil, nil
}

// ask runs the look, with a context that ends when the look is overtaken.
func (p *probe[T]) ask(env screen.Env, look func(context.Context) (T, error)) tea.Cmd {
	ctx, cancel := context.WithCancel(env.Reading)
	p.cancel = cancel
	request := p.request
	return func() tea.Msg {
		defer cancel()
		result, err := look(ctx)
		return answer[T]{request, result, err}
	}
}

// answer is what a look found.
type answer[T any] struct {
	request int
	result  T
	err     error
}

// take keeps the answer that is waited for and reports whether it was this one.
func (p *probe[T]) take(a answer[T]) bool {
	if a.request == 0 || a.request != p.request {
		return false
	}
	p.stage, p.request, p.result, p.err, p.cancel = found, 0, a.result, a.err, nil
	if a.err != nil {
		p.stage = failed
	}
	return true
}
