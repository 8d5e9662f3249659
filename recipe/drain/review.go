package drain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/worker"
)

// Review has a head reviewed (section 7 of draining).
type Review struct{ base }

// ReviewInput says who reviews.
type ReviewInput struct {
	Input
	// Worker takes the place of the reviewer that would be chosen.
	Worker string
	// Verdict is a verdict that was given already, as JSON; nil asks the worker.
	Verdict []byte
}

// reviewing is one run of Review.
type reviewing struct {
	step
	worker rule.Worker
	near   rule.Diversity
	head   string
	looks  rule.Scope
}

// Run renders the brief, has the reviewer judge the head that was pushed, and writes
// the round down. A verdict for another head, or without its proof, is refused.
func (s Review) Run(ctx context.Context, in ReviewInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepReview, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.expect(rule.StepReview, rule.StepCI) || st.u.Reviewed(st.u.Pushed) {
		if st.res.Refused == "" {
			st.res.note("%s was reviewed already", short(st.u.Pushed))
		}
		return st.end(), nil
	}
	if over, err := st.overtaken(ctx); err != nil || over {
		return st.end(), err
	}
	if why, err := st.discreet(ctx); err != nil || why != "" {
		return st.withheld(why, err)
	}
	if !in.DryRun {
		if _, err := st.workspace(ctx); err != nil {
			return Result{}, err
		}
	}
	r := &reviewing{step: *st, head: st.u.Pushed}
	if err := r.choose(in.Worker); err != nil {
		return Result{}, err
	}
	if r.looks, err = r.scope(ctx); err != nil {
		return Result{}, err
	}
	brief, err := r.brief(ctx, rule.ReviewIt, r.worker.Name)
	if err != nil {
		return Result{}, err
	}
	file, err := r.keep("review.md", brief)
	if err != nil {
		return Result{}, err
	}
	if in.DryRun {
		r.res.will("let %s review %s, by the brief %s", rule.Who(r.worker.Name), short(r.head), file)
		return r.end(), nil
	}
	if len(in.Verdict) > 0 {
		return r.judged(ctx, in.Verdict)
	}
	if r.worker.Name == rule.Me {
		r.res.note("read the brief %s, and give your verdict: %s, or --changes TEXT in its place", file, r.Command("review", r.u.ID, "--pass"))
		return r.end(), nil
	}
	return r.ask(ctx, brief)
}

// choose fills the reviewer: never the implementer while there is anybody else.
func (r *reviewing) choose(name string) error {
	r.worker, r.near = rule.Reviewer(r.Workers, r.u.Hands()...)
	if name == "" {
		return nil
	}
	w, err := r.worksAs(name, rule.Review)
	if err != nil {
		return err
	}
	near := rule.DiversityAmong(r.Workers, r.u.Hands(), w)
	if near == rule.SameWorker && r.near != rule.SameWorker {
		who := name + " has"
		if name == rule.Me {
			who = "you have"
		}
		return usagef(r.Command("status", "--workers")+" lists who else can", "%s a part in this branch, and %s can review it: nobody reviews their own work", who, r.worker.Name)
	}
	r.worker, r.near = w, near
	return nil
}

// scope decides what the next review looks at.
func (s *step) scope(ctx context.Context) (rule.Scope, error) {
	in := rule.ScopeInput{Rounds: s.u.Rounds, Head: s.u.Pushed, Base: s.u.Branch.Base, HighRisk: s.u.Chosen.HighRisk}
	if len(s.u.Rounds) == 0 {
		return rule.ScopeOf(in), nil
	}
	last := s.u.Rounds[len(s.u.Rounds)-1].Verdict.HeadSHA
	within, err := s.Git.IsAncestor(ctx, last, s.u.Pushed)
	if err != nil && !pruned(err) {
		return rule.Scope{}, err
	}
	in.Rewritten = !within
	in.FirstFiles, err = s.Git.Files(ctx, s.u.Place.Dir, s.u.Branch.Base, s.u.Rounds[0].Verdict.HeadSHA)
	switch {
	case pruned(err):
		in.Rewritten = true
	case err != nil:
		return rule.Scope{}, err
	}
	if within {
		if in.FilesSince, err = s.Git.Files(ctx, s.u.Place.Dir, last, s.u.Pushed); err != nil {
			return rule.Scope{}, err
		}
	}
	return rule.ScopeOf(in), nil
}

// pruned reports whether a head is not in the clone any more.
func pruned(err error) bool {
	_, absent := errors.AsType[*checkout.RevisionError](err)
	return absent
}

