package cmd

import (
	"fmt"
	"strings"

	"gh-debt/recipe/drain"
)

// printStep prints what came of a step: what was, or would be, done, what was
// refused and what is asked on standard output; on standard error what one should
// know beside it, what the unit waits for, and the command that comes next.
func (h *house) printStep(res drain.Result) error {
	w := h.world
	for _, sentence := range res.Will {
		if err := line(w.Out, "%s", sentence); err != nil {
			return err
		}
	}
	for _, sentence := range res.Wrote {
		if err := line(w.Out, "%s", sentence); err != nil {
			return err
		}
	}
	if res.Refused != "" {
		for sentence := range strings.SplitSeq(res.Refused, "\n") {
			if err := line(w.Out, "%s", sentence); err != nil {
				return err
			}
		}
	}
	for _, q := range res.Questions {
		if err := printQuestion(w, q); err != nil {
			return err
		}
	}
	for _, note := range res.Notes {
		fmt.Fprintln(w.Err, strings.TrimRight(visibleText(note), "\n"))
	}
	return h.printNext(res.Unit.ID, res.Waits, res.Next)
}

// printQuestion prints what a person must answer, with what it is about and how an
// answer names it.
func printQuestion(w World, q drain.Question) error {
	if err := line(w.Out, "? %s", q.Title); err != nil {
		return err
	}
	for _, text := range q.Lines {
		if err := line(w.Out, "    %s", text); err != nil {
			return err
		}
	}
	return line(w.Out, "  %q: true says that %s, false that %s", q.ID, q.Yes, q.No)
}

// printNext says what the unit waits for and which command comes next. The sample
// of --demo is gone with the command, so none comes after it.
func (h *house) printNext(unit, waits, next string) error {
	if unit != "" && waits != "" {
		if err := line(h.world.Err, "unit %s waits for %s", unit, waits); err != nil {
			return err
		}
	}
	if next == "" || h.demo {
		return nil
	}
	return line(h.world.Err, "next: %s", next)
}
