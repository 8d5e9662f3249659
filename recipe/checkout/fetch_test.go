package checkout

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFetch brings what is asked to the remote's references and moves nothing else.
func TestFetch(t *testing.T) {
	ctx := t.Context()
	s, origin := withRemote(t)
	s.git("config", "fetch.prune", "true")
	s.git("update-ref", "refs/remotes/origin/gone", s.base)
	origin.git("update-ref", "refs/heads/main", s.head)
	origin.git("update-ref", "refs/heads/debt/13", s.head)
	origin.git("tag", "v1", s.head)
	branches := s.git("for-each-ref", "refs/heads")
	c := s.open()
	if err := c.Fetch(ctx, "origin", "main"); err != nil {
		t.Fatal(err)
	}
	got := s.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/remotes", "refs/tags")
	want := strings.Join([]string{"refs/remotes/origin/debt/12 " + s.head, "refs/remotes/origin/gone " + s.base,
		"refs/remotes/origin/main " + s.head}, "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after main (-want +got):\n%s", diff)
	}
	origin.git("update-ref", "refs/heads/main", s.base) // force-pushed
	if err := c.Fetch(ctx, "origin"); err != nil {
		t.Fatal(err)
	}
	got = s.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/remotes", "refs/tags")
	want = strings.Join([]string{"refs/remotes/origin/debt/12 " + s.head, "refs/remotes/origin/debt/13 " + s.head,
		"refs/remotes/origin/gone " + s.base, "refs/remotes/origin/main " + s.base}, "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after all (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(branches, s.git("for-each-ref", "refs/heads")); diff != "" {
		t.Errorf("branches of the clone (-before +after):\n%s", diff)
	}
	err := c.Fetch(ctx, "origin", "main", "debt/99")
	failed, ok := errors.AsType[*FetchError](err)
	if !ok || failed.Kind != RemoteNoBranch {
		t.Fatalf("error %v, want one of kind RemoteNoBranch", err)
	}
	if diff := cmp.Diff("fetch: origin was not read: it has no such branch (couldn't find remote ref refs/heads/debt/99)", err.Error()); diff != "" {
		t.Errorf("sentence (-want +got):\n%s", diff)
	}
}

// TestRemoteHead asks the remote itself.
func TestRemoteHead(t *testing.T) {
	ctx := t.Context()
	s, origin := withRemote(t)
	c := s.open()
	origin.git("update-ref", "refs/heads/x/refs/heads/debt/12", s.base)
	origin.git("update-ref", "refs/heads/main", s.head)
	head, ok, err := c.RemoteHead(ctx, "origin", "main")
	if head != s.head || !ok || err != nil {
		t.Errorf("main: %s, %t, %v", head, ok, err)
	}
	if _, ok, err := c.RemoteHead(ctx, "origin", "debt/99"); ok || err != nil {
		t.Errorf("debt/99: %t, %v", ok, err)
	}
	want := map[string]string{"main": s.head, "debt/12": s.head, "x/refs/heads/debt/12": s.base}
	if diff := cmp.Diff(want, must[map[string]string](t)(c.RemoteHeads(ctx, "origin"))); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
}

// TestDefaultRemote is the one that was chosen, else the first that matches.
func TestDefaultRemote(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	acme := func(url string) bool { return strings.HasSuffix(url, "acme/shop") }
	find := func() string {
		t.Helper()
		remote, ok, err := s.open().DefaultRemote(ctx, acme)
		if err != nil || ok != (remote.Name != "") {
			t.Fatalf("remote %v, %t, %v", remote, ok, err)
		}
		return remote.Name
	}
	if got := find(); got != "" {
		t.Errorf("without remotes: %q", got)
	}
	s.git("remote", "add", "origin", "https://example.test/me/shop")
	s.git("remote", "add", "a", "https://example.test/acme/shop")
	s.git("remote", "add", "b", "git@example.test:acme/shop")
	if got := find(); got != "a" {
		t.Errorf("two match: %q", got)
	}
	s.git("config", "remote.b.gh-resolved", "base")
	if got := find(); got != "b" {
		t.Errorf("one was chosen: %q", got)
	}
	s.git("config", "remote.origin.gh-resolved", "base")
	s.git("config", "--unset", "remote.b.gh-resolved")
	if got := find(); got != "a" {
		t.Errorf("one that does not match was chosen: %q", got)
	}
}
