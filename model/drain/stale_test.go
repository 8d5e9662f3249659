package drain

import (
	"testing"
	"time"
)

func TestLiveness(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	old := now.Add(-24 * time.Hour)
	for _, c := range []struct {
		name string
		in   LiveInput
		live bool
		why  string
	}{
		{"nothing shows it to be alive", LiveInput{UpdatedAt: old}, false,
			"no branch names it, no open pull request closes it, and it did not change for 1440 min"},
		{"its branch is there", LiveInput{UpdatedAt: old, Branches: []string{"main", "debt/12-refund-path"}}, true,
			"the branch debt/12-refund-path names it"},
		{"a batch branch names every member", LiveInput{UpdatedAt: old, Branches: []string{"debt/7-12-31-batch"}}, true,
			"the branch debt/7-12-31-batch names it"},
		{"a worktree's branch", LiveInput{UpdatedAt: old, Branches: []string{"worktree-debt+12"}}, true, "the branch worktree-debt+12 names it"},
		{"a full ref of a remote", LiveInput{UpdatedAt: old, Branches: []string{"refs/remotes/origin/debt/12"}}, true,
			"the branch refs/remotes/origin/debt/12 names it"},
		{"the branch that GitHub makes for an issue", LiveInput{UpdatedAt: old, Branches: []string{"12-refund-path"}}, true,
			"the branch 12-refund-path names it"},
		{"another number's branches", LiveInput{UpdatedAt: old, Branches: []string{"debt/120", "debt/1-2-batch", "release/12", "v12"}}, false,
			"no branch names it, no open pull request closes it, and it did not change for 1440 min"},
		{"an open pull request's body closes it", LiveInput{UpdatedAt: old, Bodies: []string{"Closes #3", "It fixes: #12"}}, true,
			"an open pull request closes it"},
		{"a body that closes it by the repository's name", LiveInput{UpdatedAt: old, Home: "acme/shop", Bodies: []string{"Closes acme/shop#12"}}, true,
			"an open pull request closes it"},
		{"a body that mentions it, or closes another repository's", LiveInput{UpdatedAt: old, Home: "acme/shop", Bodies: []string{"see #12", "closes acme/other#12"}}, false,
			"no branch names it, no open pull request closes it, and it did not change for 1440 min"},
		{"changed 30 minutes ago", LiveInput{UpdatedAt: now.Add(-30 * time.Minute)}, true, "it changed 30 min ago"},
		{"changed a second longer ago", LiveInput{UpdatedAt: now.Add(-30*time.Minute - time.Second)}, false,
			"no branch names it, no open pull request closes it, and it did not change for 30 min"},
		{"a clock that jumped", LiveInput{UpdatedAt: now.Add(time.Hour)}, true, "it changed just now, by a clock that is ahead of this one"},
		{"its change is not known", LiveInput{}, true, "it is not known when it last changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.in.Number, c.in.Now, c.in.Readable = 12, now, true
			live, why := Liveness(c.in)
			if live != c.live || why != c.why {
				t.Errorf("Liveness = %v, %q, want %v, %q", live, why, c.live, c.why)
			}
		})
	}
}

func TestLivenessStripsNothingThatCannotBeRead(t *testing.T) {
	live, why := Liveness(LiveInput{Number: 12, UpdatedAt: time.Unix(0, 0), Now: time.Unix(1e9, 0)})
	if !live || why == "" {
		t.Errorf("Liveness = %v, %q, want alive", live, why)
	}
}
