package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gh-debt/recipe"
)

func newPublish(h *house) *cobra.Command {
	var in recipe.PublishInput
	var e export
	c := &cobra.Command{
		Use:   "publish",
		Short: "File on GitHub what the embedded tracker holds",
		Long: `File on GitHub what this clone's embedded tracker holds open and GitHub does not
know yet. The number that a finding got is noted in the local issue, which is
closed then. It is safe to repeat, and safe to interrupt.`,
		Example: "  gh debt publish --dry-run\n  gh debt publish",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			if h.local || h.demo {
				return usagef("publish reads the embedded tracker and files on GitHub: leave --local and --demo out")
			}
			res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.PublishResult, error) {
				in.Progress = p
				return b.Publish.Run(ctx, in)
			})
			if err != nil {
				return err
			}
			return printPublished(h.world, e, res)
		},
	}
	f := c.Flags()
	f.BoolVar(&in.New, "new", false, "File although an older finding may have moved there")
	f.BoolVar(&in.NotSecurity, "not-security", false, "A person has judged that none tells anybody how to break in")
	f.BoolVar(&in.DryRun, "dry-run", false, "Say what would be done, and do nothing")
	e.switchJSON(c)
	return c
}

func printPublished(w World, e export, res recipe.PublishResult) error {
	items := make([]recipe.FiledItem, len(res.Items))
	for i, p := range res.Items {
		items[i] = recipe.FiledItem{Result: p.Result, Err: p.Err, Left: p.Left}
	}
	if e.on {
		if err := e.print(w, res); err != nil {
			return err
		}
		return manyStatus(items)
	}
	for _, p := range res.Items {
		what := filedSentence(p.Result)
		switch {
		case p.Left:
			what = "left"
		case p.Err != nil:
			what = "failed: " + p.Err.Error()
		}
		if err := line(w.Out, "local #%d: %s", p.Local, what); err != nil {
			return err
		}
		for _, r := range p.Result.Findings {
			if err := line(w.Err, "local #%d: %s: %s", p.Local, r.Code, r.Message); err != nil {
				return err
			}
		}
	}
	if len(res.Items) == 0 {
		fmt.Fprintln(w.Err, "publish: the embedded tracker holds nothing to publish")
		return nil
	}
	fmt.Fprintf(w.Err, "publish: %s%s\n", dryWords(res.DryRun), res.Tally())
	return manyStatus(items)
}
