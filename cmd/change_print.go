package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

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

// confirm asks a question that only a yes agrees to. It works on any terminal,
// and an interrupt ends it.
func (h *house) confirm(ctx context.Context, question string) (bool, error) {
	fmt.Fprintf(h.world.Err, "%s [y/N] ", question)
	type reply struct {
		text string
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		text, err := bufio.NewReader(h.world.In).ReadString('\n')
		replies <- reply{text, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(h.world.Err)
		return false, ctx.Err()
	case r := <-replies:
		if r.err != nil && !errors.Is(r.err, io.EOF) {
			return false, fmt.Errorf("read the answer: %w", r.err)
		}
		switch strings.ToLower(strings.TrimSpace(r.text)) {
		case "y", "yes":
			return true, nil
		}
		return false, nil
	}
}

// capital writes the first letter large.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
