package hub

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// pullFilter is what the list of pull requests was asked for.
type pullFilter struct {
	state     string
	head      string // a branch
	base      string
	sort      string
	ascending bool
	nothing   bool
}

// pullFilterOf reads the query, with GitHub's defaults: what is asked to be
// sorted in another way than by age begins with the highest.
func pullFilterOf(q url.Values, owner string) (pullFilter, error) {
	f := pullFilter{state: q.Get("state"), base: q.Get("base"), sort: q.Get("sort"), ascending: q.Get("direction") == "asc"}
	bad := func(field string) (pullFilter, error) {
		return f, invalid(docPulls+"#list-pull-requests", fieldError{Resource: "PullRequest", Field: field, Code: "invalid"})
	}
	switch f.state {
	case "":
		f.state = "open"
	case "open", "closed", "all":
	default:
		return bad("state")
	}
	switch f.sort {
	case "", "created", "updated", "popularity", "long-running":
	default:
		return bad("sort")
	}
	switch q.Get("direction") {
	case "", "asc", "desc":
	default:
		return bad("direction")
	}
	// GitHub takes a head only with its owner and ignores it otherwise.
	if whose, branch, found := strings.Cut(q.Get("head"), ":"); found {
		f.head, f.nothing = branch, fold(whose) != fold(owner)
	}
	return f, nil
}

func (f pullFilter) condition() (string, []any) {
	where, args := []string{"1"}, []any{}
	switch f.state {
	case "open":
		where = append(where, "issue.state = 0")
	case "closed":
		where = append(where, "issue.state = 1")
	}
	if f.head != "" {
		where, args = append(where, "pull.head_ref = ?"), append(args, f.head)
	}
	if f.base != "" {
		where, args = append(where, "pull.base_ref = ?"), append(args, f.base)
	}
	if f.nothing {
		where = append(where, "0")
	}
	return strings.Join(where, " AND "), args
}

func (f pullFilter) order(list []pullRow) {
	slices.SortStableFunc(list, func(a, b pullRow) int {
		by := 0
		switch f.sort {
		case "updated":
			by = int(a.updatedAt - b.updatedAt)
		case "popularity":
			by = a.comments - b.comments
		}
		if by == 0 {
			by = a.number - b.number
		}
		if !f.ascending {
			return -by
		}
		return by
	})
}

// listPulls serves GET …/pulls.
func listPulls(ctx context.Context, c *call) (a answer, err error) {
	f, err := pullFilterOf(c.r.URL.Query(), c.repo.Owner)
	if err != nil {
		return a, err
	}
	if err := c.hub.followBranches(ctx); err != nil {
		return a, err
	}
	w := windowOf(c.r.URL.Query())
	total, views := 0, []pullSimpleView{}
	err = c.hub.reading(ctx, func(r *reader) error {
		condition, args := f.condition()
		list, err := r.pullsWhere(ctx, condition, args...)
		if err != nil {
			return err
		}
		f.order(list)
		total = len(list)
		from, to := w.bounds(total)
		views, err = c.pullViews(ctx, r, list[from:to])
		return err
	})
	if err != nil {
		return a, err
	}
	return c.page(w, total, views)
}

// pullViews shows some pull requests with their labels.
func (c *call) pullViews(ctx context.Context, r *reader, list []pullRow) ([]pullSimpleView, error) {
	views := []pullSimpleView{}
	of, err := c.repositoryView(ctx, r)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(list))
	for _, p := range list {
		ids = append(ids, p.id)
	}
	labels, err := r.labelsOf(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("list pull requests: %w", err)
	}
	for _, p := range list {
		p.labels = labels[p.id]
		views = append(views, c.at.pullSimple(p, of))
	}
	return views, nil
}
