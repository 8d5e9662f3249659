package board

import (
	"context"
	"maps"
	"slices"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// base is a deed on a unit without what it does.
func base(it *item, step rule.Step) deed {
	return deed{unit: it.card.Unit.ID, numbers: it.numbers, subject: it.subject(), step: step}
}

// plain makes the deed of a step that is taken as it stands.
func plain[In any](d deed, s Stepper[In], make func(drain.Input, drain.Answers) In) deed {
	d.take = func(ctx context.Context, in drain.Input, answers drain.Answers) (drain.Result, error) {
		return s.Run(ctx, make(in, answers))
	}
	return d
}

// deedOf is a step on a unit. ok is false for one that needs to be told more, or
// that a person never takes by itself.
func (m *Model) deedOf(it *item, step rule.Step) (d deed, ok bool) {
	d = base(it, step)
	switch step {
	case rule.StepScreen:
		return plain(d, m.deps.Screen, func(in drain.Input, a drain.Answers) drain.ScreenInput {
			return drain.ScreenInput{Input: in, Answers: a}
		}), true
	case rule.StepIsolate:
		return plain(d, m.deps.Isolate, func(in drain.Input, _ drain.Answers) drain.IsolateInput {
			return drain.IsolateInput{Input: in}
		}), true
	case rule.StepProduce, rule.StepFix:
		d.shell = it.card.Unit.Implementer() == rule.Me
		return plain(d, m.deps.Produce, func(in drain.Input, _ drain.Answers) drain.ProduceInput {
			return drain.ProduceInput{Input: in}
		}), true
	case rule.StepGates:
		return plain(d, m.deps.Gates, func(in drain.Input, _ drain.Answers) drain.GatesInput {
			return drain.GatesInput{Input: in}
		}), true
	case rule.StepPropose:
		d.asked = true
		return plain(d, m.deps.Propose, func(in drain.Input, _ drain.Answers) drain.ProposeInput {
			return drain.ProposeInput{Input: in}
		}), true
	case rule.StepReview:
		return plain(d, m.deps.Review, func(in drain.Input, _ drain.Answers) drain.ReviewInput {
			return drain.ReviewInput{Input: in}
		}), true
	case rule.StepCI:
		return plain(d, m.deps.CI, func(in drain.Input, _ drain.Answers) drain.CIInput {
			return drain.CIInput{Input: in, Watch: true}
		}), true
	case rule.StepMerge, rule.StepDeliver:
		d.asked = step == rule.StepMerge
		return plain(d, m.deps.Merge, func(in drain.Input, a drain.Answers) drain.MergeInput {
			return drain.MergeInput{Input: in, Accept: accepted(a), Watch: true}
		}), true
	case rule.StepBrake:
		return m.brakeDeed(it, ""), true
	case rule.StepRelease:
		d.asked = true
		return plain(d, m.deps.Release, func(in drain.Input, _ drain.Answers) drain.ReleaseInput {
			return drain.ReleaseInput{Input: in}
		}), true
	}
	return deed{}, false
}

// brakeDeed goes on at the brake in one of the ways there are; "" has it say what
// it found.
func (m *Model) brakeDeed(it *item, choice rule.Choice) deed {
	d := base(it, rule.StepBrake)
	d.asked = choice != ""
	return plain(d, m.deps.Brake, func(in drain.Input, _ drain.Answers) drain.BrakeInput {
		return drain.BrakeInput{Input: in, Choice: choice}
	})
}

// dropDeed takes a member out of the unit.
func (m *Model) dropDeed(it *item, number int) deed {
	d := base(it, stepDrop)
	d.asked = true
	return plain(d, m.deps.Drop, func(in drain.Input, _ drain.Answers) drain.DropInput {
		return drain.DropInput{Input: in, Number: number}
	})
}

// reconcileDeed looks at what happened to the unit elsewhere.
func (m *Model) reconcileDeed(it *item) deed {
	d := base(it, stepReconcile)
	d.take = func(ctx context.Context, in drain.Input, _ drain.Answers) (drain.Result, error) {
		all, err := m.deps.Reconcile.Run(ctx, drain.ReconcileInput{Input: in})
		if err != nil || len(all) == 0 {
			return drain.Result{}, err
		}
		return all[0], nil
	}
	return d
}

// startDeed claims a unit. Where a batch is refused, taking it by force is tried,
// so that a person may do so when its cost is all that stands against it.
func (m *Model) startDeed(in drain.StartInput) deed {
	it := item{numbers: in.Numbers}
	it.card.Unit.ID = rule.UnitID(in.Numbers) // until the step gives its own
	d := base(&it, rule.StepClaim)
	d.asked = true
	if len(in.Numbers) > 1 && !in.Force {
		d.forced = func(d deed) deed {
			in.Force = true
			f := m.startDeed(in)
			f.answers = d.answers
			return f
		}
	}
	return plain(d, m.deps.Start, func(to drain.Input, _ drain.Answers) drain.StartInput {
		in := in
		in.Input = to
		in.Unit = ""
		return in
	})
}

// accepted are the questions that were answered with yes.
func accepted(a drain.Answers) []string {
	var ids []string
	for id, yes := range a {
		if yes {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// answered is the deed with more answers.
func (d deed) answered(more drain.Answers) deed {
	all := drain.Answers{}
	maps.Copy(all, d.answers)
	maps.Copy(all, more)
	d.answers = all
	return d
}
