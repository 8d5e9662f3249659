package checkout

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withRemote is the shop with a bare remote origin that has all its branches.
func withRemote(t testing.TB) (s *shop, origin *repo) {
	t.Helper()
	s = newShop(t)
	origin = s.bare()
	s.git("remote", "add", "origin", origin.dir)
	s.git("fetch", "-q", "origin")
	return s, origin
}

func (r *repo) hook(name, script string) {
	r.tb.Helper()
	dir := filepath.Join(r.git("rev-parse", "--absolute-git-dir"), "hooks")
	err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755))
	if err != nil {
		r.tb.Fatal(err)
	}
}

// TestPush sends a branch once, and takes an answer that was lost for granted.
func TestPush(t *testing.T) {
	ctx := t.Context()
	s, origin := withRemote(t)
	c := s.open()
	s.git("branch", "debt/13", "main")
	for range 2 {
		if err := c.Push(ctx, "origin", "debt/13", ""); err != nil {
			t.Fatal(err)
		}
	}
	s.git("branch", "-f", "debt/13", s.head)
	for range 2 {
		if err := c.Push(ctx, "origin", "debt/13", s.base); err != nil {
			t.Fatal(err)
		}
	}
	if got := origin.git("rev-parse", "debt/13"); got != s.head {
		t.Errorf("the remote has %s, want %s", got, s.head)
	}
	s.git("branch", "-f", "debt/13", s.base)
	if err := c.Push(ctx, "origin", "debt/13", s.head); err != nil {
		t.Errorf("a rewritten branch whose place is known: %v", err)
	}
	if got := origin.git("rev-parse", "debt/13"); got != s.base {
		t.Errorf("the remote has %s, want %s", got, s.base)
	}
}

// TestPushTakesNoTagAlong sends the branch and nothing else, whatever is configured.
func TestPushTakesNoTagAlong(t *testing.T) {
	s, origin := withRemote(t)
	s.git("config", "push.followTags", "true")
	s.git("switch", "-q", "debt/12")
	s.write("more", "more\n")
	s.commit("More")
	s.git("tag", "-a", "-m", "v1", "v1")
	if err := s.open().Push(t.Context(), "origin", "debt/12", s.head); err != nil {
		t.Fatal(err)
	}
	if got := origin.git("tag"); got != "" {
		t.Errorf("tags %q", got)
	}
}

