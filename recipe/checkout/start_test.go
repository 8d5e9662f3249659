package checkout

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// TestFollowFromDate starts at the last commit of the default branch before the
// issue was made, where the origin names no commit.
func TestFollowFromDate(t *testing.T) {
	r := newRepo(t)
	base := numbered("base", 50)
	r.write("a.go", base)
	r.commit("12:00")
	r.write("a.go", "1\n"+base)
	r.commit("13:00")
	r.write("a.go", "1\n2\n"+base)
	r.commit("14:00")
	r.git("checkout", "-q", "-b", "side")
	r.write("a.go", "1\n2\n3\n"+base)
	r.commit("15:00 on a side branch")

	clock := func(hour, minute int) time.Time { return time.Date(2025, 3, 1, hour, minute, 0, 0, time.UTC) }
	tests := []struct {
		name  string
		start Start
		want  model.Position
	}{
		{"after the first commit", Start{Line: 20, CreatedAt: clock(12, 30)}, known("a.go", 23)},
		{"after the second", Start{Line: 20, CreatedAt: clock(13, 30)}, known("a.go", 22)},
		{"at the very second of a commit the one before counts", Start{Line: 20, CreatedAt: clock(14, 0)}, known("a.go", 22)},
		{"after the last of the branch", Start{Line: 20, CreatedAt: clock(18, 0)}, known("a.go", 21)},
		{"before the first", Start{Line: 20, CreatedAt: clock(11, 0)}, unknownIn("")},
		{"head is unknown", Start{Line: 20, Head: "unknown", CreatedAt: clock(12, 30)}, known("a.go", 23)},
		{"head is no commit name", Start{Line: 20, Head: "--all", CreatedAt: clock(12, 30)}, known("a.go", 23)},
		{"head is a short name", Start{Line: 20, Head: "abc123", CreatedAt: clock(12, 30)}, known("a.go", 23)},
		{"the tracker names the branch", Start{Line: 20, CreatedAt: clock(18, 0), DefaultBranch: "side"}, known("a.go", 20)},
		{"a head that the clone lacks is not replaced by a guess",
			Start{Line: 20, Head: strings.Repeat("ab", 20), CreatedAt: clock(12, 30)}, unknownIn("")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.start.Path = "a.go"
			if diff := cmp.Diff(tt.want, r.follow(tt.start)); diff != "" {
				t.Errorf("position (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFollowWrongClocks says unknown where the dates of the branch contradict
// each other about the time asked for, and only there.
func TestFollowWrongClocks(t *testing.T) {
	r := newRepo(t)
	base := numbered("base", 50)
	text := base
	for _, hour := range []int{12, 13, 20, 14, 21} { // 20 o'clock was a wrong clock
		r.at = time.Date(2025, 3, 1, hour, 0, 0, 0, time.UTC)
		text = "x\n" + text
		r.write("a.go", text)
		r.commit("commit")
	}
	at := func(hour int) model.Position {
		return r.follow(Start{Path: "a.go", Line: 20, CreatedAt: time.Date(2025, 3, 1, hour, 30, 0, 0, time.UTC)})
	}
	want := []model.Position{known("a.go", 24), unknownIn(""), known("a.go", 21), known("a.go", 20)}
	got := []model.Position{at(12), at(15), at(20), at(22)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("positions (-want +got):\n%s", diff)
	}
}

// TestDefaultBranch finds it as the clone knows it: what the tracker says goes
// before a remote's HEAD, a remote before a local branch, upstream before origin.
func TestDefaultBranch(t *testing.T) {
	tests := []struct {
		name string
		refs []string // "name" or "name -> other", the first one made first
		told string
		want string // the reference whose commit it is
	}{
		{"nothing but HEAD", nil, "", "HEAD"},
		{"a local main", []string{"refs/heads/main"}, "", "refs/heads/main"},
		{"a local master", []string{"refs/heads/master"}, "", "refs/heads/master"},
		{"main before master", []string{"refs/heads/master", "refs/heads/main"}, "", "refs/heads/main"},
		{"a remote before a local one", []string{"refs/heads/main", "refs/remotes/origin/main"}, "", "refs/remotes/origin/main"},
		{"a remote's HEAD", []string{"refs/remotes/origin/main", "refs/remotes/origin/trunk",
			"refs/remotes/origin/HEAD -> refs/remotes/origin/trunk"}, "", "refs/remotes/origin/trunk"},
		{"upstream before origin", []string{"refs/remotes/origin/main", "refs/remotes/upstream/main"}, "", "refs/remotes/upstream/main"},
		{"what the tracker says", []string{"refs/remotes/origin/main", "refs/remotes/origin/dev/next",
			"refs/remotes/origin/HEAD -> refs/remotes/origin/main"}, "dev/next", "refs/remotes/origin/dev/next"},
		{"what the tracker says, but not fetched", []string{"refs/remotes/origin/main", "refs/heads/main",
			"refs/remotes/origin/HEAD -> refs/remotes/origin/main"}, "next", "refs/remotes/origin/main"},
		{"a name that is a pattern", []string{"refs/heads/main", "refs/heads/other"}, "*", "refs/heads/main"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepo(t)
			r.git("symbolic-ref", "HEAD", "refs/heads/work")
			for _, ref := range tt.refs {
				if name, to, ok := strings.Cut(ref, " -> "); ok {
					r.git("symbolic-ref", name, to)
					continue
				}
				r.git("update-ref", ref, r.commit(ref))
			}
			head := r.commit("head")
			got, err := r.open().defaultBranch(t.Context(), tt.told, head)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(r.git("rev-parse", tt.want), got); diff != "" {
				t.Errorf("tip (-want +got):\n%s", diff)
			}
		})
	}
}
