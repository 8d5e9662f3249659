package checkout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/checkout/gittest"
)

func (s *shop) squash(t *testing.T, st *Store) (string, model.MergeOutcome) {
	t.Helper()
	commit, outcome, err := st.Squash(t.Context(), model.Squash{Base: "main", Head: s.head,
		Title: "Round amounts once (#12)", Message: "Body\r\nof it\x00."})
	if err != nil {
		t.Fatal(err)
	}
	return commit, outcome
}

// TestSquash puts all commits of a head into one on a bare repository's branch,
// and makes none the second time.
func TestSquash(t *testing.T) {
	s := newShop(t)
	bare := s.bare()
	commit, outcome := s.squash(t, bare.store())
	if outcome != model.SquashDone {
		t.Fatalf("outcome %q", outcome)
	}
	got := bare.git("log", "-1", "--format=%H %P %an <%ae> %cn%n%B", "main")
	want := commit + " " + s.base + " ana <ana@example.test> ana\nRound amounts once (#12)\n\nBody\nof it.\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commit (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("", bare.git("diff", "main", "debt/12")); diff != "" {
		t.Errorf("what main lacks: %s", diff)
	}
	again, outcome := s.squash(t, bare.store())
	if again != commit || outcome != model.SquashDone {
		t.Errorf("the second time: %s, %q", again, outcome)
	}
}

