package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/checkout/gittest"
)

// raceVariable tells a copy of the test program what to do: the git directory,
// the deed, and what it takes, separated by line breaks.
const raceVariable = "GH_DEBT_TEST_RACE"

// TestRunAnother is the part of another process in the tests below; by itself it
// does nothing.
func TestRunAnother(t *testing.T) {
	part := strings.Split(os.Getenv(raceVariable), "\n")
	if len(part) != 4 {
		return
	}
	st := OpenStore(part[0], NewGit(gittest.Env()))
	switch part[1] {
	case "create":
		made, err := st.CreateBranch(t.Context(), part[2], part[3])
		fmt.Printf("result: %t %v\n", made, err)
	case "squash":
		moved := 0
		for {
			_, outcome, err := st.Squash(t.Context(), model.Squash{Base: "main", Head: part[2], Title: part[3]})
			if outcome == model.SquashMoved {
				moved++
				continue
			}
			fmt.Printf("result: %s %v\n", outcome, err)
			t.Logf("moved %d times", moved)
			return
		}
	}
}

// another starts a process of its own and gives what tells its result.
func another(t *testing.T, part ...string) (result func() string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRunAnother$", "-test.v")
	cmd.Env = append(os.Environ(), raceVariable+"="+strings.Join(part, "\n"))
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func() string {
		t.Helper()
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, &out)
		}
		for line := range strings.Lines(out.String()) {
			if said, ok := strings.CutPrefix(strings.TrimSpace(line), "result: "); ok {
				return said
			}
		}
		t.Fatalf("no result: %s", &out)
		return ""
	}
}

// TestTwoProcessesClaimOneBranch: exactly one makes it, and the other is told that
// it is there.
func TestTwoProcessesClaimOneBranch(t *testing.T) {
	s := newShop(t)
	dir := filepath.Join(s.dir, ".git")
	for round := range 4 {
		name := fmt.Sprintf("debt/%d-round", 100+round)
		var results []func() string
		for i := range 3 {
			results = append(results, another(t, dir, "create", name, []string{s.base, s.head}[i%2]))
		}
		said := map[string]int{}
		for _, result := range results {
			said[result()]++
		}
		if diff := cmp.Diff(map[string]int{"true <nil>": 1, "false <nil>": 2}, said); diff != "" {
			t.Errorf("round %d (-want +got):\n%s", round, diff)
		}
	}
}

// TestTwoProcessesSquash: both squashes arrive, one on the other, on a branch that
// is checked out, whose worktree is clean in the end.
func TestTwoProcessesSquash(t *testing.T) {
	for round := range 3 {
		s := newShop(t)
		heads := []string{s.head}
		for i := range 2 {
			s.git("switch", "-q", "-c", fmt.Sprintf("debt/%d", 20+i), s.base)
			s.write(fmt.Sprintf("fix%d", i), numbered("fix", 50))
			heads = append(heads, s.commit("Fix"))
		}
		s.git("switch", "-q", "main")
		var results []func() string
		for i, head := range heads {
			results = append(results, another(t, filepath.Join(s.dir, ".git"), "squash", head, fmt.Sprintf("Squash %d", i)))
		}
		for _, result := range results {
			if got := result(); got != "merged <nil>" {
				t.Errorf("round %d: %s", round, got)
			}
		}
		if got := s.git("rev-list", "--count", "main"); got != "4" {
			t.Errorf("round %d: %s commits, want 4", round, got)
		}
		if got := s.git("status", "--porcelain"); got != "" {
			t.Errorf("round %d: status %q", round, got)
		}
		if got := s.git("ls-files"); got != "app/extra.ts\napp/refund.ts\nfix0\nfix1\nnew.ts" {
			t.Errorf("round %d: files %q", round, got)
		}
	}
}

// meddling changes something just before a command of git runs for the first time.
type meddling struct {
	Runner
	command string
	do      func()
}

func (m *meddling) Git(ctx context.Context, c Call) error {
	for _, a := range c.Args {
		if a == m.command && m.do != nil {
			do := m.do
			m.do = nil
			do()
		}
	}
	return m.Runner.Git(ctx, c)
}

// TestSquashOnABranchThatMoves gives SquashMoved, wherever in it that happens, and
// leaves the worktree as the other one left it.
func TestSquashOnABranchThatMoves(t *testing.T) {
	for _, command := range []string{"merge-tree", "commit-tree", "update-ref"} {
		t.Run(command, func(t *testing.T) {
			s := newShop(t)
			run := &meddling{Runner: s.run, command: command, do: func() {
				s.write("theirs", "theirs\n")
				s.commit("Theirs")
			}}
			_, outcome, err := OpenStore(filepath.Join(s.dir, ".git"), run).Squash(t.Context(),
				model.Squash{Base: "main", Head: s.head, Title: "T"})
			if outcome != model.SquashMoved || err != nil {
				t.Errorf("outcome %q, %v", outcome, err)
			}
			if got := s.git("log", "-1", "--format=%s") + s.git("status", "--porcelain"); got != "Theirs" {
				t.Errorf("main %q", got)
			}
		})
	}
}

// TestSquashThatIsCancelled leaves the branch where it was, and no lock.
func TestSquashThatIsCancelled(t *testing.T) {
	s := newShop(t)
	ctx, cancel := context.WithCancel(t.Context())
	run := &meddling{Runner: s.run, command: "update-index", do: cancel}
	_, _, err := OpenStore(filepath.Join(s.dir, ".git"), run).Squash(ctx, model.Squash{Base: "main", Head: s.head, Title: "T"})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if got := s.git("rev-parse", "main"); got != s.base {
		t.Errorf("main is at %s", got)
	}
	if _, outcome := s.squash(t, s.store()); outcome != model.SquashDone {
		t.Errorf("once more: %q", outcome)
	}
}

// TestLockLeftBehind says which branch cannot move, and that it is a lock.
func TestLockLeftBehind(t *testing.T) {
	s := newShop(t)
	s.write(".git/refs/heads/debt/12.lock", "")
	_, err := s.store().DeleteBranch(t.Context(), "debt/12")
	lock := filepath.Join(s.dir, ".git", "refs", "heads", "debt", "12.lock")
	want := "delete the branch: another git holds the lock of the branch debt/12, or died with it: if none runs, delete " + lock
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant %s", err, want)
	}
}

// TestSquashAfterOneThatWasKilled takes up what was written when the branch had
// not moved yet.
func TestSquashAfterOneThatWasKilled(t *testing.T) {
	s := newShop(t)
	s.git("read-tree", "-m", "-u", s.base, s.head)
	if _, outcome := s.squash(t, s.store()); outcome != model.SquashDone {
		t.Errorf("outcome %q", outcome)
	}
	if got := s.git("status", "--porcelain"); got != "" {
		t.Errorf("status %q", got)
	}
}

// TestSquashWhereAnotherGitWorks does not wait for it, and says so.
func TestSquashWhereAnotherGitWorks(t *testing.T) {
	s := newShop(t)
	s.write(".git/index.lock", "")
	if _, outcome := s.squash(t, s.store()); outcome != model.SquashBlocked {
		t.Errorf("outcome %q", outcome)
	}
	want := "the branch main is checked out in " + s.dir + " and stays as it is (another git is at work there)"
	if err := s.store().Blocked(t.Context(), model.Squash{Base: "main", Head: s.head}); err == nil || err.Error() != want {
		t.Errorf("blocked: %v, want %s", err, want)
	}
}
