package hub

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// listFilter is what the issue list was asked for. It is comparable, so that
// a list already made can be found again.
type listFilter struct {
	state     string
	labels    string // folded, joined by line ends
	creator   string // folded
	since     int64
	sort      string
	ascending bool
	nothing   bool // a condition that no issue of a hub meets
}

// listFilterOf reads the query of the issue list, with GitHub's defaults.
func listFilterOf(q url.Values) (listFilter, error) {
	f := listFilter{state: q.Get("state"), sort: q.Get("sort"), creator: fold(q.Get("creator"))}
	bad := func(field string) (listFilter, error) {
		return f, invalid(docIssues+"#list-repository-issues", fieldError{Resource: "Issue", Field: field, Code: "invalid"})
	}
	switch f.state {
	case "":
		f.state = "open"
	case "open", "closed", "all":
	default:
		return bad("state")
	}
	switch f.sort {
	case "":
		f.sort = "created"
	case "created", "updated", "comments":
	default:
		return bad("sort")
	}
	switch q.Get("direction") {
	case "", "desc":
	case "asc":
		f.ascending = true
	default:
		return bad("direction")
	}
	if s := q.Get("since"); s != "" {
		at, err := time.Parse(time.RFC3339, s)
		if err != nil {
			return bad("since")
		}
		f.since = at.Unix()
	}
	var labels []string
	for _, name := range strings.Split(q.Get("labels"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			labels = append(labels, fold(name))
		}
	}
	f.labels = strings.Join(labels, "\n")
	// A hub has no assignees, milestones or mentions: "none" holds for every
	// issue, anything else for none.
	for _, name := range []string{"assignee", "milestone", "mentioned"} {
		if v := q.Get(name); v != "" && v != "none" {
			f.nothing = true
		}
	}
	return f, nil
}

// query is the SQL that lists the ids and revs of the filter's issues.
func (f listFilter) query() (string, []any) {
	var where []string
	var args []any
	add := func(condition string, values ...any) {
		where, args = append(where, condition), append(args, values...)
	}
	switch f.state {
	case "open":
		add("state = 0")
	case "closed":
		add("state = 1")
	}
	if f.nothing {
		add("0")
	}
	if f.since != 0 {
		add("updated_at >= ?", f.since)
	}
	if f.creator != "" {
		add("author = (SELECT id FROM user WHERE folded = ?)", f.creator)
	}
	if f.labels != "" {
		for _, name := range strings.Split(f.labels, "\n") {
			add(`EXISTS (SELECT 1 FROM issue_label WHERE issue_id = issue.id
				AND label_id = (SELECT id FROM label WHERE folded = ?))`, name)
		}
	}
	sql := "SELECT id, rev FROM issue"
	if len(where) > 0 {
		sql += " WHERE " + strings.Join(where, " AND ")
	}
	column := map[string]string{"created": "created_at", "updated": "updated_at", "comments": "comments"}[f.sort]
	direction := "DESC"
	if f.ascending {
		direction = "ASC"
	}
	return fmt.Sprintf("%s ORDER BY %s %s, id %s", sql, column, direction, direction), args
}

// listed is one issue of a list and the write that last changed it.
type listed struct{ id, rev int64 }

// listCache keeps the orders of the lists made last, so that reading a long
// list page by page makes its order once. An order is true as long as the
// repository's rev is the one it was made at.
type listCache struct {
	mu    sync.Mutex
	rev   int64
	lists map[listFilter][]listed
}

// mostLists is how many orders are kept; the tracker reads two lists.
const mostLists = 4

func (c *listCache) get(rev int64, f listFilter) ([]listed, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rev != rev {
		return nil, false
	}
	l, ok := c.lists[f]
	return l, ok
}

func (c *listCache) put(rev int64, f listFilter, l []listed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rev < c.rev {
		return
	}
	if rev > c.rev || len(c.lists) >= mostLists {
		c.rev, c.lists = rev, map[listFilter][]listed{}
	}
	c.lists[f] = l
}

// order gives all issues of the filter in its order.
func (h *Hub) order(ctx context.Context, r *reader, f listFilter) ([]listed, error) {
	if l, ok := h.lists.get(r.repo.rev, f); ok {
		return l, nil
	}
	sql, args := f.query()
	rows, err := r.QueryContext(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("list issues: %w", err)
	}
	defer rows.Close()
	var list []listed
	for rows.Next() {
		var l listed
		if err := rows.Scan(&l.id, &l.rev); err != nil {
			return nil, fmt.Errorf("list issues: %w", err)
		}
		list = append(list, l)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list issues: %w", err)
	}
	h.lists.put(r.repo.rev, f, list)
	return list, nil
}

// listIssues serves GET /repos/{owner}/{repo}/issues.
func listIssues(ctx context.Context, c *call) (a answer, err error) {
	q := c.r.URL.Query()
	f, err := listFilterOf(q)
	if err != nil {
		return a, err
	}
	w := windowOf(q)
	err = c.hub.reading(ctx, func(r *reader) error {
		all, err := c.hub.order(ctx, r, f)
		if err != nil {
			return err
		}
		from, to := w.bounds(len(all))
		a, err = c.issuePage(ctx, r, all[from:to])
		if a.status == http.StatusOK {
			a.header = c.links(w, len(all))
		}
		return err
	})
	return a, err
}

// usualIssue is about how long the JSON of an issue is.
const usualIssue = 6 << 10

// issuePage answers with some issues. Its ETag is made of their ids and revs
// alone, so that an unchanged page is known without reading a body.
func (c *call) issuePage(ctx context.Context, r *reader, page []listed) (answer, error) {
	ids := make([]int64, 0, len(page))
	key := make([]byte, 0, 16*len(page))
	for _, l := range page {
		ids = append(ids, l.id)
		key = binary.AppendVarint(binary.AppendVarint(key, l.id), l.rev)
	}
	etag := c.tag("issues", string(key), itoa(int(r.repo.shapeRev)))
	if c.unchanged(etag) {
		return notModified(etag), nil
	}
	var b bytes.Buffer
	b.Grow(len(ids) * usualIssue)
	b.WriteByte('[')
	err := r.issuesByID(ctx, ids, func(i issueRow) error {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		return encode(&b, c.at.issueView(i, r.repo.Owner))
	})
	if err != nil {
		return answer{}, err
	}
	b.WriteByte(']')
	return ok(http.StatusOK, b.Bytes(), etag), nil
}
