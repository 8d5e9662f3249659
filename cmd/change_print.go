package cmd

import (
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
	text, _, err := h.readLine(ctx, question+" [y/N] ")
	switch strings.ToLower(text) {
	case "y", "yes":
		return err == nil, err
	}
	return false, err
}

// readLine asks for a line; ended reports that no other will follow. An interrupt
// ends it.
func (h *house) readLine(ctx context.Context, prompt string) (text string, ended bool, err error) {
	fmt.Fprint(h.world.Err, prompt)
	type reply struct {
		text string
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		text, err := readLine(h.world.In)
		replies <- reply{text, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(h.world.Err)
		return "", true, ctx.Err()
	case r := <-replies:
		if r.err != nil && !errors.Is(r.err, io.EOF) {
			return "", true, fmt.Errorf("read the answer: %w", r.err)
		}
		return strings.TrimSpace(r.text), r.err != nil, nil
	}
}

// readLine reads one line and nothing behind it, which is the answer to another
// question.
func readLine(r io.Reader) (string, error) {
	var text []byte
	for one := make([]byte, 1); ; {
		n, err := r.Read(one)
		if n == 1 {
			if one[0] == '\n' {
				return string(text), nil
			}
			text = append(text, one[0])
		}
		if err != nil {
			return string(text), err
		}
	}
}

// capital writes the first letter large.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
