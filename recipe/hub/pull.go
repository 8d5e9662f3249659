package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"gh-debt/model"
)

// pullRequestBody is the body of POST and PATCH of a pull request.
type pullRequestBody struct {
	issueRequest
	Head  optional[string] `json:"head"`
	Base  optional[string] `json:"base"`
	Draft bool             `json:"draft"`
}

// pull gives the pull request that the path names, as its branches are now.
func (c *call) pull(ctx context.Context) (p pullRow, err error) {
	number, err := c.number()
	if err != nil {
		return p, err
	}
	if err := c.hub.followBranches(ctx); err != nil {
		return p, err
	}
	err = c.hub.reading(ctx, func(r *reader) (err error) {
		p, err = r.pullNumbered(ctx, number)
		return err
	})
	return p, err
}

// getPull serves GET …/pulls/{number}.
func getPull(ctx context.Context, c *call) (answer, error) {
	p, err := c.pull(ctx)
	if err != nil {
		return answer{}, err
	}
	return c.showPull(ctx, p, http.StatusOK)
}

// showPull answers with a pull request.
func (c *call) showPull(ctx context.Context, p pullRow, status int) (answer, error) {
	d, err := c.hub.diff(ctx, p.baseSHA, p.headSHA)
	if err != nil {
		return answer{}, err
	}
	var v pullFullView
	err = c.hub.reading(ctx, func(r *reader) (err error) {
		v, err = c.pullFull(ctx, r, p, d)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	return c.viewTagged(status, v)
}

// createPull serves POST …/pulls. It takes its number from the issues'.
func createPull(ctx context.Context, c *call) (answer, error) {
	var in pullRequestBody
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	title := ""
	if in.Title.value != nil {
		title = string(*in.Title.value)
	}
	if errs := append(checkTitle(title), checkBody(in.Body.value)...); errs != nil {
		return answer{}, invalid(docPulls+"#create-a-pull-request", ofPull(errs)...)
	}
	made, err := c.sides(ctx, in)
	if err != nil {
		return answer{}, err
	}
	made.draft = in.Draft
	err = c.writing(ctx, func(ctx context.Context, w *writer, actor int64) (err error) {
		made, err = w.newPull(ctx, actor, made, title, in.Body.value)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	a, err := c.showPull(ctx, made, http.StatusCreated)
	a.header = http.Header{"Location": {c.at.pull(made.number)}}
	return a, err
}

// ofPull says of errors that they are about a pull request.
func ofPull(errs []fieldError) []fieldError {
	for i := range errs {
		errs[i].Resource = "PullRequest"
	}
	return errs
}

func invalidPull(field, code, message string) *problem {
	return invalid(docPulls, fieldError{Resource: "PullRequest", Field: field, Code: code, Message: message})
}

// sides finds the two branches of a new pull request and sees that there is
// something to pull.
func (c *call) sides(ctx context.Context, in pullRequestBody) (p pullRow, err error) {
	if c.who.Permission < Write {
		return p, refuse(http.StatusForbidden, docPulls+"#create-a-pull-request", "Must have push access to repository.")
	}
	if in.Head.value != nil {
		p.headRef = *in.Head.value
	}
	if owner, branch, found := strings.Cut(p.headRef, ":"); found {
		if fold(owner) != fold(c.repo.Owner) {
			return p, invalidPull("head", "invalid", "")
		}
		p.headRef = branch
	}
	if in.Base.value != nil {
		p.baseRef = *in.Base.value
	}
	for _, side := range []struct {
		field, ref string
		sha        *string
	}{{"head", p.headRef, &p.headSHA}, {"base", p.baseRef, &p.baseSHA}} {
		sha, found, err := c.hub.opt.Git.Branch(ctx, side.ref)
		if err != nil {
			return p, fmt.Errorf("read the branch %s: %w", side.ref, err)
		}
		if !found {
			return p, invalidPull(side.field, "invalid", "")
		}
		*side.sha = sha
	}
	d, err := c.hub.diff(ctx, p.baseSHA, p.headSHA)
	if err == nil && len(d.commits) == 0 {
		err = invalidPull("", "custom", fmt.Sprintf("No commits between %s and %s", p.baseRef, p.headRef))
	}
	return p, err
}

// newPull stores a pull request, unless there is an open one of the same
// branches.
func (w *writer) newPull(ctx context.Context, actor int64, p pullRow, title string, body *string) (pullRow, error) {
	same, err := w.pullsWhere(ctx, `issue.state = 0 AND pull.head_ref = ? AND pull.base_ref = ?`, p.headRef, p.baseRef)
	if err != nil {
		return p, err
	}
	if len(same) > 0 {
		return p, invalidPull("", "custom", fmt.Sprintf("A pull request already exists for %s:%s.", w.repo.Owner, p.headRef))
	}
	i, err := w.newIssue(ctx, actor, title, body, nil)
	if err != nil {
		return p, err
	}
	if err := w.exec(ctx, `UPDATE issue SET is_pull = 1 WHERE id = ?`, i.id); err != nil {
		return p, fmt.Errorf("store a pull request: %w", err)
	}
	err = w.exec(ctx, `INSERT INTO pull (issue_id, head_ref, head_sha, base_ref, base_sha, draft) VALUES (?, ?, ?, ?, ?, ?)`,
		i.id, p.headRef, p.headSHA, p.baseRef, p.baseSHA, p.draft)
	if err != nil {
		return p, fmt.Errorf("store a pull request: %w", err)
	}
	return w.pullWhere(ctx, "id", i.id, notFound(docPulls))
}

// editPull serves PATCH …/pulls/{number}.
func editPull(ctx context.Context, c *call) (answer, error) {
	var in pullRequestBody
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	in.Labels, in.StateReason, in.DuplicateOf = optional[labelNames]{}, optional[string]{}, optional[int64]{}
	if err := in.check(); err != nil {
		return answer{}, err
	}
	before, err := c.pull(ctx)
	if err != nil {
		return answer{}, err
	}
	if err := c.mayEdit(in.issueRequest, before.issueRow); err != nil {
		return answer{}, err
	}
	if err := c.mayReopen(ctx, before, in.issueRequest); err != nil {
		return answer{}, err
	}
	base := ""
	if in.Base.value != nil && *in.Base.value != before.baseRef {
		base = *in.Base.value
	}
	baseSHA, err := c.newBase(ctx, before, base)
	if err != nil {
		return answer{}, err
	}
	var after pullRow
	err = c.writing(ctx, func(ctx context.Context, w *writer, actor int64) error {
		p, err := w.pullNumbered(ctx, before.number)
		if err != nil {
			return err
		}
		if base != "" {
			if err := w.exec(ctx, `UPDATE pull SET base_ref = ?, base_sha = ? WHERE issue_id = ?`, base, baseSHA, p.id); err != nil {
				return fmt.Errorf("change a base: %w", err)
			}
			if err := w.event(ctx, &p.issueRow, eventRow{kind: "base_ref_changed", actor: actor}); err != nil {
				return err
			}
		}
		if err := w.edit(ctx, &p.issueRow, actor, c.who, in.issueRequest); err != nil {
			return err
		}
		after, err = w.pullNumbered(ctx, before.number)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	return c.showPull(ctx, after, http.StatusOK)
}

// newBase finds the branch that a pull request shall be merged into from now
// on.
func (c *call) newBase(ctx context.Context, p pullRow, base string) (string, error) {
	if base == "" {
		return "", nil
	}
	sha, found, err := c.hub.opt.Git.Branch(ctx, base)
	if err != nil {
		return "", fmt.Errorf("read the branch %s: %w", base, err)
	}
	if !found {
		return "", invalidPull("base", "invalid", "Proposed base branch '"+base+"' was not found")
	}
	if p.closed {
		return "", invalidPull("base", "invalid", "Cannot change the base branch of a closed pull request.")
	}
	return sha, nil
}

// mayReopen refuses to open a pull request again that was merged, or whose
// branch is gone or holds nothing to pull.
func (c *call) mayReopen(ctx context.Context, p pullRow, in issueRequest) error {
	if !p.closed || in.State.value == nil || *in.State.value != string(model.Open) {
		return nil
	}
	cannot := func(why string) error {
		return invalidPull("state", "invalid", "state cannot be changed. "+why)
	}
	if p.mergedAt != nil {
		return cannot("The pull request was merged.")
	}
	if c.hub.opt.Git == nil || p.headRef == "" {
		return cannot("The repository that submitted this pull request has been deleted.")
	}
	branches, err := c.hub.opt.Git.Branches(ctx)
	if err != nil {
		return fmt.Errorf("list the branches: %w", err)
	}
	head, base := branches[p.headRef], branches[p.baseRef]
	if head == "" || base == "" {
		return cannot("The " + p.headRef + " branch has been deleted.")
	}
	left, err := c.hub.opt.Git.Messages(ctx, base, head)
	if err != nil {
		return fmt.Errorf("list the commits of pull request %d: %w", p.number, err)
	}
	if len(left) == 0 {
		return cannot("There are no new commits on the " + p.headRef + " branch.")
	}
	return nil
}

// mayReopenIssue is mayReopen for a number that may be a pull request's.
func (c *call) mayReopenIssue(ctx context.Context, number int, in issueRequest) error {
	if in.State.value == nil || *in.State.value != string(model.Open) {
		return nil
	}
	var p pullRow
	err := c.hub.reading(ctx, func(r *reader) (err error) {
		p, err = r.pullWhere(ctx, "number", int64(number), errNoPull)
		return err
	})
	if errors.Is(err, errNoPull) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.mayReopen(ctx, p, in)
}

// errNoPull says that a number is no pull request's.
var errNoPull = errors.New("no pull request has the number")
