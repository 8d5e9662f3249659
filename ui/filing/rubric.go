package filing

import (
	"gh-debt/model"
	"gh-debt/ui/kit"
)

// beneath is what helps with the focused field: completions, the code, the
// rubric of an axis, or a sentence.
func (m *Model) beneath(width, rows int) []string {
	room := width - labelRoom - 2
	var lines []string
	switch {
	case m.listing():
		lines = m.completionLines(room)
	case m.focus == fieldPath && m.pathsErr != nil:
		lines = m.help("the paths could not be listed: "+model.Visible(m.pathsErr.Error()), room)
	case m.focus == fieldLine && !m.beside():
		lines = m.codeLines(room, min(5, max(rows-4, 3)))
	default:
		if axis, ok := m.focus.axis(); ok {
			lines = m.rubric(axis, room, rows)
		} else {
			lines = m.help(helpOf(m.focus), room)
		}
	}
	for i := range lines {
		lines[i] = kit.Spaces(labelRoom) + lines[i]
	}
	return lines
}

func (m *Model) help(words string, room int) []string {
	t := m.env.Theme
	var out []string
	if words == "" {
		return nil
	}
	for _, line := range kit.Wrap(words, room) {
		out = append(out, t.Faint.Render(line))
	}
	return out
}

// helpOf is the rubric of a field that is no axis.
func helpOf(f field) string {
	switch f {
	case fieldPath:
		return "type any part of the path"
	case fieldClass:
		return "what kind of defect it is, as family/kind; may be left open"
	case fieldFailure:
		return "what goes wrong, and when: name the outcome"
	case fieldFix:
		return "what would put it right, in a sentence or two"
	case fieldTitle:
		return "follows the failure mode until you write one"
	case fieldQuestion:
		return "what must be determined before a severity can be given"
	case fieldSettled:
		return "the test, the log or the person that would settle it"
	}
	return ""
}

// rubric draws when each value of an axis is the right one; the chosen value's
// row stands out. Where there is little room it is the only one.
func (m *Model) rubric(axis model.Axis, room, rows int) []string {
	t := m.env.Theme
	now := m.form.grades.Get(axis)
	wide := 0
	for _, r := range model.Rubric(axis) {
		wide = max(wide, kit.Width(r.Value))
	}
	var out []string
	for _, r := range model.Rubric(axis) {
		chosen := r.Value == now && (now != "" || m.seen[m.focus])
		if rows < 16 && !chosen && now != "" || r.Value == "" && axis == model.Audience {
			continue
		}
		name, style := r.Value, t.Faint
		if name == "" {
			name = noValue(t)
		}
		if chosen {
			style = t.Text
		}
		for i, line := range kit.Wrap(r.Text, room-wide-2) {
			if i > 0 {
				name = ""
			}
			out = append(out, style.Render(kit.Fit(t, name, wide)+"  "+line))
		}
	}
	return out
}
