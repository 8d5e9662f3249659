package filing

import (
	"context"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// codeAround is how many lines are read before and after the cited one.
const codeAround = 20

// Messages of what is read once.
type (
	pathsRead struct {
		result recipe.PathsResult
		err    error
	}
	originRead struct{ origin model.Origin }
)

// Init starts what the form needs: the paths, the origin, the labels, the
// rights, the drafts, and the looks at what is filled in already.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(
		m.readPaths(), m.readOrigin(), m.drafts.list(),
		m.labels.begin(m.env, 0), m.rights.begin(m.env, 0),
		m.lookAtPlace(), m.lookAtCap(),
	)
}

func (m *Model) readPaths() tea.Cmd {
	ctx, paths := m.env.Reading, m.deps.Paths
	return func() tea.Msg {
		res, err := paths.Run(ctx)
		return pathsRead{res, err}
	}
}

func (m *Model) readOrigin() tea.Cmd {
	ctx, origin := m.env.Reading, m.deps.Origin
	in := recipe.OriginInput{Branch: m.form.branch, Changed: m.form.changed}
	return func() tea.Msg {
		found, err := origin.Run(ctx, in)
		if err != nil {
			found = unknownOrigin() // it fails open
		}
		return originRead{found}
	}
}

// lookAtPlace looks at the cited code and, once that is known to be there, for a
// match. It follows each change of the path or the line.
func (m *Model) lookAtPlace() tea.Cmd {
	m.match.end()
	m.fresh = false
	if m.form.text(fieldPath) == "" {
		m.place.end()
		return nil
	}
	return m.place.begin(m.env, codeDelay)
}

// lookForMatch asks the tracker about a place that is there. Class and text only
// serve to find likely matches.
func (m *Model) lookForMatch() tea.Cmd {
	if m.place.stage != found || m.place.result.Problem != "" || m.place.result.Line == 0 {
		m.match.end()
		return nil
	}
	return m.match.begin(m.env, lookDelay)
}

// lookAtCap counts the open investigations when one more is to be opened.
func (m *Model) lookAtCap() tea.Cmd {
	if m.form.grades.Severity != model.Investigate {
		m.cap.end()
		return nil
	}
	if m.cap.stage == looking || m.cap.stage == found {
		return nil
	}
	return m.cap.begin(m.env, lookDelay)
}

// probe runs the look whose time has come; of one that was overtaken nothing is
// left but its message.
func (m *Model) probe(d due) tea.Cmd {
	switch d.request {
	case 0:
		return nil
	case m.place.request:
		in := recipe.CodeInput{Path: m.form.text(fieldPath), Line: m.form.line(), Around: codeAround}
		return m.place.ask(m.env, func(ctx context.Context) (recipe.Excerpt, error) { return m.deps.Code.Run(ctx, in) })
	case m.match.request:
		e := m.place.result
		in := recipe.DedupInput{Path: e.Path, Line: e.Line, Class: m.class(), Text: e.Text()}
		return m.match.ask(m.env, func(ctx context.Context) (recipe.DedupResult, error) { return m.deps.Dedup.Run(ctx, in) })
	case m.cap.request:
		in := recipe.CapInput{Labels: []string{model.LabelFor(model.Severity, model.Investigate)}}
		return m.cap.ask(m.env, func(ctx context.Context) (recipe.CapResult, error) { return m.deps.Cap.Run(ctx, in) })
	case m.labels.request:
		return m.labels.ask(m.env, func(ctx context.Context) ([]recipe.LabelRow, error) {
			return m.deps.Labels.Run(ctx, recipe.LabelsInput{})
		})
	case m.rights.request:
		return m.rights.ask(m.env, func(ctx context.Context) (model.Repository, error) {
			return m.deps.Rights.Run(ctx, recipe.RightsInput{})
		})
	case m.drafts.request:
		return m.drafts.save(m.form.finding())
	}
	return nil
}

// class is the class as the key will have it.
func (m *Model) class() string {
	if c := m.form.finding().Class; c != "" {
		return c
	}
	return model.Unclassified
}

// refresh looks again at what could not be looked at, and at everything when a
// person asked for it.
func (m *Model) refresh(r screen.Refresh) tea.Cmd {
	var cmds []tea.Cmd
	if r.ByHand || m.labels.stage == failed {
		cmds = append(cmds, m.labels.begin(m.env, 0))
	}
	if r.ByHand || m.rights.stage == failed {
		cmds = append(cmds, m.rights.begin(m.env, 0))
	}
	if r.ByHand || m.match.stage == failed {
		cmds = append(cmds, m.lookForMatch())
	}
	if r.ByHand || m.cap.stage == failed {
		m.cap.end()
		cmds = append(cmds, m.lookAtCap())
	}
	if r.ByHand || m.place.stage == failed {
		cmds = append(cmds, m.lookAtPlace())
	}
	if r.ByHand && m.pathsErr != nil {
		cmds = append(cmds, m.readPaths())
	}
	return tea.Batch(cmds...)
}
