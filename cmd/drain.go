package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gh-debt/recipe/drain"
)

func newDrain(h *house) *cobra.Command {
	var f goFlags
	c := &cobra.Command{
		Use:   "drain [UNIT]",
		Short: "Take debt from the queue to gone",
		Long: `Take a unit of debt from the queue to gone: one issue, or a batch of related ones,
fixed on one branch by one pull request.

Without a command it takes up what is in flight, or offers what to start, and
goes as far as possible: it stops where a person must decide, and can be stopped
and taken up again at any point; where it stops for a person who is not there, the
exit status is 1 and the command that goes on is named. Each command does one step,
says what it wrote and what comes next, and is safe to run twice.

UNIT is the unit's name (12-15) or the number of one of its issues; without it the
only unit in flight is meant. What others will see is confirmed first; without a
terminal it takes --yes.`,
		Example: `  gh debt drain                  # go on with what is in flight, or choose
  gh debt drain start 12 15      # one unit of two issues
  gh debt drain status`,
		Args: unitArgument,
		RunE: func(c *cobra.Command, args []string) error {
			return runGo(c, h, args, f)
		},
		ValidArgsFunction: h.unitCompletion,
	}
	f.add(c)
	c.AddCommand(
		newDrainStart(h), newDrainStatus(h), newDrainNext(h), newDrainBrief(h), newDrainProduce(h),
		newDrainGates(h), newDrainPropose(h), newDrainReview(h), newDrainCI(h), newDrainBrake(h),
		newDrainMerge(h), newDrainDrop(h), newDrainRelease(h), newDrainReconcile(h), newDrainReport(h),
	)
	return c
}

// unitArgument takes at most one argument: a unit's name, or the number of one of
// its issues. Behind drain itself a word that is neither is a command misspelled.
func unitArgument(c *cobra.Command, args []string) error {
	for i, a := range args {
		switch {
		case !unitName(a) && c.HasSubCommands():
			return noArguments(c, args)
		case !unitName(a):
			return usagef("%q names no unit: a unit is named by its issues, as 12-15, or by one of them", a)
		case i > 0:
			return usagef("%s takes one unit, got %s", words(c), strings.Join(args, " "))
		}
	}
	return nil
}

// unitName reports whether a word could name a unit: numbers joined by hyphens.
func unitName(word string) bool {
	for part := range strings.SplitSeq(strings.TrimPrefix(word, "#"), "-") {
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return false
		}
	}
	return true
}

// unitOf is the unit that the arguments name; "" is the only one in flight.
func unitOf(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return strings.TrimPrefix(args[0], "#")
}

// stepFlags are what every step takes.
type stepFlags struct {
	export export
	dryRun bool
	yes    bool
}

// add gives the command the flags. A step that others see takes --yes.
func (f *stepFlags) add(c *cobra.Command, public bool) {
	c.Flags().BoolVar(&f.dryRun, "dry-run", false, "Say what would be done, and do nothing")
	if public {
		c.Flags().BoolVarP(&f.yes, "yes", "y", false, "Do not ask")
	}
	f.export.switchJSON(c)
}

// taking is a step as a command takes it.
type taking struct {
	stepFlags
	unit     string
	question string // asked before a step that others see; "" asks nothing
	run      func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error)
	// ended, if set, gives the status of a step that went through.
	ended func(drain.Result) error
}

// newStep makes the command of one step on one unit; take fills in what its flags
// say.
func newStep(h *house, c *cobra.Command, f *stepFlags, public bool, take func(t *taking)) *cobra.Command {
	if c.Args == nil {
		c.Args, c.ValidArgsFunction = unitArgument, h.unitCompletion
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		t := taking{stepFlags: *f, unit: unitOf(args)}
		take(&t)
		return runStep(c, h, t)
	}
	f.add(c, public)
	return c
}

// runStep takes the step, after a confirmation where others will see it, and prints
// what came of it.
func runStep(c *cobra.Command, h *house, t taking) error {
	if err := t.export.check(c, nil); err != nil {
		return err
	}
	if err := h.mayAsk(t); err != nil {
		return err
	}
	y, err := h.drain(c.Context())
	if err != nil {
		return err
	}
	in, done := h.input(t.unit)
	defer done()
	if t.question != "" && !t.yes && !t.dryRun {
		if goes, err := h.agree(c.Context(), &y.steps, t, in); err != nil || !goes {
			return err
		}
	}
	in.DryRun = t.dryRun
	res, err := t.run(c.Context(), &y.steps, in)
	done()
	return h.endStep(t, res, err)
}

