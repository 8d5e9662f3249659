package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// startFlags say how a unit is begun.
type startFlags struct {
	in      drain.StartInput
	answers answerFlags
	step    stepFlags
}

func newDrainStart(h *house) *cobra.Command {
	var f startFlags
	c := &cobra.Command{
		Use:   "start [N...]",
		Short: "Claim issues as one unit, screen them, and make its workspace",
		Long: `Claim issues as one unit, screen them, and make its workspace. Without numbers at
most four units are offered, and a person picks one; --yes takes the first.

Each number must be free: an issue that is closed, claimed, parked or graded
investigate is refused, and nothing is claimed then. Two or more must fit the
budget of a batch, or be forced.

The screens ask whether what the issues say still holds; --holds says so of all,
--answers FILE answers each by its ID. Running it again takes up what was left.`,
		Example: `  gh debt drain start
  gh debt drain start 12 15 --implementer fixer
  gh debt drain start 12 --yes --holds`,
		RunE: func(c *cobra.Command, args []string) error { return runStart(c, h, args, f) },

		ValidArgsFunction: h.issueArgument,
	}
	f.add(c, h)
	return c
}

func (f *startFlags) add(c *cobra.Command, h *house) {
	fs := c.Flags()
	fs.BoolVar(&f.in.Force, "force", false, "Take a batch that is over the budget")
	fs.BoolVar(&f.in.Autonomous, "autonomous", false, "Let the engine split the unit when the brake says so")
	fs.StringVar(&f.in.Implementer, "implementer", "", "The `name` of who makes the change; you are me")
	fs.StringVar(&f.in.Target, "target", "", "The `branch` that the unit starts from and goes back to")
	fs.BoolVar(&f.in.HighRisk, "high-risk", false, "Let every review look at the whole change")
	completeWorkers(c, h, "implementer", rule.Implement)
	f.answers.add(c)
	f.step.add(c, true)
}

// runStart claims a unit and takes it to its workspace.
func runStart(c *cobra.Command, h *house, args []string, f startFlags) error {
	if err := f.step.export.check(c, nil); err != nil {
		return err
	}
	numbers, err := startNumbers(args)
	if err != nil {
		return err
	}
	if err := f.answers.read(h.world); err != nil {
		return err
	}
	if err := h.mayAsk(taking{stepFlags: f.step, question: "start"}); err != nil {
		return err
	}
	w, err := h.setOut(c.Context(), f.answers, f.step)
	if err != nil {
		return err
	}
	defer w.done()
	f.in.Numbers, f.in.Named = numbers, len(numbers) > 0
	if err := w.start(f.in); err != nil {
		return w.end(err)
	}
	return w.end(w.settle())
}

// startNumbers reads the issues to claim: their numbers, or the name of a unit.
func startNumbers(args []string) ([]int, error) {
	if len(args) == 1 && strings.Contains(args[0], "-") && unitName(args[0]) {
		args = strings.Split(strings.TrimPrefix(args[0], "#"), "-")
	}
	return issueNumbers(args)
}

// way is a run of several steps: what is asked and said on it, and what came of
// each step.
type way struct {
	h       *house
	ctx     context.Context
	yard    *yard
	in      drain.Input
	answers answerFlags
	flags   stepFlags
	done    func()

	Choice *drain.Choice  `json:"choice,omitempty"`
	Steps  []drain.Result `json:"steps"`
}

func (h *house) setOut(ctx context.Context, answers answerFlags, flags stepFlags) (*way, error) {
	y, err := h.drain(ctx)
	if err != nil {
		return nil, err
	}
	in, done := h.input("")
	in.DryRun = flags.dryRun
	return &way{h: h, ctx: ctx, yard: y, in: in, answers: answers, flags: flags, done: done, Steps: []drain.Result{}}, nil
}

// errNothing ends a way on which there is nothing to do, which was said.
var errNothing = errors.New("there is nothing to start")

// start chooses where no number is named, and claims.
func (w *way) start(in drain.StartInput) error {
	if len(in.Numbers) == 0 {
		picked, named, err := w.choose()
		if err != nil {
			return err
		}
		in.Numbers, in.Named = picked, named
	}
	var err error
	if in.Implementer, err = w.implementer(in.Implementer); err != nil {
		return err
	}
	run := func(ctx context.Context, s *drain.Steps, to drain.Input) (drain.Result, error) {
		in := in
		in.Input = to
		return s.Start.Run(ctx, in)
	}
	if !w.flags.yes && !w.flags.dryRun {
		t := taking{question: "Start this unit?", run: run}
		if goes, err := w.h.agree(w.ctx, &w.yard.steps, t, w.in); err != nil {
			return err
		} else if !goes {
			return errNothing
		}
	}
	res, err := run(w.ctx, &w.yard.steps, w.in)
	w.in.Unit = res.Unit.ID
	return w.took(res, err)
}

