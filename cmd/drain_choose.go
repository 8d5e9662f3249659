package cmd

import (
	"fmt"
	"strconv"
	"strings"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// choose offers what may be drained next. named reports that a person typed the
// numbers themselves.
func (w *way) choose() (numbers []int, named bool, err error) {
	choice, stripped, err := w.offers()
	if err != nil {
		return nil, false, err
	}
	w.Choice = &choice
	if err := w.printChoice(choice, stripped); err != nil {
		return nil, false, err
	}
	switch {
	case len(choice.Offers) == 0:
		return nil, false, errNothing
	case w.flags.dryRun:
		return nil, false, errNothing
	case w.flags.yes:
		return rule.Unasked(choice.Offers), false, nil
	case !w.h.world.person():
		fmt.Fprintf(w.h.world.Err, "choose with: %s, or take the first with --yes\n", w.h.command("drain start N..."))
		return nil, false, found{}
	case len(choice.Offers) == 1:
		return choice.Offers[0].Numbers, false, nil // it is confirmed before it is claimed
	}
	return w.pick(choice.Offers)
}

// offers looks what may be drained next. Claims behind which nothing lives any more
// are taken away with a yes; stripped reports whether they were.
func (w *way) offers() (choice drain.Choice, stripped bool, err error) {
	in := drain.ChooseInput{Input: w.in}
	in.DryRun = !w.flags.yes || w.flags.dryRun
	choice, err = w.yard.steps.Choose.Run(w.ctx, in)
	w.done()
	if err != nil || !in.DryRun || w.flags.dryRun || len(choice.Stripped) == 0 || !w.h.world.person() {
		return choice, !in.DryRun, err
	}
	will := fmt.Sprintf("take in-progress off %s: nothing lives behind these claims any more", hashed(choice.Stripped))
	agreed, err := w.h.sure(w.ctx, "Take stale claims away?", []string{will})
	if err != nil || !agreed {
		choice.Stripped = []int{}
		return choice, false, err
	}
	in.DryRun = false
	choice, err = w.yard.steps.Choose.Run(w.ctx, in)
	w.done()
	return choice, true, err
}

// printChoice prints the offers, or why there are none, and whose claims were taken
// back since nothing lives behind them.
func (w *way) printChoice(choice drain.Choice, stripped bool) error {
	for _, note := range choice.Notes {
		if err := line(w.h.world.Err, "%s", note); err != nil {
			return err
		}
	}
	if w.flags.export.on {
		return nil
	}
	for _, n := range choice.Stripped {
		words := "took in-progress off #%d: nothing lives behind that claim"
		if !stripped {
			words = "would take in-progress off #%d: nothing lives behind that claim"
		}
		if err := line(w.h.world.Out, words, n); err != nil {
			return err
		}
	}
	if choice.None != "" {
		_, err := fmt.Fprintln(w.h.world.Out, visibleText(choice.None))
		return err
	}
	t := table(w.h.world, "", "ISSUES", "TITLE", "WHY", "BUDGET")
	for i, o := range choice.Offers {
		t.AddField(strconv.Itoa(i + 1))
		t.AddField(hashed(o.Numbers))
		t.AddField(titleWords(choice, o))
		t.AddField(visible(o.Why))
		t.AddField(budgetWords(o))
		t.EndRow()
	}
	return t.Render()
}

// titleWords are the title of the first issue, and how many others there are.
func titleWords(choice drain.Choice, o rule.Offer) string {
	entry, _, ok := choice.Queue.Find(o.Numbers[0])
	if !ok {
		return ""
	}
	title := visible(entry.Issue.Title)
	if more := len(o.Numbers) - 1; more > 0 {
		title += fmt.Sprintf(" (and %d more)", more)
	}
	return title
}

// budgetWords say what a batch costs; one issue has no budget.
func budgetWords(o rule.Offer) string {
	if len(o.Numbers) < 2 {
		return ""
	}
	return fmt.Sprintf("%d of %d", o.Budget.Total, o.Budget.Limit)
}

// hashed are issue numbers as a person reads them: "#12 #15".
func hashed(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprintf("#%d", n)
	}
	return strings.Join(words, " ")
}

// pick lets the person pick an offer by its place, or type issue numbers.
func (w *way) pick(offers []rule.Offer) (numbers []int, named bool, err error) {
	prompt := fmt.Sprintf("Which one? [1-%d, #N for another issue, Enter for none] ", len(offers))
	text, _, err := w.h.readLine(w.ctx, prompt)
	if err != nil {
		return nil, false, err
	}
	if text == "" {
		return nil, false, errNothing
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(offers) {
		return offers[n-1].Numbers, false, nil
	}
	numbers, err = issueNumbers(strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }))
	return numbers, true, err
}
