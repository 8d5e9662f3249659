package drain

import (
	"context"
	"strings"
	"sync"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// names is what was heard of the repository's number, and of those of other names, so
// that each is asked for once. One that could not be read is asked for again.
type names struct {
	mu  sync.Mutex
	id  int64
	ids map[string]int64
}

// here reports whether a unit is one of the repository that the steps work on: a
// clone keeps those of its GitHub and of its embedded tracker in one ledger. One that
// was chosen under another name may be the repository's all the same, which was
// renamed since: GitHub is asked then, and nobody is otherwise.
func (b base) here(ctx context.Context, u rule.Unit) (bool, error) {
	c := u.Chosen
	switch {
	case b.named(c):
		return true, nil
	case b.Local || c.HomeID == 0 && strings.HasPrefix(c.Home, "local/"):
		return false, nil
	}
	mine, err := b.number(ctx)
	if err != nil || mine == 0 {
		return false, err
	}
	if c.HomeID == 0 { // an older version chose: its name still leads to the repository
		if c.HomeID, err = b.numberOf(ctx, c.Home); err != nil {
			return false, err
		}
	}
	return c.HomeID == mine, nil
}

// named reports whether a unit was chosen under the repository's present name.
func (b base) named(c rule.Chosen) bool {
	return c.Home == "" || strings.EqualFold(c.Home, b.Home)
}

// number is the repository's number.
func (b base) number(ctx context.Context) (int64, error) {
	b.names.mu.Lock()
	defer b.names.mu.Unlock()
	if b.names.id == 0 {
		repo, err := b.Tracker.Repository(ctx)
		if err != nil {
			return 0, err
		}
		b.names.id = repo.ID
	}
	return b.names.id, nil
}

// numberOf is the number of the repository that has or had a name, 0 where none has.
func (b base) numberOf(ctx context.Context, home string) (int64, error) {
	b.names.mu.Lock()
	defer b.names.mu.Unlock()
	if id, known := b.names.ids[home]; known {
		return id, nil
	}
	id, _, err := b.Tracker.RepositoryID(ctx, home)
	if err == nil {
		b.names.ids[home] = id
	}
	return id, err
}

// homeID is the number under which a unit of a repository is known again.
func (b base) homeID(repo model.Repository) int64 {
	if b.Local {
		return 0
	}
	return repo.ID
}

// foreign refuses a unit of another repository.
func (b base) foreign(u rule.Unit) error {
	return usagef("name it with -R, or use --local for the embedded tracker", "unit %s is one of %s, not of %s", u.ID, u.Chosen.Home, b.Home)
}

// renamed writes down that the unit's repository is asked for by another name now, by
// which it is known from here on.
func (s *step) renamed(ctx context.Context) error {
	if s.in.DryRun || !s.u.Active() || s.named(s.u.Chosen) {
		return nil
	}
	id, err := s.number(ctx)
	if err != nil {
		return err
	}
	s.res.note("the repository was %s when unit %s was chosen, and is %s by now", model.Visible(s.u.Chosen.Home), s.u.ID, model.Visible(s.Home))
	return s.writeBy(ctx, engine, rule.Renamed{Home: s.Home, HomeID: id})
}

// replaced refuses a step that others will see where another repository has the name
// now under which the unit was chosen: its numbers mean other issues.
func (s *step) replaced(ctx context.Context, name rule.Step) error {
	c := s.u.Chosen
	if !name.Public() || s.Local || c.HomeID == 0 || !s.named(c) || !s.u.Active() {
		return nil
	}
	id, err := s.number(ctx)
	if err != nil || id == 0 || id == c.HomeID {
		return err
	}
	return usagef("name it by its present name with -R", "unit %s is one of the repository that was %s before, and another one has that name now", s.u.ID, c.Home)
}
