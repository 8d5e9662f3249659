package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
)

func newRegrade(h *house) *cobra.Command {
	var in recipe.RegradeInput
	var yes bool
	var e export
	c := &cobra.Command{
		Use:   "regrade N... AXIS=VALUE...",
		Short: "Change the grades of one issue or several",
		Long: `Change the grades of one issue or several, through label edits that leave their
mark in each issue's timeline. AXIS= takes an optional axis away. Leaving
severity=investigate takes --answer; entering it takes --question and
--settled-by.

Several issues are changed after one confirmation that lists every edit; --yes
goes without it.`,
		Example: `  gh debt regrade 1402 severity=critical
  gh debt regrade 1377 severity=important --answer 'Reachable when the cache is cold.'
  gh debt regrade 1402 1410 difficulty=easy fold= --yes`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			var err error
			if in.Numbers, in.Changes, err = regradeArguments(args); err != nil {
				return err
			}
			return runChange(c, h, change{
				numbers: in.Numbers, dryRun: in.DryRun, yes: yes, export: e, doing: "re-grade", verb: "re-graded",
				run: func(ctx context.Context, b recipe.Book, dry bool, p recipe.Progress) (recipe.ChangeResult, error) {
					in := in
					in.DryRun, in.Progress = dry, p
					return b.Regrade.Run(ctx, in)
				},
			})
		},
		ValidArgsFunction: h.regradeArgument,
	}
	f := c.Flags()
	f.StringVar(&in.Answer, "answer", "", "The answer to an investigation's question")
	f.StringVar(&in.Research.Question, "question", "", "What must be found out")
	f.StringVar(&in.Research.SettledBy, "settled-by", "", "The evidence that would settle it")
	f.BoolVar(&in.NotSecurity, "not-security", false, "A person has judged these texts fit for everybody")
	f.BoolVar(&in.DryRun, "dry-run", false, "Say what would be done, and do nothing")
	f.BoolVarP(&yes, "yes", "y", false, "Do not ask")
	e.switchJSON(c)
	return c
}

// regradeArguments tells issue numbers from changes of an axis.
func regradeArguments(args []string) ([]int, map[model.Axis]string, error) {
	var numbers []string
	changes := map[model.Axis]string{}
	for _, a := range args {
		name, value, isChange := strings.Cut(a, "=")
		if !isChange {
			numbers = append(numbers, a)
			continue
		}
		axis := model.Axis(name)
		if !slices.Contains(model.Axes(), axis) {
			return nil, nil, unknownAxis(name)
		}
		if _, twice := changes[axis]; twice {
			return nil, nil, usagef("%s is given twice", axis)
		}
		changes[axis] = value
	}
	if len(numbers) == 0 || len(changes) == 0 {
		return nil, nil, usagef("regrade takes one or more issue numbers and one or more changes, as in: gh debt regrade 12 severity=important")
	}
	list, err := issueNumbers(numbers)
	return list, changes, err
}

func unknownAxis(name string) error {
	var names []string
	for _, a := range model.Axes() {
		names = append(names, string(a))
	}
	if near, ok := model.Nearest(name, names); ok {
		return usagef("there is no axis %q, did you mean %q?", name, near)
	}
	return usagef("there is no axis %q; the axes are %s", name, strings.Join(names, ", "))
}