// mayAsk refuses a step that must be confirmed where nobody is there to do so:
// scripts say --yes.
func (h *house) mayAsk(t taking) error {
	if t.question == "" || t.yes || t.dryRun || h.world.person() {
		return nil
	}
	return &usage{err: errors.New("others will see this step, so it takes a confirmation, and nobody is there to give it"), hint: "add --yes, or look at it first with --dry-run"}
}

// agree shows what exactly will happen and asks. A step that would be refused, or
// has nothing to show to others, needs no answer: it says so itself.
func (h *house) agree(ctx context.Context, s *drain.Steps, t taking, in drain.Input) (bool, error) {
	in.DryRun = true
	plan, err := t.run(ctx, s, in)
	if err != nil {
		return false, err
	}
	if plan.Refused != "" || len(plan.Will) == 0 {
		return true, nil
	}
	return h.sure(ctx, t.question, plan.Will)
}

// sure lists what will happen and asks for a yes.
func (h *house) sure(ctx context.Context, question string, will []string) (bool, error) {
	for _, sentence := range will {
		if err := line(h.world.Err, "  %s", sentence); err != nil {
			return false, err
		}
	}
	agreed, err := h.confirm(ctx, question)
	if err == nil && !agreed {
		fmt.Fprintln(h.world.Err, "nothing was done")
	}
	return agreed, err
}

// endStep prints a step's result and gives its status. What was written before an
// error is told too.
func (h *house) endStep(t taking, res drain.Result, err error) error {
	if err != nil && res.Unit.ID == "" && len(res.Wrote) == 0 {
		return err
	}
	if t.export.on {
		if err != nil {
			return err
		}
		err = t.export.print(h.world, listed(res))
	} else {
		err = errors.Join(err, h.printStep(res))
	}
	switch {
	case err != nil:
		return err
	case res.Refused != "" || len(res.Questions) > 0:
		return found{}
	case t.ended != nil && !t.dryRun:
		return t.ended(res)
	}
	return nil
}

// listed gives a result as JSON has it: lists are never null.
func listed(res drain.Result) drain.Result {
	if res.Wrote == nil {
		res.Wrote = []string{}
	}
	return res
}

// input is what every step is given: the unit, and where its progress and the live
// lines of a worker are shown. done clears the line of progress.
func (h *house) input(unit string) (in drain.Input, done func()) {
	show, done := h.progress()
	in = drain.Input{Unit: unit, Progress: show}
	if h.world.Terminal.Err {
		in.Output = func(text string) {
			done()
			fmt.Fprintln(h.world.Err, dimmed(h.world)("  "+visible(strings.ReplaceAll(text, "\t", "    "))))
		}
	}
	return in, done
}

// unitCompletion completes the units in flight, by name, and by the numbers of the
// issues of those that have several.
func (h *house) unitCompletion(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	const rest = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	if len(args) > 0 {
		return nil, rest
	}
	return h.unitSuggestions(c.Context(), false), rest
}

// memberCompletion completes the issues of the units in flight.
func (h *house) memberCompletion(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return h.unitSuggestions(c.Context(), true), cobra.ShellCompDirectiveNoFileComp
}

// unitSuggestions are the units in flight, or only the issues of those that have
// several, each with where its unit is.
func (h *house) unitSuggestions(ctx context.Context, issues bool) []string {
	ctx, cancel := context.WithTimeout(ctx, completionTime)
	defer cancel()
	y, err := h.drain(ctx)
	if err != nil {
		return nil
	}
	over, err := y.steps.Status.Run(ctx)
	if err != nil {
		return nil
	}
	var list []string
	for _, card := range over.Cards {
		if !issues {
			list = append(list, fmt.Sprintf("%s\t%s", card.Unit.ID, card.Unit.Stage))
		}
		if numbers := card.Unit.Numbers(); issues || len(numbers) > 1 {
			for _, n := range numbers {
				list = append(list, fmt.Sprintf("%d\tof unit %s, %s", n, card.Unit.ID, card.Unit.Stage))
			}
		}
	}
	return slices.Compact(list)
}
