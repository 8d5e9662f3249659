package cmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

func newDrainStatus(h *house) *cobra.Command {
	var e export
	var all, workers bool
	c := &cobra.Command{
		Use:   "status [UNIT]",
		Short: "Say how the units in flight stand, or tell the story of one",
		Long: `Say how the units in flight stand: how far each is, since when, and what it waits
for. With a unit its whole story is told, each event with its time and who did it.
It asks the ledger alone, and makes no request.`,
		Example: "  gh debt drain status\n  gh debt drain status 12\n  gh debt drain status --workers",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && (all || workers) || all && workers {
				return usagef("a unit, --all and --workers cannot be used together")
			}
			return unitArgument(c, args)
		},
		ValidArgsFunction: h.unitCompletion,
		RunE: h.asking(&e, func(ctx context.Context, y *yard, unit string) error {
			switch {
			case workers:
				return h.printWorkers(e, y)
			case unit != "":
				return h.runStory(ctx, e, y, unit)
			}
			status := y.steps.Status.Run
			if all {
				status = y.steps.Status.All
			}
			over, err := status(ctx)
			if err != nil {
				return err
			}
			return h.printOverview(e, over)
		}),
	}
	c.Flags().BoolVar(&all, "all", false, "Show the units that ended, too")
	c.Flags().BoolVar(&workers, "workers", false, "List who can work, and whose command is not to be found")
	e.switchJSON(c)
	return c
}

// asking runs a command that only asks: how to print is checked first, then run gets
// the yard and the unit that is named, "" for none.
func (h *house) asking(e *export, run func(ctx context.Context, y *yard, unit string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		if err := e.check(c, nil); err != nil {
			return err
		}
		y, err := h.drain(c.Context())
		if err != nil {
			return err
		}
		return run(c.Context(), y, unitOf(args))
	}
}

// printOverview prints a line for each unit.
func (h *house) printOverview(e export, over drain.Overview) error {
	if e.on {
		return e.print(h.world, over)
	}
	if len(over.Cards) == 0 {
		fmt.Fprintln(h.world.Err, "no unit is in flight in this clone; begin one with: "+h.command("drain start"))
		return nil
	}
	t := table(h.world, "UNIT", "STAGE", "SINCE", "PULL", "WAITS FOR")
	for _, card := range over.Cards {
		t.AddField(card.Unit.ID)
		t.AddField(stageWords(card.Unit))
		t.AddField(h.when(card.Unit.Since))
		t.AddField(pullWords(card.Unit))
		t.AddField(visible(waitsOf(card)))
		t.EndRow()
	}
	return t.Render()
}

// stageWords say how far a unit is, or how it ended.
func stageWords(u rule.Unit) string {
	if u.Ended != nil {
		return string(u.Ended.End)
	}
	return string(u.Stage)
}

func pullWords(u rule.Unit) string {
	if u.Pull.Pull == 0 {
		return ""
	}
	return fmt.Sprintf("#%d", u.Pull.Pull)
}

// when gives a time: how long ago for a person, the moment itself for a program.
func (h *house) when(at time.Time) string {
	if !h.world.Terminal.Out {
		return at.UTC().Format(time.RFC3339)
	}
	return ago(h.world.Now().Sub(at))
}

// ago says a span in its two greatest units. A clock that jumped back counts as no
// time.
func ago(d time.Duration) string {
	d = max(0, d)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh %dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd %dh", int(d.Hours())/24, int(d.Hours())%24)
}

// runStory tells the story of one unit.
func (h *house) runStory(ctx context.Context, e export, y *yard, unit string) error {
	story, err := y.steps.Status.Story(ctx, unit)
	if err != nil {
		return err
	}
	if e.on {
		return e.print(h.world, story)
	}
	return h.paged(ctx, func(w World) error {
		if err := line(w.Out, "unit %s: %s, issues %s", story.Unit.ID, stageWords(story.Unit), hashed(story.Unit.Numbers())); err != nil {
			return err
		}
		for _, event := range story.Events {
			at := event.At.Local().Format(time.DateTime)
			if !w.Terminal.Out {
				at = event.At.UTC().Format(time.RFC3339)
			}
			if err := line(w.Out, "%s  %-8s  %s", at, event.By, rule.Sentence(event)); err != nil {
				return err
			}
		}
		return h.printNext(story.Unit.ID, waitsOf(story.Card), story.Next)
	})
}

// workerRow is a worker as it is listed.
type workerRow struct {
	rule.Worker
	Found bool   `json:"found"`
	Why   string `json:"why,omitempty"` // its command is not to be found
}