// TestPushRefusals: a branch that moved, rules, hooks and addresses are told apart,
// and the remote's branch stays.
func TestPushRefusals(t *testing.T) {
	tests := []struct {
		name   string
		before func(s *shop, origin *repo)
		expect func(s *shop) string
		kind   RemoteFault
		detail string
	}{
		{"the branch moved", func(s *shop, origin *repo) {
			origin.git("update-ref", "refs/heads/debt/12", s.base)
		}, nil, RemoteRejected, "[rejected] (stale info)"},
		{"the branch is there already", nil, func(*shop) string { return "" }, RemoteRejected, "[rejected] (stale info)"},
		{"the branch was deleted", func(s *shop, origin *repo) {
			origin.git("update-ref", "-d", "refs/heads/debt/12")
		}, nil, RemoteRejected, "[rejected] (stale info)"},
		{"a protected branch", func(s *shop, origin *repo) {
			origin.hook("update", "echo 'error: GH006: Protected branch update failed for refs/heads/debt/12.' >&2\nexit 1\n")
		}, nil, RemoteProtected, "[remote rejected] (hook declined) error: GH006: Protected branch update failed for refs/heads/debt/12."},
		{"a hook of the remote", func(s *shop, origin *repo) {
			origin.hook("pre-receive", "echo 'timed out, no: \"x\"' >&2\nexit 1\n")
		}, nil, RemoteProtected, `[remote rejected] (pre-receive hook declined) timed out, no: "x"`},
		{"no way back", func(s *shop, origin *repo) {
			origin.git("config", "receive.denyNonFastForwards", "true")
			s.git("branch", "-f", "debt/12", s.git("commit-tree", "-m", "x", "-p", s.base, s.base+"^{tree}"))
		}, nil, RemoteProtected, "[remote rejected] (non-fast-forward)"},
		{"the clone's own hook", func(s *shop, _ *repo) {
			s.hook("pre-push", "echo 'the tests timed out' >&2\nexit 1\n")
		}, nil, RemoteHook, "the tests timed out"},
		{"no repository there", func(s *shop, _ *repo) {
			s.git("remote", "set-url", "origin", filepath.Join(s.dir, "none"))
		}, nil, RemoteAbsent, "does not appear to be a git repository"},
		{"nobody listens", func(s *shop, _ *repo) {
			s.git("remote", "set-url", "origin", "http://me:secret@127.0.0.1:1/shop.git")
		}, nil, RemoteOffline, "Failed to connect to 127.0.0.1 port 1"},
		{"not signed in", func(s *shop, _ *repo) {
			s.git("remote", "set-url", "origin", answering(s.tb, http.StatusUnauthorized)+"/shop.git")
		}, nil, RemoteDenied, "terminal prompts disabled"},
		{"not allowed", func(s *shop, _ *repo) {
			s.git("remote", "set-url", "origin", answering(s.tb, http.StatusForbidden)+"/shop.git")
		}, nil, RemoteDenied, "returned error: 403"},
		{"out of order", func(s *shop, _ *repo) {
			s.git("remote", "set-url", "origin", answering(s.tb, http.StatusBadGateway)+"/shop.git")
		}, nil, RemoteOffline, "returned error: 502"},
		{"not on GitHub", func(s *shop, _ *repo) {
			s.git("remote", "set-url", "origin", answering(s.tb, http.StatusNotFound)+"/shop.git")
		}, nil, RemoteAbsent, "not found"},
		{"the remote's disk is full", func(s *shop, origin *repo) {
			origin.hook("pre-receive", "echo 'fatal: write error: No space left on device' >&2\nexit 1\n")
		}, nil, RemoteDiskFull, "No space left on device"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, origin := withRemote(t)
			s.git("switch", "-q", "debt/12")
			s.write("more", "more\n")
			s.commit("More")
			expect := s.head
			if tt.expect != nil {
				expect = tt.expect(s)
			}
			s.git("switch", "-q", "main")
			if tt.before != nil {
				tt.before(s, origin)
			}
			before := origin.git("for-each-ref")
			err := s.open().Push(t.Context(), "origin", "debt/12", expect)
			failed, ok := errors.AsType[*PushError](err)
			if !ok {
				t.Fatalf("error %v, want a *PushError", err)
			}
			if failed.Kind != tt.kind || !strings.Contains(failed.Detail, tt.detail) {
				t.Errorf("%s: %s\nwant %s: %s", failed.Kind, failed.Detail, tt.kind, tt.detail)
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(failed.Err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
				t.Errorf("sentence %q", err)
			}
			if errors.Is(err, ErrDiskFull) != (tt.kind == RemoteDiskFull) {
				t.Errorf("is ErrDiskFull: %t", errors.Is(err, ErrDiskFull))
			}
			if diff := cmp.Diff(before, origin.git("for-each-ref")); diff != "" {
				t.Errorf("the remote's branches (-before +after):\n%s", diff)
			}
		})
	}
}

// answering is the address of a server that gives one status to everything.
func answering(tb testing.TB, status int) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
		}
		w.WriteHeader(status)
	}))
	tb.Cleanup(server.Close)
	return server.URL
}

// TestPushSentences are whole and name the way out.
func TestPushSentences(t *testing.T) {
	tests := []struct {
		kind RemoteFault
		want string
	}{
		{RemoteRejected, "debt/12 was not pushed to origin: the branch moved there meanwhile: fetch, look at what is new, and try again"},
		{RemoteProtected, "debt/12 was not pushed to origin: its rules do not take it (DETAIL)"},
		{RemoteHook, "debt/12 was not pushed to origin: the pre-push hook of the clone does not take it (DETAIL)"},
		{RemoteOffline, "debt/12 was not pushed to origin, as far as is known: it cannot be reached (DETAIL)"},
		{RemoteDenied, "debt/12 was not pushed to origin: it does not let you in (DETAIL)"},
		{RemoteAbsent, "debt/12 was not pushed to origin: there is no such repository (DETAIL)"},
		{RemoteDiskFull, "debt/12 was not pushed to origin: the disk is full (DETAIL)"},
		{RemoteOther, "debt/12 was not pushed to origin: DETAIL"},
	}
	for _, tt := range tests {
		err := &PushError{Kind: tt.kind, Remote: "origin", Branch: "debt/12", Detail: "DETAIL"}
		if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.kind, diff)
		}
	}
}

