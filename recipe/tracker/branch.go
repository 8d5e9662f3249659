package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/cli/go-gh/v2/pkg/api"

	"gh-debt/model"
)

// Branches reads the names of all branches of the repository, in order. The list is
// complete: see readSettled.
func (c *Client) Branches(ctx context.Context) ([]string, error) {
	r := request{op: "read the branches of " + c.repo(), rest: "branches"}
	names, err := readSettled(ctx, c, r, func(w *wireBranch) string { return w.Name }, func(name string) string { return name })
	if refusedWith(err, http.StatusConflict) { // an empty repository
		return nil, nil
	}
	slices.Sort(names)
	return names, err
}

// wireRef is a reference of git.
type wireRef struct {
	Ref    string `json:"ref"`
	Object struct {
		SHA string `json:"sha"`
	} `json:"object"`
}

func (w *wireRef) decode(r io.Reader) error {
	*w = wireRef{}
	if err := json.NewDecoder(r).Decode(w); err != nil {
		return err
	}
	if w.Ref == "" || w.Object.SHA == "" {
		return &answerError{err: errors.New("a reference without a name or a commit"), whole: true}
	}
	return nil
}

const heads = "refs/heads/"

// refPath is the path of a branch's reference. A name with slashes is one part of it.
func refPath(collection, branch string) string {
	return "git/" + collection + "/" + url.PathEscape("heads/"+branch)
}

// branchName is a branch's name for a person.
func (c *Client) branchName(name string) string { return oneLine(name) + " of " + c.repo() }

// Branch reads at which commit a branch is; ok is false where there is no such
// branch. Since GitHub answers in the same way where it hides the repository, the
// repository is asked for too then.
func (c *Client) Branch(ctx context.Context, name string) (sha string, ok bool, err error) {
	r := request{op: "read the branch " + c.branchName(name), rest: refPath("ref", name)}
	if err := checkBranch(r.op, name); err != nil {
		return "", false, err
	}
	var w wireRef
	x, err := c.read(ctx, r, w.decode)
	switch {
	case err != nil && x.status == http.StatusConflict: // an empty repository
		return "", false, nil
	case err != nil && x.status == http.StatusNotFound:
		var repo wireRepository
		_, err := c.read(ctx, request{op: r.op}, repo.decode)
		return "", false, err
	case err != nil:
		return "", false, err
	}
	if err := c.samePlace(ctx, r, x); err != nil {
		return "", false, err
	}
	if w.Ref != heads+name {
		return "", false, nil
	}
	return w.Object.SHA, true, nil
}

// CreateBranch creates a branch at a commit. Of several who do so at once exactly
// one is told that it was created; created is false, without an error, where the
// branch is there already, at whatever commit. It is sent once: a lost answer is a
// FaultUnknownResult, after which one looks with Branch. A name that git has no room
// for beside another branch is a FaultInvalid that names that one (C-46).
func (c *Client) CreateBranch(ctx context.Context, name, sha string) (created bool, err error) {
	r := request{
		op: "create the branch " + c.branchName(name), right: c.pushRight(),
		method: http.MethodPost, rest: "git/refs", creates: true,
	}
	if err := errors.Join(checkBranch(r.op, name), checkCommit(r.op, sha)); err != nil {
		return false, err
	}
	body := struct {
		Ref string `json:"ref"`
		SHA string `json:"sha"`
	}{heads + name, sha}
	var w wireRef
	err = c.send(ctx, r, body, w.decode)
	if err == nil || !refusedWith(err, http.StatusUnprocessableEntity) {
		return err == nil, err
	}
	_, there, look := c.Branch(ctx, name)
	switch {
	case look != nil:
		return false, err
	case there:
		return false, nil
	}
	return false, c.explainRefusedBranch(ctx, name, err)
}

// explainRefusedBranch says which branch stands where another one's name needs a
// folder, or the other way round.
func (c *Client) explainRefusedBranch(ctx context.Context, name string, refusal error) error {
	branches, err := c.Branches(ctx)
	var f *model.Fault
	if err != nil || !errors.As(refusal, &f) {
		return refusal
	}
	for _, other := range branches {
		if strings.HasPrefix(name, other+"/") || strings.HasPrefix(other, name+"/") {
			f.Detail = fmt.Sprintf("git has no room for it beside the branch %s", oneLine(other))
			f.Hint = "rename or delete that branch, then try again"
			return refusal
		}
	}
	return refusal
}

// BranchMoved says that a branch is at another commit than it should be, so that
// it was left alone. It wraps a *model.Fault.
type BranchMoved struct {
	Branch   string
	Want, At string // commits
	Fault    *model.Fault
}

// Error is one sentence.
func (e *BranchMoved) Error() string { return e.Fault.Error() }

// Unwrap gives the fault.
func (e *BranchMoved) Unwrap() error { return e.Fault }

// DeleteBranch deletes a branch that is at a commit. One that is gone already is no
// error; one that is at another commit is left alone, and that is a *BranchMoved.
// GitHub deletes without a condition: what is pushed between the look and the
// deletion is lost with the branch, though not its commits.
func (c *Client) DeleteBranch(ctx context.Context, name, sha string) error {
	r := request{
		op: "delete the branch " + c.branchName(name), right: c.pushRight(),
		method: http.MethodDelete, rest: refPath("refs", name),
	}
	at, ok, err := c.Branch(ctx, name)
	switch {
	case err != nil || !ok:
		return err
	case at != sha:
		return &BranchMoved{Branch: name, Want: sha, At: at, Fault: &model.Fault{
			Kind: model.FaultUnstable, Op: r.op, Detail: fmt.Sprintf("it is at %s and not at %s any more", short(at), short(sha)),
			Hint: "look at what was pushed to it",
		}}
	}
	err = c.write(ctx, r, nil)
	if refusedWith(err, http.StatusUnprocessableEntity) && says(err, "does not exist") {
		return nil
	}
	return err
}

func (c *Client) pushRight() string {
	return "the right to write to " + c.repo() + " (the write role or more)"
}

// checkBranch refuses a name that git would not take.
func checkBranch(op, name string) error {
	if err := model.CheckBranchName(name); err != nil {
		return &model.Fault{Kind: model.FaultInvalid, Op: op, Detail: oneLine(err.Error()), Err: err}
	}
	return nil
}

// checkCommit refuses what is not the whole name of a commit.
func checkCommit(op, sha string) error {
	if (len(sha) == 40 || len(sha) == 64) && strings.Trim(sha, "0123456789abcdef") == "" {
		return nil
	}
	return &model.Fault{Kind: model.FaultInvalid, Op: op, Detail: fmt.Sprintf("%q is no commit", oneLine(sha))}
}

// short is a commit's name for a person.
func short(sha string) string {
	r := []rune(oneLine(sha))
	return string(r[:min(7, len(r))])
}

// refusedWith reports whether GitHub refused a request with a status.
func refusedWith(err error, status int) bool {
	var f *model.Fault
	return errors.As(err, &f) && f.Status == status && f.Kind != model.FaultUnknownResult
}

// says reports whether GitHub's words of a refusal hold some, without case.
func says(err error, words string) bool {
	var refusal *api.HTTPError
	if errors.As(err, &refusal) {
		return strings.Contains(strings.ToLower(refusal.Message), words)
	}
	var f *model.Fault
	return errors.As(err, &f) && strings.Contains(strings.ToLower(f.Detail), words)
}
