package hub

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gh-debt/model"
)

// refView is GitHub's git-ref.
type refView struct {
	Ref    string        `json:"ref"`
	NodeID string        `json:"node_id"`
	URL    string        `json:"url"`
	Object gitObjectView `json:"object"`
}

type gitObjectView struct {
	SHA  string `json:"sha"`
	Type string `json:"type"`
	URL  string `json:"url"`
}

func (p places) refView(branch, sha string) refView {
	return refView{
		Ref: headsPrefix + branch, NodeID: refNodeID(branch), URL: p.repo + "/git/" + headsPrefix + escapePath(branch),
		Object: gitObjectView{SHA: sha, Type: "commit", URL: p.repo + "/git/commits/" + sha},
	}
}

// headsPrefix is what the full name of a branch begins with.
const headsPrefix = "refs/heads/"

// branchInPath is the branch that a path names as heads/NAME; found is false
// for a ref of another kind, which a hub has none of.
func (c *call) branchInPath() (branch string, found bool) {
	branch, found = strings.CutPrefix(c.r.PathValue("ref"), "heads/")
	return branch, found && branch != ""
}

// getRef serves GET …/git/ref/heads/{branch}.
func getRef(ctx context.Context, c *call) (answer, error) {
	branch, found := c.branchInPath()
	if !found {
		return answer{}, notFound(docRefs + "#get-a-reference")
	}
	sha, found, err := c.hub.opt.Git.Branch(ctx, branch)
	if err != nil {
		return answer{}, fmt.Errorf("read the branch %s: %w", branch, err)
	}
	if !found {
		return answer{}, notFound(docRefs + "#get-a-reference")
	}
	return c.viewTagged(http.StatusOK, c.at.refView(branch, sha))
}

// matchRefs serves GET …/git/matching-refs/heads/{prefix}: all branches whose
// name begins so, which is none too.
func matchRefs(ctx context.Context, c *call) (answer, error) {
	all, err := c.hub.opt.Git.Branches(ctx)
	if err != nil {
		return answer{}, fmt.Errorf("list the branches: %w", err)
	}
	prefix := "refs/" + c.r.PathValue("ref")
	views := []refView{}
	for _, name := range sortedNames(all) {
		if strings.HasPrefix(headsPrefix+name, prefix) {
			views = append(views, c.at.refView(name, all[name]))
		}
	}
	return c.viewTagged(http.StatusOK, views)
}

