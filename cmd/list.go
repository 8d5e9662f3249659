package cmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/cli/go-gh/v2/pkg/tableprinter"
	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

// listFlags are the flags of `list`.
type listFlags struct {
	state  string
	web    bool
	export export
}

func newList(h *house) *cobra.Command {
	var f listFlags
	c := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List the queue in its order",
		Long: `List the queue in its order, with what is known of each issue: whether it is
claimed, parked or open to question, how hard it is, which issues it batches
with, whether its file is gone. Every open issue is listed, none is cut off.`,
		Example: `  gh debt list
  gh debt list --state closed
  gh debt list --json number,severity,key --jq '.[] | select(.severity == "critical")'`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return runList(c, h, f) },
	}
	c.Flags().StringVarP(&f.state, "state", "s", "open", "Which issues: {open|closed|all}")
	c.Flags().BoolVarP(&f.web, "web", "w", false, "Open the queue in the browser")
	complete(c, "state", []string{"open", "closed", "all"})
	f.export.fieldsJSON(c, listFields())
	return c
}

func runList(c *cobra.Command, h *house, f listFlags) error {
	if err := f.export.check(c, listFields()); err != nil {
		return err
	}
	show, err := recipe.ParseShow(f.state)
	if err != nil {
		return err
	}
	if f.web {
		return h.browseQueue(c.Context(), show)
	}
	h.thin()
	res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.QueueResult, error) {
		return b.ReadQueue.Run(ctx, recipe.QueueInput{Show: show, Progress: p})
	})
	if err != nil {
		return err
	}
	for _, note := range res.Notes {
		h.tell(note)
	}
	if f.export.on {
		return f.export.print(h.world, exportEntries(res.Queue.Entries, f.export.fields, res.At))
	}
	return h.paged(c.Context(), func(w World) error { return printQueue(w, h.opened.name(), res, show) })
}

// printQueue prints the queue as a table. On a terminal it says first what it
// is; an empty queue is said on standard error.
func printQueue(w World, name string, res recipe.QueueResult, show recipe.Show) error {
	kind := string(show) + " "
	if show == recipe.ShowAll {
		kind = ""
	}
	if len(res.Queue.Entries) == 0 {
		fmt.Fprintf(w.Err, "no %sissues of debt in %s\n", kind, name)
		return nil
	}
	if w.Terminal.Out {
		fmt.Fprintf(w.Out, "\n%s of debt in %s\n\n", model.Counted(len(res.Queue.Entries), kind+"issue", kind+"issues"), name)
	}
	t := table(w, columns(w)...)
	for i := range res.Queue.Entries {
		addEntry(t, w, &res.Queue.Entries[i], show != recipe.ShowOpen, res.At)
	}
	return t.Render()
}

// roomy is the width from which on a terminal shows the places too; on a
// narrower one the titles and the notes need it.
const roomy = 100

// columns are the headings for a terminal of this width.
func columns(w World) []string {
	if w.Terminal.Width < roomy {
		return []string{"#", "SEVERITY", "TITLE", "NOTES", "AGE"}
	}
	return []string{"#", "SEVERITY", "TITLE", "WHERE", "NOTES", "AGE"}
}

// addEntry adds an issue's row. A pipe gets the state and the place always, and
// the time itself in place of the age.
func addEntry(t tableprinter.TablePrinter, w World, e *model.Entry, states bool, now time.Time) {
	notes := make([]string, len(e.Annotations))
	for i, a := range e.Annotations {
		notes[i] = visible(a.Text())
	}
	if states && w.Terminal.Out && e.Issue.State == model.Closed {
		notes = append([]string{closedNote(e.Issue)}, notes...)
	}
	severity := e.Grades.Severity
	if severity == "" {
		severity = "-"
	}
	number := fmt.Sprint(e.Issue.Number)
	if w.Terminal.Out {
		number = "#" + number
	}
	t.AddField(number, tableprinter.WithTruncate(nil))
	if !w.Terminal.Out {
		t.AddField(strings.ToUpper(string(e.Issue.State)))
	}
	t.AddField(severity, tableprinter.WithTruncate(nil), tableprinter.WithColor(severityColor(w, severity)))
	t.AddField(visible(e.Issue.Title))
	if !w.Terminal.Out || w.Terminal.Width >= roomy {
		t.AddField(visible(where(e)), tableprinter.WithTruncate(keepEnd), tableprinter.WithColor(dimmed(w)))
	}
	t.AddField(strings.Join(notes, " "), tableprinter.WithColor(dimmed(w)))
	if w.Terminal.Out {
		t.AddField(kit.Long(now.Sub(e.Issue.CreatedAt)), tableprinter.WithTruncate(nil), tableprinter.WithColor(dimmed(w)))
	} else {
		t.AddField(e.Issue.CreatedAt.UTC().Format(time.RFC3339))
	}
	t.EndRow()
}

// where is the place that an issue is about, or nothing.
func where(e *model.Entry) string {
	switch {
	case e.Path == "":
		return ""
	case e.Line == 0:
		return e.Path
	}
	return fmt.Sprintf("%s:%d", e.Path, e.Line)
}

func closedNote(i model.Issue) string {
	switch {
	case i.Declined():
		return "[declined]"
	case i.StateReason == model.NoReason:
		return "[closed]"
	}
	return "[closed: " + visible(string(i.StateReason)) + "]"
}

// severityColor gives the writer of a severity: the terminal's own colours.
func severityColor(w World, severity string) func(string) string {
	codes := map[string]string{
		model.Critical: "31", model.Important: "33", model.Suggestion: "36", model.Investigate: "34",
	}
	code, ok := codes[severity]
	if !ok || !w.Terminal.Color {
		return func(s string) string { return s }
	}
	return func(s string) string { return "\x1b[" + code + "m" + s + "\x1b[0m" }
}
