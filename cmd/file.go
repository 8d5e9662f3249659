package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
)

// fileFlags are the flags of `file`.
type fileFlags struct {
	finding         recipe.FindingInput
	failureModeFile string
	fixFile         string
	input           string
	fresh           bool // --new
	notSecurity     bool
	dryRun          bool
	export          export
}

func newFile(h *house) *cobra.Command {
	var f fileFlags
	c := &cobra.Command{
		Use:   "file",
		Short: "File a finding, once",
		Long: `File a finding, once: where the queue holds it already, nothing is created and
the issue it has is named. At a terminal, a wizard asks for what the flags leave
out and checks each answer while it is typed; programs hand over one finding or
many with --input.

The exit status is 0 when the finding has its disposition (filed, or known
already), 1 when it was refused, and 3 when it is not known whether something was
created; running it again is safe.`,
		Example: `  gh debt file
  gh debt file --path app/pay/refund.ts --line 118 --severity important --footprint narrow \
    --failure-mode 'A timeout reaches the empty catch and the refund is lost.' \
    --fix 'Rethrow, and let the caller retry.'
  scanner --json | gh debt file --input - --json`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return runFile(c, h, f) },
	}
	f.flags(c)
	completePaths(c, h, "path")
	complete(c, "severity", model.Values(model.Severity))
	complete(c, "footprint", model.Values(model.Footprint))
	complete(c, "difficulty", model.Values(model.Difficulty))
	complete(c, "fold", model.Values(model.Fold))
	complete(c, "audience", model.Values(model.Audience))
	c.MarkFlagsMutuallyExclusive("failure-mode", "failure-mode-file")
	c.MarkFlagsMutuallyExclusive("fix", "fix-file")
	return c
}

func (f *fileFlags) flags(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&f.finding.Path, "path", "", "The `path` of the file, from the root of the repository")
	s.IntVar(&f.finding.Line, "line", 0, "The `line`, counted from 1")
	s.StringVar(&f.finding.Title, "title", "", "The title; by default the first sentence of the failure mode")
	s.StringVar(&f.finding.FailureMode, "failure-mode", "", "What goes wrong, and when")
	s.StringVar(&f.failureModeFile, "failure-mode-file", "", "Read the failure mode from a `file` (- for standard input)")
	s.StringVar(&f.finding.Fix, "fix", "", "How it could be fixed")
	s.StringVar(&f.fixFile, "fix-file", "", "Read the fix from a `file` (- for standard input)")
	s.StringVar(&f.finding.Severity, "severity", "", "critical, important, suggestion or investigate")
	s.StringVar(&f.finding.Footprint, "footprint", "", "How far the fix reaches: narrow, wide or spec")
	s.StringVar(&f.finding.Class, "class", "", "The `class` of the finding")
	s.StringVar(&f.finding.Difficulty, "difficulty", "", "easy, medium or hard, when the code was read")
	s.StringVar(&f.finding.Fold, "fold", "", "required, when the repair's cost lies in the change around it")
	s.StringVar(&f.finding.Audience, "audience", "", "Who can see the defect: adopter or maintainer")
	s.StringVar(&f.finding.Question, "question", "", "investigate: what must be found out")
	s.StringVar(&f.finding.SettledBy, "settled-by", "", "investigate: the evidence that would settle it")
	s.StringVar(&f.finding.Branch, "branch", "", "The `branch` it was found on")
	s.StringVar(&f.finding.Changed, "changed", "", "Whether the change at hand touched the file: {0|1}")
	s.BoolVar(&f.fresh, "new", false, "File although an older finding may have moved here")
	s.StringVar(&f.input, "input", "", "Read a finding, or an array of them, from a JSON `file` (- for standard input)")
	s.BoolVar(&f.notSecurity, "not-security", false, "A person has judged that the finding tells nobody how to break in")
	s.BoolVar(&f.dryRun, "dry-run", false, "Do everything but the writes, and show what would be sent")
	f.export.switchJSON(c)
}

func runFile(c *cobra.Command, h *house, f fileFlags) error {
	if err := f.export.check(c, nil); err != nil {
		return err
	}
	if f.input != "" {
		return fileInput(c, h, f)
	}
	finding, err := f.read(h.world)
	if err != nil {
		return err
	}
	if missing := missingFacts(finding); len(missing) > 0 {
		if !h.world.person() || f.export.on || f.dryRun {
			return &usage{
				err:  fmt.Errorf("a finding also needs %s", and(missing)),
				hint: "run it at a terminal to be asked, or see: gh debt file --help",
			}
		}
		return h.app(c.Context(), appStart{filing: &finding})
	}
	return fileOne(c, h, f, finding)
}

