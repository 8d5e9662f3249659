package board

import (
	rule "gh-debt/model/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionUnit = "Unit"
	sectionStep = "Steps"
	sectionMove = "Move"
	sectionPick = "Choose"
)

// Keys gives the tables of a screen without data.
func Keys() []screen.Table {
	m := New(screen.Env{}, Deps{}, NewMemory(), screen.OpenBoard{})
	m.layout("")
	board := m.boardTable()
	m.story = &story{}
	return []screen.Table{board, m.storyTable(), m.pickTable(true)}
}

// Table is the key table of what is seen: the board, a story, a list to choose
// from.
func (m *Model) Table() screen.Table {
	switch {
	case m.pick != nil:
		return m.pickTable(m.pick.field != nil)
	case m.story != nil:
		return m.storyTable()
	}
	return m.boardTable()
}

func (m *Model) boardTable() screen.Table {
	b := []screen.Binding{
		{Action: "open", Keys: []string{"enter"}, Help: "its story", Section: sectionUnit, Footer: true, Why: m.whyNoUnit, Do: m.openStory},
		{Action: "drain-next", Keys: []string{"n"}, Help: "go on", Section: sectionStep, Footer: true, Why: m.whyNoNext, Do: m.next},
		{Action: "drain-go", Keys: []string{"N"}, Help: "as far as it goes", Section: sectionStep, Why: m.whyNoGo, Do: m.goOn},
		{Action: "board", Keys: []string{"D"}, Help: "back", Section: sectionUnit, Do: func() tea.Cmd { return screen.Send(screen.Back{}) }},
		{Action: "drain-start", Keys: []string{"a"}, Help: "begin a unit", Section: sectionUnit, Footer: true, Why: m.whyNoDeed, Do: m.choose},
	}
	b = append(b, m.steps()...)
	b = append(b, m.about()...)
	return screen.Table{Screen: "Board", Bindings: append(b, m.moves()...)}
}

// steps are the steps of draining, each on its key.
func (m *Model) steps() []screen.Binding {
	step := func(action, key, help string, s rule.Step, footer bool) screen.Binding {
		return screen.Binding{Action: action, Keys: []string{key}, Help: help, Section: sectionStep, Footer: footer,
			Why: func() string { return m.whyNoStep(s) }, Do: func() tea.Cmd { return m.doStep(s) }}
	}
	return []screen.Binding{
		step("drain-screen", "s", "screens", rule.StepScreen, false),
		step("drain-isolate", "i", "workspace", rule.StepIsolate, false),
		step("drain-produce", "w", "work: produce or fix", rule.StepProduce, false),
		step("drain-gates", "g", "gates", rule.StepGates, true),
		step("drain-propose", "p", "propose", rule.StepPropose, true),
		step("drain-review", "v", "review", rule.StepReview, true),
		step("drain-ci", "c", "checks", rule.StepCI, true),
		step("drain-brake", "b", "brake", rule.StepBrake, false),
		step("drain-merge", "m", "merge", rule.StepMerge, true),
		step("drain-drop", "d", "let a member go", stepDrop, false),
		step("drain-release", "r", "release", rule.StepRelease, false),
		{Action: "drain-reconcile", Keys: []string{"e"}, Help: "look what happened elsewhere", Section: sectionStep, Why: m.whyNoLook, Do: m.reconcile},
		{Action: "drain-stop", Keys: []string{"X"}, Help: "stop what runs", Section: sectionStep, Why: m.whyNoStop, Do: m.stopCurrent},
	}
}

// about are the keys that show more of a unit.
func (m *Model) about() []screen.Binding {
	return []screen.Binding{
		{Action: "output", Keys: []string{"f"}, Help: "follow what it prints", Section: sectionUnit, Why: m.whyNoOutput, Do: m.openOutput},
		{Action: "issue", Keys: []string{"#"}, Help: "its first issue", Section: sectionUnit, Why: m.whyNoUnit, Do: m.openIssue},
		{Action: "browse", Keys: []string{"o"}, Help: "pull request in the browser", Section: sectionUnit, Why: m.whyNoPull, Do: m.browse},
		{Action: "copy-url", Keys: []string{"y"}, Help: "copy its address", Section: sectionUnit, Why: m.whyNoPull, Do: m.copyURL},
		{Action: "copy-workspace", Keys: []string{"Y"}, Help: "copy the workspace's path", Section: sectionUnit, Why: m.whyNoWorkspace, Do: m.copyWorkspace},
	}
}

