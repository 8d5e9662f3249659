package hub

import "context"

// pullSimpleView is GitHub's pull-request-simple, an entry of the list.
type pullSimpleView struct {
	URL               string         `json:"url"`
	ID                int64          `json:"id"`
	NodeID            string         `json:"node_id"`
	HTMLURL           string         `json:"html_url"`
	DiffURL           string         `json:"diff_url"`
	PatchURL          string         `json:"patch_url"`
	IssueURL          string         `json:"issue_url"`
	CommitsURL        string         `json:"commits_url"`
	ReviewCommentsURL string         `json:"review_comments_url"`
	ReviewCommentURL  string         `json:"review_comment_url"`
	CommentsURL       string         `json:"comments_url"`
	StatusesURL       string         `json:"statuses_url"`
	Number            int            `json:"number"`
	State             string         `json:"state"`
	Locked            bool           `json:"locked"`
	Title             string         `json:"title"`
	User              *userView      `json:"user"`
	Body              *string        `json:"body"`
	Labels            []labelView    `json:"labels"`
	Milestone         null           `json:"milestone"`
	CreatedAt         string         `json:"created_at"`
	UpdatedAt         string         `json:"updated_at"`
	ClosedAt          *string        `json:"closed_at"`
	MergedAt          *string        `json:"merged_at"`
	MergeCommitSHA    *string        `json:"merge_commit_sha"`
	Assignee          null           `json:"assignee"`
	Assignees         []userView     `json:"assignees"`
	RequestedReviews  []userView     `json:"requested_reviewers"`
	RequestedTeams    []userView     `json:"requested_teams"`
	Head              sideView       `json:"head"`
	Base              sideView       `json:"base"`
	Links             pullLinksView  `json:"_links"`
	AuthorAssociation string         `json:"author_association"`
	AutoMerge         *autoMergeView `json:"auto_merge"`
	Draft             bool           `json:"draft"`
	ActiveLockReason  null           `json:"active_lock_reason"`
}

// pullFullView is GitHub's pull-request. A hub counts no lines.
type pullFullView struct {
	pullSimpleView
	Merged              bool      `json:"merged"`
	Mergeable           *bool     `json:"mergeable"`
	Rebaseable          *bool     `json:"rebaseable"`
	MergeableState      string    `json:"mergeable_state"`
	MergedBy            *userView `json:"merged_by"`
	Comments            int       `json:"comments"`
	ReviewComments      int       `json:"review_comments"`
	MaintainerCanModify bool      `json:"maintainer_can_modify"`
	Commits             int       `json:"commits"`
	Additions           int       `json:"additions"`
	Deletions           int       `json:"deletions"`
	ChangedFiles        int       `json:"changed_files"`
}

// sideView is one of the two branches of a pull request.
type sideView struct {
	Label string          `json:"label"`
	Ref   string          `json:"ref"`
	SHA   string          `json:"sha"`
	User  *userView       `json:"user"`
	Repo  *repositoryView `json:"repo"`
}

type hrefView struct {
	Href string `json:"href"`
}

type pullLinksView struct {
	Self           hrefView `json:"self"`
	HTML           hrefView `json:"html"`
	Issue          hrefView `json:"issue"`
	Comments       hrefView `json:"comments"`
	ReviewComments hrefView `json:"review_comments"`
	ReviewComment  hrefView `json:"review_comment"`
	Commits        hrefView `json:"commits"`
	Statuses       hrefView `json:"statuses"`
}

type autoMergeView struct {
	EnabledBy     *userView `json:"enabled_by"`
	MergeMethod   string    `json:"merge_method"`
	CommitTitle   string    `json:"commit_title"` // empty: GitHub's own
	CommitMessage string    `json:"commit_message"`
}

func (p places) pull(number int) string { return p.repo + "/pulls/" + itoa(number) }

// pullSimple shows a pull request; of is the repository that both branches
// are in.
func (p places) pullSimple(row pullRow, of *repositoryView) pullSimpleView {
	at, page, issue := p.pull(row.number), p.issuePage(row.number, true), p.issue(row.number)
	statuses := p.repo + "/statuses/" + row.headSHA
	v := pullSimpleView{
		URL: at, ID: pullBase + row.id, NodeID: row.nodeID(), HTMLURL: page, DiffURL: page + ".diff", PatchURL: page + ".patch",
		IssueURL: issue, CommitsURL: at + "/commits", ReviewCommentsURL: at + "/comments",
		ReviewCommentURL: p.repo + "/pulls/comments{/number}", CommentsURL: issue + "/comments", StatusesURL: statuses,
		Number: row.number, State: stateName(row.closed), Title: row.title, User: p.user(row.author, row.authorLogin),
		Body: row.body, Labels: p.labelViews(row.labels), CreatedAt: stamp(row.createdAt), UpdatedAt: stamp(row.updatedAt),
		ClosedAt: optionalStamp(row.closedAt), MergedAt: optionalStamp(row.mergedAt), MergeCommitSHA: row.mergeSHA,
		Assignees: []userView{}, RequestedReviews: []userView{}, RequestedTeams: []userView{},
		Head: p.side(row.headRef, row.headSHA, of), Base: p.side(row.baseRef, row.baseSHA, of),
		Links: pullLinksView{Self: hrefView{at}, HTML: hrefView{page}, Issue: hrefView{issue},
			Comments: hrefView{issue + "/comments"}, ReviewComments: hrefView{at + "/comments"},
			ReviewComment: hrefView{p.repo + "/pulls/comments{/number}"}, Commits: hrefView{at + "/commits"},
			Statuses: hrefView{statuses}},
		AuthorAssociation: association(row.authorLogin, of.Owner.Login), Draft: row.draft,
	}
	if row.auto != nil {
		v.AutoMerge = &autoMergeView{EnabledBy: p.user(row.auto.by, row.auto.login), MergeMethod: "squash"}
		if row.auto.title != nil {
			v.AutoMerge.CommitTitle = *row.auto.title
		}
		if row.auto.message != nil {
			v.AutoMerge.CommitMessage = *row.auto.message
		}
	}
	return v
}

func (p places) side(branch, sha string, of *repositoryView) sideView {
	return sideView{Label: of.Owner.Login + ":" + branch, Ref: branch, SHA: sha, User: of.Owner, Repo: of}
}

// pullFull shows a pull request with what git and the branch's rules say of
// it.
func (c *call) pullFull(ctx context.Context, r *reader, row pullRow, d diff) (pullFullView, error) {
	of, err := c.repositoryView(ctx, r)
	if err != nil {
		return pullFullView{}, err
	}
	v := pullFullView{pullSimpleView: c.at.pullSimple(row, of), Merged: row.mergedAt != nil, Comments: row.comments,
		MergeableState: "unknown", Commits: len(d.commits), ChangedFiles: len(d.files)}
	if row.mergedBy != 0 {
		v.MergedBy = c.at.user(row.mergedBy, row.mergedByLogin)
	}
	if row.closed || row.headRef == "" {
		return v, nil
	}
	v.Mergeable, v.Rebaseable = &d.clean, &d.clean
	v.MergeableState, err = r.mergeState(ctx, row, d)
	return v, err
}
