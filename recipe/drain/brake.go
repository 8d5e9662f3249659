package drain

import (
	"context"

	rule "gh-debt/model/drain"
)

// Brake decides how a unit that the brake stopped goes on (section 7 of draining).
type Brake struct{ base }

// BrakeInput holds the decision.
type BrakeInput struct {
	Input
	Choice rule.Choice // "" shows the diagnosis
}

// Run shows the diagnosis, or takes a person's choice. Handing back releases the
// unit; splitting and descoping let go of members with `drop`, after which the unit
// goes on.
func (s Brake) Run(ctx context.Context, in BrakeInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepBrake, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if in.Choice == "" && !in.DryRun {
		// What a run that was killed between the round and the brake left undone.
		if err := st.brake(ctx); err != nil {
			return Result{}, err
		}
	}
	b := st.u.Brake
	if b == nil && len(st.res.Wrote) > 0 {
		return st.end(), nil
	}
	if b == nil {
		return st.refuse("the brake did not stop unit %s", st.u.ID)
	}
	if in.Choice == "" {
		st.res.note("%s", b.Diagnosis.Why)
		for _, c := range b.Diagnosis.Choices {
			st.res.note("%s", s.Command("brake", st.u.ID, "--choose", string(c)))
		}
		return st.end(), nil
	}
	if err := rule.MayTake(in.Choice, false, st.u.Chosen.Autonomous, b.Round); err != nil {
		return Result{}, usagef(st.Command("brake", st.u.ID)+" shows the choices", "%v", err)
	}
	if in.DryRun {
		st.res.will("go on with %s", in.Choice)
		return st.end(), nil
	}
	if err := st.write(ctx, rule.Decided{Round: b.Round, Choice: in.Choice}); err != nil {
		return Result{}, err
	}
	st.res.wrote("decided: %s", in.Choice)
	if in.Choice == rule.ChoiceHandBack {
		err = st.release(ctx, rule.HandedBack, "handed back at the brake: "+b.Diagnosis.Why)
	}
	return st.end(), err
}
