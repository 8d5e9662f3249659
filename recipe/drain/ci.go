package drain

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// CI asks what the checks of a head say (section 7 of draining).
type CI struct{ base }

// CIInput says how long to look.
type CIInput struct {
	Input
	// Watch looks again until the checks have ended, at most Looks times.
	Watch bool
}

// Looks is how often something that is not there yet is looked for in one run; the
// step can be run again after it.
const Looks = 60

// Run asks about the commit, not about a list of names, and writes the answer down
// when it is another one than before. Silence is never green. On the embedded
// tracker the gates are the checks: their results are posted first.
func (s CI) Run(ctx context.Context, in CIInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepCI, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if st.u.Pull.Pull == 0 || !st.u.Active() {
		return st.refuse("unit %s has no pull request yet", st.u.ID)
	}
	if in.DryRun {
		st.res.will("ask for the checks of %s", short(st.u.Pushed))
		return st.end(), nil
	}
	if s.Local {
		if err := st.postGates(ctx); err != nil {
			return Result{}, err
		}
	}
	answer, stops, err := st.watch(ctx, in.Watch)
	if err != nil {
		return Result{}, err
	}
	if stops != "" {
		st.res.note("%s", stops)
		return st.end(), nil
	}
	if err := st.checked(ctx, answer); err != nil {
		return Result{}, err
	}
	st.res.wrote("%s of %s: %s", answer.Color, short(st.u.Pushed), answer.Why)
	for _, c := range answer.Checks {
		st.res.wrote("%s", checkWords(c))
	}
	return st.end(), nil
}

func checkWords(c rule.Check) string {
	words := fmt.Sprintf("%s: %s", model.Visible(c.Name), strings.ReplaceAll(string(c.State), "-", " "))
	if !c.Required {
		words += ", not required"
	}
	if c.Detail != "" {
		words += " (" + model.Visible(c.Detail) + ")"
	}
	return words
}

// watch looks until the checks have ended, or the looks are used up. Where they are
// silent it looks why: stops is what others did to the pull request so that nothing can
// be expected of them. Of one that is merged they are asked all the same.
func (s *step) watch(ctx context.Context, again bool) (answer rule.Answer, stops string, err error) {
	merged := s.u.Merged != nil
	for look := 1; ; look++ {
		if answer, err = s.judge(ctx); err != nil || answer.Color == rule.Green || answer.Color == rule.Red {
			return answer, "", err
		}
		if stops, err = s.pullNews(ctx); err != nil || stops != "" {
			return answer, stops, err
		}
		if over := s.u.Merged != nil && !merged; over || answer.Color != rule.Waiting || !again || look == Looks {
			return answer, "", nil
		}
		if err := s.Wait(ctx); err != nil {
			return answer, "", err
		}
	}
}

// judge asks for the checks of the head that was pushed.
func (s *step) judge(ctx context.Context) (rule.Answer, error) {
	rules, err := s.Tracker.Rules(ctx, s.u.Branch.Target)
	if err != nil {
		return rule.Answer{}, err
	}
	required := rules.RequiredChecks
	if len(required) == 0 {
		required = s.Settings.RequiredChecks
	}
	if len(required) == 0 && s.Local {
		required = gatesThatRan(s.u.Gates)
	}
	evidence, err := s.Tracker.Evidence(ctx, s.u.Pushed)
	if err != nil {
		return rule.Answer{}, err
	}
	pushed, err := s.pushedAt(ctx)
	if err != nil {
		return rule.Answer{}, err
	}
	waited := s.Now().Sub(pushed)
	if s.Local || waited < 0 {
		// The gates ran before, and nothing else will; and by a clock that jumped back
		// the wait would have no end.
		waited = rule.StartLimit
	}
	return rule.Judge(evidence, required, waited), nil
}

// gatesThatRan are the checks of the embedded tracker: what ran must be well.
func gatesThatRan(g *rule.Gated) []string {
	var out []string
	if g == nil {
		return nil
	}
	for _, r := range g.Gates {
		if r.Outcome == rule.RanClean || r.Outcome == rule.RanFindings {
			out = append(out, gateContext(r))
		}
	}
	return out
}

func gateContext(r rule.GateResult) string { return "gates/" + string(r.Kind) }

// checked writes an answer down, unless it is what was written last.
func (s *step) checked(ctx context.Context, a rule.Answer) error {
	last := s.u.Checks
	if last != nil && last.Head == s.u.Pushed && last.Answer.Color == a.Color && slices.Equal(last.Answer.Checks, a.Checks) {
		return nil
	}
	return s.write(ctx, rule.Checked{Head: s.u.Pushed, Answer: a})
}

// postGates posts the results of the gates as statuses of their head, so that the
// embedded tracker knows of them as GitHub knows of checks.
func (s *step) postGates(ctx context.Context) error {
	g := s.u.Gates
	if g == nil || g.Head != s.u.Pushed {
		return nil
	}
	for _, r := range g.Gates {
		status := model.CommitStatus{Context: gateContext(r), SHA: g.Head, Description: gateEnd(r)}
		switch r.Outcome {
		case rule.RanClean:
			status.State = "success"
		case rule.RanFindings:
			status.State = "failure"
		default:
			continue // what did not run says nothing
		}
		if err := s.Tracker.PostStatus(ctx, status); err != nil {
			return err
		}
	}
	return nil
}

// pushedAt is when the head was pushed, by the ledger; now where that does not say.
func (s *step) pushedAt(ctx context.Context) (time.Time, error) {
	_, events, err := s.Ledger.Unit(ctx, s.u.ID)
	if err != nil {
		return time.Time{}, err
	}
	for _, e := range slices.Backward(events) {
		if p, ok := e.Fact.(rule.Pushed); ok && p.Head == s.u.Pushed {
			return e.At, nil
		}
	}
	return s.Now(), nil
}
