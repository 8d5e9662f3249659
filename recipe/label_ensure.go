package recipe

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gh-debt/model"
)

// EnsureTracker is what it takes to make labels exist.
type EnsureTracker interface {
	LabelReader
	LabelKeeper
}

// labelSet is what a repository holds of labels.
type labelSet struct {
	spelled map[string]string // lower case -> as the repository spells it
	made    []string          // created or renamed, in a dry run: would be
	barred  []string          // lacking still, since the token may not make them
}

// in gives the repository's spelling of a label; its own where it lacks it.
func (s labelSet) in(name string) string {
	if n, ok := s.spelled[strings.ToLower(name)]; ok {
		return n
	}
	return name
}

// all gives the repository's spelling of each.
func (s labelSet) all(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = s.in(n)
	}
	return out
}

// hold reports whether the repository has all of the labels.
func (s labelSet) hold(names []string) bool {
	for _, n := range names {
		if _, ok := s.spelled[strings.ToLower(n)]; !ok {
			return false
		}
	}
	return true
}

// present leaves out the labels that the repository lacks: a token that may not
// make them is refused a whole issue that names them.
func (s labelSet) present(names []string) []string {
	var out []string
	for _, n := range names {
		if !hasFold(s.barred, n) {
			out = append(out, n)
		}
	}
	return out
}

// labelEnsurer makes those labels exist that a change is about to set (section
// 8, step 3). Labels that a change does not need are the sync's business.
type labelEnsurer struct {
	Tracker EnsureTracker
	Rules   model.Rules
	DryRun  bool
}

// ensure reads the labels to the last page and creates what lacks of the wanted
// ones; one that is there under a former spelling alone is renamed in place, so
// that there is never a second label beside the first (C-06). A label that
// exists by now, and a token that may not write labels, are no error.
func (e labelEnsurer) ensure(ctx context.Context, wanted []string, p Progress) (labelSet, error) {
	set := labelSet{spelled: map[string]string{}}
	end := p.step("create missing labels")
	have, err := e.Tracker.Labels(ctx)
	if err != nil {
		end("", err)
		return set, err
	}
	for _, l := range have {
		set.spelled[strings.ToLower(l.Name)] = l.Name
	}
	rules := e.Rules
	rules.AudienceRequired = true // a label that is about to be set is asked for
	sync := SyncLabels{Rules: rules}
	for _, a := range sync.plan(have, false) {
		if a.Act != ActCreate && a.Act != ActRename || !hasFold(wanted, a.Name) {
			continue
		}
		made, err := e.write(ctx, a)
		if err != nil {
			end("", err)
			return set, err
		}
		if !made {
			set.barred = append(set.barred, a.Name)
			continue
		}
		delete(set.spelled, strings.ToLower(a.From))
		set.spelled[strings.ToLower(a.Name)] = a.to.Name
		set.made = append(set.made, a.to.Name)
	}
	end(strings.Join(set.made, ", "), nil)
	return set, nil
}

// write creates or renames one label; false when the token may not. When the
// answer is lost it looks, and sends it again if the label is not there.
func (e labelEnsurer) write(ctx context.Context, a LabelAction) (bool, error) {
	if e.DryRun {
		return true, nil
	}
	err := e.send(ctx, a)
	for try := 1; faultKind(err) == model.FaultUnknownResult && try < writeTries && ctx.Err() == nil; try++ {
		have, lookErr := e.Tracker.Labels(ctx)
		if lookErr != nil {
			return false, lookErr
		}
		if slices.ContainsFunc(have, func(l model.Label) bool { return strings.EqualFold(l.Name, a.Name) }) {
			return true, nil
		}
		err = e.send(ctx, a)
	}
	if noRight(err) {
		return false, nil
	}
	if f, ok := errors.AsType[*model.Fault](err); ok && f.Kind == model.FaultUnknownResult {
		// Whether a label was made is known at the next read and costs nothing.
		known := *f
		known.Kind = model.FaultOffline
		err = &known
	}
	return err == nil, err
}

func (e labelEnsurer) send(ctx context.Context, a LabelAction) error {
	if a.Act == ActCreate {
		return e.Tracker.CreateLabel(ctx, a.to)
	}
	return e.Tracker.EditLabel(ctx, a.From, a.to)
}
