package hub

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type commentRow struct {
	id                   int64
	author               int64
	authorLogin          string
	body                 string
	createdAt, updatedAt int64
}

type commentView struct {
	URL               string        `json:"url"`
	HTMLURL           string        `json:"html_url"`
	IssueURL          string        `json:"issue_url"`
	ID                int64         `json:"id"`
	NodeID            string        `json:"node_id"`
	User              *userView     `json:"user"`
	CreatedAt         string        `json:"created_at"`
	UpdatedAt         string        `json:"updated_at"`
	AuthorAssociation string        `json:"author_association"`
	Body              string        `json:"body"`
	Reactions         reactionsView `json:"reactions"`
	App               null          `json:"performed_via_github_app"`
}

func (p places) commentView(i issueRow, c commentRow, owner string) commentView {
	at := p.comment(c.id)
	return commentView{
		URL: at, HTMLURL: fmt.Sprintf("%s#issuecomment-%d", p.issuePage(i.number, i.pull), commentBase+c.id),
		IssueURL: p.issue(i.number), ID: commentBase + c.id, NodeID: nodeID(commentNode, commentBase+c.id),
		User: p.user(c.author, c.authorLogin), CreatedAt: stamp(c.createdAt), UpdatedAt: stamp(c.updatedAt),
		AuthorAssociation: association(c.authorLogin, owner), Body: c.body,
		Reactions: reactionsView{URL: at + "/reactions"},
	}
}

// commentsOf gives the comments of an issue, the oldest first.
func (r *reader) commentsOf(ctx context.Context, issueID, since int64) ([]commentRow, error) {
	rows, err := r.QueryContext(ctx, `SELECT c.id, c.author, u.login, c.body, c.created_at, c.updated_at
		FROM comment c JOIN user u ON u.id = c.author
		WHERE c.issue_id = ? AND c.updated_at >= ? ORDER BY c.created_at, c.id`, issueID, since)
	if err != nil {
		return nil, fmt.Errorf("read the comments: %w", err)
	}
	defer rows.Close()
	var list []commentRow
	for rows.Next() {
		var c commentRow
		if err := rows.Scan(&c.id, &c.author, &c.authorLogin, &c.body, &c.createdAt, &c.updatedAt); err != nil {
			return nil, fmt.Errorf("read the comments: %w", err)
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// listComments serves GET …/issues/{number}/comments.
func listComments(ctx context.Context, c *call) (a answer, err error) {
	q := c.r.URL.Query()
	since, err := sinceOf(q)
	if err != nil {
		return a, err
	}
	w := windowOf(q)
	err = c.readIssue(ctx, func(r *reader, i issueRow) error {
		etag := c.tag("comments", itoa(i.number), itoa(int(i.rev)), itoa(int(r.repo.shapeRev)), c.r.URL.RawQuery)
		if c.unchanged(etag) {
			a = notModified(etag)
			return nil
		}
		all, err := r.commentsOf(ctx, i.id, since)
		if err != nil {
			return err
		}
		views := []commentView{}
		from, to := w.bounds(len(all))
		for _, row := range all[from:to] {
			views = append(views, c.at.commentView(i, row, r.repo.Owner))
		}
		a, err = view(http.StatusOK, views)
		a.etag, a.header = etag, c.links(w, len(all))
		return err
	})
	return a, err
}

func sinceOf(q url.Values) (int64, error) {
	s := q.Get("since")
	if s == "" {
		return 0, nil
	}
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return 0, invalid(docComments, fieldError{Resource: "IssueComment", Field: "since", Code: "invalid"})
	}
	return at.Unix(), nil
}

// postComment serves POST …/issues/{number}/comments.
func postComment(ctx context.Context, c *call) (answer, error) {
	number, err := c.number()
	if err != nil {
		return answer{}, err
	}
	var in struct {
		Body optional[string] `json:"body"`
	}
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	text := ""
	if in.Body.value != nil {
		text = *in.Body.value
	}
	if errs := checkComment(text); errs != nil {
		return answer{}, invalid(docComments+"#create-an-issue-comment", errs...)
	}
	var made commentView
	err = c.writing(ctx, func(ctx context.Context, w *writer, actor int64) error {
		i, err := w.issueNumbered(ctx, number)
		if err != nil {
			return err
		}
		row, err := w.comment(ctx, &i, actor, c.who.Login, text)
		made = c.at.commentView(i, row, w.repo.Owner)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	a, err := view(http.StatusCreated, made)
	a.header = http.Header{"Location": {made.URL}}
	return a, err
}

func (w *writer) comment(ctx context.Context, i *issueRow, actor int64, login, text string) (commentRow, error) {
	at := max(w.now, i.updatedAt)
	row := commentRow{author: actor, authorLogin: login, body: text, createdAt: at, updatedAt: at}
	var err error
	row.id, err = w.insert(ctx, `INSERT INTO comment (issue_id, author, created_at, updated_at, body) VALUES (?, ?, ?, ?, ?)`,
		i.id, actor, at, at, text)
	if err != nil {
		return row, fmt.Errorf("store a comment: %w", err)
	}
	if err := w.exec(ctx, `UPDATE issue SET comments = comments + 1 WHERE id = ?`, i.id); err != nil {
		return row, fmt.Errorf("store a comment: %w", err)
	}
	return row, w.event(ctx, i, eventRow{kind: "commented", actor: actor, commentID: &row.id})
}
