package cmd

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

func newDrainProduce(h *house) *cobra.Command {
	var f stepFlags
	var worker string
	c := &cobra.Command{
		Use:   "produce [UNIT]",
		Short: "Let a worker make the change, or the fix that was asked for",
		Long: `Let a worker make the change, or the fix that a review or the checks asked for.
You work in a shell in the workspace, with the path of the brief in GH_DEBT_BRIEF;
without a terminal it says where to work, and takes up what was committed when it
is run again. A program that ends badly leaves the unit where it was.`,
		Example: "  gh debt drain produce\n  gh debt drain produce 12 --worker fixer",
	}
	newStep(h, c, &f, false, func(t *taking) {
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			return s.Produce.Run(ctx, drain.ProduceInput{Input: in, Worker: worker})
		}
	})
	c.Flags().StringVar(&worker, "worker", "", "The `name` of who works this time; else the unit's implementer")
	completeWorkers(c, h, "worker", rule.Implement)
	return c
}

func newDrainGates(h *house) *cobra.Command {
	var f stepFlags
	c := &cobra.Command{
		Use:   "gates [UNIT]",
		Short: "Run tests, types, lint and the debt checks on the workspace",
		Long: `Run tests, types, lint and the debt checks on the workspace's head, and write down
how each ended. The commands are the team's, else they are detected. Findings stop
nothing by themselves: the exit status is 1 then.`,
		Example: "  gh debt drain gates 12",
	}
	return newStep(h, c, &f, false, func(t *taking) {
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			return s.Gates.Run(ctx, drain.GatesInput{Input: in})
		}
		t.ended = func(res drain.Result) error {
			found := func(g rule.GateResult) bool { return g.Outcome == rule.RanFindings }
			return foundUnless(res.Unit.Gates == nil || !slices.ContainsFunc(res.Unit.Gates.Gates, found))
		}
	})
}

// foundUnless is status 1 unless all is well.
func foundUnless(well bool) error {
	if well {
		return nil
	}
	return found{}
}

func newDrainPropose(h *house) *cobra.Command {
	var f stepFlags
	c := &cobra.Command{
		Use:   "propose [UNIT]",
		Short: "Push the branch and open the pull request",
		Long: `Push the branch and open the pull request, whose body alone closes the issues.
After a fix it pushes to the pull request that is there. It refuses while a commit
message holds a closing keyword.`,
		Example: "  gh debt drain propose 12 --dry-run\n  gh debt drain propose 12",
	}
	return newStep(h, c, &f, true, func(t *taking) {
		t.question = "Push and propose this?"
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			return s.Propose.Run(ctx, drain.ProposeInput{Input: in})
		}
	})
}

func newDrainReview(h *house) *cobra.Command {
	var f stepFlags
	var worker, verdict, changes, theme string
	var pass bool
	c := &cobra.Command{
		Use:   "review [UNIT]",
		Short: "Have the pushed head reviewed, or give your own verdict",
		Long: `Have the head that was pushed reviewed: never by its implementer while there is
anybody else. Your own verdict is --pass or --changes TEXT; one that was given
elsewhere is taken with --verdict, as JSON:

  {"verdict": "PASS or NEEDS_CHANGES", "headSha": S, "model": M, "effort": E,
   "findings": [{"theme": T, "class": C, "subject": "code or evidence", "file": P,
                 "line": N, "confidence": X, "blocking": B, "text": T}]}

The exit status is 1 when changes are needed.`,
		Example: "  gh debt drain review 12\n  gh debt drain review 12 --worker second\n  gh debt drain review 12 --changes 'the retry still swallows the error'",
	}
	newStep(h, c, &f, false, func(t *taking) {
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			if !pass && changes == "" && (theme != "" || c.Flags().Changed("changes")) {
				return drain.Result{}, usagef("say what must change: --changes TEXT")
			}
			if pass || changes != "" {
				return s.Review.Opine(ctx, drain.Opinion{Input: in, Pass: pass, Text: changes, Theme: theme})
			}
			given := drain.ReviewInput{Input: in, Worker: worker}
			if verdict != "" {
				var err error
				if given.Verdict, err = readInput(h.world, verdict); err != nil {
					return drain.Result{}, usagef("the verdict could not be read: %v", err)
				}
				if len(given.Verdict) == 0 {
					return drain.Result{}, usagef("the verdict is empty")
				}
			}
			return s.Review.Run(ctx, given)
		}
		t.ended = func(res drain.Result) error {
			rounds := res.Unit.Rounds
			return foundUnless(len(rounds) == 0 || rounds[len(rounds)-1].Verdict.Verdict == rule.Pass)
		}
	})
	c.Flags().StringVar(&worker, "worker", "", "The `name` of who reviews; else it is filled")
	c.Flags().StringVar(&verdict, "verdict", "", "Take the verdict from a `file` (- is standard input)")
	c.Flags().BoolVar(&pass, "pass", false, "You reviewed it, and it passes")
	c.Flags().StringVar(&changes, "changes", "", "You reviewed it, and this must change")
	c.Flags().StringVar(&theme, "theme", "", "A `word` or two by which later rounds know the change again")
	c.MarkFlagsMutuallyExclusive("pass", "changes", "verdict", "worker")
	completeWorkers(c, h, "worker", rule.Review)
	return c
}

