package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"gh-debt/model"
)

// Merge is what MergePull merges and with which commit. All of it is required.
type Merge struct {
	SHA     string // the head that was approved
	Title   string
	Message string
}

// Refused is why a pull request was not merged.
type Refused string

// The reasons. After RefusedAgain alone the same merge may be asked for once more.
const (
	RefusedMoved      Refused = "moved"      // the head is another one
	RefusedConflict   Refused = "conflict"   // with the base
	RefusedProtection Refused = "protection" // a rule of the branch or the repository
	RefusedClosed     Refused = "closed"
	RefusedMerged     Refused = "merged" // by somebody else, before
	RefusedDraft      Refused = "draft"
	RefusedQueue      Refused = "queue" // the branch takes changes from its merge queue alone
	RefusedAgain      Refused = "again" // the base moved, or GitHub is not ready: ask again
)

// MergeRefused says that GitHub did not merge a pull request, or did not put it
// into the merge queue, and why. It wraps a *model.Fault.
type MergeRefused struct {
	Why    Refused
	Detail string // what GitHub said
	Head   string // the head of the pull request now; "" where it could not be read
	Fault  *model.Fault
}

// Error is one sentence.
func (e *MergeRefused) Error() string { return e.Fault.Error() }

// Unwrap gives the fault.
func (e *MergeRefused) Unwrap() error { return e.Fault }

// MergePull squashes a pull request onto its base, if its head still is the commit
// that was approved, and gives the commit that this made. Title and message are
// what that commit says: GitHub would gather the messages of all commits where it
// is given none, so that neither may be empty. Nothing is merged around protection.
//
// GitHub's refusal is a *MergeRefused. It is sent once; a lost answer is a
// FaultUnknownResult, after which one looks with Pull.
func (c *Client) MergePull(ctx context.Context, number int, m Merge) (sha string, err error) {
	r := request{
		op: "merge " + c.pullName(number), right: "the right to merge pull requests of " + c.repo() + " (the write role or more)",
		method: http.MethodPut, rest: pullPath(number, "merge"),
	}
	if err := errors.Join(checkCommit(r.op, m.SHA), checkText(r.op, m.Title, m.Message)); err != nil {
		return "", err
	}
	if strings.TrimSpace(m.Title) == "" || strings.TrimSpace(m.Message) == "" {
		return "", &model.Fault{
			Kind: model.FaultInvalid, Op: r.op,
			Detail: "without a title and a message of its own GitHub would gather those of all commits",
		}
	}
	body := struct {
		Title   string `json:"commit_title"`
		Message string `json:"commit_message"`
		SHA     string `json:"sha"`
		Method  string `json:"merge_method"`
	}{m.Title, m.Message, m.SHA, "squash"}
	var done struct {
		SHA    string `json:"sha"`
		Merged bool   `json:"merged"`
	}
	err = c.send(ctx, r, body, func(answer io.Reader) error {
		done.SHA, done.Merged = "", false
		if err := json.NewDecoder(answer).Decode(&done); err != nil {
			return err
		}
		if !done.Merged || done.SHA == "" {
			return &answerError{err: errors.New("it does not say that it is merged"), whole: true}
		}
		return nil
	})
	if refusedWith(err, http.StatusMethodNotAllowed) || refusedWith(err, http.StatusConflict) {
		return "", c.mergeRefused(ctx, number, m.SHA, err)
	}
	return done.SHA, err
}

// mergeRefused looks at a pull request that GitHub did not merge, to say why.
func (c *Client) mergeRefused(ctx context.Context, number int, sha string, refusal error) error {
	var f *model.Fault
	if !errors.As(refusal, &f) {
		return refusal
	}
	e := &MergeRefused{Detail: strings.TrimPrefix(f.Detail, c.keeper()+" refuses it: "), Fault: f}
	p, err := c.Pull(ctx, number)
	if err != nil {
		e.Why = refusedBy(refusal, model.PullRequest{HeadSHA: sha, Mergeable: model.MergeUnknown}, sha)
	} else {
		e.Why, e.Head = refusedBy(refusal, p, sha), p.HeadSHA
	}
	switch e.Why {
	case RefusedMoved:
		f.Kind = model.FaultUnstable
		if e.Head != "" && e.Head != sha {
			f.Detail = fmt.Sprintf("its head is %s, and %s is what was approved", short(e.Head), short(sha))
		}
	case RefusedAgain:
		f.Kind, f.Hint = model.FaultUnstable, "try again in a moment"
	case RefusedMerged:
		f.Detail = "it is merged already"
	case RefusedClosed:
		f.Detail = "it was closed"
	case RefusedConflict:
		f.Detail = "it conflicts with " + oneLine(p.BaseRef)
		if p.BaseRef == "" {
			f.Detail = "it conflicts with its base"
		}
	}
	return e
}

// refusedBy tells the reason of a refusal from how the pull request is now and,
// where that does not say, from GitHub's words.
func refusedBy(refusal error, p model.PullRequest, sha string) Refused {
	switch {
	case p.Merged:
		return RefusedMerged
	case p.State == model.Closed:
		return RefusedClosed
	case p.HeadSHA != sha:
		return RefusedMoved
	case says(refusal, "through the merge queue"):
		return RefusedQueue
	case p.Draft || says(refusal, "still a draft"):
		return RefusedDraft
	case p.Mergeable == model.MergeConflict || p.MergeState == "dirty" || says(refusal, "merge conflict"):
		return RefusedConflict
	case says(refusal, "head branch was modified") && p.Number == 0:
		return RefusedMoved
	case says(refusal, "branch was modified"), says(refusal, "merge already in progress"):
		return RefusedAgain
	case says(refusal, "not mergeable") && p.Mergeable == model.MergeUnknown:
		return RefusedAgain
	}
	return RefusedProtection
}
