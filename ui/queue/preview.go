package queue

import (
	"time"

	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	lookDelay    = 150 * time.Millisecond // the cursor rests: its code and history are looked at
	codeAround   = 2                      // lines of code before and after the cited one
	previewBytes = 8 << 10                // of a body; the issue's own screen has it all
	previewKept  = 64                     // issues whose code and history are kept
)

// Messages of the preview's commands.
type (
	lookDue     struct{ request int }
	excerptRead struct {
		number  int
		excerpt recipe.Excerpt
		err     error
	}
	historyRead struct {
		number  int
		updated time.Time
		history recipe.HistoryResult
		err     error
	}
)

// preview is the pane beside the list.
type preview struct {
	code     *kit.Code
	item     *item
	width    int
	scroller kit.Scroller
	dirty    bool // the lines must be made anew
	request  int  // of the look that is due

	excerpts  map[int]excerptRead
	histories map[int]historyRead
}

func newPreview(t *theme.Theme) preview {
	return preview{code: kit.NewCode(t), excerpts: map[int]excerptRead{}, histories: map[int]historyRead{}}
}

func (p *preview) setSize(width, height int) {
	p.dirty = p.dirty || p.width != width
	p.width = width
	p.scroller.SetHeight(height)
}

// show turns to an issue; the same one keeps its place.
func (p *preview) show(it *item, ok bool) {
	if !ok {
		it = nil
	}
	if it == p.item {
		return
	}
	if it == nil || p.item == nil || it.number != p.item.number {
		p.scroller.Home()
	}
	p.item, p.dirty = it, true
}

// look arranges for the code and the history of the issue to be looked at once
// the cursor rests.
func (p *preview) look(m *Model) tea.Cmd {
	if p.item == nil || !m.showsPreview() {
		return nil
	}
	p.request = m.env.Requests.Next()
	return m.env.After(lookDelay, lookDue{p.request})
}

func (p *preview) update(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case lookDue:
		if msg.request == p.request && p.item != nil {
			return tea.Batch(p.readCode(m), p.readHistory(m))
		}
	case excerptRead:
		if len(p.excerpts) > previewKept {
			clear(p.excerpts)
		}
		p.excerpts[msg.number] = msg
		p.dirty = true
	case historyRead:
		if len(p.histories) > previewKept {
			clear(p.histories)
		}
		p.histories[msg.number] = msg
		p.dirty = true
	}
	return nil
}

// readCode reads the cited lines where they lie now.
func (p *preview) readCode(m *Model) tea.Cmd {
	e := p.item.entry
	if m.deps.Code == nil || e.Path == "" {
		return nil
	}
	in := recipe.CodeInput{Path: e.Path, Line: e.Line, Around: codeAround}
	if e.Moved != nil {
		in.Path, in.Line = e.Moved.Path, e.Moved.Line
	}
	ctx, code, number := m.env.Reading, m.deps.Code, p.item.number
	return func() tea.Msg {
		excerpt, err := code.Run(ctx, in)
		return excerptRead{number, excerpt, err}
	}
}

// readHistory reads the grade history, unless it is known for this very state
// of the issue.
func (p *preview) readHistory(m *Model) tea.Cmd {
	if m.deps.History == nil {
		return nil
	}
	number, updated := p.item.number, p.item.entry.Issue.UpdatedAt
	if h, ok := p.histories[number]; ok && h.err == nil && h.updated.Equal(updated) {
		return nil
	}
	ctx, history := m.env.Reading, m.deps.History
	return func() tea.Msg {
		res, err := history.Run(ctx, recipe.HistoryInput{Number: number})
		return historyRead{number, updated, res, err}
	}
}

// render draws the pane.
func (p *preview) render(m *Model, width, height int) []string {
	t := m.env.Theme
	pane := kit.Pane{Width: width, Height: height}
	if p.item == nil {
		return pane.Render(t, nil)
	}
	if p.dirty {
		p.scroller.SetLines(p.lines(m))
		p.dirty = false
	}
	pane.Title = kit.Numbers(p.item.number)
	if !p.scroller.Fits() {
		pane.Foot = m.env.Keys.Key("preview-down", "J") + " " + m.env.Keys.Key("preview-up", "K") + " scroll"
	}
	return pane.Render(t, kit.Inset(p.scroller.View()))
}