func sortedNames(branches map[string]string) []string {
	names := make([]string, 0, len(branches))
	for name := range branches {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// createRef serves POST …/git/refs. A ref that exists is refused, so that of
// two that race for one name exactly one is told that it has it.
func createRef(ctx context.Context, c *call) (answer, error) {
	var in struct {
		Ref optional[string] `json:"ref"`
		SHA optional[string] `json:"sha"`
	}
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	doc := docRefs + "#create-a-reference"
	if in.Ref.value == nil || in.SHA.value == nil {
		return answer{}, refuse(http.StatusUnprocessableEntity, doc, "Invalid request.\n\n\"ref\", \"sha\" weren't supplied.")
	}
	branch, isBranch := strings.CutPrefix(*in.Ref.value, headsPrefix)
	switch {
	case !strings.HasPrefix(*in.Ref.value, "refs/") || strings.Count(*in.Ref.value, "/") < 2:
		return answer{}, refuse(http.StatusUnprocessableEntity, doc,
			"Reference name must start with 'refs/' and contain at least one more '/'.")
	case !isBranch, model.CheckBranchName(branch) != nil:
		return answer{}, refuse(http.StatusUnprocessableEntity, doc, "'%s' is not a valid ref name.", *in.Ref.value)
	}
	sha := *in.SHA.value
	if err := c.mustHave(ctx, sha, doc); err != nil {
		return answer{}, err
	}
	if err := c.mustHaveRoom(ctx, branch, doc); err != nil {
		return answer{}, err
	}
	created, err := c.hub.opt.Git.CreateBranch(ctx, branch, sha)
	if err != nil {
		return answer{}, refusedByGit(ctx, doc, err)
	}
	if !created {
		return answer{}, refuse(http.StatusUnprocessableEntity, doc, "Reference already exists")
	}
	made := c.at.refView(branch, sha)
	a, err := view(http.StatusCreated, made)
	a.header = http.Header{"Location": {made.URL}}
	return a, err
}

// refusedByGit is a change of a branch that git does not make, for a reason that
// lasts: the branch is checked out somewhere, or the disk is full.
func refusedByGit(ctx context.Context, doc string, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return refuse(http.StatusUnprocessableEntity, doc, "Reference update failed: %v", err)
}

// mustHaveRoom refuses a branch whose name another one stands in the way of:
// debt of debt/1, and the other way round.
func (c *call) mustHaveRoom(ctx context.Context, branch, doc string) error {
	all, err := c.hub.opt.Git.Branches(ctx)
	if err != nil {
		return fmt.Errorf("list the branches: %w", err)
	}
	for _, name := range sortedNames(all) {
		if strings.HasPrefix(branch, name+"/") || strings.HasPrefix(name, branch+"/") {
			return refuse(http.StatusUnprocessableEntity, doc, "Reference update failed: '%s%s' exists; cannot create '%s%s'",
				headsPrefix, name, headsPrefix, branch)
		}
	}
	return nil
}

// mustHave refuses a commit that is not there.
func (c *call) mustHave(ctx context.Context, sha, doc string) error {
	if !isSHA(sha) {
		return refuse(http.StatusUnprocessableEntity, doc, "The sha parameter must be exactly 40 characters and contain only [0-9a-f].")
	}
	there, err := c.hub.opt.Git.Has(ctx, sha)
	if err != nil {
		return fmt.Errorf("look for the commit %s: %w", sha, err)
	}
	if !there {
		return refuse(http.StatusUnprocessableEntity, doc, "Object does not exist")
	}
	return nil
}

// isSHA reports whether a text is the full id of a commit.
func isSHA(s string) bool {
	return len(s) == 40 && strings.Trim(s, "0123456789abcdef") == ""
}

// moveRef serves PATCH …/git/refs/heads/{branch}.
func moveRef(ctx context.Context, c *call) (answer, error) {
	var in struct {
		SHA   optional[string] `json:"sha"`
		Force bool             `json:"force"`
	}
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	doc := docRefs + "#update-a-reference"
	branch, err := c.existing(ctx, doc)
	if err != nil {
		return answer{}, err
	}
	if in.SHA.value == nil {
		return answer{}, refuse(http.StatusUnprocessableEntity, doc, "Invalid request.\n\n\"sha\" wasn't supplied.")
	}
	if err := c.mustHave(ctx, *in.SHA.value, doc); err != nil {
		return answer{}, err
	}
	if err := c.mayPush(ctx, branch, doc); err != nil {
		return answer{}, err
	}
	moved, err := c.hub.opt.Git.MoveBranch(ctx, branch, *in.SHA.value, in.Force)
	if err != nil {
		return answer{}, refusedByGit(ctx, doc, err)
	}
	if !moved {
		return answer{}, refuse(http.StatusUnprocessableEntity, doc, "Update is not a fast forward")
	}
	if err := c.hub.followBranches(ctx); err != nil {
		return answer{}, err
	}
	return view(http.StatusOK, c.at.refView(branch, *in.SHA.value))
}

// deleteRef serves DELETE …/git/refs/heads/{branch}.
func deleteRef(ctx context.Context, c *call) (answer, error) {
	doc := docRefs + "#delete-a-reference"
	branch, err := c.existing(ctx, doc)
	if err != nil {
		return answer{}, err
	}
	if branch == c.repo.DefaultBranch {
		return answer{}, refuse(http.StatusUnprocessableEntity, doc, "Cannot delete the default branch")
	}
	deleted, err := c.hub.opt.Git.DeleteBranch(ctx, branch)
	if err != nil {
		return answer{}, refusedByGit(ctx, doc, err)
	}
	if !deleted {
		return answer{}, absentRef(doc)
	}
	return answer{status: http.StatusNoContent}, c.hub.followBranches(ctx)
}

// mayPush refuses a push to a branch that changes through pull requests alone.
func (c *call) mayPush(ctx context.Context, branch, doc string) error {
	return c.hub.reading(ctx, func(r *reader) error {
		rules, err := r.rulesOf(ctx, branch)
		if err != nil || !rules.PullOnly {
			return err
		}
		return refuse(http.StatusUnprocessableEntity, doc, "Repository rule violations found\n\nChanges must be made through a pull request.\n\n")
	})
}

func absentRef(doc string) *problem {
	return refuse(http.StatusUnprocessableEntity, doc, "Reference does not exist")
}

// existing is the branch that a write names, which must be there.
func (c *call) existing(ctx context.Context, doc string) (string, error) {
	branch, found := c.branchInPath()
	if !found {
		return "", absentRef(doc)
	}
	_, found, err := c.hub.opt.Git.Branch(ctx, branch)
	if err != nil {
		return "", fmt.Errorf("read the branch %s: %w", branch, err)
	}
	if !found {
		return "", absentRef(doc)
	}
	return branch, nil
}