func (m *Model) moves() []screen.Binding {
	row := func(action, help string, f func(*kit.List), keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionMove, Why: m.whyNoUnit,
			Do: func() tea.Cmd { f(&m.lists[m.focus]); return nil }}
	}
	b := []screen.Binding{
		row("down", "next", func(l *kit.List) { l.Move(1) }, "j", "down"),
		row("up", "previous", func(l *kit.List) { l.Move(-1) }, "k", "up"),
		{Action: "column-right", Keys: []string{"l", "right", "tab"}, Help: "next stage", Section: sectionMove, Why: m.whyNoUnit,
			Do: func() tea.Cmd { m.column(1); return nil }},
		{Action: "column-left", Keys: []string{"h", "left", "shift+tab"}, Help: "previous stage", Section: sectionMove, Why: m.whyNoUnit,
			Do: func() tea.Cmd { m.column(-1); return nil }},
		row("half-down", "half a page down", func(l *kit.List) { l.Page(0.5) }, "ctrl+d"),
		row("half-up", "half a page up", func(l *kit.List) { l.Page(-0.5) }, "ctrl+u"),
		row("page-down", "a page down", func(l *kit.List) { l.Page(1) }, "pgdown", "ctrl+f"),
		row("page-up", "a page up", func(l *kit.List) { l.Page(-1) }, "pgup", "ctrl+b"),
		row("first", "first", (*kit.List).Home, "home"),
		row("last", "last", (*kit.List).End, "G", "end"),
	}
	return b
}

func (m *Model) storyTable() screen.Table {
	b := []screen.Binding{
		{Action: "back", Keys: []string{"esc"}, Help: "back to the board", Section: sectionUnit, Footer: true, Do: m.closeStory},
		{Action: "drain-next", Keys: []string{"n"}, Help: "go on", Section: sectionStep, Footer: true, Why: m.whyNoNext, Do: m.next},
		{Action: "drain-go", Keys: []string{"N"}, Help: "as far as it goes", Section: sectionStep, Why: m.whyNoGo, Do: m.goOn},
		{Action: "switch", Keys: []string{"tab"}, Help: "timeline or output", Section: sectionUnit, Footer: true, Why: m.whyNoOutput, Do: m.switchPart},
	}
	b = append(b, m.steps()...)
	for _, more := range m.about() {
		if more.Action == "output" {
			more.Help, more.Do = "follow the output or not", m.switchFollow
		}
		b = append(b, more)
	}
	part := func(action, help string, f func(*kit.Scroller), keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionMove,
			Do: func() tea.Cmd { m.scroll(f); return nil }}
	}
	return screen.Table{Screen: "Board, a story", Bindings: append(b,
		part("down", "down", func(s *kit.Scroller) { s.Move(1) }, "j", "down"),
		part("up", "up", func(s *kit.Scroller) { s.Move(-1) }, "k", "up"),
		part("half-down", "half a page down", func(s *kit.Scroller) { s.Page(0.5) }, "ctrl+d"),
		part("half-up", "half a page up", func(s *kit.Scroller) { s.Page(-0.5) }, "ctrl+u"),
		part("page-down", "a page down", func(s *kit.Scroller) { s.Page(1) }, "pgdown", "ctrl+f"),
		part("page-up", "a page up", func(s *kit.Scroller) { s.Page(-1) }, "pgup", "ctrl+b"),
		part("first", "the beginning", (*kit.Scroller).Home, "home"),
		part("last", "the end", (*kit.Scroller).End, "G", "end"),
	)}
}

// pickTable is the table of a list to choose from. With a field, letters are
// typed.
func (m *Model) pickTable(field bool) screen.Table {
	move := func(action, help string, by int, keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionPick, Footer: true,
			Do: func() tea.Cmd { m.pick.list.Move(by); return nil }}
	}
	t := screen.Table{Screen: "Board, a choice", Bindings: []screen.Binding{
		{Action: "choose", Keys: []string{"enter"}, Help: "take it", Section: sectionPick, Footer: true, Why: m.whyNoPick, Do: m.takePick},
		{Action: "back", Keys: []string{"esc"}, Help: "back", Section: sectionPick, Footer: true, Do: m.closePick},
	}}
	down, up := []string{"down", "ctrl+n"}, []string{"up", "ctrl+p"}
	if field {
		t.Text = m.typePick
	} else {
		down, up = append(down, "j"), append(up, "k")
	}
	t.Bindings = append(t.Bindings, move("down", "next", 1, down...), move("up", "previous", -1, up...))
	return t
}