// TestSignInIsSuggested where a token would help, and not for a key of ssh.
func TestSignInIsSuggested(t *testing.T) {
	tests := []struct{ said, want string }{
		{"could not read Username for 'https://example.test': terminal prompts disabled",
			"origin was not read: it does not let you in (could not read Username for 'https://example.test': " +
				"terminal prompts disabled): gh auth setup-git lets git use gh's token"},
		{"git@example.test: Permission denied (publickey).\nCould not read from remote repository.",
			"origin was not read: it does not let you in (git@example.test: Permission denied (publickey). " +
				"Could not read from remote repository.)"},
		{"ssh: connect to host example.test port 22: Connection timed out\nCould not read from remote repository.",
			"origin was not read: it cannot be reached (ssh: connect to host example.test port 22: Connection timed out " +
				"Could not read from remote repository.)"},
		{"unable to access 'https://me:secret@example.test/': The requested URL returned error: 503",
			"origin was not read: it cannot be reached (unable to access 'https://example.test/': The requested URL returned error: 503)"},
	}
	for _, tt := range tests {
		err := fetchFault("origin", &GitError{Args: []string{"fetch"}, Exit: 128, Stderr: tt.said})
		if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
			t.Errorf("sentence (-want +got):\n%s", diff)
		}
	}
}

// TestPushRunsTheHookWhereTheBranchIs: a pre-push hook that tests the files sees
// those of the branch.
func TestPushRunsTheHookWhereTheBranchIs(t *testing.T) {
	s, _ := withRemote(t)
	dir := filepath.Join(realTemp(t), "w")
	if err := s.open().AddWorktree(t.Context(), dir, "debt/12", ""); err != nil {
		t.Fatal(err)
	}
	w := s.in(dir)
	w.write("more", "more\n")
	w.commit("More")
	s.hook("pre-push", "pwd > '"+filepath.Join(s.dir, "ran")+"'\n")
	if err := s.open().Push(t.Context(), "origin", "debt/12", s.head); err != nil {
		t.Fatal(err)
	}
	ran, err := os.ReadFile(filepath.Join(s.dir, "ran"))
	if diff := cmp.Diff(dir+"\n", string(ran)); diff != "" || err != nil {
		t.Errorf("the hook ran in (-want +got, %v):\n%s", err, diff)
	}
}

// TestNamesOfRemotes: an option, an address or a path is no remote, and nothing runs.
func TestNamesOfRemotes(t *testing.T) {
	ctx := t.Context()
	s, _ := withRemote(t)
	count := &spy{Runner: s.run}
	c, err := Open(ctx, s.dir, s.run)
	if err != nil {
		t.Fatal(err)
	}
	c.run = count
	for _, name := range []string{"", "--upload-pack=touch x", "-o", "ext::sh -c 'touch x'", "https://example.test/x", "../other", "/srv/x", "a b"} {
		var refused *FetchError
		if err := c.Push(ctx, name, "debt/12", ""); !errors.As(err, &refused) || refused.Kind != RemoteAbsent {
			t.Errorf("push to %q: %v", name, err)
		}
		if err := c.Fetch(ctx, name, "main"); !errors.As(err, &refused) || refused.Kind != RemoteAbsent {
			t.Errorf("fetch from %q: %v", name, err)
		}
		if _, _, err := c.RemoteHead(ctx, name, "main"); !errors.As(err, &refused) || refused.Kind != RemoteAbsent {
			t.Errorf("ask %q: %v", name, err)
		}
	}
	var wrong *BranchError
	if err := c.Fetch(ctx, "origin", "--all"); !errors.As(err, &wrong) || wrong.Kind != BranchName {
		t.Errorf("fetch --all: %v", err)
	}
	if err := c.Push(ctx, "origin", "debt/12:main", ""); !errors.As(err, &wrong) || wrong.Kind != BranchName {
		t.Errorf("push debt/12:main: %v", err)
	}
	if len(count.runs) > 0 {
		t.Errorf("git ran: %v", count.runs)
	}
}
