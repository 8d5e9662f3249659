package checkout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParseWorktrees reads every kind of entry, and names with odd characters.
func TestParseWorktrees(t *testing.T) {
	a, b := strings.Repeat("a", 40), strings.Repeat("0", 40)
	out := strings.ReplaceAll("worktree /srv/shop.git|bare||"+
		"worktree /srv/a dir|HEAD "+a+"|branch refs/heads/debt/12||"+
		"worktree /srv/new\nline|HEAD "+a+"|detached|locked on a stick|prunable gitdir file points to non-existent location||"+
		"worktree /srv/unborn|HEAD "+b+"|branch refs/heads/main|locked||", "|", "\x00")
	want := []Worktree{
		{Dir: "/srv/shop.git", Bare: true},
		{Dir: "/srv/a dir", Head: a, Branch: "debt/12"},
		{Dir: "/srv/new\nline", Head: a, Locked: true, Reason: "on a stick", Gone: true},
		{Dir: "/srv/unborn", Branch: "main", Locked: true},
	}
	if diff := cmp.Diff(want, parseWorktrees(out)); diff != "" {
		t.Errorf("worktrees (-want +got):\n%s", diff)
	}
	if got := parseWorktrees(""); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

// TestParseStatus takes what it does not know for a failure and not for a clean tree.
func TestParseStatus(t *testing.T) {
	for _, out := range []string{"x\x00", "1 .M N...\x00", "3 something new\x00", "?\x00"} {
		if work, err := parseStatus(out); err == nil {
			t.Errorf("%q is read as %v", out, work)
		}
	}
}

// FuzzSpelled: whatever a name holds, git gets one argument, on one line, that is
// no option and no expression.
func FuzzSpelled(f *testing.F) {
	for _, name := range []string{"main", "HEAD", "--all", "-", "@{-1}", "a..b", "a^{/x}", ":/x", "refs/heads/x", "refs/../x",
		"x\ny", strings.Repeat("a", 40), "debt/12 x", "a:b", "refs/--x"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got, err := spelled(name)
		if err != nil {
			return
		}
		if strings.HasPrefix(got, "-") || strings.ContainsAny(got, " \t\n\x00~^:?*[\\") || strings.Contains(got, "..") || strings.Contains(got, "@{") {
			t.Errorf("%q is spelled %q", name, got)
		}
		if !fullName(got) && got != "HEAD" && !strings.HasPrefix(got, "refs/") {
			t.Errorf("%q is spelled %q", name, got)
		}
	})
}
