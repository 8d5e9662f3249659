package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// source is one of the two lists, open and closed, and how fresh it is.
type source struct {
	show    recipe.Show
	listing *listing // nil until something is known
	looked  bool     // the list on disk was looked for
	request int      // of the read under way; 0 when there is none
	begun   time.Time
	byHand  bool
	step    recipe.Step // what the read is at
	fault   error       // of the last read; nil when it went well
	since   time.Time   // when reads began to fail
	version int         // counts what replaced the listing, so that a rebuild can be overtaken
	spinner kit.Spinner
}

// Messages of the screen's own commands.
type (
	// knownList is the last complete list from disk.
	knownList struct {
		show    recipe.Show
		listing *listing // nil when there is none
	}
	// readStep is how far a read is.
	readStep struct {
		request int
		step    recipe.Step
	}
	// readList is the answer of a read.
	readList struct {
		request int
		listing *listing
		err     error
	}
	// rebuilt is a list with our own changes laid over it.
	rebuilt struct {
		show    recipe.Show
		version int
		listing *listing
	}
)

// Init draws what is known and reads what is true.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.open(m.source()), m.env.After(time.Second, clock{}))
}

// open looks for the known list and reads the list anew.
func (m *Model) open(s *source) tea.Cmd {
	ctx, queue, show := m.env.Reading, m.deps.Queue, s.show
	known := func() tea.Msg {
		res, ok := queue.Known(ctx, show)
		if !ok {
			return knownList{show: show}
		}
		return knownList{show, newListing(res)}
	}
	return tea.Batch(known, m.read(s, false))
}

// read asks the tracker, unless it is being asked already.
func (m *Model) read(s *source, byHand bool) tea.Cmd {
	if s.request != 0 {
		s.byHand = s.byHand || byHand
		return nil
	}
	s.request, s.begun, s.byHand, s.step = m.env.Requests.Next(), m.env.Now(), byHand, recipe.Step{}
	in := recipe.QueueInput{Show: s.show, Actors: true, Written: m.changes.recent(m.env.Now())}
	if s.listing != nil {
		last := s.listing.result
		in.Last = &last
	}
	ctx, queue, request := m.env.Reading, m.deps.Queue, s.request
	work := screen.Stream(func(report func(tea.Msg)) tea.Msg {
		in.Progress = func(step recipe.Step) { report(readStep{request, step}) }
		res, err := queue.Run(ctx, in)
		if err != nil {
			return readList{request: request, err: err}
		}
		return readList{request: request, listing: newListing(res)}
	})
	return tea.Batch(work, s.spinner.Start(m.env, request))
}

// sourceOf finds the list that a request reads.
func (m *Model) sourceOf(request int) (*source, bool) {
	for _, s := range m.sources {
		if request != 0 && s.request == request {
			return s, true
		}
	}
	return nil, false
}

// takeKnown shows the list from disk, unless something newer is shown.
func (m *Model) takeKnown(msg knownList) tea.Cmd {
	s := m.sources[msg.show]
	s.looked = true
	if s.listing == nil && msg.listing != nil {
		m.replace(s, msg.listing)
		return m.tellQueue(s)
	}
	return nil
}

// takeRead takes the answer of a read; one that was overtaken is dropped.
func (m *Model) takeRead(msg readList) tea.Cmd {
	s, ok := m.sourceOf(msg.request)
	if !ok {
		return nil
	}
	byHand := s.byHand
	s.request, s.byHand = 0, false
	s.spinner.Stop()
	if msg.err != nil {
		return m.readFailed(s, msg.err, byHand)
	}
	s.fault, s.looked = nil, true
	cmds := []tea.Cmd{m.news(msg.listing.result), m.notes(msg.listing.result)}
	if late := m.changes.since(s.begun); len(late) > 0 {
		// The read began before these were written: lay them over what it found.
		s.version++
		cmds = append(cmds, m.overlay(s, msg.listing.result, late))
	} else {
		m.replace(s, msg.listing)
		cmds = append(cmds, m.tellQueue(s))
	}
	if byHand {
		cmds = append(cmds, screen.Send(screen.Toast{Text: "the queue is up to date"}))
	}
	return tea.Batch(cmds...)
}

