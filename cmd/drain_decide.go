package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// decide asks the person for what a unit waits for: a verdict, a choice at the
// brake, who leaves, or what they take upon themselves. again reports that the unit
// can go on.
func (w *way) decide(u rule.Unit) (again bool, err error) {
	w.done()
	w.in.Unit = u.ID
	next, _ := rule.Next(u)
	switch {
	case next == rule.StepReview && w.mine(u):
		return w.verdict(u)
	case next == rule.StepBrake && u.Brake != nil:
		return w.brake(u)
	case next == rule.StepDrop:
		return w.drop(u)
	case next == rule.StepMerge && u.Asked == nil && len(acceptable(u)) > 0:
		return w.accept(u)
	}
	return false, nil
}

// mine reports whether the next review is the person's.
func (w *way) mine(u rule.Unit) bool {
	reviewer, _ := rule.Reviewer(w.yard.workers, u.Hands()...)
	return reviewer.Name == rule.Me
}

// verdict asks for a person's verdict on the pushed head.
func (w *way) verdict(u rule.Unit) (again bool, err error) {
	prompt := fmt.Sprintf("Your verdict on %.7s? [p passes, c changes are needed, Enter for later] ", u.Pushed)
	text, _, err := w.h.readLine(w.ctx, prompt)
	if err != nil {
		return false, err
	}
	o := drain.Opinion{Input: w.in}
	switch strings.ToLower(text) {
	case "p", "pass", "passes":
		o.Pass = true
	case "c", "changes":
		if o.Text, _, err = w.h.readLine(w.ctx, "What must change? "); err != nil || o.Text == "" {
			return false, err
		}
	default:
		return false, nil
	}
	res, err := w.yard.steps.Review.Opine(w.ctx, o)
	return true, w.took(res, err)
}

// brake asks how a unit goes on that the brake stopped.
func (w *way) brake(u rule.Unit) (again bool, err error) {
	choices := slices.Clone(u.Brake.Diagnosis.Choices)
	if !slices.Contains(choices, rule.ChoiceHandBack) {
		choices = append(choices, rule.ChoiceHandBack)
	}
	for i, c := range choices {
		if err := line(w.h.world.Err, "  %d  %s", i+1, c); err != nil {
			return false, err
		}
	}
	text, _, err := w.h.readLine(w.ctx, fmt.Sprintf("How does it go on? [1-%d, Enter for later] ", len(choices)))
	if err != nil || text == "" {
		return false, err
	}
	n, isNumber := strconv.Atoi(text)
	choice := rule.Choice(text)
	if isNumber == nil && n >= 1 && n <= len(choices) {
		choice = choices[n-1]
	}
	if !slices.Contains(choices, choice) {
		return false, usagef("%q is none of them", text)
	}
	res, err := w.yard.steps.Brake.Run(w.ctx, drain.BrakeInput{Input: w.in, Choice: choice})
	return choice != rule.ChoiceHandBack, w.took(res, err)
}

// drop asks which issue leaves.
func (w *way) drop(u rule.Unit) (again bool, err error) {
	text, _, err := w.h.readLine(w.ctx, fmt.Sprintf("Which issue leaves? [%s, Enter for later] ", hashed(u.Numbers())))
	if err != nil || text == "" {
		return false, err
	}
	numbers, err := issueNumbers([]string{text})
	if err != nil {
		return false, err
	}
	in := w.in
	in.DryRun = true
	plan, err := w.yard.steps.Drop.Run(w.ctx, drain.DropInput{Input: in, Number: numbers[0]})
	if err != nil || plan.Refused != "" {
		return false, w.took(plan, err)
	}
	if agreed, err := w.h.sure(w.ctx, fmt.Sprintf("Drop #%d?", numbers[0]), plan.Will); err != nil || !agreed {
		return false, err
	}
	res, err := w.yard.steps.Drop.Run(w.ctx, drain.DropInput{Input: w.in, Number: numbers[0]})
	return true, w.took(res, err)
}

// acceptable are what a person may accept so that a unit's pushed head is ready.
func acceptable(u rule.Unit) []string {
	var what []string
	add := func(a string) {
		if !slices.Contains(u.Accepted, rule.Accepted{What: a, Head: u.Pushed}) {
			what = append(what, a)
		}
	}
	if _, independent, ok := u.ApprovedHead(); ok && !independent {
		add(rule.AcceptOwnReview)
	}
	if u.Checks != nil && u.Checks.Head == u.Pushed && u.Checks.Answer.Accepts() != "" {
		add(u.Checks.Answer.Accepts())
	}
	return what
}

// accept asks whether the person takes upon themselves what is missing, and merges.
func (w *way) accept(u rule.Unit) (again bool, err error) {
	merge := drain.MergeInput{Input: w.in, Accept: acceptable(u), Watch: true}
	merge.DryRun = true
	plan, err := w.yard.steps.Merge.Run(w.ctx, merge)
	if err != nil || plan.Refused != "" {
		return false, w.took(plan, err)
	}
	if agreed, err := w.h.sure(w.ctx, "Accept that, and merge?", plan.Will); err != nil || !agreed {
		return false, err
	}
	merge.DryRun = false
	res, err := w.yard.steps.Merge.Run(w.ctx, merge)
	return true, w.took(res, err)
}

// tellDecision says by which command a person decides what a unit waits for.
func (w *way) tellDecision(u rule.Unit, next string) {
	step, _ := rule.Next(u)
	say := func(command string) {
		if !w.h.demo && next != "" {
			fmt.Fprintln(w.h.world.Err, "decide it with: "+visible(command))
		}
	}
	switch {
	case step == rule.StepMerge && u.Asked == nil && len(acceptable(u)) > 0:
		say(next + " --accept " + strings.Join(acceptable(u), ","))
	case step == rule.StepBrake && u.Brake != nil:
		for _, c := range u.Brake.Diagnosis.Choices {
			say(next + " --choose " + string(c))
		}
	}
}

// waitsForPerson reports whether nothing but a person takes the unit further.
func (w *way) waitsForPerson(u rule.Unit) bool {
	if _, asks := rule.Asks(u); asks {
		return true
	}
	switch next, _ := rule.Next(u); next {
	case rule.StepReview:
		return w.mine(u)
	case rule.StepProduce, rule.StepFix:
		return u.Implementer() == rule.Me
	}
	return false
}
