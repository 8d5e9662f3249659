package recipe

import (
	"context"
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
	sync := SyncLabels{Rules: e.Rules}
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
			continue
		}
		delete(set.spelled, strings.ToLower(a.From))
		set.spelled[strings.ToLower(a.Name)] = a.to.Name
		set.made = append(set.made, a.to.Name)
	}
	end(strings.Join(set.made, ", "), nil)
	return set, nil
}

// write creates or renames one label; false when the token may not.
func (e labelEnsurer) write(ctx context.Context, a LabelAction) (bool, error) {
	if e.DryRun {
		return true, nil
	}
	var err error
	if a.Act == ActCreate {
		err = e.Tracker.CreateLabel(ctx, a.to)
	} else {
		err = e.Tracker.EditLabel(ctx, a.From, a.to)
	}
	if noRight(err) {
		return false, nil
	}
	return err == nil, err
}