// ask lets a program review.
func (r *reviewing) ask(ctx context.Context, brief string) (Result, error) {
	if err := r.write(ctx, rule.Began{Work: rule.ReviewIt, Worker: r.worker.Name, Head: r.head, Scope: r.looks}); err != nil {
		return Result{}, err
	}
	before, err := r.workspace(ctx)
	if err != nil {
		return Result{}, err
	}
	r.live("%s reviews %s", r.worker.Name, short(r.head))
	out, err := r.Runner.Run(ctx, worker.Work(r.worker, r.u.Place.Dir, brief, r.in.Output))
	if err != nil {
		return r.failed(ctx, err.Error())
	}
	after, err := r.Git.Workspace(ctx, r.u.Place.Dir)
	if err != nil {
		return Result{}, err
	}
	if after.Head != before.Head || after.Branch != before.Branch || !slices.Equal(after.Dirty, before.Dirty) {
		return r.failed(ctx, fmt.Sprintf("%s changed the workspace, which a reviewer only reads: look at it, and take the change away", rule.Who(r.worker.Name)))
	}
	return r.judged(ctx, out.Stdout)
}

func (r *reviewing) failed(ctx context.Context, reason string) (Result, error) {
	if err := r.fail(ctx, r.worker.Name, reason); err != nil {
		return Result{}, err
	}
	return r.end(), nil
}

// verdictWords begins a sentence about the reviewer's verdict.
func (r *reviewing) verdictWords() string {
	if r.worker.Name == rule.Me {
		return "your verdict is"
	}
	return "the verdict of " + r.worker.Name + " is"
}

// judged writes a verdict down as a round, posts it, and lets the brake look.
func (r *reviewing) judged(ctx context.Context, data []byte) (Result, error) {
	verdict, err := rule.ParseVerdict(data, r.head)
	if err != nil {
		return r.failed(ctx, fmt.Sprintf("%s refused: %v", r.verdictWords(), err))
	}
	if ran := rule.DiversityRan(r.near, verdict, r.u.Done); ran != r.near {
		r.res.note("%s says that it ran %s, as the implementer did", r.worker.Name, model.Visible(verdict.Model))
		r.near = ran
	}
	if r.u.Working == nil || r.u.Working.Work != rule.ReviewIt {
		if err := r.write(ctx, rule.Began{Work: rule.ReviewIt, Worker: r.worker.Name, Head: r.head, Scope: r.looks}); err != nil {
			return Result{}, err
		}
	}
	round := rule.Reviewed{
		Round: len(r.u.Rounds) + 1, Worker: r.worker.Name, Verdict: verdict, Scope: r.looks,
		Diversity: r.near, Independent: r.near.Independent(),
	}
	if err := r.write(ctx, round); err != nil {
		return Result{}, err
	}
	r.res.wrote("round %d: %s %s on %s", round.Round, rule.Does(r.worker.Name, "says", "say"), verdict.Verdict, short(r.head))
	switch r.near {
	case rule.SameFamily:
		r.res.note("the reviewer is of the implementer's family: reduced diversity")
	case rule.SameWorker:
		r.res.note("nobody else could review: the round is recorded as not independent")
	}
	if err := r.post(ctx, round); err != nil {
		r.res.note("the verdict could not be posted to the pull request: %v", err)
	}
	err = r.brake(ctx)
	return r.end(), err
}

// post shows the round on the pull request. An approval is one on GitHub only where
// approving is not the merge itself: then it is a comment, until the person lets go.
func (r *reviewing) post(ctx context.Context, round rule.Reviewed) error {
	review := model.Review{State: model.ReviewCommented, Body: rule.ReviewBody(r.u, round), Commit: r.head}
	_, auto, err := r.Tracker.QueueOf(ctx, r.u.Pull.Pull)
	if err != nil {
		return err
	}
	switch {
	case round.Verdict.Verdict == rule.NeedsChanges:
		review.State = model.ReviewChanges
	case !auto && round.Independent:
		review.State = model.ReviewApproved
	}
	_, err = r.Tracker.PostReview(ctx, r.u.Pull.Pull, review)
	return err
}

// brake stops the unit where the rounds say so (section 7 of draining), and takes
// by itself what the engine may take.
func (s *step) brake(ctx context.Context) error {
	round := len(s.u.Rounds)
	if s.u.Brake == nil {
		d, stop := rule.Diagnose(s.u.Rounds, s.u.Decided, s.u.Chosen.Autonomous)
		if now, _ := rule.Next(s.u); !stop || now != rule.StepBrake {
			return nil
		}
		if err := s.writeBy(ctx, engine, rule.Braked{Round: round, Diagnosis: d}); err != nil {
			return err
		}
		s.res.wrote("the brake: %s", d.Why)
	}
	d := s.u.Brake.Diagnosis
	if d.Engine == "" {
		return nil
	}
	if err := s.writeBy(ctx, engine, rule.Decided{Round: round, Choice: d.Engine}); err != nil {
		return err
	}
	s.res.wrote("the engine goes on with %s", d.Engine)
	return nil
}
