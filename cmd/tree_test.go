package cmd

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// everyCommand calls f for each command of the tree that is ours, the root
// included.
func everyCommand(f func(*cobra.Command)) {
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		f(c)
		for _, sub := range c.Commands() {
			if sub.Name() != "help" && sub.Name() != "completion" {
				walk(sub)
			}
		}
	}
	walk(newRoot(&house{}))
}

// Section 7 and point 4 of the issue: every command's help has an example, one
// that calls it, and says in a line what the command does.
func TestEveryCommandHasAnExample(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		if !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("the example of %q does not call it: %q", c.CommandPath(), c.Example)
		}
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("the short help of %q is %q", c.CommandPath(), c.Short)
		}
	})
}

// A help text stands in a terminal of 88 columns, unwrapped by it.
func TestHelpTextsAreWrapped(t *testing.T) {
	const most = 88
	everyCommand(func(c *cobra.Command) {
		for line := range strings.SplitSeq(c.Long+"\n"+c.Example, "\n") {
			if n := len([]rune(line)); n > most && !strings.Contains(line, "gh debt ") {
				t.Errorf("a line of the help of %q has %d characters: %s", c.CommandPath(), n, line)
			}
		}
	})
}

// The flags of an example exist.
func TestExamplesUseFlagsThatExist(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		if c.HasSubCommands() {
			return
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(c.Example, "\\\n", " "), "\n") {
			if _, after, ok := strings.Cut(line, c.CommandPath()+" "); ok {
				line, _, _ = strings.Cut(after, " | ")
			}
			for _, word := range strings.Fields(line) {
				name, isFlag := strings.CutPrefix(word, "--")
				if !isFlag || strings.Contains(line, "gh debt") {
					continue
				}
				name, _, _ = strings.Cut(name, "=")
				if c.Flag(name) == nil && c.Root().PersistentFlags().Lookup(name) == nil {
					t.Errorf("%s has no flag --%s", c.CommandPath(), name)
				}
			}
		}
	})
}

// Every command takes a wrong argument for a mistake, never for nothing.
func TestEveryFlagSaysWhatItTakes(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		for _, flag := range strings.Split(c.LocalFlags().FlagUsages(), "\n") {
			if strings.Contains(flag, "--") && len(strings.Fields(flag)) < 3 {
				t.Errorf("%s: no help for %s", c.CommandPath(), flag)
			}
		}
	})
}

// Each command has its manual page.
func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	h := &house{world: World{Out: io.Discard, Err: io.Discard, Dir: dir}}
	root := newRoot(h)
	root.SetArgs([]string{"man", "man1"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	everyCommand(func(c *cobra.Command) {
		page := filepath.Join(dir, "man1", strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		text, err := os.ReadFile(page)
		if err != nil {
			t.Error(err)
			return
		}
		if !strings.Contains(string(text), ".SH EXAMPLE") {
			t.Errorf("%s has no example", page)
		}
	})
}

// Section 9 of draining: each step has its command, and each takes --json.
func TestEveryCommandOfDrainTakesJSON(t *testing.T) {
	want := []string{
		"start", "status", "next", "brief", "produce", "gates", "propose", "review", "ci", "brake", "merge", "drop",
		"release", "reconcile", "report",
	}
	var got []string
	everyCommand(func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())
		if len(path) < 3 || path[2] != "drain" {
			return
		}
		if c.Flag("json") == nil {
			t.Errorf("%s takes no --json", c.CommandPath())
		}
		if len(path) > 3 {
			got = append(got, path[3])
		}
	})
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("drain has %v, want %v", got, want)
	}
}