// read takes the long texts from where the flags say.
func (f fileFlags) read(w World) (recipe.FindingInput, error) {
	finding := f.finding
	if f.failureModeFile == "-" && f.fixFile == "-" {
		return finding, usagef("only one of --failure-mode-file and --fix-file can be standard input")
	}
	var err error
	if f.failureModeFile != "" {
		if finding.FailureMode, err = readText(w, "--failure-mode-file", f.failureModeFile); err != nil {
			return finding, err
		}
	}
	if f.fixFile != "" {
		if finding.Fix, err = readText(w, "--fix-file", f.fixFile); err != nil {
			return finding, err
		}
	}
	return finding, nil
}

// missingFacts names the flags without which nothing can be filed.
func missingFacts(f recipe.FindingInput) []string {
	var missing []string
	for _, need := range []struct {
		flag    string
		lacking bool
	}{
		{"--path", f.Path == ""}, {"--line", f.Line == 0}, {"--failure-mode", f.FailureMode == ""},
		{"--fix", f.Fix == ""}, {"--severity", f.Severity == ""}, {"--footprint", f.Footprint == ""},
	} {
		if need.lacking {
			missing = append(missing, need.flag)
		}
	}
	return missing
}

func fileOne(c *cobra.Command, h *house, f fileFlags, finding recipe.FindingInput) error {
	in := recipe.FileInput{FindingInput: finding, New: f.fresh, NotSecurity: f.notSecurity, DryRun: f.dryRun}
	res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.FileResult, error) {
		in.Progress = p
		return b.File.Run(ctx, in)
	})
	if err != nil && res.Keepable && h.world.person() && !f.export.on {
		if kept, keepErr := h.offerToKeep(c, in, err); kept || keepErr != nil {
			return keepErr
		}
	}
	if printErr := printFiled(h, f.export, res, err); printErr != nil {
		return printErr
	}
	if res.Has(recipe.CodeNoSuchLine) {
		h.tellRoot(c.Context(), finding.Path)
	}
	return filedStatus(res, err)
}

// offerToKeep asks whether a finding that GitHub cannot take now is to be kept
// in the embedded tracker.
func (h *house) offerToKeep(c *cobra.Command, in recipe.FileInput, cause error) (bool, error) {
	printError(h.world.Err, cause)
	agreed, err := h.confirm(c.Context(), "Keep the finding in this clone's embedded tracker until `gh debt publish`?")
	if err != nil || !agreed {
		return false, err
	}
	res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.FileResult, error) {
		in.Progress = p
		return b.KeepLocal.Run(ctx, in)
	})
	if printErr := printFiled(h, export{}, res, err); printErr != nil {
		return true, printErr
	}
	return true, filedStatus(res, err)
}

// filedStatus is the error that gives a filing its exit status.
func filedStatus(res recipe.FileResult, err error) error {
	switch {
	case err != nil:
		return err
	case !res.Clean():
		return found{}
	}
	return nil
}

// fileInput files what a program hands over: an object, or an array of them,
// each with its own result.
func fileInput(c *cobra.Command, h *house, f fileFlags) error {
	if f.finding != (recipe.FindingInput{}) || f.failureModeFile != "" || f.fixFile != "" {
		return usagef("--input holds the whole finding: leave the other flags of a finding out")
	}
	text, err := readText(h.world, "--input", f.input)
	if err != nil {
		return err
	}
	findings, many, err := recipe.ParseFindings([]byte(text))
	if err != nil {
		return err
	}
	if !many {
		return fileOne(c, h, f, findings[0])
	}
	return fileMany(c, h, f, findings)
}

func fileMany(c *cobra.Command, h *house, f fileFlags, findings []recipe.FindingInput) error {
	in := recipe.FileManyInput{}
	for _, finding := range findings {
		in.Findings = append(in.Findings, recipe.FileInput{
			FindingInput: finding, New: f.fresh, NotSecurity: f.notSecurity, DryRun: f.dryRun,
		})
	}
	res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.FileManyResult, error) {
		in.Progress = p
		return b.FileMany.Run(ctx, in)
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
		for _, item := range res.Items {
			if err := printItem(w, item); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(w.Err, "file: %s%s\n", dryWords(f.dryRun), res.Tally())
	return manyStatus(res.Items)
}

// manyStatus is the status of a run over many: that of an error beats that of a
// refusal.
func manyStatus(items []recipe.FiledItem) error {
	var errs []error
	refused := false
	for _, item := range items {
		switch {
		case item.Err != nil:
			errs = append(errs, item.Err)
		case item.Left:
			errs = append(errs, context.Canceled)
		case !item.Result.Clean():
			refused = true
		}
	}
	switch {
	case len(errs) > 0:
		return &withStatus{status: exitStatus(errors.Join(errs...)), err: found{}}
	case refused:
		return found{}
	}
	return nil
}
