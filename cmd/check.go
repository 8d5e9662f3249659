package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
)

// checkFlags are the flags of `check`; exactly one of the four modes is chosen.
type checkFlags struct {
	preFile       bool
	investigation bool
	issue         int
	sweep         bool

	labels   string
	bodyFile string
	export   export
}

func newCheck(h *house) *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check {--pre-file | --investigate-cap | --issue N | --sweep}",
		Short: "Check a filing, an issue or the whole queue",
		Long: `Check a filing, an issue or the whole queue against the rules of the queue.

--pre-file is hermetic: no network, no git. Each finding is a line on standard
output; the summary goes to standard error. The exit status is 1 when there is a
finding.`,
		Example: `  gh debt check --pre-file --labels tech-debt,severity:important --body-file body.md
  gh debt check --investigate-cap --labels severity:investigate
  gh debt check --issue 1402
  gh debt check --sweep`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.export.check(c, nil); err != nil {
				return err
			}
			return runCheck(c, h, f)
		},
	}
	c.Flags().BoolVar(&f.preFile, "pre-file", false, "Check a filing before it is made, without network or git")
	c.Flags().BoolVar(&f.investigation, "investigate-cap", false, "Check whether one more investigation may be opened")
	c.Flags().IntVar(&f.issue, "issue", 0, "Check the filed issue with this `number`")
	c.Flags().BoolVar(&f.sweep, "sweep", false, "Check every open issue of the queue")
	c.Flags().StringVar(&f.labels, "labels", "", "The labels, separated by commas")
	c.Flags().StringVar(&f.bodyFile, "body-file", "", "The `file` that holds the body, - for standard input")
	f.export.switchJSON(c)
	c.MarkFlagsMutuallyExclusive("pre-file", "investigate-cap", "issue", "sweep")
	completeIssues(c, h, "issue")
	return c
}

func runCheck(c *cobra.Command, h *house, f checkFlags) error {
	switch {
	case f.preFile:
		return checkPreFile(h, f)
	case f.investigation:
		return checkCap(c, h, f)
	case f.sweep:
		return checkSweep(c, h, f)
	case c.Flags().Changed("issue"):
		return checkIssue(c, h, f)
	}
	return usagef("say what to check: --pre-file, --investigate-cap, --issue N or --sweep")
}

// checkPreFile runs every check of a filing on its labels and body.
func checkPreFile(h *house, f checkFlags) error {
	if f.bodyFile == "" {
		return usagef("--pre-file needs --body-file (a file, or - for standard input)")
	}
	rules, err := h.rules()
	if err != nil {
		return err
	}
	body, err := readText(h.world, "--body-file", f.bodyFile)
	if err != nil {
		return err
	}
	for _, warning := range model.Warnings(body) {
		fmt.Fprintf(h.world.Err, "check: warning: %s\n", visible(warning))
	}
	problems := model.CheckFiling(model.ParseLabelCSV(f.labels), body, rules)
	return reportProblems(h.world, f.export, "pre-file", problems)
}

// reportProblems prints the verdicts of one filing or one issue, each on its
// line behind the prefix, and the summary.
func reportProblems(w World, e export, prefix string, problems []model.Problem) error {
	if e.on {
		rows := make([]problemJSON, len(problems))
		for i, p := range problems {
			rows[i] = problemJSON{Code: p.Code, Message: p.Message}
		}
		if err := e.print(w, checkJSON{Findings: rows}); err != nil {
			return err
		}
	} else {
		for _, p := range problems {
			if err := line(w.Out, "%s: %s: %s", prefix, p.Code, p.Message); err != nil {
				return err
			}
		}
	}
	return summarize(w, len(problems))
}

type checkJSON struct {
	Findings []problemJSON `json:"findings"`
}

type problemJSON struct {
	Code    model.Code `json:"code"`
	Message string     `json:"message"`
}

// summarize says on standard error how many findings there were; with any, the
// command ends with status 1.
func summarize(w World, findings int) error {
	if findings == 0 {
		fmt.Fprintln(w.Err, "check: clean")
		return nil
	}
	fmt.Fprintf(w.Err, "check: %d finding(s)\n", findings)
	return found{}
}

// checkCap asks the tracker only when the set holds an investigation, so that
// any other set costs nothing.
func checkCap(c *cobra.Command, h *house, f checkFlags) error {
	labels := model.ParseLabelCSV(f.labels)
	if !recipe.NeedsCap(labels) {
		return reportProblems(h.world, f.export, "investigate-cap", nil)
	}
	res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.CapResult, error) {
		return b.CapCheck.Run(ctx, recipe.CapInput{Labels: labels, Progress: p})
	})
	if err != nil {
		// Section 7: here a tracker that cannot answer is an environment in
		// which the check cannot run.
		return &withStatus{status: exitUsage, err: err}
	}
	var problems []model.Problem
	if res.Problem != nil {
		problems = append(problems, *res.Problem)
	}
	return reportProblems(h.world, f.export, "investigate-cap", problems)
}

func checkIssue(c *cobra.Command, h *house, f checkFlags) error {
	if f.issue < 1 {
		return usagef("--issue takes an issue number, got %d", f.issue)
	}
	return sweep(c, h, f, recipe.SweepInput{Number: f.issue})
}

func checkSweep(c *cobra.Command, h *house, f checkFlags) error {
	return sweep(c, h, f, recipe.SweepInput{})
}

// sweep checks filed issues. An empty queue is said, never silently clean.
func sweep(c *cobra.Command, h *house, f checkFlags, in recipe.SweepInput) error {
	res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.SweepResult, error) {
		in.Progress = p
		return b.Sweep.Run(ctx, in)
	})
	if err != nil {
		return err
	}
	w := h.world
	if f.export.on {
		if err := f.export.print(w, res); err != nil {
			return err
		}
	} else {
		for _, p := range res.Findings {
			if err := line(w.Out, "#%d: %s: %s", p.Number, p.Code, p.Message); err != nil {
				return err
			}
		}
	}
	if res.Checked == 0 {
		fmt.Fprintln(w.Err, "check: the queue is empty, there was nothing to check")
		return nil
	}
	return summarize(w, len(res.Findings))
}
