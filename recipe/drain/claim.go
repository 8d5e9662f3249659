package drain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// starting is one run of Start.
type starting struct {
	step
	start   StartInput
	repo    model.Repository
	members []rule.Member
	resumed bool // an earlier run began
	target  string
	base    string // the target's head
	branch  string
}

// run claims, or says what it would claim.
func (s *starting) run(ctx context.Context) (Result, error) {
	u, _, err := s.Ledger.Unit(ctx, s.u.ID)
	switch {
	case absent(err):
	case err != nil:
		return Result{}, err
	case u.Active():
		s.u, s.resumed = u, true
	}
	if s.u.Branch.Branch != "" {
		s.res.note("unit %s is claimed already", s.u.ID)
		return s.end(), nil
	}
	if err := s.aim(ctx); err != nil {
		return Result{}, err
	}
	taken, err := s.named(ctx)
	if err != nil {
		return Result{}, err
	}
	if taken != "" && !s.resumed {
		return s.refuse("%s", taken)
	}
	if s.in.DryRun {
		s.res.will("label %s in-progress", hashes(numbersOf(s.members)))
		s.res.will("create the branch %s at %s (%s) on %s", s.branch, s.target, short(s.base), s.repo.Slug())
		return s.end(), nil
	}
	if !s.resumed {
		if err := s.choose(ctx); err != nil {
			return Result{}, err
		}
	}
	if lost, err := s.claimAll(ctx); err != nil || lost {
		return s.end(), err
	}
	return s.makeBranch(ctx)
}

// aim decides the target and reads its head, and names the branch.
func (s *starting) aim(ctx context.Context) (err error) {
	if s.target, err = s.chooseTarget(ctx, s.start.Target, s.repo.DefaultBranch); err != nil {
		return err
	}
	sha, ok, err := s.Tracker.Branch(ctx, s.target)
	if err != nil {
		return err
	}
	if !ok {
		return usagef("name the branch to go back to with --target", "%s has no branch %s", s.repo.Slug(), s.target)
	}
	s.base = sha
	s.branch, err = rule.BranchName(s.members, s.repo.Private)
	return err
}

// named says which branch names one of the members already, "" when none does.
func (s *starting) named(ctx context.Context) (string, error) {
	branches, err := s.Tracker.Branches(ctx)
	if err != nil {
		return "", err
	}
	for _, b := range branches {
		if n := shared(model.BranchMembers(b), numbersOf(s.members)); n > 0 {
			return fmt.Sprintf("#%d is being drained already: the branch %s names it; whoever made it goes on with it, or deletes it when nothing lives on it", n, b), nil
		}
	}
	return "", nil
}

func (s *starting) choose(ctx context.Context) error {
	return s.write(ctx, rule.Chosen{
		Members: s.members, Named: s.start.Named, Autonomous: s.start.Autonomous, Forced: s.start.Force,
		Implementer: s.start.Implementer, HighRisk: s.start.HighRisk,
	})
}

// claimAll labels the members one by one, in queue order. Lost reports that the
// run ended since somebody else was first.
func (s *starting) claimAll(ctx context.Context) (lost bool, err error) {
	for _, m := range s.u.Members() {
		if slices.Contains(s.u.Claims, m.Number) {
			continue
		}
		why, reason, err := s.claim(ctx, m.Number)
		if err != nil {
			return false, err
		}
		if why == "" {
			continue
		}
		if lost, err = s.lose(ctx, m.Number, why, reason); lost || err != nil {
			return lost, err
		}
	}
	return false, nil
}

// claim labels one member. What is about to be done is written down first, so that
// a run which was killed in between knows a label that is there as its own. Why and
// reason say how the member was lost, if it was.
func (s *starting) claim(ctx context.Context, number int) (why rule.End, reason string, err error) {
	begun := slices.Contains(s.u.Claiming, number)
	if !begun {
		if err := s.write(ctx, rule.Claiming{Number: number}); err != nil {
			return "", "", err
		}
	}
	issue, took, err := s.Claims.Claim(ctx, number)
	switch {
	case err != nil:
		return "", "", err
	case issue.State == model.Closed:
		return rule.AlreadyDone, fmt.Sprintf("#%d is closed", number), nil
	case !took:
		by, err := s.Claims.Holder(ctx, number)
		if err != nil {
			return "", "", err
		}
		if !begun || by == "" || !strings.EqualFold(by, s.repo.Viewer) {
			return rule.Lost, fmt.Sprintf("#%d was claimed by %s", number, orSomebody(by)), nil
		}
	}
	s.res.wrote("claimed #%d", number)
	return "", "", s.write(ctx, rule.Claimed{Number: number})
}

// lose takes a member out of the unit. Where a person named the numbers, or none is
// left, all that was claimed is given back and the unit ends.
func (s *starting) lose(ctx context.Context, number int, why rule.End, reason string) (ended bool, err error) {
	if err := s.write(ctx, rule.Left{Number: number, Why: why, Reason: reason}); err != nil {
		return false, err
	}
	s.res.wrote("%s", reason)
	if !s.start.Named && len(s.u.Members()) > 0 {
		return false, nil
	}
	return true, s.giveUp(ctx, why, reason, nil)
}

