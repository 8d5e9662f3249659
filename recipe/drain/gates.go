package drain

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/worker"
)

// Gates runs the gates on the workspace (section 6 of draining).
type Gates struct{ base }

// GatesInput says which unit.
type GatesInput struct{ Input }

// Run runs tests, types, lint and the debt checks on the workspace's head, and
// writes each down as it ended, with its time. Findings stop nothing here: they
// are told to the review, and the checks of the pull request have the last word.
func (s Gates) Run(ctx context.Context, in GatesInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepGates, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.expect(rule.StepGates, rule.StepPropose) {
		return st.end(), nil
	}
	w, err := st.workspace(ctx)
	if err != nil {
		return Result{}, err
	}
	if why := st.elsewhere(w); why != "" {
		return st.refuse("%s", why)
	}
	if w, err = st.catchUp(ctx, w); err != nil {
		return Result{}, err
	}
	if st.res.Refused != "" {
		return st.end(), nil
	}
	if len(w.Dirty) > 0 {
		return st.refuse("the workspace %s holds changes that were not committed (%s): the gates look at commits", st.u.Place.Dir, w.Dirty[0])
	}
	gates := worker.Detect(os.DirFS(st.u.Place.Dir), s.Settings.Gates)
	if in.DryRun {
		for _, g := range gates {
			st.res.will("run %s", gateWords(g))
		}
		return st.end(), nil
	}
	gated, err := st.gate(ctx, w.Head, gates)
	if err != nil {
		return Result{}, err
	}
	if err := st.write(ctx, gated); err != nil {
		return Result{}, err
	}
	for _, sentence := range gatesTold(gated) {
		st.res.wrote("%s", sentence)
	}
	return st.end(), nil
}

// catchUp brings what somebody else pushed to the unit's branch into the workspace,
// where it follows on what is there. Where it does not, a person must bring the two
// together: the step refuses.
func (s *step) catchUp(ctx context.Context, w checkout.Work) (checkout.Work, error) {
	if s.Local || s.in.DryRun || s.u.Blocked == nil || s.u.Blocked.Why != rule.BlockedMoved || len(w.Dirty) > 0 {
		return w, nil
	}
	sha, ok, err := s.Tracker.Branch(ctx, s.u.Branch.Branch)
	if err != nil || !ok || sha == w.Head {
		return w, err
	}
	if err := s.Git.Fetch(ctx, s.Remote, s.u.Branch.Branch); err != nil {
		return w, err
	}
	if held, err := s.Git.IsAncestor(ctx, sha, w.Head); err != nil || held {
		return w, err // a person brought it in
	}
	moved, err := s.Git.Forward(ctx, s.u.Branch.Branch, sha)
	if err != nil {
		return w, err
	}
	if !moved {
		return w, s.fail(ctx, "", s.strange(sha))
	}
	s.res.wrote("brought what somebody pushed, to %s, into the workspace", short(sha))
	return s.Git.Workspace(ctx, s.u.Place.Dir)
}

// gate runs all gates on a head.
func (s *step) gate(ctx context.Context, head string, gates []rule.Gate) (rule.Gated, error) {
	files, err := s.Git.Files(ctx, s.u.Place.Dir, s.u.Branch.Base, head)
	if err != nil {
		return rule.Gated{}, err
	}
	out := rule.Gated{Head: head}
	for _, g := range gates {
		if g.Kind == rule.GateDebt {
			continue
		}
		if len(g.Command) > 0 {
			s.live("%s", gateWords(g))
		}
		result, err := s.Runner.RunGate(ctx, g, s.u.Place.Dir, s.in.Output)
		if err != nil {
			return rule.Gated{}, err
		}
		out.Gates = append(out.Gates, result)
	}
	debt, err := s.debtGate(ctx, files, head)
	if err != nil {
		return rule.Gated{}, err
	}
	out.Gates = append(out.Gates, debt.result)
	out.Before, out.After = debt.before, debt.after
	return out, nil
}

// debtGate is what the debt checks found, and the score of the touched files.
type debtGate struct {
	result        rule.GateResult
	before, after int
}

// debtGate counts the open findings on the touched files, with and without the
// members, and looks for what the change itself would leave behind: a closing
// keyword, and findings whose file it takes away.
func (s *step) debtGate(ctx context.Context, files []string, head string) (debtGate, error) {
	began := s.Now()
	g := debtGate{result: rule.GateResult{Gate: rule.Gate{Kind: rule.GateDebt, Origin: "gh debt"}, Outcome: rule.RanClean}}
	issues, err := s.Tracker.Issues(ctx, model.Open, nil)
	if err != nil {
		g.result.Outcome, g.result.Reason = rule.GateNotRun, said("the queue could not be read: %v", err)
		return g, ctx.Err()
	}
	g.before, g.after = rule.Score(issues, files, nil), rule.Score(issues, files, s.u.Numbers())
	var wrong []string
	for _, is := range issues {
		key, ok := model.FindKey(is.Body)
		if !ok || !slices.Contains(files, key.Path) || slices.Contains(s.u.Numbers(), is.Number) {
			continue
		}
		if _, err := os.Stat(inside(s.u.Place.Dir, key.Path)); os.IsNotExist(err) {
			wrong = append(wrong, fmt.Sprintf("#%d would be stale: its file is gone", is.Number))
		}
	}
	messages, err := s.Git.Messages(ctx, s.u.Place.Dir, s.u.Branch.Base, head)
	if err != nil {
		return g, err
	}
	if why := s.closings(messages); why != "" {
		wrong = append(wrong, why)
	}
	if len(wrong) > 0 {
		g.result.Outcome, g.result.Reason = rule.RanFindings, model.Visible(strings.Join(wrong, "; "))
	}
	g.result.Took = s.Now().Sub(began)
	return g, nil
}
