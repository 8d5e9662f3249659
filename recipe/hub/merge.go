package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"gh-debt/model"
)

type mergeRequest struct {
	Title   optional[string] `json:"commit_title"`
	Message optional[string] `json:"commit_message"`
	SHA     optional[string] `json:"sha"`
	Method  optional[string] `json:"merge_method"`
}

const docMerge = docPulls + "#merge-a-pull-request"

func notMergeable(format string, args ...any) *problem {
	return refuse(http.StatusMethodNotAllowed, docMerge, format, args...)
}

type mergedView struct {
	SHA     string `json:"sha"`
	Merged  bool   `json:"merged"`
	Message string `json:"message"`
}

// mergePull serves PUT …/pulls/{number}/merge.
func mergePull(ctx context.Context, c *call) (answer, error) {
	var in mergeRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	p, err := c.pull(ctx)
	if err != nil {
		return answer{}, err
	}
	if c.who.Permission < Write {
		return answer{}, refuse(http.StatusForbidden, docMerge, "Must have push access to repository.")
	}
	if in.SHA.value != nil && *in.SHA.value != p.headSHA {
		return answer{}, refuse(http.StatusConflict, docMerge, "Head branch was modified. Review and try the merge again.")
	}
	var rules model.BranchRules
	var missing []string
	err = c.hub.reading(ctx, func(r *reader) (err error) {
		if rules, err = r.rulesOf(ctx, p.baseRef); err == nil {
			missing, err = r.unmet(ctx, p)
		}
		return err
	})
	if err != nil {
		return answer{}, err
	}
	if err := mayMerge(p, rules, missing, in.Method.value); err != nil {
		return answer{}, err
	}
	d, err := c.hub.diff(ctx, p.baseSHA, p.headSHA)
	if err != nil {
		return answer{}, err
	}
	if !d.clean {
		return answer{}, notMergeable("Pull Request is not mergeable")
	}
	sha, err := c.hub.merge(ctx, p, c.who.Login, squashText(p, d, in.Title.value, in.Message.value))
	if err != nil {
		return answer{}, err
	}
	return view(http.StatusOK, mergedView{SHA: sha, Merged: true, Message: "Pull Request successfully merged"})
}

// mayMerge refuses what GitHub refuses before it looks at the commits.
func mayMerge(p pullRow, rules model.BranchRules, missing []string, method *string) error {
	switch {
	case p.closed || p.headRef == "":
		return notMergeable("Pull Request is not mergeable")
	case p.draft:
		return notMergeable("Pull Request is still a draft")
	case rules.MergeQueue:
		missing = append(missing, "Changes must be made through the merge queue")
	}
	if len(missing) > 0 {
		return notMergeable("Repository rule violations found\n\n%s\n\n", strings.Join(missing, "\n\n"))
	}
	switch {
	case method != nil && *method == "rebase":
		return notMergeable("Rebase merges are not allowed on this repository.")
	case method == nil || *method != "squash":
		return notMergeable("Merge commits are not allowed on this repository.")
	case !rules.Squash:
		return notMergeable("Squash merges are not allowed on this repository.")
	}
	return nil
}

// squash is the text of the commit that a merge makes.
type squash struct{ title, message string }

// whole is the commit's message as git has it.
func (s squash) whole() string {
	return strings.TrimSpace(strings.TrimSpace(s.title) + "\n\n" + strings.TrimSpace(s.message))
}

// squashText is the title and message of a squash. What is not given GitHub
// makes itself: of a single commit its own message, else the pull request's
// title and the messages of all commits.
func squashText(p pullRow, d diff, title, message *string) squash {
	s := squash{title: p.title}
	if len(d.commits) == 1 {
		subject, body, _ := strings.Cut(d.commits[0].Message, "\n")
		s.title, s.message = subject, strings.TrimSpace(body)
	} else {
		var all []string
		for _, m := range d.commits {
			all = append(all, "* "+strings.TrimSpace(m.Message))
		}
		s.message = strings.Join(all, "\n\n")
	}
	s.title += fmt.Sprintf(" (#%d)", p.number)
	if title != nil && *title != "" {
		s.title = *title
	}
	if message != nil {
		s.message = *message
	}
	return s
}

// mergeTries is how often a merge is begun anew when another process settled
// what this one had only begun.
const mergeTries = 5

