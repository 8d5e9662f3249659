package drain

import (
	"errors"
	"fmt"
	"slices"

	"gh-debt/model"
)

// The rounds at which the engine stops by itself (section 7 of draining).
const (
	BrakeAt   = 3 // rounds in a row without a PASS that stop the unit
	LastRound = 8 // from here on the engine takes nothing by itself
)

// Diagnose looks at the completed rounds after the newest PASS. Stopped is true when
// the brake holds the unit: there are at least BrakeAt of them, or the unit is at its
// LastRound, and nothing was decided about the newest one yet. The diagnosis is made
// in either case, so that it can be shown ahead; it is the zero value when the
// newest round passed or there is none.
//
// It goes by the themes. New ones each time, and few: one more round. One that came
// back: one round that must close its whole class, and when it comes back after such
// a round: split or descope. Themes that spread over design: hand back for one.
// Autonomous says that the run was started so: then the engine may take a split.
func Diagnose(rounds []Reviewed, decided []Decided, autonomous bool) (d Diagnosis, stopped bool) {
	since := len(rounds)
	for since > 0 && rounds[since-1].Verdict.Verdict != Pass {
		since--
	}
	streak := rounds[since:]
	if len(streak) == 0 {
		return Diagnosis{}, false
	}
	d = diagnosis(newThemes(streak), decided)
	round := streak[len(streak)-1].Round
	for _, c := range []Choice{ChoiceContinue, ChoiceClass, ChoiceSplit} {
		if len(d.Choices) > 0 && d.Choices[0] == c && MayTake(c, true, autonomous, round) == nil {
			d.Engine = c
		}
	}
	settled := slices.ContainsFunc(decided, func(c Decided) bool { return c.Round == round })
	stopped = !settled && (len(streak) >= BrakeAt || round >= LastRound)
	return d, stopped
}

// diagnosis names the pattern and what may be done about it, the advised first.
func diagnosis(t themes, decided []Decided) Diagnosis {
	recurring := t.cameBackAfter(classRounds(decided))
	returning := t.cameBack()
	switch {
	case len(recurring) > 0:
		return Diagnosis{
			Pattern: Recurring, Themes: recurring,
			Choices: []Choice{ChoiceSplit, ChoiceDescope, ChoiceHandBack},
			Why:     quotedThemes(recurring) + " came back after a round that had to close its whole class",
		}
	case t.spreads():
		return Diagnosis{
			Pattern: Spreading, Themes: t.ofDesign(),
			Choices: []Choice{ChoiceHandBack, ChoiceSplit, ChoiceDescope},
			Why:     "the themes spread over design: " + quotedThemes(t.ofDesign()),
		}
	case len(returning) > 0:
		return Diagnosis{
			Pattern: Returning, Themes: returning,
			Choices: []Choice{ChoiceClass, ChoiceSplit, ChoiceDescope, ChoiceHandBack},
			Why:     quotedThemes(returning) + " came back: the next round must close every place the rule covers",
		}
	case t.many():
		return Diagnosis{
			Pattern: Spreading, Themes: t.newest(),
			Choices: []Choice{ChoiceHandBack, ChoiceSplit, ChoiceDescope},
			Why:     fmt.Sprintf("%d new themes in one round: %s", len(t.newest()), quotedThemes(t.newest())),
		}
	}
	return Diagnosis{
		Pattern: NewThemes, Themes: t.newest(),
		Choices: []Choice{ChoiceContinue, ChoiceSplit, ChoiceDescope, ChoiceHandBack},
		Why:     "new themes each time, and few: one more round may do",
	}
}

// classRounds gives the rounds after which a class round was decided.
func classRounds(decided []Decided) []int {
	var out []int
	for _, d := range decided {
		if d.Choice == ChoiceClass {
			out = append(out, d.Round)
		}
	}
	return out
}

func quotedThemes(of []string) string {
	quoted := make([]string, 0, len(of))
	for _, t := range of {
		quoted = append(quoted, `"`+t+`"`)
	}
	return names(quoted)
}

// MayTake says whether a choice at the brake may be taken, nil when it may: the
// engine may continue and take the class round, it may split only in an autonomous
// run, and descope and hand back are a person's; from LastRound on all of them are.
// Engine is false for a person.
func MayTake(c Choice, engine, autonomous bool, round int) error {
	switch c {
	case ChoiceContinue, ChoiceClass, ChoiceSplit, ChoiceDescope, ChoiceHandBack:
	default:
		return unknownChoice(c)
	}
	switch {
	case !engine:
		return nil
	case round >= LastRound:
		return fmt.Errorf("at round %d nothing is taken by the engine any more; a person decides", round)
	case c == ChoiceContinue || c == ChoiceClass:
		return nil
	case c == ChoiceSplit && autonomous:
		return nil
	case c == ChoiceSplit:
		return errors.New("the engine splits a unit only in a run that was started --autonomous; a person decides")
	}
	return fmt.Errorf("only a person may choose to %s", c)
}

func unknownChoice(c Choice) error {
	known := []string{string(ChoiceContinue), string(ChoiceClass), string(ChoiceSplit), string(ChoiceDescope), string(ChoiceHandBack)}
	hint := ""
	if near, ok := model.Nearest(string(c), known); ok {
		hint = " (did you mean " + near + "?)"
	}
	return fmt.Errorf("there is no choice %q at the brake%s", model.Visible(string(c)), hint)
}