// replace puts another list on screen, and the cursor back on its issue.
func (m *Model) replace(s *source, l *listing) {
	s.listing = l
	s.version++
	for number := range m.marked {
		if _, ok := l.find(number); !ok && s.show == m.tab.show() {
			delete(m.marked, number)
		}
	}
	if s.show == m.tab.show() {
		m.setRows()
	}
}

// tellQueue lets the other screens take what they show from the new list.
func (m *Model) tellQueue(s *source) tea.Cmd {
	if s.show != recipe.ShowOpen {
		return nil
	}
	return tea.Batch(
		screen.Send(screen.QueueRead{Queue: s.listing.result.Queue, At: s.listing.result.At}),
		m.preview.look(m))
}

// readFailed keeps what is shown and says what is wrong: in the header always,
// as an error once, and again when someone asked by hand.
func (m *Model) readFailed(s *source, err error, byHand bool) tea.Cmd {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	first := s.fault == nil
	s.fault = err
	if first {
		s.since = m.env.Now()
	}
	if !first && !byHand {
		return nil
	}
	toast := screen.Failed(err)
	if toast.Next == "" {
		toast.Next = "what is shown is from before; " + m.env.Keys.Key("refresh", "R") + " looks again"
	}
	return screen.Send(toast)
}

// overlay lays our own changes over a list, away from the program's goroutine;
// which of two states stays is the recipe's rule.
func (m *Model) overlay(s *source, res recipe.QueueResult, written []recipe.Written) tea.Cmd {
	queue, show, version := m.deps.Queue, s.show, s.version
	return func() tea.Msg { return rebuilt{show, version, newListing(queue.Overlay(res, written))} }
}

// takeRebuilt shows a list with our changes, unless it was overtaken.
func (m *Model) takeRebuilt(msg rebuilt) tea.Cmd {
	s := m.sources[msg.show]
	if msg.version != s.version {
		return nil
	}
	m.replace(s, msg.listing)
	return m.tellQueue(s)
}

// news marks what changed elsewhere since the last read, and tells of the issues
// that are gone.
func (m *Model) news(res recipe.QueueResult) tea.Cmd {
	var gone []string
	for _, c := range res.Changes {
		if m.changes.ours(c.Number, m.env.Now()) {
			continue
		}
		if c.Kind != model.IssueGone && c.Kind != model.IssueClosed || res.Show != recipe.ShowOpen {
			m.changes.mark(c, m.env.Now())
			continue
		}
		gone = append(gone, goneWords(c))
	}
	if len(gone) == 0 {
		return nil
	}
	const most = 3
	if n := len(gone); n > most {
		gone = append(gone[:most], fmt.Sprintf("%d more are gone from the queue", n-most))
	}
	return screen.Send(screen.Toast{Level: screen.Warning, Text: strings.Join(gone, "; ")})
}

// goneWords says how an issue left the queue, as far as that is known: one that is
// neither there nor closed may have lost the label, or have moved elsewhere.
func goneWords(c recipe.QueueChange) string {
	words := kit.Numbers(c.Number)
	switch {
	case c.Kind == model.IssueClosed:
		words += " was " + c.Words
	case c.By == "":
		return words + " is gone from the queue"
	default:
		words += " was taken out of the queue"
	}
	if c.By != "" {
		words += " by " + c.By
	}
	return words
}

// notes tells what a read could not find out, once for each sentence.
func (m *Model) notes(res recipe.QueueResult) tea.Cmd {
	var cmds []tea.Cmd
	for _, n := range res.Notes {
		if m.changes.firstTime(n) {
			cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Warning, Text: n}))
		}
	}
	return tea.Batch(cmds...)
}
