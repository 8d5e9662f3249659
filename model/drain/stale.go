package drain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gh-debt/model"
)

// StaleAfter is how long an unchanged claim lives that nothing else shows to be
// alive.
const StaleAfter = 30 * time.Minute

// LiveInput is what a claim of an issue can be seen by.
type LiveInput struct {
	Number    int
	UpdatedAt time.Time // of the issue
	Branches  []string  // names of the local and the remote branches
	Bodies    []string  // of the open pull requests
	Home      string    // the repository, as Closings takes it; "" takes #N alone
	Now       time.Time
	Readable  bool // all of the above could be read
}

// Liveness says whether a claimed issue is being worked on, and what shows it
// (section 2 of draining): a branch names it, an open pull request closes it, or it
// changed within StaleAfter. What could not be read is taken for alive, and so is
// what a clock that jumped shows to have changed in the future. The words are
// those of the reason to keep the claim, or of the reason to take it away.
func Liveness(in LiveInput) (live bool, why string) {
	if !in.Readable {
		return true, "not all of its branches, pull requests and changes could be read"
	}
	for _, b := range in.Branches {
		if slices.Contains(branchNames(b), in.Number) {
			return true, "the branch " + model.Visible(b) + " names it"
		}
	}
	number := strconv.Itoa(in.Number)
	for _, body := range in.Bodies {
		if !strings.Contains(body, number) {
			continue // most bodies, and there may be many of them
		}
		for _, c := range Closings(body, in.Home) {
			if c.Repo == "" && c.Number == in.Number {
				return true, "an open pull request closes it"
			}
		}
	}
	since := in.Now.Sub(in.UpdatedAt)
	switch {
	case in.UpdatedAt.IsZero():
		return true, "it is not known when it last changed"
	case since < 0:
		return true, "it changed just now, by a clock that is ahead of this one"
	case since <= StaleAfter:
		return true, fmt.Sprintf("it changed %d min ago", int(since/time.Minute))
	}
	return false, fmt.Sprintf("no branch names it, no open pull request closes it, and it did not change for %d min",
		int(since/time.Minute))
}

// branchNames gives the issues that a branch names: those of a drain branch, and
// the one of a branch that begins with its number, which is how GitHub names the
// branch that it makes for an issue. A full ref counts as its branch.
func branchNames(ref string) []int {
	name := strings.TrimPrefix(ref, "refs/heads/")
	if rest, ok := strings.CutPrefix(name, "refs/remotes/"); ok {
		_, name, _ = strings.Cut(rest, "/")
	}
	if members := model.BranchMembers(name); len(members) > 0 {
		return members
	}
	number, _, _ := strings.Cut(name, "-")
	if n, width := issueNumber(number); width > 0 && width == len(number) {
		return []int{n}
	}
	return nil
}
