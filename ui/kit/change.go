package kit

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"
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

// ChangeLine tells on one line what is done to an issue, or why nothing is: of one
// that is not changed the edits that were thought of are left out.
func ChangeLine(t *theme.Theme, c recipe.IssueChange) string {
	var words []string
	if c.Outcome == recipe.Changed {
		words = editWords(t, c)
	}
	for _, r := range c.Remarks {
		words = append(words, r.Message)
	}
	if c.Err != nil {
		words = append(words, c.Err.Error())
	}
	if c.Outcome == recipe.Unchanged && len(words) == 0 {
		words = append(words, "already so")
	}
	return Numbers(c.Number) + "  " + Dots(t, words...)
}

// ChangeLines tells what is done to several issues: first why some are left, since
// that is easily scrolled past, then the edits, and at last how many are so already.
func ChangeLines(t *theme.Theme, changes []recipe.IssueChange) []string {
	var kept, edits, so []string
	for _, c := range changes {
		line := ChangeLine(t, c)
		switch {
		case c.Outcome == recipe.Changed:
			edits = append(edits, line)
		case c.Outcome == recipe.Unchanged && len(c.Remarks) == 0 && c.Err == nil:
			so = append(so, line)
		default:
			kept = append(kept, line)
		}
	}
	if n := len(so); n > 1 {
		so = []string{strconv.Itoa(n) + " issues are so already"}
	}
	return slices.Concat(kept, edits, so)
}

// editWords are the edits of a change.
func editWords(t *theme.Theme, c recipe.IssueChange) []string {
	var words []string
	for _, l := range c.Edit.Add {
		words = append(words, t.Glyph.Plus+" "+l)
	}
	for _, l := range c.Edit.Remove {
		words = append(words, t.Glyph.Minus+" "+l)
	}
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
	return words
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
