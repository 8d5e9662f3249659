package drain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/ledger"
)

// Steps are all steps, made from one Deps.
type Steps struct {
	Choose    Choose
	Start     Start
	Screen    Screen
	Isolate   Isolate
	Produce   Produce
	Gates     Gates
	Propose   Propose
	Review    Review
	CI        CI
	Brake     Brake
	Merge     Merge
	Drop      Drop
	Release   Release
	Reconcile Reconcile
	Brief     Brief
	Report    Report
	Status    Status
	Go        Go
}

// New makes the steps. It makes no request and opens no file.
func New(d Deps) Steps {
	b := base{Deps: d, names: &names{ids: map[string]int64{}}}
	s := Steps{
		Choose: Choose{b}, Start: Start{b}, Screen: Screen{b}, Isolate: Isolate{b}, Produce: Produce{b},
		Gates: Gates{b}, Propose: Propose{b}, Review: Review{b}, CI: CI{b}, Brake: Brake{b}, Merge: Merge{b},
		Drop: Drop{b}, Release: Release{b}, Reconcile: Reconcile{b}, Brief: Brief{b}, Report: Report{b},
		Status: Status{b},
	}
	s.Go = Go{base: b, steps: &s}
	return s
}

// base is what the steps share.
type base struct {
	Deps
	names *names
}

// unit finds the unit that a step is about: the named one, by its id or by the
// number of one of its members, or the only one in flight.
func (b base) unit(ctx context.Context, id string) (rule.Unit, error) {
	if id == "" {
		return b.onlyUnit(ctx)
	}
	u, _, err := b.Ledger.Unit(ctx, id)
	if err == nil && u.Active() {
		if here, err := b.here(ctx, u); err != nil || here {
			return u, err
		}
	}
	if n, ok := number(id); ok {
		if found, ok, ferr := b.Ledger.Find(ctx, n); ferr != nil {
			return rule.Unit{}, ferr
		} else if ok && found != id {
			u, _, err = b.Ledger.Unit(ctx, found)
		}
	}
	if absent(err) {
		return rule.Unit{}, usagef(b.Command("status")+" lists them", "there is no unit %s in this clone", id)
	}
	if err != nil {
		return rule.Unit{}, err
	}
	here, err := b.here(ctx, u)
	if err == nil && !here {
		err = b.foreign(u)
	}
	return u, err
}

// active gives the units in flight of this repository.
func (b base) active(ctx context.Context) ([]rule.Unit, error) {
	units, err := b.Ledger.Active(ctx)
	if err != nil {
		return nil, err
	}
	mine := make([]rule.Unit, 0, len(units))
	for _, u := range units {
		here, err := b.here(ctx, u)
		if err != nil {
			return nil, err
		}
		if here {
			mine = append(mine, u)
		}
	}
	return mine, nil
}

func (b base) onlyUnit(ctx context.Context) (rule.Unit, error) {
	active, err := b.active(ctx)
	switch {
	case err != nil:
		return rule.Unit{}, err
	case len(active) == 0:
		return rule.Unit{}, usagef("begin one with: "+b.Command("start"), "no unit is in flight in this clone")
	case len(active) > 1:
		ids := make([]string, len(active))
		for i, u := range active {
			ids[i] = u.ID
		}
		return rule.Unit{}, usagef("name one of them", "several units are in flight: %s", strings.Join(ids, ", "))
	}
	return active[0], nil
}

// step is one run of a step on a unit: the lock, the state, and the result.
type step struct {
	base
	in  Input
	u   rule.Unit
	res Result
}

// begin finds and locks the unit, until the caller unlocks it. A dry run holds no
// lock.
func (b base) begin(ctx context.Context, name rule.Step, in Input) (*step, func(), error) {
	u, err := b.unit(ctx, in.Unit)
	if err != nil {
		return nil, nil, err
	}
	unlock := func() {}
	if !in.DryRun {
		if unlock, err = b.Ledger.Lock(ctx, u.ID, string(name)); err != nil {
			return nil, nil, err
		}
		// Whoever held the lock before may have written.
		if u, _, err = b.Ledger.Unit(ctx, u.ID); err != nil {
			unlock()
			return nil, nil, err
		}
	}
	s := &step{base: b, in: in, u: u, res: Result{Step: name, Unit: u}}
	if err := errors.Join(s.replaced(ctx, name), s.renamed(ctx)); err != nil {
		unlock()
		return nil, nil, err
	}
	return s, unlock, nil
}

