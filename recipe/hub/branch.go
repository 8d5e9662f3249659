package hub

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"gh-debt/model"
)

// branchView is an entry of the list of branches, and with the members that
// the list lacks GitHub's branch-with-protection.
type branchView struct {
	Name          string          `json:"name"`
	Commit        any             `json:"commit"` // a commitPointer in a list, else a commitView
	Links         *branchLinks    `json:"_links,omitempty"`
	Protected     bool            `json:"protected"`
	Protection    protectionBrief `json:"protection"`
	ProtectionURL string          `json:"protection_url"`
}

type branchLinks struct {
	Self string `json:"self"`
	HTML string `json:"html"`
}

type commitPointer struct {
	SHA string `json:"sha"`
	URL string `json:"url"`
}

// protectionBrief is what everybody may know of a branch's protection.
type protectionBrief struct {
	Enabled  bool           `json:"enabled"`
	Required requiredChecks `json:"required_status_checks"`
}

type requiredChecks struct {
	Enforcement string        `json:"enforcement_level"` // off, non_admins, everyone
	Contexts    []string      `json:"contexts"`
	Checks      []requiredOne `json:"checks"`
}

type requiredOne struct {
	Context string `json:"context"`
	AppID   null   `json:"app_id"`
}

func (p places) branchView(name, sha string) branchView {
	at := p.repo + "/branches/" + escapePath(name)
	return branchView{
		Name: name, Commit: commitPointer{sha, p.repo + "/commits/" + sha}, ProtectionURL: at + "/protection",
		Protection: protectionBrief{Required: requiredChecks{Enforcement: "off", Contexts: []string{}, Checks: []requiredOne{}}},
	}
}

// listBranches serves GET …/branches, in the order of the names.
func listBranches(ctx context.Context, c *call) (answer, error) {
	all, err := c.hub.opt.Git.Branches(ctx)
	if err != nil {
		return answer{}, fmt.Errorf("list the branches: %w", err)
	}
	names, w := sortedNames(all), windowOf(c.r.URL.Query())
	from, to := w.bounds(len(names))
	views := []branchView{}
	err = c.hub.reading(ctx, func(r *reader) error {
		for _, name := range names[from:to] {
			v := c.at.branchView(name, all[name])
			if err := r.protect(ctx, &v); err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	if err != nil {
		return answer{}, err
	}
	a, err := c.viewTagged(http.StatusOK, views)
	if a.status == http.StatusOK {
		a.header = c.links(w, len(names))
	}
	return a, err
}

// getBranch serves GET …/branches/{branch} and …/branches/{branch}/protection:
// a branch's name may hold slashes.
func getBranch(ctx context.Context, c *call) (answer, error) {
	name, protection := strings.CutSuffix(c.r.PathValue("branch"), "/protection")
	if protection {
		return getProtection(ctx, c, name)
	}
	sha, found, err := c.hub.opt.Git.Branch(ctx, name)
	if err != nil {
		return answer{}, fmt.Errorf("read the branch %s: %w", name, err)
	}
	if !found {
		return answer{}, refuse(http.StatusNotFound, docBranches+"#get-a-branch", "Branch not found")
	}
	commit, err := c.commitOfBranch(ctx, sha)
	if err != nil {
		return answer{}, err
	}
	v := c.at.branchView(name, sha)
	err = c.hub.reading(ctx, func(r *reader) error { return r.protect(ctx, &v) })
	if err != nil {
		return answer{}, err
	}
	v.Commit = c.at.commitView(commit)
	v.Links = &branchLinks{Self: c.at.repo + "/branches/" + escapePath(name), HTML: c.at.page + "/tree/" + escapePath(name)}
	return c.viewTagged(http.StatusOK, v)
}

// commitOfBranch is the commit that a branch is at. What it says is known as
// far as it lies beyond the default branch.
func (c *call) commitOfBranch(ctx context.Context, sha string) (model.CommitMessage, error) {
	git := c.hub.opt.Git
	base, found, err := git.Branch(ctx, c.repo.DefaultBranch)
	if err != nil || !found {
		return model.CommitMessage{SHA: sha}, err
	}
	list, err := git.Messages(ctx, base, sha)
	if err != nil {
		return model.CommitMessage{}, fmt.Errorf("read the commit %s: %w", sha, err)
	}
	if n := len(list); n > 0 {
		return list[n-1], nil
	}
	return model.CommitMessage{SHA: sha}, nil
}

// commitView is GitHub's commit. A hub knows of a commit what its message
// says; its tree is named by the commit itself, which git resolves to it.
type commitView struct {
	URL         string          `json:"url"`
	SHA         string          `json:"sha"`
	NodeID      string          `json:"node_id"`
	HTMLURL     string          `json:"html_url"`
	CommentsURL string          `json:"comments_url"`
	Commit      commitTextView  `json:"commit"`
	Author      null            `json:"author"`
	Committer   null            `json:"committer"`
	Parents     []commitPointer `json:"parents"`
}

type commitTextView struct {
	URL          string        `json:"url"`
	Author       gitUserView   `json:"author"`
	Committer    gitUserView   `json:"committer"`
	Message      string        `json:"message"`
	CommentCount int           `json:"comment_count"`
	Tree         commitPointer `json:"tree"`
}

type gitUserView struct {
	Name  string `json:"name"`
	Email string `json:"email,omitempty"`
	Date  string `json:"date,omitempty"`
}

// gitUser reads an author as git writes one: NAME, or NAME <EMAIL>.
func gitUser(c model.CommitMessage) gitUserView {
	u := gitUserView{Name: c.Author}
	if name, rest, found := strings.Cut(c.Author, " <"); found {
		u.Name, u.Email = name, strings.TrimSuffix(rest, ">")
	}
	if !c.At.IsZero() {
		u.Date = stamp(c.At.Unix())
	}
	return u
}

func (p places) commitView(m model.CommitMessage) commitView {
	at, who := p.repo+"/commits/"+m.SHA, gitUser(m)
	return commitView{
		URL: at, SHA: m.SHA, NodeID: commitNodeID(m.SHA), HTMLURL: p.page + "/commit/" + m.SHA, CommentsURL: at + "/comments",
		Commit: commitTextView{URL: p.repo + "/git/commits/" + m.SHA, Author: who, Committer: who, Message: m.Message,
			Tree: commitPointer{m.SHA, p.repo + "/git/trees/" + m.SHA}},
		Parents: []commitPointer{},
	}
}
