package drain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/checkout"
)

// Screen looks at a claimed unit before a workspace exists: security, staleness,
// design, in this order (section 4 of draining).
type Screen struct{ base }

// ScreenInput answers the questions of an earlier run.
type ScreenInput struct {
	Input
	Answers Answers
}

// screening is one run of Screen.
type screening struct {
	step
	answers Answers
	repo    model.Repository
	files   checkout.Files
	base    string // the commit that the work begins from, "" where the clone lacks it
}

// Run passes the screens. What a person must confirm is in Result.Questions; the
// answers are written down as they come, so that none is asked twice. A member that
// fails is released, never repaired.
func (s Screen) Run(ctx context.Context, in ScreenInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepScreen, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.expect(rule.StepScreen) {
		return st.end(), nil
	}
	sc := &screening{step: *st, answers: in.Answers}
	if sc.repo, err = s.Tracker.Repository(ctx); err != nil {
		return Result{}, err
	}
	if sc.files, err = s.Git.Tracked(ctx); err != nil {
		return Result{}, err
	}
	if there, err := s.Git.HasObject(ctx, st.u.Branch.Base); err != nil {
		return Result{}, err
	} else if there {
		sc.base = st.u.Branch.Base
	}
	if err := sc.each(ctx); err != nil {
		return Result{}, err
	}
	if len(sc.u.Members()) == 0 && !in.DryRun {
		return sc.nobody(ctx)
	}
	if len(sc.res.Questions) > 0 || in.DryRun {
		return sc.end(), nil
	}
	passed := rule.Screened{Members: sc.u.Numbers(), Diverted: sc.diverted(), Private: sc.repo.Private}
	if err := sc.write(ctx, passed); err != nil {
		return Result{}, err
	}
	sc.res.wrote("the screens are passed by %s", hashes(passed.Members))
	return sc.end(), nil
}

// each screens the members one after the other.
func (s *screening) each(ctx context.Context) error {
	for _, m := range s.u.Members() {
		issue, err := s.Tracker.Issue(ctx, m.Number)
		if err != nil {
			return err
		}
		switch stays, err := s.secure(ctx, m, issue); {
		case err != nil:
			return err
		case !stays:
			continue
		}
		switch stays, err := s.fresh(ctx, issue); {
		case err != nil:
			return err
		case !stays:
			continue
		}
		if s.pending(m.Number) {
			continue // whether it holds comes before whether it needs a design
		}
		if err := s.design(ctx, issue); err != nil {
			return err
		}
	}
	if n := s.diverted(); n > 0 {
		s.res.note("%d left the unit as a matter of security: take it to a private channel", n)
	}
	return nil
}

// pending reports whether something about a member is asked.
func (s *screening) pending(number int) bool {
	return slices.ContainsFunc(s.res.Questions, func(q Question) bool { return q.Number == number })
}

// secure sends a security-shaped member of a repository that everybody can read
// away, also one whose words were changed since it was chosen; nothing of it is said
// but that it was one.
func (s *screening) secure(ctx context.Context, m rule.Member, issue model.Issue) (stays bool, err error) {
	if issue.State == model.Closed {
		return false, s.out(ctx, m.Number, rule.AlreadyDone, "it was closed meanwhile")
	}
	if s.repo.Private {
		return true, nil
	}
	class := ""
	if key, ok := model.FindKey(issue.Body); ok {
		class = key.Class
	}
	if _, shaped := model.SecurityShaped(class, issue.Title, issue.Body); !shaped && !m.Security {
		return true, nil
	}
	if s.in.DryRun {
		return false, nil
	}
	if err := s.Claims.Release(ctx, m.Number); err != nil {
		return false, err
	}
	return false, s.write(ctx, rule.Left{Number: m.Number, Why: rule.Diverted})
}

// diverted counts who left for security.
func (s *screening) diverted() int {
	n := 0
	for _, l := range s.u.Left {
		if l.Why == rule.Diverted {
			n++
		}
	}
	return n
}

// out takes a member out of the unit. Nothing more is asked about it.
func (s *screening) out(ctx context.Context, number int, why rule.End, reason string) error {
	s.res.Questions = slices.DeleteFunc(s.res.Questions, func(q Question) bool { return q.Number == number })
	if s.in.DryRun {
		s.res.will("let #%d go: %s", number, reason)
		return nil
	}
	s.res.wrote("#%d leaves the unit: %s", number, reason)
	return s.leave(ctx, number, why, reason)
}

// nobody ends a unit of which no member is left, as the last of them ended.
func (s *screening) nobody(ctx context.Context) (Result, error) {
	end, reason := s.lastEnd()
	err := s.finish(ctx, end, reason)
	return s.end(), err
}

// asked gives the answer to a question about a member: from this run, or as it was
// written down before.
func (s *screening) asked(number int, id string) (holds, known bool) {
	if a, ok := s.answers[questionID(number, id)]; ok {
		return a, true
	}
	for _, c := range slices.Backward(s.u.Answers) {
		if c.Number == number && c.What == id {
			return c.Holds, true
		}
	}
	return false, false
}

func questionID(number int, id string) string { return fmt.Sprintf("%d:%s", number, id) }

// noDesign is what is confirmed of a member that can be worked on without one.
const noDesign = "no design is needed"

// design parks a member that must start with a design. One that is graded so and
// judged not to need it is re-graded and kept.
func (s *screening) design(ctx context.Context, issue model.Issue) error {
	spec := model.ReadGrades(issue.Labels).Footprint == "spec"
	needs, known := s.answers[questionID(issue.Number, "design")]
	if plain, judged := s.asked(issue.Number, noDesign); judged && plain && !known {
		return nil
	}
	switch {
	case known && needs:
		return s.park(ctx, issue)
	case known && spec:
		return s.regrade(ctx, issue)
	case spec:
		s.res.Questions = append(s.res.Questions, Question{
			ID: questionID(issue.Number, "design"), Number: issue.Number,
			Title: fmt.Sprintf("does #%d need a design before it is worked on?", issue.Number),
			Lines: []string{model.Visible(issue.Title), "It is graded footprint:spec."},
			Yes:   "park it, with a hand-off", No: "re-grade it to wide, and go on",
		})
	}
	return nil
}

func (s *screening) park(ctx context.Context, issue model.Issue) error {
	if s.in.DryRun {
		s.res.will("park #%d as debt:spec-pending", issue.Number)
		return nil
	}
	if err := s.Claims.Park(ctx, issue.Number); err != nil {
		return err
	}
	s.res.note("%s", rule.HandOff(issue.Number, issue.URL))
	s.res.wrote("parked #%d until it has a design", issue.Number)
	return s.write(ctx, rule.Left{Number: issue.Number, Why: rule.SpecParked, Reason: "it needs a design first"})
}

func (s *screening) regrade(ctx context.Context, issue model.Issue) error {
	if s.in.DryRun {
		s.res.will("re-grade #%d to footprint:wide", issue.Number)
		return nil
	}
	change := recipe.RegradeInput{Numbers: []int{issue.Number}, Changes: map[model.Axis]string{model.Footprint: "wide"}}
	res, err := s.Regrade.Run(ctx, change)
	if err == nil && !res.Clean() {
		err = errors.New(res.Issues[0].Remarks[0].Message)
	}
	if err != nil {
		return fmt.Errorf("re-grade #%d: %w", issue.Number, err)
	}
	s.res.wrote("re-graded #%d to footprint:wide", issue.Number)
	return s.write(ctx, rule.Confirmed{Number: issue.Number, What: noDesign, Says: "it was judged", Holds: true})
}