// write writes facts of the person's down and keeps the state.
func (s *step) write(ctx context.Context, facts ...rule.Fact) error {
	return s.writeBy(ctx, s.Me, facts...)
}

// stepReconcile is no part of a unit's way.
const stepReconcile rule.Step = "reconcile"

// engine is who decided, where no person did.
const engine = rule.Engine

// writeBy writes facts down under a name. What was done is written down even when
// the step was cancelled meanwhile.
func (s *step) writeBy(ctx context.Context, by string, facts ...rule.Fact) error {
	u, err := s.Ledger.Append(context.WithoutCancel(ctx), s.u.ID, by, facts...)
	if err != nil {
		return err
	}
	s.u, s.res.Unit = u, u
	return nil
}

// fail writes down that the step went wrong; the unit stays where it was.
func (s *step) fail(ctx context.Context, worker, reason string) error {
	reason = said("%s", reason)
	s.res.Refused = reason
	return s.write(ctx, rule.Failed{Step: string(s.res.Step), Worker: worker, Reason: reason})
}

// end fills in what comes next and gives the result.
func (s *step) end() Result {
	s.res.Unit = s.u
	s.res.Next, s.res.Waits = s.next(s.u)
	return s.res
}

// live says what begins now, among the lines that it will print: it may take long, and
// print none.
func (s *step) live(format string, args ...any) {
	if s.in.Output != nil {
		s.in.Output(said(format, args...))
	}
}

// refuse ends a step that did nothing.
func (s *step) refuse(format string, args ...any) (Result, error) {
	s.res.Refused = said(format, args...)
	return s.end(), nil
}

// before ends a step that did nothing since another one must be taken first.
func (s *step) before(first rule.Step, format string, args ...any) (Result, error) {
	res, err := s.refuse(format, args...)
	res.Next = s.Command(first.Command(), s.u.ID)
	return res, err
}

// expect refuses a step that the unit is not ready for.
func (s *step) expect(steps ...rule.Step) (ready bool) {
	now, why := rule.Next(s.u)
	if slices.Contains(steps, now) {
		return true
	}
	switch {
	case !s.u.Active():
		s.res.Refused = said("unit %s has ended", s.u.ID)
	case now == "":
		s.res.Refused = said("unit %s waits for %s", s.u.ID, rule.WaitsFor(s.u))
	default:
		s.res.Refused = said("unit %s is %s: %s comes first (%s)", s.u.ID, s.u.Stage, now, why)
	}
	return false
}

// next names the command that takes a unit further, and what it waits for.
func (b base) next(u rule.Unit) (command, waits string) {
	if u.ID == "" || !u.Active() {
		return "", ""
	}
	now, _ := rule.Next(u)
	waits = model.Visible(rule.WaitsFor(u))
	if now == "" {
		return "", waits
	}
	return b.Command(now.Command(), b.argument(now, u)), waits
}

// argument names a unit to a step's command; claiming takes the numbers that it was
// chosen for, which name it also when one of them has left.
func (b base) argument(now rule.Step, u rule.Unit) string {
	if now.Command() == rule.StepClaim.Command() {
		return strings.Join(numbersAsWords(numbersOf(u.Chosen.Members)), " ")
	}
	return u.ID
}

// absent reports whether the ledger does not know a unit.
func absent(err error) bool {
	var a *ledger.AbsentError
	return errors.As(err, &a)
}

// number reads an issue number as it is typed.
func number(s string) (int, bool) {
	n := 0
	if _, err := fmt.Sscanf(strings.TrimPrefix(s, "#"), "%d", &n); err != nil || n < 1 || fmt.Sprint(n) != strings.TrimPrefix(s, "#") {
		return 0, false
	}
	return n, true
}

// hash is an issue's number as a person writes it: "#1".
func hash(n int) string { return fmt.Sprintf("#%d", n) }

// hashes are several: "#1, #2".
func hashes(numbers []int) string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = hash(n)
	}
	return strings.Join(all, ", ")
}

// short is a commit as a person reads it.
func short(sha string) string {
	if len(sha) > 7 {
		return sha[:7]
	}
	return sha
}