// merge squashes a pull request onto its base and stores that it was, as login.
// What it sets out to do is stored first: should the process be killed between
// git's commit and the hub's, the next one finds the commit by it.
func (h *Hub) merge(ctx context.Context, p pullRow, login string, text squash) (sha string, err error) {
	for range mergeTries {
		err = h.writing(ctx, func(ctx context.Context, w *writer) error {
			_, under, err := w.intent(ctx, p.id)
			if err == nil && under {
				err = notMergeable("Merge already in progress")
			}
			if err != nil {
				return err
			}
			actor, err := w.userID(ctx, login)
			if err != nil {
				return err
			}
			return w.exec(ctx, `INSERT INTO merge_intent (issue_id, base_sha, head_sha, title, message, actor)
				VALUES (?, ?, ?, ?, ?, ?)`, p.id, p.baseSHA, p.headSHA, text.title, text.message, actor)
		})
		if err != nil {
			return "", fmt.Errorf("begin a merge: %w", err)
		}
		sha, err = h.carryOut(ctx, p.id)
		if !errors.Is(err, errIntentGone) {
			return sha, err
		}
	}
	return "", notMergeable("Base branch was modified. Review and try the merge again.")
}

// errIntentGone says that another process has settled a merge that had begun.
var errIntentGone = errors.New("the merge was settled by another process")

// carryOut does the merge that a pull request's intent says. Nobody else
// writes meanwhile, so that an intent which another process sees belongs to
// nobody who is still at it.
func (h *Hub) carryOut(ctx context.Context, id int64) (sha string, err error) {
	var refused error
	err = h.writing(ctx, func(ctx context.Context, w *writer) error {
		p, err := w.pullWhere(ctx, "id", id, notFound(docPulls))
		if err != nil {
			return err
		}
		i, found, err := w.intent(ctx, id)
		switch {
		case err != nil:
			return err
		case p.mergeSHA != nil:
			sha = *p.mergeSHA
			return w.dropIntent(ctx, id)
		case !found:
			return errIntentGone
		case p.closed:
			refused = notMergeable("Pull Request is not mergeable")
			return w.dropIntent(ctx, id)
		}
		var outcome model.MergeOutcome
		q := model.Squash{Base: p.baseRef, Head: i.headSHA, Title: i.text.title, Message: i.text.message}
		sha, outcome, err = h.opt.Git.Squash(ctx, q)
		if err != nil { // the intent stays: how far git came is found out later
			return notMergeable("%v", err)
		}
		if outcome != model.SquashDone {
			refused = h.refusedSquash(ctx, q, outcome)
			return w.dropIntent(ctx, id)
		}
		return w.finish(ctx, p, i, sha)
	})
	return sha, errors.Join(err, refused)
}

// explainer is a Git that can say why a squash is blocked.
type explainer interface {
	Blocked(ctx context.Context, s model.Squash) error
}

func (h *Hub) refusedSquash(ctx context.Context, q model.Squash, outcome model.MergeOutcome) error {
	switch outcome {
	case model.SquashMoved:
		return notMergeable("Base branch was modified. Review and try the merge again.")
	case model.SquashBlocked:
		if git, can := h.opt.Git.(explainer); can {
			if why := git.Blocked(ctx, q); why != nil {
				return notMergeable("%v", why)
			}
		}
		return notMergeable("The branch %s is checked out where the change cannot be written.", q.Base)
	}
	return notMergeable("Pull Request is not mergeable")
}

// finish stores that git has made the commit of an intent.
func (w *writer) finish(ctx context.Context, p pullRow, i intentRow, sha string) error {
	p.headSHA = i.headSHA
	made := []model.CommitMessage{{SHA: sha, Message: i.text.whole()}}
	if err := w.merged(ctx, p, i.actor, sha, made); err != nil {
		return err
	}
	return w.dropIntent(ctx, p.id)
}

// merged stores that a pull request is merged, and closes what its body and
// the messages of the commits that reached its base close.
func (w *writer) merged(ctx context.Context, p pullRow, actor int64, sha string, reached []model.CommitMessage) error {
	err := w.exec(ctx, `UPDATE pull SET merge_sha = ?, merged_by = ?, head_sha = ? WHERE issue_id = ?`, sha, actor, p.headSHA, p.id)
	if err != nil {
		return fmt.Errorf("store a merge: %w", err)
	}
	at := max(w.now, p.updatedAt)
	if err := w.exec(ctx, `UPDATE issue SET merged_at = ? WHERE id = ?`, at, p.id); err != nil {
		return fmt.Errorf("store a merge: %w", err)
	}
	if err := w.event(ctx, &p.issueRow, eventRow{kind: "merged", actor: actor, commitSHA: &sha}); err != nil {
		return err
	}
	if err := w.shut(ctx, &p.issueRow, actor, "", nil); err != nil {
		return err
	}
	return w.closeByKeywords(ctx, p, actor, reached)
}
