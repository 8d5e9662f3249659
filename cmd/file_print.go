package cmd

import (
	"fmt"
	"io"
	"strings"

	"gh-debt/recipe"
)

// printFiled prints what became of a filing. Beside an error only what is known
// is printed; the error itself is printed at the edge.
func printFiled(h *house, e export, res recipe.FileResult, err error) error {
	w := h.world
	if e.on {
		if err != nil && res.Number == 0 {
			return nil
		}
		return e.print(w, res)
	}
	if err == nil {
		if err := line(w.Out, "%s", filedSentence(res)); err != nil {
			return err
		}
		if res.DryRun && res.Outcome == recipe.OutcomeFiled {
			fmt.Fprintf(w.Out, "\n%s\n", visibleText(dryRunText(res)))
		}
	}
	for _, r := range res.Findings {
		if err := line(findings(w, res), "%s: %s", r.Code, r.Message); err != nil {
			return err
		}
	}
	if res.DraftID != "" && !res.DryRun {
		fmt.Fprintf(w.Err, "the text is kept as a draft; %s offers it again\n", h.command("file"))
	}
	return nil
}

// findings is where the findings of a filing are printed: those that it was
// refused for are its result, others are notes beside it.
func findings(w World, res recipe.FileResult) io.Writer {
	if res.Outcome == recipe.OutcomeRefused {
		return w.Out
	}
	return w.Err
}

// filedSentence says what became of the finding.
func filedSentence(res recipe.FileResult) string {
	switch res.Outcome {
	case recipe.OutcomeFiled:
		if res.DryRun {
			return "would be filed: " + res.Title
		}
		return fmt.Sprintf("filed as #%d %s", res.Number, res.URL)
	case recipe.OutcomeMatched:
		return fmt.Sprintf("already filed as #%d (%s) %s", res.Number, matchWords(res), res.URL)
	case recipe.OutcomeDeclined:
		return fmt.Sprintf("declined before as #%d (%s) %s", res.Number, matchWords(res), res.URL)
	}
	return "refused"
}

// dryWords begins the report of a dry run.
func dryWords(dry bool) string {
	if dry {
		return "nothing was done; it would be "
	}
	return ""
}

// matchWords says by what the issue was known.
func matchWords(res recipe.FileResult) string {
	words := map[string]string{"key": "the same line", "keyless": "its body names the line", "moved": "its line moved here"}
	if w, ok := words[string(res.Source)]; ok {
		return w
	}
	return string(res.Source)
}

func dryRunText(res recipe.FileResult) string {
	text := "title   " + res.Title + "\nlabels  " + strings.Join(res.Labels, ", ")
	if len(res.NewLabels) > 0 {
		text += "\ncreate  " + strings.Join(res.NewLabels, ", ")
	}
	return text + "\n\n" + res.Body
}

// printItem prints one finding of a run over many, on one line.
func printItem(w World, item recipe.FiledItem) error {
	place := fmt.Sprintf("%s:%d", item.Finding.Path, item.Finding.Line)
	switch {
	case item.Left:
		return line(w.Out, "%s: left", place)
	case item.Err != nil:
		return line(w.Out, "%s: failed: %s", place, item.Err)
	}
	if err := line(w.Out, "%s: %s", place, filedSentence(item.Result)); err != nil {
		return err
	}
	for _, r := range item.Result.Findings {
		if err := line(findings(w, item.Result), "%s: %s: %s", place, r.Code, r.Message); err != nil {
			return err
		}
	}
	return nil
}

// and joins words for a sentence: "a, b and c".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