func newDecline(h *house) *cobra.Command {
	var in recipe.DeclineInput
	var yes bool
	var e export
	c := &cobra.Command{
		Use:   "decline N... --reason TEXT",
		Short: "Close an issue as not planned, with the reason",
		Long: `Close an issue as not planned: the reason becomes a comment, the issue is
labelled wontfix, and a later finding at the same place is known as declined.`,
		Example: "  gh debt decline 1290 --reason 'The cache is going away with the next release.'",
		RunE: func(c *cobra.Command, args []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			if len(args) == 0 {
				return usagef("decline takes one or more issue numbers")
			}
			var err error
			if in.Numbers, err = issueNumbers(args); err != nil {
				return err
			}
			return runChange(c, h, change{
				numbers: in.Numbers, dryRun: in.DryRun, yes: yes, export: e, doing: "decline", verb: "declined",
				run: func(ctx context.Context, b recipe.Book, dry bool, p recipe.Progress) (recipe.ChangeResult, error) {
					in := in
					in.DryRun, in.Progress = dry, p
					return b.Decline.Run(ctx, in)
				},
			})
		},
		ValidArgsFunction: h.issueArgument,
	}
	f := c.Flags()
	f.StringVarP(&in.Reason, "reason", "r", "", "Why it is not going to be fixed")
	f.BoolVar(&in.NotSecurity, "not-security", false, "A person has judged the reason fit for everybody")
	f.BoolVar(&in.DryRun, "dry-run", false, "Say what would be done, and do nothing")
	f.BoolVarP(&yes, "yes", "y", false, "Do not ask")
	e.switchJSON(c)
	return c
}

// change is a change of issues as a command makes it.
type change struct {
	numbers []int
	dryRun  bool
	yes     bool
	export  export
	doing   string // for the question: "re-grade"
	verb    string // for the report: "re-graded"
	run     func(ctx context.Context, b recipe.Book, dry bool, p recipe.Progress) (recipe.ChangeResult, error)
}

// runChange makes the change, after a confirmation where several issues are
// changed, and prints what became of each issue.
func runChange(c *cobra.Command, h *house, ch change) error {
	if len(ch.numbers) > 1 && !ch.yes && !ch.dryRun {
		if agreed, err := confirmChange(c, h, ch); err != nil || !agreed {
			return err
		}
	}
	res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.ChangeResult, error) {
		return ch.run(ctx, b, ch.dryRun, p)
	})
	if err != nil {
		return err
	}
	if ch.export.on {
		if err := ch.export.print(h.world, res); err != nil {
			return err
		}
	} else if err := printChanges(h.world, res, ch.verb); err != nil {
		return err
	}
	return changeStatus(h.world, res)
}

// confirmChange lists every edit and asks, unless there is none to make. Nobody
// there to be asked is a usage error: scripts say --yes.
func confirmChange(c *cobra.Command, h *house, ch change) (bool, error) {
	if !h.world.person() {
		return false, &usage{err: fmt.Errorf("changing %s takes a confirmation, and nobody is there to give it", model.Counted(len(ch.numbers), "issue", "issues")), hint: "add --yes"}
	}
	plan, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.ChangeResult, error) {
		return ch.run(ctx, b, true, p)
	})
	if err != nil {
		return false, err
	}
	if err := printChanges(h.world, plan, ch.verb); err != nil {
		return false, err
	}
	n := len(plan.With(recipe.Changed))
	if n == 0 {
		return false, changeStatus(h.world, plan)
	}
	question := fmt.Sprintf("%s %d issues?", capital(ch.doing), n)
	if n == 1 {
		question = fmt.Sprintf("%s #%d?", capital(ch.doing), plan.With(recipe.Changed)[0].Number)
	}
	agreed, err := h.confirm(c.Context(), question)
	if err == nil && !agreed {
		fmt.Fprintln(h.world.Err, "nothing was changed")
	}
	return agreed, err
}

// changeStatus says what failed, and is the error that gives a run its exit
// status: 1 when a rule stood against a change, and the fault's own when the
// tracker failed.
func changeStatus(w World, res recipe.ChangeResult) error {
	var failed []error
	for _, i := range res.Issues {
		if i.Err != nil {
			failed = append(failed, fmt.Errorf("#%d: %w", i.Number, i.Err))
		}
	}
	switch {
	case len(failed) == 1:
		return failed[0]
	case len(failed) > 1:
		for _, err := range failed {
			printError(w.Err, err)
		}
		return &withStatus{status: exitStatus(errors.Join(failed...)), err: found{}}
	case len(res.With(recipe.Left)) > 0:
		return context.Canceled
	case !res.Clean():
		return found{}
	}
	return nil
}
