package queue

import (
	"slices"
	"strconv"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// moved follows the cursor with the preview.
func (m *Model) moved() tea.Cmd {
	m.preview.show(m.current())
	return m.preview.look(m)
}

// switchTo shows another tab; its list is read when it is shown first, and the
// cursor stays where it was on it.
func (m *Model) switchTo(t tab) tea.Cmd {
	if t == m.tab {
		return nil
	}
	clear(m.marked)
	if it, ok := m.current(); ok {
		m.left[m.tab] = it.number
	}
	m.tab = t
	m.setRows()
	m.selectNumber(m.left[t])
	s := m.source()
	if s.listing == nil && s.request == 0 {
		return m.open(s)
	}
	return m.moved()
}

// selectNumber puts the cursor on an issue, if it is shown.
func (m *Model) selectNumber(number int) {
	for i, r := range m.rows {
		if r.item != nil && r.item.number == number {
			m.list.Select(i)
			m.preview.show(m.current())
			return
		}
	}
}

func (m *Model) mark() tea.Cmd {
	it, _ := m.current()
	if m.marked[it.number] {
		delete(m.marked, it.number)
	} else {
		m.marked[it.number] = true
	}
	m.list.Move(1)
	return m.moved()
}

func (m *Model) markAll() tea.Cmd {
	all := true
	for _, r := range m.rows {
		all = all && (r.item == nil || m.marked[r.item.number])
	}
	clear(m.marked)
	for _, r := range m.rows {
		if r.item != nil && !all {
			m.marked[r.item.number] = true
		}
	}
	return nil
}

func (m *Model) startFilter() tea.Cmd {
	m.typing = true
	m.stay()
	m.field.Focus()
	m.setRows()
	return nil
}

func (m *Model) typeFilter(key tea.KeyMsg) tea.Cmd {
	before := m.field.Value()
	m.field.Key(key)
	if m.field.Value() != before {
		m.refilter()
	}
	return m.preview.look(m)
}

// stay makes the issue under the cursor the one to come back to while a filter is
// typed: the first letters may hide what the whole word shows.
func (m *Model) stay() {
	m.anchor = 0
	if it, ok := m.current(); ok {
		m.anchor = it.number
	}
}

// refilter applies what is typed; the cursor stays on its issue while that is
// shown, and comes back to it when it is shown again.
func (m *Model) refilter() {
	if l := m.source().listing; l != nil {
		m.filter.apply(l, m.tab, m.field.Value())
	} else {
		m.filter.typed = m.field.Value()
		m.filter.parsed = model.ParseFilter(m.filter.typed)
	}
	m.setRows()
	if m.typing {
		m.selectNumber(m.anchor)
	}
}

func (m *Model) keepFilter() tea.Cmd {
	m.typing = false
	m.field.Blur()
	m.setRows()
	return m.moved()
}

func (m *Model) dropFilter() tea.Cmd {
	m.field.SetValue("")
	m.refilter()
	return m.keepFilter()
}

// drop takes the filter away, and the marks the next time.
func (m *Model) drop() tea.Cmd {
	if !m.filter.empty() {
		return m.dropFilter()
	}
	clear(m.marked)
	return nil
}

func (m *Model) switchPreview() tea.Cmd {
	m.hidePanel = !m.hidePanel
	m.layout()
	return m.moved()
}

func (m *Model) openIssue() tea.Cmd {
	it, _ := m.current()
	delete(m.changes.news, it.number)
	m.setRows()
	return screen.Send(screen.OpenIssue{Number: it.number, Entry: *it.entry})
}

func (m *Model) regrade() tea.Cmd {
	return screen.Send(screen.OpenRegrade{Issues: m.issues()})
}

// issues are the chosen ones.
func (m *Model) issues() []model.Issue {
	var out []model.Issue
	for _, it := range m.chosen() {
		out = append(out, it.entry.Issue)
	}
	return out
}

func (m *Model) openTriage() tea.Cmd {
	return screen.Send(screen.OpenTriage{Queue: m.sources[tabOpen.show()].listing.result.Queue})
}

func (m *Model) openClusters() tea.Cmd {
	return screen.Send(screen.OpenClusters{Queue: m.sources[tabOpen.show()].listing.result.Queue})
}

// openBoard shows the board of draining; issues that are marked begin a unit there.
func (m *Model) openBoard() tea.Cmd {
	msg := screen.OpenBoard{}
	if it, ok := m.current(); ok {
		msg.At = it.number
	}
	if len(m.marked) > 0 {
		for _, it := range m.chosen() {
			msg.Numbers = append(msg.Numbers, it.number)
		}
	}
	return screen.Send(msg)
}

// browse opens the chosen issues in the browser, several after a question.
func (m *Model) browse() tea.Cmd {
	chosen := m.chosen()
	if len(chosen) == 1 {
		return screen.Send(screen.OpenURL{URL: chosen[0].entry.Issue.URL})
	}
	var urls []string
	for _, it := range chosen {
		urls = append(urls, it.entry.Issue.URL)
	}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: "Open " + strconv.Itoa(len(chosen)) + " issues in the browser?",
		Lines: titles(chosen), Yes: "Open them",
		Then: func(string) tea.Msg { return openURLs{urls} },
	}})
}

// openURLs opens several addresses after the question.
type openURLs struct{ urls []string }

func (m *Model) openAll(msg openURLs) tea.Cmd {
	cmds := make([]tea.Cmd, len(msg.urls))
	for i, u := range msg.urls {
		cmds[i] = screen.Send(screen.OpenURL{URL: u})
	}
	return tea.Batch(cmds...)
}

// copyURL copies the addresses of the chosen issues, one a line.
func (m *Model) copyURL() tea.Cmd {
	return kit.CopyAddresses(m.issues()...)
}

// titles are the lines of a question about several issues.
func titles(items []*item) []string {
	out := make([]string, len(items))
	for i, it := range items {
		out[i] = "#" + strconv.Itoa(it.number) + "  " + it.title
	}
	return out
}

// unmark drops marks of issues that were dealt with.
func (m *Model) unmark(nums []int) {
	for n := range m.marked {
		if slices.Contains(nums, n) {
			delete(m.marked, n)
		}
	}
}
