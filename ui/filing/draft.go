package filing

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// drafts keeps what is typed on disk, and offers what an earlier form left.
type drafts struct {
	keeper  *keeper
	base    recipe.FindingInput // what the form began with: no text of the person's
	saved   recipe.FindingInput // what is on disk
	request int                 // of the saving that is due
	told    bool                // a failure to save was told
	offers  []recipe.Draft
}

// Messages about drafts.
type (
	draftsRead struct {
		drafts  []recipe.Draft
		damaged []recipe.DamagedText
		err     error
	}
	draftSaved struct {
		finding recipe.FindingInput
		draft   recipe.Draft
		err     error
		leave   bool
	}
	// keepDraft and dropDraft are the answers to the question about leaving.
	keepDraft struct{}
	dropDraft struct{}
)

func newDrafts(store Drafter, base recipe.FindingInput) drafts {
	return drafts{keeper: &keeper{store: store}, base: base, saved: base}
}

// keeper writes one draft, one write at a time. Once it is stopped nothing is
// written any more, so that no late write brings back the draft of a finding
// that was filed or thrown away.
type keeper struct {
	store Drafter

	mu      sync.Mutex
	id      string
	stopped bool
}

// save writes the text; false when it was stopped.
func (k *keeper) save(f recipe.FindingInput) (recipe.Draft, bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stopped {
		return recipe.Draft{}, false, nil
	}
	d, err := k.store.Save(k.id, f)
	return d, true, err
}

// stop ends the writing and waits for a write that is under way.
func (k *keeper) stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = true
}

// resume allows writing again.
func (k *keeper) resume() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = false
}

// turn makes another draft the one that is written.
func (k *keeper) turn(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.id = id
}

// drop removes the draft for good.
func (k *keeper) drop() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = true
	if k.id == "" {
		return nil
	}
	return k.store.Remove(k.id)
}

// list reads the drafts that earlier forms left.
func (d *drafts) list() tea.Cmd {
	store := d.keeper.store
	return func() tea.Msg {
		found, damaged, err := store.List()
		return draftsRead{found, damaged, err}
	}
}

// wrote arranges for the draft to be saved once typing rests.
func (d *drafts) wrote(env screen.Env) tea.Cmd {
	if d.keeper.id == "" {
		// A name of its own, so that two forms never write one file.
		d.keeper.turn("form-" + strconv.FormatInt(env.Now().UnixNano(), 36))
	}
	d.request = env.Requests.Next()
	return env.After(draftDelay, due{d.request})
}

// save writes the text unless it is on disk already.
func (d *drafts) save(f recipe.FindingInput) tea.Cmd {
	d.request = 0
	if f == d.saved {
		return nil
	}
	return d.write(f, false)
}

func (d *drafts) write(f recipe.FindingInput, leave bool) tea.Cmd {
	keeper := d.keeper
	return func() tea.Msg {
		draft, wrote, err := keeper.save(f)
		if !wrote {
			return nil
		}
		return draftSaved{f, draft, err, leave}
	}
}

// takeDrafts offers what was left.
func (m *Model) takeDrafts(msg draftsRead) tea.Cmd {
	m.drafts.offers = msg.drafts
	var cmds []tea.Cmd
	if msg.err != nil {
		cmds = append(cmds, screen.Send(screen.Failed(msg.err)))
	}
	for _, d := range msg.damaged {
		cmds = append(cmds, screen.Send(screen.Toast{
			Level: screen.Warning, Text: fmt.Sprintf("a draft could not be read and was set aside: %s", d.File), Next: d.Err.Error(),
		}))
	}
	return tea.Batch(cmds...)
}

// takeSaved notes what is on disk, and leaves when that was waited for. Text
// that could not be kept is not left.
func (m *Model) takeSaved(msg draftSaved) tea.Cmd {
	kept := msg.err == nil && msg.draft.File != ""
	if kept {
		m.drafts.saved, m.drafts.told = msg.finding, false
	}
	var cmds []tea.Cmd
	switch {
	case msg.err != nil && (!m.drafts.told || msg.leave):
		m.drafts.told = true
		t := screen.Failed(msg.err)
		t.Text = "the draft was not kept: " + t.Text
		cmds = append(cmds, screen.Send(t))
	case msg.err == nil && !kept && msg.leave:
		cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Failure, Text: "the draft was not kept: there is no folder to keep it in"}))
	case kept && msg.draft.Redacted:
		cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Warning, Text: "a live secret in the text is not written to the draft", Next: "take it out of the text and revoke it"}))
	}
	if kept && msg.leave {
		cmds = append(cmds, m.goOn())
	}
	return tea.Sequence(cmds...)
}

