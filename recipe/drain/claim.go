package drain

import (
	"context"
	"fmt"
	"slices"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
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
	if err := s.renamed(ctx); err != nil {
		return Result{}, err
	}
	if s.u.Ending != nil {
		return s.before(rule.StepRelease, "unit %s is being given up: %s", s.u.ID, s.u.Ending.Reason)
	}
	if s.u.Branch.Branch != "" {
		s.res.note("unit %s is claimed already", s.u.ID)
		return s.end(), nil
	}
	if full, err := s.room(ctx); err != nil {
		return Result{}, err
	} else if full != "" && !s.resumed {
		return s.noRoom(full)
	}
	if err := s.aim(ctx); err != nil {
		return Result{}, err
	}
	taken, err := s.taken(ctx)
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
	if s.start.Target == "" {
		s.start.Target = s.u.Chosen.Target // of an earlier run
	}
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
	if err := s.fetchBase(ctx); err != nil {
		return err
	}
	s.branch, err = rule.BranchName(s.members, s.repo.Private)
	return err
}

// fetchBase brings the target's head into the clone: the screens look at it.
func (s *starting) fetchBase(ctx context.Context) error {
	if s.Local || s.in.DryRun {
		return nil
	}
	if there, err := s.Git.HasObject(ctx, s.base); err != nil || there {
		return err
	}
	return s.Git.Fetch(ctx, s.Remote, s.target)
}

// taken says which branch leaves no room for the unit's own (C-46); "" when none does.
func (s *starting) taken(ctx context.Context) (string, error) {
	branches, err := s.Tracker.Branches(ctx)
	if err != nil {
		return "", err
	}
	local, err := s.Git.LocalBranches(ctx)
	if err != nil {
		return "", err
	}
	// One of the very name in the clone is taken as it is, once there is a workspace.
	local = slices.DeleteFunc(local, func(b string) bool { return b == s.branch })
	_, why := rule.BranchTaken(s.branch, slices.Concat(branches, local))
	return why, nil
}

func (s *starting) choose(ctx context.Context) error {
	return s.write(ctx, rule.Chosen{
		Members: s.members, Named: s.start.Named, Autonomous: s.start.Autonomous, Forced: s.start.Force,
		Implementer: s.start.Implementer, HighRisk: s.start.HighRisk, Target: s.start.Target, Home: s.Home, HomeID: s.homeID(s.repo),
	})
}

// claimAll labels the members one by one, in queue order. Those that an earlier run
// claimed are looked at anew: much may have happened since. Lost reports that the run
// ended since somebody else was first.
func (s *starting) claimAll(ctx context.Context) (lost bool, err error) {
	for _, m := range s.u.Members() {
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
	held := slices.Contains(s.u.Claims, number)
	begun := held || slices.Contains(s.u.Claiming, number)
	if !begun {
		if err := s.write(ctx, rule.Claiming{Number: number}); err != nil {
			return "", "", err
		}
	}
	issue, took, err := s.Claims.Claim(ctx, number)
	if err != nil {
		return "", "", err
	}
	if !took {
		if why, reason, err = s.notTaken(ctx, issue, begun); why != "" || err != nil {
			return why, reason, err
		}
	}
	if held && !took {
		return "", "", nil
	}
	s.res.wrote("claimed #%d", number)
	return "", "", s.write(ctx, rule.Claimed{Number: number})
}

// notTaken says why a member was not claimed, nothing where the claim that it carries
// is our own, of a run that was killed.
func (s *starting) notTaken(ctx context.Context, issue model.Issue, begun bool) (why rule.End, reason string, err error) {
	free := recipe.Unclaimed(issue)
	switch against, _ := rule.Refuse(rule.Candidate{Number: issue.Number, Found: true, Issue: free}, s.Rules); against {
	case "":
	case rule.AlreadyClosed:
		return rule.AlreadyDone, against.Sentence(issue.Number), nil
	case rule.PendingDesign, rule.DesignUnderway:
		return rule.SpecParked, against.Sentence(issue.Number), nil
	default:
		return rule.HandedBack, against.Sentence(issue.Number), nil
	}
	by, err := s.Claims.Holder(ctx, issue.Number)
	if err != nil || begun && same(by, s.repo.Viewer) {
		return "", "", err
	}
	return rule.Lost, fmt.Sprintf("#%d was claimed by %s", issue.Number, orSomebody(by)), nil
}

// makeBranch creates the branch; creating one that exists fails, so that one of
// two sessions wins (section 3 of draining).
func (s *starting) makeBranch(ctx context.Context) (Result, error) {
	name, err := rule.BranchName(s.u.Members(), s.repo.Private)
	if err != nil {
		return Result{}, err
	}
	b, begun := s.u.Branching, s.u.Branching.Branch != ""
	if begun && b.Branch != name {
		// The repository was private then: a name that is not there yet tells nothing.
		if _, begun, err = s.Tracker.Branch(ctx, b.Branch); err != nil {
			return Result{}, err
		}
	}
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
	if ended, err := s.yield(ctx, b); err != nil || ended {
		return s.end(), err
	}
	made := rule.Branched{Branch: b.Branch, Target: b.Target, Base: b.Base, Default: b.Target == s.repo.DefaultBranch}
	if err := s.write(ctx, made); err != nil {
		return Result{}, err
	}
	s.res.wrote("created the branch %s at %s (%s)", b.Branch, b.Target, short(b.Base))
	if !made.Default {
		s.res.note("%s is not the default branch: merging into it closes no issue", b.Target)
	}
	return s.end(), nil
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