func newDrainCI(h *house) *cobra.Command {
	var f stepFlags
	var watch bool
	c := &cobra.Command{
		Use:   "ci [UNIT]",
		Short: "Ask what the checks of the pushed head say",
		Long: `Ask what the checks of the pushed head say: check runs, commit statuses and runs of
Actions. Silence is never green: the exit status is 0 only when they are green.`,
		Example: "  gh debt drain ci 12 --watch",
	}
	newStep(h, c, &f, false, func(t *taking) {
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			return s.CI.Run(ctx, drain.CIInput{Input: in, Watch: watch})
		}
		t.ended = func(res drain.Result) error {
			checks := res.Unit.Checks
			return foundUnless(checks != nil && checks.Head == res.Unit.Pushed && checks.Answer.Color == rule.Green)
		}
	})
	c.Flags().BoolVar(&watch, "watch", false, "Look again until they have ended")
	return c
}

func newDrainBrief(h *house) *cobra.Command {
	var e export
	var kind string
	c := &cobra.Command{
		Use:   "brief [UNIT] --kind produce|fix|review",
		Short: "Print the text that a worker gets",
		Long: `Print the text that a worker gets, rendered from what is written down and from the
issues as they are. It is never completed by hand: a fact that it needs and lacks is
named, with exit status 4.`,
		Example:           "  gh debt drain brief 12 --kind review",
		Args:              unitArgument,
		ValidArgsFunction: h.unitCompletion,
		RunE: func(c *cobra.Command, args []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			work, err := workKind(kind)
			if err != nil {
				return err
			}
			y, err := h.drain(c.Context())
			if err != nil {
				return err
			}
			text, err := y.steps.Brief.Run(c.Context(), drain.BriefInput{Unit: unitOf(args), Kind: work})
			switch {
			case err != nil:
				return err
			case e.on:
				return e.print(h.world, briefText{Kind: work, Brief: text})
			case h.world.Terminal.Out:
				return h.paged(c.Context(), func(w World) error {
					_, err := fmt.Fprint(w.Out, visibleText(text))
					return err
				})
			}
			_, err = fmt.Fprint(h.world.Out, text)
			return err
		},
	}
	c.Flags().StringVar(&kind, "kind", "", "What the worker is to do (`kind`: produce, fix or review)")
	complete(c, "kind", workKinds())
	e.switchJSON(c)
	return c
}

// briefText is a brief as JSON has it.
type briefText struct {
	Kind  rule.WorkKind `json:"kind"`
	Brief string        `json:"brief"`
}

func workKinds() []string {
	return []string{string(rule.Produce), string(rule.Fix), string(rule.ReviewIt)}
}

// workKind reads what a worker is to do.
func workKind(word string) (rule.WorkKind, error) {
	if word == "" {
		return "", usagef("brief takes --kind produce, --kind fix or --kind review")
	}
	return rule.WorkKind(word), oneWord("kind", word, workKinds())
}
