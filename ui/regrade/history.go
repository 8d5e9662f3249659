package regrade

import (
	"gh-debt/model"
	"gh-debt/recipe"

	tea "github.com/charmbracelet/bubbletea"
)

// history is the grade history of a single issue.
type history struct {
	request int // the last one that was asked
	known   bool
	result  recipe.HistoryResult
	err     error
}

// historyRead is the answer.
type historyRead struct {
	request int
	result  recipe.HistoryResult
	err     error
}

// readHistory reads the history; nil where several issues are shown.
func (m *Model) readHistory() tea.Cmd {
	if m.many() || len(m.issues) == 0 || m.deps.History == nil {
		return nil
	}
	m.history.request = m.env.Requests.Next()
	ctx, read, request, number := m.env.Reading, m.deps.History, m.history.request, m.issues[0].Number
	return func() tea.Msg {
		res, err := read.Run(ctx, recipe.HistoryInput{Number: number})
		return historyRead{request, res, err}
	}
}

// take keeps the answer of the last request; an older one is dropped. A history
// that cannot be read leaves the last one that could.
func (h *history) take(r historyRead) {
	if r.request != h.request {
		return
	}
	h.err = r.err
	if r.err == nil {
		h.known, h.result = true, r.result
	}
}

// of gives the changes of one axis, the latest first.
func (h *history) of(axis model.Axis) []recipe.AxisChange {
	var out []recipe.AxisChange
	for _, a := range h.result.Axes {
		if a.Axis != axis {
			continue
		}
		for i := len(a.Changes) - 1; i >= 0; i-- {
			out = append(out, a.Changes[i])
		}
	}
	return out
}