// goOn does what the question about leaving had interrupted.
func (m *Model) goOn() tea.Cmd {
	m.drafts.base = m.form.finding() // asked and answered
	if m.away || m.quits {
		m.quits = false
		return screen.Send(screen.Quit{})
	}
	return screen.Send(screen.Back{Sure: true})
}

// takeUp puts the newest offered draft into the form. Text that stands there is
// kept as a draft of its own first.
func (m *Model) takeUp() tea.Cmd {
	draft := m.drafts.offers[0]
	m.drafts.offers = m.drafts.offers[1:]
	var cmds []tea.Cmd
	if now := m.form.finding(); now != m.drafts.base && now != m.drafts.saved {
		cmds = append(cmds, m.drafts.write(now, false))
	}
	old := m.drafts.keeper
	m.drafts.keeper = &keeper{store: old.store, id: draft.ID}
	m.drafts.base, m.drafts.saved, m.drafts.request = draft.Finding, draft.Finding, 0
	m.form.fill(draft.Finding)
	m.focusOn(m.firstEmpty())
	return tea.Batch(append(cmds, m.changedAll())...)
}

// offerLine offers the newest draft; "" when there is none.
func (m *Model) offerLine(width int) string {
	if len(m.drafts.offers) == 0 {
		return ""
	}
	t := m.env.Theme
	d := m.drafts.offers[0]
	words := "A draft from " + kit.Ago(m.env.Now().Sub(d.SavedAt))
	if what := draftName(d.Finding); what != "" {
		words += ": " + what
	}
	hint := t.Accent.Render(m.env.Keys.Key("draft", "ctrl+o")) + " " + t.Dim.Render("takes it up")
	if n := len(m.drafts.offers) - 1; n > 0 {
		hint += t.Faint.Render(fmt.Sprintf(", %d more", n))
	}
	return kit.Ends(t, " "+t.Warn.Render(t.Glyph.Changed)+" "+t.Text.Render(words), hint+" ", width)
}

// unsaved reports whether the form holds text of the person's.
func (m *Model) unsaved() bool { return m.form.finding() != m.drafts.base }

// Leave asks what becomes of text that is not filed.
func (m *Model) Leave() (screen.Question, bool) {
	if m.step == running {
		return screen.Question{
			Title: "Stop the filing?",
			Lines: []string{"What was created stays, and is found when it is filed again.", "The text is kept as a draft."},
			Yes:   "Stop and leave", No: "Wait",
			Then: func(string) tea.Msg { return stopFiling{} },
		}, true
	}
	if m.step == filedStep || !m.unsaved() {
		return screen.Question{}, false
	}
	return screen.Question{
		Title: "Throw the draft away?", // the form is left with either answer
		Lines: []string{"The finding is not filed. A draft that is kept is offered when the form is opened again."},
		Yes:   "Throw it away", No: "Keep the draft",
		Then: func(string) tea.Msg { return dropDraft{} },
		Else: keepDraft{},
	}, true
}

// throwAway removes the draft; the root leaves the screen by itself.
func (m *Model) throwAway() tea.Cmd {
	m.drafts.base = m.form.finding()
	m.drafts.request = 0
	keeper := m.drafts.keeper
	return m.env.Write(func(context.Context) tea.Msg {
		if err := keeper.drop(); err != nil {
			return screen.Failed(err)
		}
		return nil
	})
}

// closing saves what is not on disk before the app ends.
func (m *Model) closing() tea.Cmd {
	now := m.form.finding()
	if m.step == filedStep || !m.unsaved() || now == m.drafts.saved {
		return nil
	}
	if m.drafts.keeper.id == "" {
		m.drafts.wrote(m.env)
	}
	return m.drafts.write(now, false)
}