// took keeps and prints the result of a step. A refusal ends the way.
func (w *way) took(res drain.Result, err error) error {
	w.done()
	before := w.last()
	if err == nil || res.Unit.ID != "" || len(res.Wrote) > 0 {
		w.Steps = append(w.Steps, listed(res))
		if !w.flags.export.on {
			shown := res
			shown.Questions, shown.Next, shown.Waits = nil, "", ""
			if slices.Equal(before.Notes, res.Notes) {
				shown.Notes = nil // of the same step once more
			}
			if !w.h.world.person() { // whom nobody asks: it is said below, as what the unit waits for
				shown.Notes = slices.DeleteFunc(slices.Clone(shown.Notes), func(note string) bool { return strings.HasSuffix(res.Waits, note) })
			}
			err = worst(err, w.h.printStep(shown))
		}
	}
	if err == nil && res.Refused != "" {
		return found{}
	}
	return err
}

// settle takes a claimed unit through the screens to its workspace.
func (w *way) settle() error {
	for !w.flags.dryRun {
		last := w.last()
		next, _ := rule.Next(last.Unit)
		if next != rule.StepScreen && next != rule.StepIsolate {
			return endedWell(last.Unit)
		}
		res, err := w.yard.steps.Take(w.ctx, next, w.in, w.answers.given)
		if err := w.took(res, err); err != nil {
			return err
		}
		if len(res.Questions) > 0 {
			if err := w.ask(res.Questions); err != nil {
				return err
			}
		} else if res.Unit.LastID == last.Unit.LastID {
			return nil
		}
	}
	return nil
}

// endedWell is status 1 for a unit that ended undelivered, which was said, unless a
// person had it so: parked until it has a design.
func endedWell(u rule.Unit) error {
	return foundUnless(u.Ended == nil || u.Ended.End == rule.SpecParked)
}

// ask has the questions of a step answered. Where nobody is there for one, all of
// them are printed.
func (w *way) ask(questions []drain.Question) error {
	w.done()
	for _, q := range questions {
		yes, err := w.h.answer(w.ctx, w.answers, q)
		if err != nil {
			return w.unanswered(questions, err)
		}
		w.answers.given[q.ID] = yes
	}
	return nil
}

// unanswered prints the questions that nobody was there to answer: status 1.
func (w *way) unanswered(questions []drain.Question, err error) error {
	var nobody *unanswered
	if !errors.As(err, &nobody) {
		return err
	}
	if !w.flags.export.on {
		for _, q := range questions {
			if err := printQuestion(w.h.world, q); err != nil {
				return err
			}
		}
	}
	w.h.tellAnswers()
	return found{}
}

// last is what the newest step gave.
func (w *way) last() drain.Result {
	if len(w.Steps) == 0 {
		return drain.Result{}
	}
	return w.Steps[len(w.Steps)-1]
}

// end prints all that was done as JSON, or what comes next, and gives the status.
func (w *way) end(err error) error {
	w.done()
	if errors.Is(err, errNothing) {
		err = nil
	}
	var silent found
	if w.flags.export.on && (err == nil || errors.As(err, &silent)) {
		return worst(err, w.flags.export.print(w.h.world, w))
	}
	if last := w.last(); !w.flags.export.on {
		return worst(err, w.h.printNext(last.Unit.ID, last.Waits, last.Next))
	}
	return err
}

// worst is what a command ends with that met both: an error has something to say,
// what was found has not.
func worst(a, b error) error {
	var silent found
	switch {
	case b == nil || a != nil && !errors.As(a, &silent):
		return a
	case a == nil || !errors.As(b, &silent):
		return b
	}
	return a
}

// implementer fills who makes the change: named, else asked where there is a choice
// and somebody to ask, else the person.
func (w *way) implementer(named string) (string, error) {
	able := rule.Implementers(w.yard.workers)
	if named != "" || len(able) < 2 || w.flags.yes || w.flags.dryRun || !w.h.world.person() {
		return named, nil
	}
	for i, worker := range able {
		if err := line(w.h.world.Err, "  %d  %s", i+1, workerWords(worker)); err != nil {
			return "", err
		}
	}
	text, _, err := w.h.readLine(w.ctx, fmt.Sprintf("Who makes the change? [1-%d, Enter for %s] ", len(able), rule.Me))
	if err != nil || text == "" {
		return rule.Me, err
	}
	for i, worker := range able {
		if text == worker.Name || text == fmt.Sprint(i+1) {
			return worker.Name, nil
		}
	}
	return "", usagef("%q is none of them", text)
}
