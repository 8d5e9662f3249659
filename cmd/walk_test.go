//go:build !windows

package cmd_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/hub"
)

// place is a clone with a queue of its own and an environment apart from that of
// whoever runs the tests.
type place struct {
	dir string
	env []string
}

// clonePlace makes a git repository with some source files.
func clonePlace(t testing.TB) place {
	t.Helper()
	home, dir := t.TempDir(), filepath.Join(t.TempDir(), "clone")
	p := place{dir: dir, env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GH_CONFIG_DIR=" + filepath.Join(home, "gh"),
		"XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "XDG_STATE_HOME=" + filepath.Join(home, "state"),
		"LANG=C.UTF-8", "TERM=xterm-256color", "COLORTERM=truecolor",
	}}
	p.env = append(p.env, gittest.Own()...)
	files := map[string]int{
		".gaia/scripts/debt-count-refresh.sh": 120, ".gaia/scripts/post-findings-block.sh": 360,
		".claude/skills/update-gaia/SKILL.md": 230, "app/pay/refund.ts": 140,
	}
	for name, lines := range files {
		var text strings.Builder
		for i := range lines {
			fmt.Fprintf(&text, "line %d of %s\n", i+1, filepath.Base(name))
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.git(t, "init", "-q", "-b", "main")
	p.git(t, "add", ".")
	p.git(t, "commit", "-q", "-m", "Some source files")
	return p
}

// backlogPlace makes a clone with source files that the issues of
// testdata/backlog.json cite, and an embedded tracker that holds these issues.
func backlogPlace(t testing.TB) place {
	t.Helper()
	p := clonePlace(t)
	seedBacklog(t, p.dir)
	return p
}

func seedBacklog(t testing.TB, dir string) {
	t.Helper()
	data, err := os.ReadFile("testdata/backlog.json")
	if err != nil {
		t.Fatal(err)
	}
	var issues []hub.SeedIssue
	if err := json.Unmarshal(data, &issues); err != nil {
		t.Fatal(err)
	}
	seed(t, dir, issues)
}

// seed puts issues into the embedded tracker of a clone.
func seed(t testing.TB, dir string, issues []hub.SeedIssue) {
	t.Helper()
	store, err := hub.Open(context.Background(), filepath.Join(dir, ".git", "gh-debt", "hub.db"), hub.Options{Name: "clone"})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Seed(context.Background(), issues); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

func (p place) git(t testing.TB, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// run runs a command of the program and gives its standard output and status.
func (p place) run(t testing.TB, stdin, binary string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.dir, p.env, strings.NewReader(stdin)
	var out, problems strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if problems.Len() > 0 {
		t.Logf("%v: %s", args, problems.String())
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// TestWalk goes the way of a maintainer's day on a real queue in a real terminal:
// look, filter, re-grade, file, decline, re-grade several, resize, leave; then
// the commands on what that left behind.
func TestWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("it walks on the built program: run without -short")
	}
	binary, p := buildBinary(t), backlogPlace(t)
	s := startTerminal(t, 120, 40, p.dir, p.env, binary, "--local")
	walkQueue(s)
	walkRegrade(s)
	walkFile(s)
	walkDecline(s)
	walkMarks(s)
	walkSizes(s)
	s.press("q")
	if status := s.end(); status != 0 {
		t.Errorf("exit status %d:\n%s", status, s.text())
	}
	walkCommands(t, p, binary)
}

// walkQueue: the order of the contract, with its annotations.
func walkQueue(s *terminal) {
	s.t.Helper()
	s.see("local/clone", "27 open", "3 claimed", "investigate 2/3", "synced")
	s.inOrder("CRITICAL", "#2142", "IMPORTANT", "#654", "#837", "#979", "#1033", "#1170", "#1418")
	s.see("stale: path gone", "spec pending", "in progress")
}

// walkRegrade: an investigation gets its answer and its severity, and the
// history and the block say so.
func walkRegrade(s *terminal) {
	s.t.Helper()
	s.press("/", "is:investigate", keyEnter)
	s.gone("#2142")
	s.see("#2181", "#2188")
	s.press(keyEnter)
	s.see("Unclear whether the statusline", "does the listing still return", "History")
	s.press("r")
	s.see("Re-grade #2181", "What will happen")
	s.press(keyUp, keyUp)
	s.see("+ severity:important", "severity:investigate", "research block")
	s.press(keyEnter)
	s.see("Answer")
	s.press("Twenty timed closes never showed it.", keySave)
	s.see("investigate → important", "Nothing: each grade is as it was.")
	s.press(keyEsc)
	s.see("Twenty timed closes never showed it.", "investigate → important")
	s.gone("does the listing still return")
	s.press(keyEsc)
	s.see("#2188", "1 of 27")
	s.press(keyEsc)
	s.gone("/ is:investigate")
	s.press("g")
	s.see("#2142", "investigate 1/3")
}

// walkFile: a line that is filed already and a failure mode that is empty stand
// against a filing, and once they are mended the finding is in the queue.
func walkFile(s *terminal) {
	s.t.Helper()
	s.press("f")
	s.see("File a finding", "the failure mode is empty")
	s.press("post-findings")
	s.see("▸ .gaia/scripts/post-findings-block.sh")
	s.press(keyTab, "340")
	s.see("already open as #2188", "line 340 of post-findings-block.sh")
	s.press("\x7f", "\x7f", "\x7f", "12")
	s.see("the line exists", "line 12 of post-findings-block.sh")
	s.gone("already open")
	s.press(keySave)
	s.see("✗ the failure mode is empty", "▌Failure")
	s.press("A record without its end is taken for a whole one and merged.")
	s.press(keyTab, "Refuse a record whose brace is missing.")
	s.press(keyTab, keyTab, keyRight, keyRight, keyTab, keyRight)
	s.see("one severity", "one reach")
	s.press(keySave)
	s.see("severity:important", "footprint:narrow", "## Failure mode")
	s.press(keyEnter)
	s.see("#2189", "A record without its end", "Facts", "line 12 of post-findings-block.sh")
	s.press(keyEsc)
	s.see("28 open", "#2189")
}

// walkDecline: an issue goes with a reason and stands among the declined ones.
func walkDecline(s *terminal) {
	s.t.Helper()
	s.press("/", "2101", keyEnter)
	s.gone("#2142")
	s.press("d")
	s.see("Decline #2101", "Reason")
	s.press("The helper goes away.", keyEnter, "y")
	s.see("27 open")
	s.press(keyEsc)
	s.gone("/ 2101")
	s.press("3")
	s.see("#2101", "#775")
	s.press("1", "g")
	s.see("#2142")
}

// walkMarks: two issues are re-graded together, after one confirmation that
// lists every edit.
func walkMarks(s *terminal) {
	s.t.Helper()
	s.press("/", "foot:wide sev:important", keyEnter)
	s.see("#1439", "#1539", "#2055")
	s.press("g", " ", " ", "r")
	s.see("Re-grade 2 issues")
	s.press(keyDown, keyDown, keyDown, keyEnter)
	s.see("#1439  + severity:suggestion", "#1539  + severity:suggestion")
	s.press("y")
	s.see("Re-grade 2 issues", "Nothing: each grade is as it was.")
	s.press(keyEsc)
	s.gone("Re-grade 2 issues")
	s.see("#2055", "1 of 27")
	s.press(keyEsc)
	s.gone("/ foot:wide")
	s.press("g")
	s.see("#2142")
}

// walkSizes: a small window shows the same issue, and the large one after it.
func walkSizes(s *terminal) {
	s.t.Helper()
	s.press("g")
	s.resize(60, 15)
	s.see("#2142", "? all keys")
	s.resize(120, 40)
	s.see("#2142", "SKILL.md:214")
}

// walkCommands: the commands tell the same story.
func walkCommands(t *testing.T, p place, binary string) {
	t.Helper()
	out, status := p.run(t, "", binary, "list", "--local", "--json", "number,severity", "--jq", "length")
	if status != 0 || out != "27\n" {
		t.Errorf("list: status %d, %q", status, out)
	}
	out, status = p.run(t, "", binary, "dedup", "--local", "--path", ".gaia/scripts/post-findings-block.sh", "--line", "12", "--jq", ".number")
	if status != 1 || out != "2189\n" {
		t.Errorf("dedup: status %d, %q", status, out)
	}
	finding := `{"path":"app/pay/refund.ts","line":118,"failureMode":"A timeout reaches the empty catch and the refund is lost.","fix":"Rethrow.","severity":"critical","footprint":"narrow"}`
	for _, want := range []string{"filed 2190\n", "matched 2190\n"} {
		out, status = p.run(t, finding, binary, "file", "--local", "--input", "-", "--json", "--jq", `.outcome + " " + (.number | tostring)`)
		if status != 0 || out != want {
			t.Errorf("file: status %d, %q, want %q", status, out, want)
		}
	}
	if out, status = p.run(t, "", binary, "check", "--local", "--sweep"); status != 1 || !strings.Contains(out, "#1409: missing-dedup-key: ") {
		t.Errorf("check --sweep: status %d, %q", status, out)
	}
	if out, status = p.run(t, "", binary, "count", "--local", "--refresh"); status != 0 || out != "23\n" {
		t.Errorf("count: status %d, %q", status, out)
	}
	out, status = p.run(t, "", binary, "history", "--local", "2181", "--json", "--jq", `.axes[0].changes[-1] | .from + " " + .to`)
	if status != 0 || out != "investigate important\n" {
		t.Errorf("history: status %d, %q", status, out)
	}
}
