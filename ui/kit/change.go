package kit

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"
)

// Numbers names issues: "#12, #14 and #15".
func Numbers(all ...int) string {
	words := make([]string, len(all))
	for i, n := range all {
		words[i] = "#" + strconv.Itoa(n)
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// EditWords are the label edits of a change, each behind the sign of its kind,
// the added ones first.
func EditWords(plus, minus string, edit model.LabelEdit) []string {
	var words []string
	for _, l := range edit.Add {
		words = append(words, plus+" "+l)
	}
	for _, l := range edit.Remove {
		words = append(words, minus+" "+l)
	}
	return words
}

// ChangeLine tells on one line what is done to an issue, or why nothing is.
func ChangeLine(c recipe.IssueChange) string {
	words := append([]string{Numbers(c.Number) + " "}, EditWords("+", "-", c.Edit)...)
	if c.ChangesBody() {
		words = append(words, "body edited")
	}
	if c.Comment != "" {
		words = append(words, "comment")
	}
	if c.Closed != "" {
		words = append(words, "closed as "+strings.ReplaceAll(string(c.Closed), "_", " "))
	}
	if c.Reopened {
		words = append(words, "reopened")
	}
	for _, r := range c.Remarks {
		words = append(words, r.Message)
	}
	if c.Outcome == recipe.Unchanged && len(words) == 1 {
		words = append(words, "already so")
	}
	return strings.Join(words, "  ")
}

// Unsuccessful is the toast of a change on one issue that did not go through:
// it names the issue, why, and how it is finished (C-29). done is the change in
// the past: "declined".
func Unsuccessful(c recipe.IssueChange, done string) screen.Toast {
	t := screen.Toast{Level: screen.Failure}
	var why []string
	if c.Err != nil {
		t = screen.Failed(c.Err)
		why = append(why, t.Text)
	}
	for _, r := range c.Remarks {
		why = append(why, r.Message)
	}
	if c.Outcome == recipe.Left {
		why = append(why, "the run was interrupted before it")
	}
	t.Text = Numbers(c.Number) + " could not be " + done
	if len(why) > 0 {
		t.Text += ": " + strings.Join(why, "; ")
	}
	if c.Remedy != "" {
		t.Next = "to finish it: " + c.Remedy
	}
	return t
}

// Applied is an issue with the edits of a change laid over it, as it is shown
// until the tracker's list knows of them.
func Applied(is model.Issue, c recipe.IssueChange, now time.Time) model.Issue {
	is.Labels = slices.Clone(is.Labels)
	for _, l := range c.Edit.Add {
		if !is.HasLabel(l) {
			is.Labels = append(is.Labels, l)
		}
	}
	is.Labels = slices.DeleteFunc(is.Labels, func(have string) bool {
		return slices.ContainsFunc(c.Edit.Remove, func(gone string) bool { return strings.EqualFold(have, gone) })
	})
	if c.ChangesBody() {
		is.Body = c.NewBody
	}
	switch {
	case c.Closed != "":
		is.State, is.StateReason, is.ClosedAt = model.Closed, c.Closed, now
	case c.Reopened:
		is.State, is.StateReason = model.Open, model.Reopened
	}
	if is.UpdatedAt.Before(now) {
		is.UpdatedAt = now
	}
	return is
}