// giveUp gives the claims back and ends the unit.
func (s *step) giveUp(ctx context.Context, why rule.End, reason string, kept []int) error {
	for _, m := range s.u.Members() {
		if err := s.leave(ctx, m.Number, rule.Dropped, reason, slices.Contains(kept, m.Number)); err != nil {
			return err
		}
	}
	s.res.Refused = reason
	return s.writeBy(ctx, engine, rule.Ended{End: why, Reason: reason})
}

// leave gives a member's claim back, unless the label is another's now, and writes
// down that it is no member any more.
func (s *step) leave(ctx context.Context, number int, why rule.End, reason string, kept bool) error {
	if slices.Contains(s.u.Claims, number) && !kept {
		if err := s.Claims.Release(ctx, number); err != nil {
			return err
		}
		s.res.wrote("gave the claim of #%d back", number)
	}
	return s.write(ctx, rule.Left{Number: number, Why: why, Reason: reason})
}

// makeBranch creates the branch; creating one that exists fails, so that one of
// two sessions wins (section 3 of draining).
func (s *starting) makeBranch(ctx context.Context) (Result, error) {
	name, err := rule.BranchName(s.u.Members(), s.repo.Private)
	if err != nil {
		return Result{}, err
	}
	b, begun := s.u.Branching, s.u.Branching.Branch != ""
	if !begun {
		b = rule.Branching{Branch: name, Target: s.target, Base: s.base}
		if err := s.write(ctx, b); err != nil {
			return Result{}, err
		}
	}
	created, err := s.Tracker.CreateBranch(ctx, b.Branch, b.Base)
	if err != nil {
		return Result{}, err
	}
	if !created && begun {
		if created, err = s.ours(ctx, b); err != nil {
			return Result{}, err
		}
	}
	if !created {
		return s.lost(ctx, b.Branch)
	}
	made := rule.Branched{Branch: b.Branch, Target: b.Target, Base: b.Base, Default: b.Target == s.repo.DefaultBranch}
	if err := s.write(ctx, made); err != nil {
		return Result{}, err
	}
	s.res.wrote("created the branch %s at %s (%s)", b.Branch, b.Target, short(b.Base))
	if !made.Default {
		s.res.note("%s is not the default branch: merging into it closes no issue", b.Target)
	}
	return s.yield(ctx, b.Branch)
}

// ours reports whether a branch that is there already was made by an earlier run
// that was killed before it could write so down: it holds nothing yet.
func (s *starting) ours(ctx context.Context, b rule.Branching) (bool, error) {
	sha, ok, err := s.Tracker.Branch(ctx, b.Branch)
	if err != nil || !ok {
		return false, err
	}
	pulls, err := s.Tracker.PullsOf(ctx, b.Branch)
	return sha == b.Base && len(pulls) == 0, err
}

// lost gives way to whoever made the branch first. The label stays where their
// branch names the issue: it is their claim now.
func (s *starting) lost(ctx context.Context, branch string) (Result, error) {
	by, err := s.Claims.Holder(ctx, s.u.Members()[0].Number)
	if err != nil {
		return Result{}, err
	}
	reason := fmt.Sprintf("another session was first: it made the branch %s (%s holds the claim)", branch, orSomebody(by))
	err = s.giveUp(ctx, rule.Lost, reason, model.BranchMembers(branch))
	return s.end(), err
}

// yield gives way to another unit that took one of the members at the same moment
// under another name. Whoever sees the other gives way, so that never both go on.
func (s *starting) yield(ctx context.Context, branch string) (Result, error) {
	branches, err := s.Tracker.Branches(ctx)
	if err != nil {
		return s.end(), nil // it is claimed; the look after it was a precaution
	}
	for _, b := range branches {
		if b == branch {
			continue
		}
		theirs := model.BranchMembers(b)
		if n := shared(theirs, s.u.Numbers()); n > 0 {
			if err := s.Tracker.DeleteBranch(ctx, branch, s.u.Branch.Base); err != nil {
				return Result{}, err
			}
			reason := fmt.Sprintf("another session took #%d at the same moment, on the branch %s", n, b)
			err := s.giveUp(ctx, rule.Lost, reason, theirs)
			return s.end(), err
		}
	}
	return s.end(), nil
}

// shared is the first number that is in both, 0 for none.
func shared(a, b []int) int {
	for _, n := range a {
		if slices.Contains(b, n) {
			return n
		}
	}
	return 0
}

func numbersOf(members []rule.Member) []int {
	out := make([]int, len(members))
	for i, m := range members {
		out[i] = m.Number
	}
	return out
}

func orSomebody(login string) string {
	if login == "" {
		return "somebody"
	}
	return login
}
