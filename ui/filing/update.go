package filing

import (
	"slices"
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Update takes the answers of what is looked up, the mouse, and the messages of
// the app.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.update(msg)
	m.judge()
	return cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case due:
		return m.probe(msg)
	case answer[recipe.Excerpt]:
		if m.place.take(msg) {
			return m.lookForMatch()
		}
	case answer[recipe.DedupResult]:
		m.match.take(msg)
	case answer[recipe.CapResult]:
		m.cap.take(msg)
	case answer[[]recipe.LabelRow]:
		m.labels.take(msg)
	case answer[model.Repository]:
		m.rights.take(msg)
	case pathsRead:
		m.paths, m.pathsErr = msg.result.Paths, msg.err
		return m.lookUp()
	case originRead:
		m.origin = msg.origin
	case completedWords:
		m.takeWords(msg)
	case draftsRead:
		return m.takeDrafts(msg)
	case draftSaved:
		return m.takeSaved(msg)
	case keepDraft:
		return m.keep()
	case dropDraft:
		return m.throwAway()
	case editorReady:
		return m.runEditor(msg)
	case editorDone:
		return m.takeEdited(msg)
	case stepTold, filingDone, stopFiling, judgedHarmless, kit.SpinnerTick:
		return m.updateRun(msg)
	case screen.Refresh:
		return m.refresh(msg)
	case screen.Shown:
		m.away = false
	case screen.Closing:
		return m.closing()
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

// keep keeps the draft and leaves.
func (m *Model) keep() tea.Cmd {
	now := m.form.finding()
	if now == m.drafts.saved {
		return m.goOn()
	}
	if m.drafts.keeper.id == "" {
		m.drafts.wrote(m.env)
	}
	return m.drafts.write(now, true)
}

// typed takes a key that the table does not bind, for the open field.
func (m *Model) typed(key tea.KeyMsg) tea.Cmd {
	if !m.form.key(m.focus, key) {
		return nil
	}
	cmd := m.changed(m.focus)
	m.judge()
	return cmd
}

// changed follows the change of a field: what depends on it is looked up again,
// and the draft is saved once typing rests.
func (m *Model) changed(f field) tea.Cmd {
	cmds := []tea.Cmd{m.drafts.wrote(m.env)}
	switch f {
	case fieldPath:
		m.splitPlace()
		cmds = append(cmds, m.lookUp(), m.lookAtPlace())
	case fieldLine:
		cmds = append(cmds, m.lookAtPlace())
	case fieldClass:
		cmds = append(cmds, m.lookUp(), m.lookForMatch())
	case fieldSeverity:
		cmds = append(cmds, m.lookAtCap())
	}
	return tea.Batch(cmds...)
}

// changedAll is changed for a form that was filled anew.
func (m *Model) changedAll() tea.Cmd {
	m.complete.words = nil
	m.cap.end()
	cmd := tea.Batch(m.lookAtPlace(), m.lookAtCap())
	m.judge()
	return cmd
}

// splitPlace takes "path:line", pasted into the path as compilers and searches
// print it, apart where the path in front is one that git tracks.
func (m *Model) splitPlace() {
	path, line, ok := strings.Cut(m.form.text(fieldPath), ":")
	if !ok || line == "" || !slices.Contains(m.paths, path) {
		return
	}
	line, _, _ = strings.Cut(line, ":")
	if n, err := strconv.Atoi(line); err != nil || n < 1 {
		return
	}
	m.form.inputs[fieldPath].SetValue(path)
	m.form.inputs[fieldLine].SetValue(line)
	m.focusOn(fieldLine) // where typing goes on
}

// turn changes the choice of the focused field.
func (m *Model) turn(by int) tea.Cmd {
	m.form.choose(m.focus, by)
	m.seen[m.focus] = true
	cmd := m.changed(m.focus)
	m.judge()
	return cmd
}

// next goes on to the next field; a completion that is chosen is taken first.
func (m *Model) next() tea.Cmd {
	var cmd tea.Cmd
	if m.accept() {
		cmd = m.changed(m.focus)
	}
	m.moveFocus(1)
	m.judge()
	return cmd
}

func (m *Model) previous() tea.Cmd {
	m.moveFocus(-1)
	m.judge()
	return nil
}

// up and down move within what has lines of its own, and between the fields at
// its ends.
func (m *Model) down() tea.Cmd {
	if m.pick(1) {
		return nil
	}
	if a, ok := m.form.areas[m.focus]; ok && !a.AtBottom() {
		a.Key(tea.KeyMsg{Type: tea.KeyDown})
		return nil
	}
	m.moveFocus(1)
	m.judge()
	return nil
}

func (m *Model) up() tea.Cmd {
	if m.pick(-1) {
		return nil
	}
	if a, ok := m.form.areas[m.focus]; ok && !a.AtTop() {
		a.Key(tea.KeyMsg{Type: tea.KeyUp})
		return nil
	}
	return m.previous()
}

// enter begins a new line in a text of several lines, opens the post on the last
// field, and goes on elsewhere.
func (m *Model) enter() tea.Cmd {
	if a, ok := m.form.areas[m.focus]; ok {
		a.Key(tea.KeyMsg{Type: tea.KeyEnter})
		m.form.noted(m.focus, true)
		cmd := m.changed(m.focus)
		m.judge()
		return cmd
	}
	if m.focus == fieldSubmit {
		return m.review()
	}
	return m.next()
}
