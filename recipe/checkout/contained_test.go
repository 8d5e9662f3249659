package checkout

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// TestContained goes by history: a head whose changes were squashed is in the
// branch that was merged, and not in the target.
func TestContained(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	c := s.open()
	absent := strings.Repeat("a", 40)
	s.git("update-ref", RemoteRef("origin", "main"), s.base)
	tests := []struct {
		name string
		head string
		in   []string
		want bool
	}{
		{"itself", s.head, []string{s.head}, true},
		{"an older one", s.base, []string{"debt/12"}, true},
		{"a newer one", "debt/12", []string{"main"}, false},
		{"in the second", s.head, []string{"main", "debt/12"}, true},
		{"in nothing", s.head, nil, false},
		{"in one that is not there", s.head, []string{absent, "debt/99"}, false},
		{"in a remote's", "HEAD", []string{absent, RemoteRef("origin", "main")}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := must[bool](t)(c.Contained(ctx, tt.head, tt.in...)); got != tt.want {
				t.Errorf("contained %t, want %t", got, tt.want)
			}
		})
	}
	var wrong *RevisionError
	if _, err := c.Contained(ctx, absent, "main"); !errors.As(err, &wrong) {
		t.Errorf("error %v, want a *RevisionError", err)
	}
	if _, err := c.Contained(ctx, "main", "--all"); !errors.As(err, &wrong) {
		t.Errorf("error %v, want a *RevisionError", err)
	}
	if !must[bool](t)(c.IsAncestor(ctx, "main", "debt/12")) || must[bool](t)(c.IsAncestor(ctx, s.head, "main")) {
		t.Error("IsAncestor has it the wrong way round")
	}
	if !must[bool](t)(c.HasObject(ctx, s.head)) || must[bool](t)(c.HasObject(ctx, absent)) {
		t.Error("HasObject does not tell what is there")
	}
	if tree := s.git("rev-parse", "HEAD^{tree}"); must[bool](t)(c.HasObject(ctx, tree)) {
		t.Error("a tree is no commit")
	}
}

// TestLongLived looks at changes and not at counts: what was picked is no reason
// to ask for another target, and a branch of one piece of work is none either.
func TestLongLived(t *testing.T) {
	ctx := t.Context()
	s, origin := withRemote(t)
	s.git("switch", "-q", "-c", "develop")
	s.write("a", "a\n")
	picked := s.commit("A")
	s.git("switch", "-q", "main")
	s.write("b", "b\n")
	s.commit("B")
	s.git("cherry-pick", picked)
	for _, branch := range []string{"main", "develop"} {
		if err := s.open().Push(ctx, "origin", branch, strings.TrimSpace(originHead(origin, branch))); err != nil {
			t.Fatal(err)
		}
	}
	c := s.open()
	ahead := func() []Ahead {
		t.Helper()
		return must[[]Ahead](t)(c.LongLived(ctx, "origin", "main"))
	}
	if diff := cmp.Diff([]Ahead(nil), ahead()); diff != "" {
		t.Errorf("with what was picked (-want +got):\n%s", diff)
	}
	if n := must[int](t)(c.Unmerged(ctx, "main", "debt/12")); n != 2 {
		t.Errorf("%d changes of debt/12, want 2", n)
	}
	s.git("switch", "-q", "develop")
	s.write("c", "c\n")
	s.commit("C")
	if err := c.Push(ctx, "origin", "develop", picked); err != nil {
		t.Fatal(err)
	}
	s.git("update-ref", RemoteRef("origin", "develop"), picked) // what the clone remembers is of yesterday
	if diff := cmp.Diff([]Ahead{{Branch: "develop", Commits: 1}}, ahead()); diff != "" {
		t.Errorf("with one more (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Ahead{{Branch: "develop", Commits: 1}}, must[[]Ahead](t)(c.LongLived(ctx, "", "main"))); diff != "" {
		t.Errorf("in the clone (-want +got):\n%s", diff)
	}
	origin.git("branch", "-D", "develop")
	if diff := cmp.Diff([]Ahead(nil), ahead()); diff != "" {
		t.Errorf("when the remote has it no more (-want +got):\n%s", diff)
	}
	var absent *BranchError
	if _, err := c.LongLived(ctx, "origin", "trunk"); !errors.As(err, &absent) || absent.Kind != BranchAbsent {
		t.Errorf("error %v, want one of kind BranchAbsent", err)
	}
}

// originHead is the commit of a branch, "" where there is none.
func originHead(r *repo, branch string) string {
	return r.git("for-each-ref", "--format=%(objectname)", "refs/heads/"+branch)
}

// TestMessagesAreThosePushed shows commits as a push sends them, not what
// git replace shows here, and all of each message.
func TestMessagesAreThosePushed(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	s.git("switch", "-q", "debt/12")
	s.git("commit", "-q", "--allow-empty", "-m", "Close #9: x")
	closing := s.git("rev-parse", "HEAD")
	s.git("replace", closing, s.git("commit-tree", "-m", "Harmless", "-p", s.head, s.head+"^{tree}"))
	got := must[[]model.CommitMessage](t)(s.open().Messages(ctx, "", s.head, "HEAD"))
	if len(got) != 1 || got[0].SHA != closing || got[0].Message != "Close #9: x" {
		t.Errorf("messages %v", got)
	}
	if got := must[[]model.CommitMessage](t)(s.open().Messages(ctx, "", "HEAD", "main")); len(got) != 0 {
		t.Errorf("messages the other way round: %v", got)
	}
	files := must[[]string](t)(s.open().Files(ctx, "", "main", "HEAD"))
	if diff := cmp.Diff([]string{"app/extra.ts", "app/refund.ts", "new.ts", "old.ts"}, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestDeleteLocalBranch deletes it where it was expected, and nowhere else.
func TestDeleteLocalBranch(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	c := s.open()
	var failed *BranchError
	if err := c.DeleteLocalBranch(ctx, "debt/12", s.base); !errors.As(err, &failed) || failed.Kind != BranchMoved {
		t.Errorf("at another commit: %v", err)
	}
	if err := c.DeleteLocalBranch(ctx, "main", s.base); !errors.As(err, &failed) || failed.Kind != BranchCheckedOut {
		t.Errorf("checked out: %v", err)
	}
	for range 2 {
		if err := c.DeleteLocalBranch(ctx, "debt/12", s.head); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff([]string{"main"}, must[[]string](t)(c.LocalBranches(ctx))); diff != "" {
		t.Errorf("branches (-want +got):\n%s", diff)
	}
	if got := s.git("for-each-ref", "--format=%(refname)", "refs/gh-debt"); got != "refs/gh-debt/kept/"+s.head {
		t.Errorf("kept %q", got)
	}
}
