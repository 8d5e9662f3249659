package cmd

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/spf13/cobra"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// goFlags are those of drain itself.
type goFlags struct {
	in      drain.StartInput
	answers answerFlags
	step    stepFlags
}

func (f *goFlags) add(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.in.Implementer, "implementer", "", "The `name` of who makes the change of a new unit; you are me")
	fs.BoolVar(&f.in.Autonomous, "autonomous", false, "Let the engine split a new unit when the brake says so")
	fs.BoolVarP(&f.step.yes, "yes", "y", false, "Do not ask before what others will see; of the offers take the first")
	f.answers.add(c)
	f.step.export.switchJSON(c)
}

// runGo takes up what is in flight, or starts something, and goes as far as
// possible.
func runGo(c *cobra.Command, h *house, args []string, f goFlags) error {
	if err := f.step.export.check(c, nil); err != nil {
		return err
	}
	if err := f.answers.read(h.world); err != nil {
		return err
	}
	w, err := h.setOut(c.Context(), f.answers, f.step)
	if err != nil {
		return err
	}
	defer w.done()
	units, idle, err := w.units(unitOf(args))
	switch {
	case err != nil:
		return err
	case idle != nil:
		fmt.Fprintln(h.world.Err, "every unit in flight waits; name one to try it all the same, or begin another with: "+h.command("drain start"))
		return h.printOverview(f.step.export, *idle)
	case len(units) > 0 && (f.in.Implementer != "" || f.in.Autonomous):
		return usagef("--implementer and --autonomous are said when a unit is started, and %s is in flight already", units[0])
	case len(units) == 0:
		if err := w.start(f.in); err != nil {
			return w.end(err)
		}
		units = []string{w.in.Unit}
	}
	return w.end(w.goOn(units))
}

// units are those to go on with: the named one, else the only one in flight, else
// all that can go on by themselves, the furthest first. Where several are in flight
// and all wait, idle is their state.
func (w *way) units(named string) (units []string, idle *drain.Overview, err error) {
	if named != "" {
		return []string{named}, nil, nil
	}
	over, err := w.yard.steps.Status.Run(w.ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(over.Cards) == 1 {
		return []string{over.Cards[0].Unit.ID}, nil, nil
	}
	for _, card := range over.Cards {
		if card.Runnable {
			units = append(units, card.Unit.ID)
		}
	}
	if len(units) == 0 && len(over.Cards) > 0 {
		idle = &over
	}
	return units, idle, nil
}

// goOn goes on with one unit after the other. One that stops for a person does not
// stop the others, nor does one that another process works on.
func (w *way) goOn(units []string) error {
	var stopped error
	for i, unit := range units {
		err := w.goes(unit)
		if atWork(err) && i < len(units)-1 {
			printError(w.h.world.Err, err)
			stopped = worst(stopped, found{})
			continue
		}
		var silent found
		if err != nil && !errors.As(err, &silent) {
			return err
		}
		stopped = worst(stopped, err)
		if last := w.last(); i < len(units)-1 && !w.flags.export.on {
			if err := w.h.printNext(last.Unit.ID, last.Waits, last.Next); err != nil {
				return err
			}
		}
	}
	return stopped
}

// goes takes one unit as far as it goes, and asks the person, where one is there,
// for what it waits for. A unit that waits for a person is status 1.
func (w *way) goes(unit string) error {
	for {
		res, err := w.oneGo(unit)
		var silent found
		if err != nil && !errors.As(err, &silent) || len(res.Questions) > 0 || errors.Is(err, errNotAgreed) {
			return err
		}
		if res.Unit.Ended != nil {
			return endedWell(res.Unit)
		}
		if !w.h.world.person() || w.flags.export.on {
			if w.waitsForPerson(res.Unit) {
				w.tellDecision(res.Unit, res.Next)
				err = found{}
			}
			return err
		}
		again, asked := w.decide(res.Unit)
		if asked != nil {
			return asked
		}
		if again {
			continue
		}
		if w.waitsForPerson(w.last().Unit) {
			err = found{}
		}
		return err
	}
}

// oneGo takes one unit as far as it goes by itself, and prints each step.
func (w *way) oneGo(unit string) (drain.Result, error) {
	in := w.in
	in.Unit = unit
	var printing error
	var newest drain.Result
	res, err := w.yard.steps.Go.Run(w.ctx, drain.GoInput{
		Input: in, Answers: w.answers.given, Sure: w.sure,
		Ask: func(ctx context.Context, q drain.Question) (bool, error) {
			w.done()
			return w.h.answer(ctx, w.answers, q)
		},
		Done: func(res drain.Result) {
			newest = res
			if err := w.took(res, nil); err != nil && !errors.Is(err, found{}) {
				printing = err
			}
		},
	})
	switch {
	case printing != nil:
		return res, printing
	case err != nil && len(res.Questions) > 0:
		return res, w.unanswered(res.Questions, err)
	case errors.Is(err, errNotAgreed):
		return res, w.notAgreed(unit)
	case err != nil:
		return res, err
	case !reflect.DeepEqual(res, newest):
		return res, w.took(res, nil)
	case res.Refused != "" || len(res.Questions) > 0:
		return res, found{}
	}
	return res, nil
}

// errNotAgreed ends a way at a step that others would see and nobody agreed to.
var errNotAgreed = errors.New("nobody agreed to the next step")

// errStays is the same once it was said.
var errStays = fmt.Errorf("%w: %w", errNotAgreed, found{})

// notAgreed says where a unit stays to which nobody agreed: status 1.
func (w *way) notAgreed(unit string) error {
	if w.last().Unit.ID == unit || w.flags.export.on {
		return errStays // what comes next is said at the end
	}
	story, err := w.yard.steps.Status.Story(w.ctx, unit)
	if err == nil {
		err = w.h.printNext(story.Unit.ID, story.Waits, story.Next)
	}
	return worst(err, errStays)
}

// sure is asked before a step that others will see.
func (w *way) sure(ctx context.Context, title string, will []string) (bool, error) {
	if w.flags.yes {
		return true, nil
	}
	w.done()
	if w.h.world.person() {
		agreed, err := w.h.sure(ctx, capital(title)+"?", will)
		if err == nil && !agreed {
			err = errNotAgreed
		}
		return agreed, err
	}
	for _, sentence := range will {
		if err := line(w.h.world.Err, "  %s", sentence); err != nil {
			return false, err
		}
	}
	fmt.Fprintf(w.h.world.Err, "%s: others will see it, so it takes --yes\n", visible(title))
	return false, errNotAgreed
}

// waitsOf says what a unit on a card waits for.
func waitsOf(card drain.Card) string {
	if card.Turn.Asks != "" {
		return "a person: " + card.Turn.Asks
	}
	return card.Waits
}

// workerWords describe a worker in a line.
func workerWords(w rule.Worker) string {
	words := w.Name
	if w.Name == rule.Me {
		return words + " (a shell in the workspace)"
	}
	if w.Family != "" {
		words += ", " + w.Family
	}
	if w.Tier != "" {
		words += ", " + w.Tier
	}
	return visible(words)
}
