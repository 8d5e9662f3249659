package triage

import (
	"time"

	"gh-debt/recipe"

	tea "github.com/charmbracelet/bubbletea"
)

// lookDelay is how long typing rests before the code it names is looked at.
const lookDelay = 150 * time.Millisecond

// look reads the code that the loose end, or what is typed, is about.
func (m *Model) look() tea.Cmd {
	it, ok := m.item()
	if !ok || m.deps.Code == nil {
		return nil
	}
	in := it.Cited
	in.Around = codeAround
	if m.form != nil {
		if typed, names := m.form.cited(); names {
			in = typed
		}
	}
	if in == m.cited {
		return nil
	}
	m.cited = in
	if in.Path == "" {
		m.excerpt = nil
		return nil
	}
	m.looking = m.env.Requests.Next()
	ctx, code, request := m.env.Reading, m.deps.Code, m.looking
	return func() tea.Msg {
		excerpt, err := code.Run(ctx, in)
		return excerptRead{request, excerpt, err}
	}
}

// lookSoon looks once the typing rests.
func (m *Model) lookSoon() tea.Cmd {
	if m.form == nil || !m.form.asks(recipe.AskPath) {
		return nil
	}
	m.looking = m.env.Requests.Next()
	return m.env.After(lookDelay, lookDue{m.looking})
}

func (m *Model) takeExcerpt(msg excerptRead) {
	m.stale, m.excerpt = true, nil
	if msg.err == nil {
		m.excerpt = &msg.excerpt
	}
}
