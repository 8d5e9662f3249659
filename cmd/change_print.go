package cmd

import (
	"fmt"
	"strings"

	"github.com/cli/go-gh/v2/pkg/prompter"

	"gh-debt/recipe"
)

// printChanges prints a line for each issue, and under it what a person should
// know: the edits of a dry run, remarks, the command that finishes a change.
func printChanges(w World, res recipe.ChangeResult, verb string) error {
	for _, i := range res.Issues {
		if err := line(w.Out, "#%d: %s", i.Number, changeSentence(i, verb, res.DryRun)); err != nil {
			return err
		}
		for _, r := range i.Remarks {
			if err := line(w.Out, "  %s: %s", r.Code, r.Message); err != nil {
				return err
			}
		}
		if i.Remedy != "" {
			if err := line(w.Out, "  to finish it, run: %s", i.Remedy); err != nil {
				return err
			}
		}
	}
	for _, n := range res.Notes {
		if err := line(w.Err, "%s: %s", n.Code, n.Message); err != nil {
			return err
		}
	}
	return nil
}

func changeSentence(i recipe.IssueChange, verb string, dry bool) string {
	switch i.Outcome {
	case recipe.Changed:
		if dry {
			return "would be " + verb + edits(i)
		}
		return verb + edits(i)
	case recipe.Unchanged:
		return "is so already"
	case recipe.Refused:
		return "refused"
	case recipe.Left:
		return "not begun"
	case recipe.Overtaken:
		return "left as somebody else set it at the same moment"
	}
	return "failed"
}

// edits lists what is done to an issue: " (+ severity:critical, - severity:important)".
func edits(i recipe.IssueChange) string {
	var parts []string
	for _, l := range i.Edit.Add {
		parts = append(parts, "+ "+l)
	}
	for _, l := range i.Edit.Remove {
		parts = append(parts, "- "+l)
	}
	if i.ChangesBody() {
		parts = append(parts, "body edited")
	}
	if i.Closed != "" {
		parts = append(parts, "closed as "+strings.ReplaceAll(string(i.Closed), "_", " "))
	}
	if i.Reopened {
		parts = append(parts, "reopened")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// confirm asks a question, with No preselected.
func (h *house) confirm(question string) (bool, error) {
	in, out, problems, ok := h.world.files()
	if !ok {
		return false, nil
	}
	agreed, err := prompter.New(in, out, problems).Confirm(question, false)
	if err != nil {
		return false, fmt.Errorf("ask for a confirmation: %w", err)
	}
	return agreed, nil
}

// capital writes the first letter large.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
