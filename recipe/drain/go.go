package drain

import (
	"context"

	rule "gh-debt/model/drain"
)

// Go takes a unit as far as it goes.
type Go struct {
	base
	steps *Steps
}

// GoInput says which unit and who is asked.
type GoInput struct {
	Input
	Answers Answers
	// Ask asks a person one question; nil leaves the questions to them and stops.
	Ask func(ctx context.Context, q Question) (yes bool, err error)
	// Sure is asked before each step that others will see, with what exactly will
	// happen; nil stops there.
	Sure func(ctx context.Context, title string, will []string) (bool, error)
	// Done is told each step's result as it ends.
	Done func(Result)
}

// Run takes one step after the other until the unit has ended or waits for a person,
// and gives the last result. A unit that was left in the middle goes on from there.
func (g Go) Run(ctx context.Context, in GoInput) (Result, error) {
	u, err := g.unit(ctx, in.Unit)
	if err != nil {
		return Result{}, err
	}
	in.Unit = u.ID
	if in.Answers == nil {
		in.Answers = Answers{}
	}
	u, asked, err := g.look(ctx, u, in)
	if err != nil {
		return Result{}, err
	}
	for first := true; ; first = false {
		now, _ := rule.Next(u)
		ask, stop := rule.Asks(u)
		first = first && !(asked && now == rule.StepCI) // they were asked a moment ago
		if now == rule.StepNone || stop && (!first || now == rule.StepMerge || now == rule.StepBrake || now == rule.StepDrop) {
			return g.rest(u, now, ask), nil
		}
		if stop, err := g.sure(ctx, now, in); err != nil || stop != nil {
			if stop == nil {
				stop = &Result{}
			}
			return *stop, err
		}
		res, err := g.steps.Take(ctx, now, in.Input, in.Answers)
		if err != nil {
			return res, err
		}
		if in.Done != nil {
			in.Done(res)
		}
		if len(res.Questions) > 0 {
			if more, err := g.ask(ctx, res.Questions, in); err != nil || !more {
				return res, err
			}
			continue
		}
		if res.Refused != "" || res.Unit.LastID == u.LastID || res.Unit.Working != nil || timedOut(res.Unit) {
			return res, nil // also where a person began, and is not done
		}
		u = res.Unit
	}
}

// news looks what became of the pull request.
func (g Go) news(ctx context.Context, in Input) (Result, error) {
	st, unlock, err := g.begin(ctx, rule.StepMerge, in)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	_, err = st.pullNews(ctx)
	return st.end(), err
}

// timedOut reports whether a merge was watched as long as one run watches.
func timedOut(u rule.Unit) bool {
	return u.Asked != nil && u.Blocked != nil && u.Blocked.Why == rule.BlockedTimeout
}

// rest is the result where no step can be taken.
func (g Go) rest(u rule.Unit, now rule.Step, ask string) Result {
	s := step{base: g.base, u: u, res: Result{Step: now, Unit: u}}
	if ask != "" {
		s.res.note("%s", ask)
	}
	if u.Brake != nil {
		s.res.note("%s", u.Brake.Diagnosis.Why)
	}
	return s.end()
}

// look asks for the checks of a reviewed head once more: they may have come since. So
// may the pull request that was closed. asked reports whether the checks were asked for.
func (g Go) look(ctx context.Context, u rule.Unit, in GoInput) (now rule.Unit, asked bool, err error) {
	if u.ClosedByHand() {
		res, err := g.news(ctx, in.Input)
		if err != nil {
			return u, false, err
		}
		if in.Done != nil && len(res.Wrote) > 0 {
			in.Done(res)
		}
		u = res.Unit
	}
	if _, green := u.GreenHead(); green || u.Merged != nil || u.Asked != nil || u.Ending != nil || !u.Reviewed(u.Pushed) {
		return u, false, nil
	}
	res, err := g.steps.CI.Run(ctx, CIInput{Input: in.Input})
	if err != nil {
		return u, false, err
	}
	if in.Done != nil {
		in.Done(res)
	}
	return res.Unit, true, nil
}