// TestSquashAuthor takes the author that is given, and an identity of its own
// where git was told of none.
func TestSquashAuthor(t *testing.T) {
	s := newShop(t)
	nobody := without(gittest.Env(), []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "EMAIL"})
	tests := []struct{ given, want string }{
		{"", "ana <ana@example.test>"},
		{"Bo <bo@example.test>", "Bo <bo@example.test>"},
		{"bo", "bo <bo@gh-debt.invalid>"},
		{"Bo\nx <bo>\n", "Bo x <bo>"},
	}
	for _, tt := range tests {
		t.Run(tt.given, func(t *testing.T) {
			bare := s.bare()
			st := OpenStore(bare.dir, NewGit(nobody))
			_, _, err := st.Squash(t.Context(), model.Squash{Base: "main", Head: s.head, Title: "T", Author: tt.given})
			if err != nil {
				t.Fatal(err)
			}
			want := tt.want + " gh debt <gh-debt@gh-debt.invalid>"
			if diff := cmp.Diff(want, bare.git("log", "-1", "--format=%an <%ae> %cn <%ce>", "main")); diff != "" {
				t.Errorf("who (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSquashConflict changes nothing.
func TestSquashConflict(t *testing.T) {
	s := newShop(t)
	s.write("app/refund.ts", strings.Replace(numbered("refund", 20), "refund line 3\n", "refund line III\n", 1))
	s.commit("Another third line")
	at := s.git("rev-parse", "main")
	for _, r := range []*repo{s.repo, s.bare()} {
		if _, outcome := s.squash(t, r.store()); outcome != model.SquashConflict {
			t.Errorf("outcome %q", outcome)
		}
		if r.git("rev-parse", "main") != at {
			t.Error("main moved")
		}
		if must[bool](t)(r.store().MergesCleanly(t.Context(), "main", s.head)) {
			t.Error("it merges cleanly")
		}
	}
	s.git("checkout", "-q", "--orphan", "alone")
	s.commit("Nothing in common")
	if must[bool](t)(s.store().MergesCleanly(t.Context(), "main", "alone")) {
		t.Error("histories with nothing in common merge cleanly")
	}
}

const extraInTheWay = "the file app/extra.ts is not tracked there and would be written over"

// TestSquashWhereTheBaseIsCheckedOut brings the worktree along, and stays where
// that would touch what somebody did there.
func TestSquashWhereTheBaseIsCheckedOut(t *testing.T) {
	tests := []struct {
		name   string
		before func(s *shop)
		want   model.MergeOutcome
		status string // of the worktree afterwards
		why    string // of Blocked
	}{
		{name: "clean", want: model.SquashDone},
		{name: "a change elsewhere stays", before: func(s *shop) {
			s.write("readme", "mine\n")
		}, want: model.SquashDone, status: "?? readme"},
		{name: "a changed file that the squash changes", before: func(s *shop) {
			s.write("app/refund.ts", "mine\n")
		}, want: model.SquashBlocked, status: " M app/refund.ts", why: "the file app/refund.ts is changed there"},
		{name: "a staged change to one", before: func(s *shop) {
			s.write("app/refund.ts", "mine\n")
			s.git("add", "-A")
		}, want: model.SquashBlocked, status: "M  app/refund.ts", why: "the file app/refund.ts is changed there"},
		{name: "an untracked file in the way", before: func(s *shop) {
			s.write("app/extra.ts", "mine\n")
		}, want: model.SquashBlocked, status: "?? app/extra.ts", why: extraInTheWay},
		{name: "an ignored file in the way", before: func(s *shop) {
			s.write(".git/info/exclude", "extra.ts\n")
			s.write("app/extra.ts", "mine\n")
		}, want: model.SquashBlocked, why: extraInTheWay},
		{name: "an ignored folder in the way", before: func(s *shop) {
			s.write(".git/info/exclude", "new.ts\n")
			s.write("new.ts/x", "mine\n")
		}, want: model.SquashBlocked, why: "the file new.ts is not tracked there and would be written over"},
		{name: "a merge under way", before: func(s *shop) {
			s.git("branch", "side", "debt/12")
			s.git("merge", "-q", "--no-ff", "--no-commit", "debt/12")
		}, want: model.SquashBlocked, why: "a merge is under way there",
			status: "A  app/extra.ts\nM  app/refund.ts\nR  old.ts -> new.ts"},
		{name: "only another time on a file", before: func(s *shop) {
			at := day0
			if err := os.Chtimes(filepath.Join(s.dir, "app", "refund.ts"), at, at); err != nil {
				s.tb.Fatal(err)
			}
		}, want: model.SquashDone},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShop(t)
			if err := os.MkdirAll(filepath.Join(s.dir, ".git", "info"), 0o777); err != nil {
				t.Fatal(err)
			}
			if tt.before != nil {
				tt.before(s)
			}
			why := s.store().Blocked(t.Context(), model.Squash{Base: "main", Head: s.head})
			commit, outcome := s.squash(t, s.store())
			if outcome != tt.want {
				t.Fatalf("outcome %q, want %q", outcome, tt.want)
			}
			at := s.base
			if outcome == model.SquashDone {
				at = commit
			}
			if got := s.git("rev-parse", "main"); got != at {
				t.Errorf("main is at %s, want %s", got, at)
			}
			if diff := cmp.Diff(tt.status, s.git("status", "--porcelain")); diff != "" {
				t.Errorf("status (-want +got):\n%s", diff)
			}
			switch {
			case tt.why == "" && why != nil:
				t.Errorf("blocked: %v", why)
			case tt.why != "":
				want := "the branch main is checked out in " + s.dir + " and stays as it is (" + tt.why + ")"
				if why == nil || why.Error() != want {
					t.Errorf("blocked: %v, want %s", why, want)
				}
			}
		})
	}
}

// TestSquashInALinkedWorktree brings along the one that has the base, and not the
// one at hand; one that was deleted by hand holds nothing.
func TestSquashInALinkedWorktree(t *testing.T) {
	s := newShop(t)
	s.git("switch", "-q", "debt/12")
	dir := filepath.Join(realTemp(t), "w")
	s.git("worktree", "add", "-q", dir, "main")
	w := s.in(dir)
	commit, outcome := s.squash(t, s.store())
	if outcome != model.SquashDone || w.git("rev-parse", "HEAD") != commit || w.git("status", "--porcelain") != "" {
		t.Errorf("outcome %q, HEAD %s, status %q", outcome, w.git("rev-parse", "HEAD"), w.git("status", "--porcelain"))
	}
	if got := w.git("reflog", "-1", "--format=%gs"); got != "gh debt: squash "+short(s.head) {
		t.Errorf("log of HEAD: %q", got)
	}
	w.git("reset", "-q", "--hard", s.base)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, outcome := s.squash(t, s.store()); outcome != model.SquashDone {
		t.Errorf("after the worktree was deleted by hand: %q", outcome)
	}
}

// TestSquashOntoABranchBeingRebased stays, since the end of the rebase would undo it.
func TestSquashOntoABranchBeingRebased(t *testing.T) {
	s := newShop(t)
	s.write("app/refund.ts", strings.Replace(numbered("refund", 20), "refund line 9\n", "refund line nine\n", 1))
	s.commit("A ninth line")
	dir := filepath.Join(s.dir, ".git", "rebase-merge")
	s.git("switch", "-q", "--detach")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "head-name"), []byte("refs/heads/main\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, outcome := s.squash(t, s.store()); outcome != model.SquashBlocked {
		t.Errorf("outcome %q", outcome)
	}
	want := "the branch main is checked out in " + s.dir + " and stays as it is (it is being rebased there)"
	if err := s.store().Blocked(t.Context(), model.Squash{Base: "main", Head: s.head}); err == nil || err.Error() != want {
		t.Errorf("blocked: %v, want %s", err, want)
	}
}
