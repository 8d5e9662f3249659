package board

import (
	"slices"

	rule "gh-debt/model/drain"
)

// target is the unit that a key is about: the one whose story is open, else the
// one under the cursor.
func (m *Model) target() (*item, bool) {
	if m.story != nil {
		return m.unit(m.story.unit)
	}
	return m.current()
}

// The reasons why a key does nothing just now.

func (m *Model) whyNoUnit() string {
	if _, ok := m.target(); !ok {
		return "there is no unit here"
	}
	return ""
}

// whyNoDeed: what is looked up ends in a question, and there is one at a time.
func (m *Model) whyNoDeed() string {
	if m.looking != 0 {
		return "what would happen is being looked up"
	}
	return ""
}

// whyBusy is what stands in the way of any step of the unit.
func (m *Model) whyBusy() string {
	if why := m.whyNoUnit(); why != "" {
		return why
	}
	it, _ := m.target()
	if now := m.memory.look(it.card.Unit.ID); now.live() {
		return it.subject() + ": still " + wordsOf(now.deed.step).doing
	}
	if over(&it.card.Unit) {
		return "the unit has ended"
	}
	return m.whyNoDeed()
}

// whyNoNext is about whatever step comes next.
func (m *Model) whyNoNext() string {
	if it, ok := m.target(); ok && m.memory.look(it.card.Unit.ID).call != nil {
		return "" // it is asked
	}
	if why := m.whyBusy(); why != "" {
		return why
	}
	it, _ := m.target()
	if now := m.memory.look(it.card.Unit.ID); len(now.questions) > 0 {
		return "" // they are asked
	}
	if it.card.Turn.Step == rule.StepNone {
		return "nothing is to be done: " + it.card.Turn.Why
	}
	return it.card.Turn.Waits
}

// whyNoStep is about one step: it must be the unit's next, but for the few that
// can be taken at other times too.
func (m *Model) whyNoStep(step rule.Step) string {
	if why := m.whyBusy(); why != "" {
		return why
	}
	it, _ := m.target()
	u, turn := &it.card.Unit, it.card.Turn
	proposed := u.Pull.Pull != 0
	switch step {
	case rule.StepRelease:
		if u.Merged != nil {
			return "it is merged: the merge looks after the rest"
		}
		return ""
	case stepDrop:
		if len(u.Members()) < 2 {
			return "it has one member: release the unit instead"
		}
		return ""
	case rule.StepBrake:
		if u.Brake == nil {
			return "the brake did not stop it"
		}
		return ""
	case rule.StepCI:
		if proposed && u.Merged == nil {
			return ""
		}
	case rule.StepReview:
		if turn.Step == rule.StepCI && !u.Reviewed(u.Pushed) {
			return ""
		}
	case rule.StepGates:
		if turn.Step == rule.StepPropose {
			return ""
		}
	case rule.StepMerge:
		if turn.Step == rule.StepFix && slices.Contains(u.Unaccepted(), rule.AcceptOptional) {
			return "" // what is red is not required, and may be accepted in place of a fix
		}
	}
	if !sameStep(turn.Step, step) {
		return comesFirst(turn)
	}
	return turn.Waits
}

// sameStep reports whether one key takes both.
func sameStep(a, b rule.Step) bool {
	return a == b || a.Command() == b.Command() && a.Command() != rule.StepScreen.Command()
}

// comesFirst says which step must be taken first.
func comesFirst(turn rule.Turn) string {
	if turn.Step == rule.StepNone {
		return "nothing is to be done: " + turn.Why
	}
	return "first comes " + stepWords(turn.Step) + ": " + turn.Why
}

// whyNoGo: a person's work needs the terminal, one step at a time.
func (m *Model) whyNoGo() string {
	if why := m.whyNoNext(); why != "" {
		return why
	}
	if it, _ := m.target(); it.card.Unit.Implementer() == rule.Me {
		return "you do the work: go on step by step"
	}
	return ""
}

// whyNoLook is about a look at what happened elsewhere.
func (m *Model) whyNoLook() string { return m.whyBusy() }

func (m *Model) whyNoStop() string {
	if why := m.whyNoUnit(); why != "" {
		return why
	}
	it, _ := m.target()
	if now := m.memory.look(it.card.Unit.ID); !now.live() {
		return "nothing runs on it in this app"
	}
	return ""
}

func (m *Model) whyNoOutput() string {
	if why := m.whyNoUnit(); why != "" {
		return why
	}
	it, _ := m.target()
	if now := m.memory.look(it.card.Unit.ID); now.request == 0 {
		return "no step was taken on it in this app yet"
	}
	return ""
}

func (m *Model) whyNoPull() string {
	if it, ok := m.target(); !ok || it.card.Unit.Pull.URL == "" {
		return "it has no pull request yet"
	}
	return ""
}

func (m *Model) whyNoWorkspace() string {
	if it, ok := m.target(); !ok || it.card.Unit.Place.Dir == "" {
		return "it has no workspace"
	}
	return ""
}
