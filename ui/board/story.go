package board

import (
	"context"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// story is one unit's whole story, with what its running step prints beside it.
type story struct {
	unit    string
	request int
	read    bool
	fault   error
	events  []rule.Event

	timeline kit.Scroller
	lines    []string // of the timeline, drawn for width cells
	width    int
	output   kit.Scroller
	follow   bool // the output is kept at its end
	inOutput bool // the keys move the output; in a narrow window it is what is seen
}

// storyRead is the answer of a read.
type storyRead struct {
	request int
	story   drain.Story
	err     error
}

// openStory shows the story of the unit under the cursor.
func (m *Model) openStory() tea.Cmd {
	it, ok := m.current()
	if !ok {
		return nil
	}
	m.story = &story{unit: it.card.Unit.ID, follow: true}
	return m.readStory()
}

// openOutput shows what the last step of the unit prints, at its end.
func (m *Model) openOutput() tea.Cmd {
	var cmd tea.Cmd
	if m.story == nil {
		cmd = m.openStory()
	}
	if m.story != nil {
		m.story.inOutput, m.story.follow = true, true
	}
	return cmd
}

func (m *Model) closeStory() tea.Cmd {
	m.selectUnit(m.story.unit)
	m.story = nil
	return nil
}

// readStory reads the story that is open, if one is.
func (m *Model) readStory() tea.Cmd {
	s := m.story
	if s == nil {
		return nil
	}
	s.request = m.env.Requests.Next()
	request, unit, ctx, tell := s.request, s.unit, m.env.Reading, m.deps.Status
	return func() tea.Msg { return told(ctx, tell, request, unit) }
}

func told(ctx context.Context, tell Overseer, request int, unit string) storyRead {
	story, err := tell.Story(ctx, unit)
	return storyRead{request, story, err}
}

// takeStory shows a story; whoever read its end before reads its end again.
func (m *Model) takeStory(msg storyRead) tea.Cmd {
	s := m.story
	if s == nil || msg.request != s.request {
		return nil
	}
	s.request = 0
	if msg.err != nil {
		again := s.fault != nil
		s.fault = msg.err
		if again {
			return nil
		}
		return screen.Send(screen.Failed(msg.err))
	}
	atEnd := !s.read || s.timeline.Percent() >= 100
	s.fault, s.read, s.events, s.width = nil, true, msg.story.Events, 0
	m.layoutStory()
	if atEnd {
		s.timeline.End()
	}
	return nil
}

// switchPart lets the keys move the other part of the story.
func (m *Model) switchPart() tea.Cmd {
	m.story.inOutput = !m.story.inOutput
	return nil
}

// switchFollow keeps the output at its end, or lets it be read in peace.
func (m *Model) switchFollow() tea.Cmd {
	m.story.follow = !m.story.follow
	return nil
}

// scroll moves the part that has the keys. Whoever scrolls up in the output reads,
// and is not carried along any more.
func (m *Model) scroll(move func(*kit.Scroller)) {
	s := m.story
	if !s.inOutput {
		move(&s.timeline)
		return
	}
	now := m.memory.look(s.unit)
	m.layoutOutput(m.size.Height - 3 - len(m.partLines(&now, m.size.Width)))
	before := s.output.Top()
	move(&s.output)
	if s.output.Top() < before {
		s.follow = false
	}
	if s.output.Percent() >= 100 {
		s.follow = true
	}
}