// printWorkers lists who can work.
func (h *house) printWorkers(e export, y *yard) error {
	rows := []workerRow{}
	for _, w := range y.workers {
		rows = append(rows, workerRow{Worker: w, Found: true})
	}
	for _, a := range y.absent {
		rows = append(rows, workerRow{Worker: a.worker, Why: a.why.Error()})
	}
	if e.on {
		return e.print(h.world, rows)
	}
	t := table(h.world, "NAME", "ROLES", "FAMILY", "TIER", "COMMAND")
	for _, r := range rows {
		roles := make([]string, len(r.Roles))
		for i, role := range r.Roles {
			roles[i] = string(role)
		}
		t.AddField(visible(r.Name))
		t.AddField(strings.Join(roles, ", "))
		t.AddField(visible(r.Family))
		t.AddField(r.Tier)
		t.AddField(visible(commandWords(r)))
		t.EndRow()
	}
	return t.Render()
}

// commandWords say what runs, or why nothing can.
func commandWords(r workerRow) string {
	switch {
	case !r.Found:
		return "not offered: " + r.Why
	case r.Name == rule.Me:
		return "(you, in a shell in the workspace)"
	}
	return strings.Join(r.Command, " ")
}

func newDrainNext(h *house) *cobra.Command {
	var e export
	c := &cobra.Command{
		Use:   "next",
		Short: "Say which units can go on now, and with what",
		Long: `Say which units can go on now, the furthest first, and with which command. The
others are told on standard error, with what they wait for.`,
		Example: "  gh debt drain next",
		Args:    noArguments,
		RunE: h.asking(&e, func(ctx context.Context, y *yard, _ string) error {
			over, err := y.steps.Status.Run(ctx)
			switch {
			case err != nil:
				return err
			case e.on:
				return e.print(h.world, over)
			case len(over.Cards) == 0:
				return h.printOverview(e, over)
			}
			return h.printTurns(over)
		}),
	}
	e.switchJSON(c)
	return c
}

// printTurns prints what can go on, and what cannot.
func (h *house) printTurns(over drain.Overview) error {
	t := table(h.world, "UNIT", "STEP", "WHY", "COMMAND")
	for _, card := range over.Cards {
		if !card.Runnable {
			if err := h.printNext(card.Unit.ID, waitsOf(card), ""); err != nil {
				return err
			}
			continue
		}
		t.AddField(card.Unit.ID)
		t.AddField(string(card.Turn.Step))
		t.AddField(visible(card.Turn.Why))
		t.AddField(card.Next)
		t.EndRow()
	}
	return t.Render()
}

func newDrainReport(h *house) *cobra.Command {
	var e export
	c := &cobra.Command{
		Use:               "report [UNIT]",
		Short:             "Tell how a unit went: times, rounds, and who decided what",
		Example:           "  gh debt drain report 12",
		Args:              unitArgument,
		ValidArgsFunction: h.unitCompletion,
		RunE: h.asking(&e, func(ctx context.Context, y *yard, unit string) error {
			report, err := y.steps.Report.Run(ctx, drain.ReportInput{Unit: unit})
			switch {
			case err != nil:
				return err
			case e.on:
				return e.print(h.world, report)
			}
			return h.paged(ctx, func(w World) error { return printReport(w, report) })
		}),
	}
	e.switchJSON(c)
	return c
}

// printReport prints the time in each stage, the rounds, and what was decided.
func printReport(w World, r drain.UnitReport) error {
	lines := []string{fmt.Sprintf("unit %s: %s", r.Unit.ID, stageWords(r.Unit))}
	for _, s := range r.Stages {
		visits := ""
		if s.Times > 1 {
			visits = fmt.Sprintf(" in %d visits", s.Times)
		}
		lines = append(lines, fmt.Sprintf("  %-12s %s%s", s.Stage, ago(s.Took), visits))
	}
	for _, round := range r.Rounds {
		lines = append(lines, fmt.Sprintf("round %d: %s %s on %.7s, %s, %s",
			round.Round, rule.Does(round.Worker, "says", "say"), round.Verdict.Verdict, round.Verdict.HeadSHA, model.Counted(len(round.Verdict.Findings), "finding", "findings"), round.Diversity.Words()))
	}
	for _, d := range r.Decisions {
		lines = append(lines, fmt.Sprintf("%s  %s: %s", d.At.UTC().Format(time.RFC3339), d.By, d.What))
	}
	for _, text := range lines {
		if err := line(w.Out, "%s", text); err != nil {
			return err
		}
	}
	return nil
}
