//go:build !windows

package cmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/recipe/checkout/gittest"
)

// A filing run that is killed loses no issue that the tracker answered for, and
// the next run files what is missing, each finding once (point 3 of the issue).
func TestKilledFilingLosesNothingAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("the processes that it kills are not the race detector's: run without -short")
	}
	for _, answers := range []int{1, 3, 7} {
		t.Run(fmt.Sprintf("after %d issues", answers), func(t *testing.T) {
			clone, input := cloneOf(t, 10)
			killAfter(t, clone, answers, "file", "--local", "--input", input)
			kept := numbers(t, clone)
			if len(kept) < answers {
				t.Errorf("%d issues are there after %d were answered", len(kept), answers)
			}
			if out, err := command(clone, "file", "--local", "--input", input).CombinedOutput(); err != nil {
				t.Fatalf("the second run: %v\n%s", err, out)
			}
			if got := numbers(t, clone); len(got) != 10 {
				t.Errorf("%d issues after the second run, want one for each of 10 findings", len(got))
			}
			if out, err := command(clone, "check", "--sweep", "--local").CombinedOutput(); err != nil {
				t.Errorf("the sweep: %v\n%s", err, out)
			}
		})
	}
}

// cloneOf makes a clone with a file of so many lines, and a finding for each.
func cloneOf(t *testing.T, lines int) (clone, input string) {
	t.Helper()
	clone = t.TempDir()
	var findings []map[string]any
	for n := 1; n <= lines; n++ {
		findings = append(findings, map[string]any{
			"path": "a.ts", "line": n, "failureMode": fmt.Sprintf("Step %d is lost when it comes late.", n), "fix": "Wait.",
			"severity": "important", "footprint": "narrow",
		})
	}
	text, err := json.Marshal(findings)
	if err != nil {
		t.Fatal(err)
	}
	input = filepath.Join(t.TempDir(), "findings.json")
	for file, content := range map[string]string{filepath.Join(clone, "a.ts"): strings.Repeat("step\n", lines), input: string(text)} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "a.ts"}, {"commit", "-q", "-m", "Begin"}} {
		git := exec.Command("git", args...)
		git.Dir, git.Env = clone, gittest.Env()
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args[0], err, out)
		}
	}
	return clone, input
}

func command(dir string, args ...string) *exec.Cmd {
	c := exec.Command("gh-debt", append(args, "--new")...)
	if args[0] != "file" {
		c = exec.Command("gh-debt", args...)
	}
	c.Dir = dir
	c.Env = gittest.Env("HOME="+dir, "GH_CONFIG_DIR="+dir, "XDG_STATE_HOME="+filepath.Join(dir, ".git"))
	return c
}

// killAfter kills the command when the tracker has answered for so many created
// issues, as its log of requests tells.
func killAfter(t *testing.T, dir string, answers int, args ...string) {
	t.Helper()
	c := command(dir, args...)
	c.Env = append(c.Env, "GH_DEBUG=api")
	log, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	created, issue := 0, false
	for lines := bufio.NewScanner(log); created < answers && lines.Scan(); {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "> POST "):
			issue = strings.HasSuffix(line, "/issues")
		case strings.HasPrefix(line, "< 201") && issue:
			created++
		}
	}
	if created < answers {
		t.Fatalf("it ended after %d created issues", created)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err == nil {
		t.Fatal("it was not killed")
	}
}

func numbers(t *testing.T, clone string) []int {
	t.Helper()
	out, err := command(clone, "list", "--local", "--json", "number", "--jq", "map(.number)").Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	return list
}