// sure asks before a step that others will see; it gives a result where the run
// stops there.
func (g Go) sure(ctx context.Context, now rule.Step, in GoInput) (*Result, error) {
	if !now.Public() {
		return nil, nil
	}
	dry := in.Input
	dry.DryRun = true
	plan, err := g.steps.Take(ctx, now, dry, in.Answers)
	if gone(err) {
		if err = g.anew(ctx, now, in.Input); err == nil {
			plan, err = g.steps.Take(ctx, now, dry, in.Answers)
		}
	}
	if err != nil {
		return nil, err
	}
	if plan.Refused != "" || len(plan.Will) == 0 {
		return nil, nil // the step itself says why
	}
	if in.Sure != nil {
		yes, err := in.Sure(ctx, doing(now)+" unit "+in.Unit, plan.Will)
		if err != nil || yes {
			return nil, err
		}
	}
	plan.note("nothing was done: the step waits for a yes")
	return &plan, nil
}

// anew makes a workspace that was deleted by hand again, without which a step cannot
// say what it would do.
func (g Go) anew(ctx context.Context, now rule.Step, in Input) error {
	st, unlock, err := g.begin(ctx, now, in)
	if err != nil {
		return err
	}
	defer unlock()
	_, err = st.workspace(ctx)
	return err
}

// doing says what a step that others will see does to a unit.
func doing(s rule.Step) string {
	switch s {
	case rule.StepClaim:
		return "Claim"
	case rule.StepPropose:
		return "Propose"
	case rule.StepMerge:
		return "Merge"
	case rule.StepDeliver:
		return "Look after the merge of"
	case rule.StepDrop:
		return "Let go of a member of"
	}
	return "Release"
}

// ask puts the questions; more is false when nobody is there to answer.
func (g Go) ask(ctx context.Context, questions []Question, in GoInput) (more bool, err error) {
	if in.Ask == nil {
		return false, nil
	}
	for _, q := range questions {
		yes, err := in.Ask(ctx, q)
		if err != nil {
			return false, err
		}
		in.Answers[q.ID] = yes
	}
	return true, nil
}

// Take runs the step of a name with nothing else said.
func (s *Steps) Take(ctx context.Context, name rule.Step, in Input, answers Answers) (Result, error) {
	switch name {
	case rule.StepClaim:
		return s.Start.again(ctx, in)
	case rule.StepScreen:
		return s.Screen.Run(ctx, ScreenInput{Input: in, Answers: answers})
	case rule.StepIsolate:
		return s.Isolate.Run(ctx, IsolateInput{Input: in})
	case rule.StepProduce, rule.StepFix:
		return s.Produce.Run(ctx, ProduceInput{Input: in})
	case rule.StepGates:
		return s.Gates.Run(ctx, GatesInput{Input: in})
	case rule.StepPropose:
		return s.Propose.Run(ctx, ProposeInput{Input: in})
	case rule.StepReview:
		return s.Review.Run(ctx, ReviewInput{Input: in})
	case rule.StepCI:
		return s.CI.Run(ctx, CIInput{Input: in, Watch: true})
	case rule.StepBrake:
		return s.Brake.Run(ctx, BrakeInput{Input: in})
	case rule.StepMerge, rule.StepDeliver:
		return s.Merge.Run(ctx, MergeInput{Input: in, Watch: true})
	case rule.StepRelease:
		return s.Release.Run(ctx, ReleaseInput{Input: in})
	}
	return Result{}, usagef("gh debt drain --help lists them", "there is no step %q", name)
}

// again takes up the claiming of a unit that was begun.
func (s Start) again(ctx context.Context, in Input) (Result, error) {
	u, err := s.unit(ctx, in.Unit)
	if err != nil {
		return Result{}, err
	}
	return s.Run(ctx, StartInput{Input: in, Numbers: numbersOf(u.Chosen.Members), Named: u.Chosen.Named, Implementer: u.Chosen.Implementer})
}
