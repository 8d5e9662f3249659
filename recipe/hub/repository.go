package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

type permissionsView struct {
	Admin    bool `json:"admin"`
	Maintain bool `json:"maintain"`
	Push     bool `json:"push"`
	Triage   bool `json:"triage"`
	Pull     bool `json:"pull"`
}

// repositoryView is GitHub's full-repository.
type repositoryView struct {
	ID          int64     `json:"id"`
	NodeID      string    `json:"node_id"`
	Name        string    `json:"name"`
	FullName    string    `json:"full_name"`
	Owner       *userView `json:"owner"`
	Private     bool      `json:"private"`
	Visibility  string    `json:"visibility"`
	Description *string   `json:"description"`
	Fork        bool      `json:"fork"`
	repositoryLinks
	Homepage      null            `json:"homepage"`
	Language      null            `json:"language"`
	License       null            `json:"license"`
	MirrorURL     null            `json:"mirror_url"`
	DefaultBranch string          `json:"default_branch"`
	Archived      bool            `json:"archived"`
	Disabled      bool            `json:"disabled"`
	HasIssues     bool            `json:"has_issues"`
	HasProjects   bool            `json:"has_projects"`
	HasWiki       bool            `json:"has_wiki"`
	HasPages      bool            `json:"has_pages"`
	HasDownloads  bool            `json:"has_downloads"`
	HasDiscuss    bool            `json:"has_discussions"`
	Forks         int             `json:"forks"`
	ForksCount    int             `json:"forks_count"`
	OpenIssues    int             `json:"open_issues"`
	OpenIssuesN   int             `json:"open_issues_count"`
	Size          int             `json:"size"`
	Stargazers    int             `json:"stargazers_count"`
	Watchers      int             `json:"watchers"`
	WatchersN     int             `json:"watchers_count"`
	Network       int             `json:"network_count"`
	Subscribers   int             `json:"subscribers_count"`
	CreatedAt     string          `json:"created_at"`
	UpdatedAt     string          `json:"updated_at"`
	PushedAt      string          `json:"pushed_at"`
	Permissions   permissionsView `json:"permissions"`
	*mergeSettings
}

// mergeSettings are shown to those who may push. A hub merges by squashing.
type mergeSettings struct {
	Squash bool `json:"allow_squash_merge"`
	Merge  bool `json:"allow_merge_commit"`
	Rebase bool `json:"allow_rebase_merge"`
	Auto   bool `json:"allow_auto_merge"`
	Delete bool `json:"delete_branch_on_merge"`
}

type repositoryLinks struct {
	URL             string `json:"url"`
	HTMLURL         string `json:"html_url"`
	ArchiveURL      string `json:"archive_url"`
	AssigneesURL    string `json:"assignees_url"`
	BlobsURL        string `json:"blobs_url"`
	BranchesURL     string `json:"branches_url"`
	CollabsURL      string `json:"collaborators_url"`
	CommentsURL     string `json:"comments_url"`
	CommitsURL      string `json:"commits_url"`
	CompareURL      string `json:"compare_url"`
	ContentsURL     string `json:"contents_url"`
	ContributorsURL string `json:"contributors_url"`
	DeploymentsURL  string `json:"deployments_url"`
	DownloadsURL    string `json:"downloads_url"`
	EventsURL       string `json:"events_url"`
	ForksURL        string `json:"forks_url"`
	GitCommitsURL   string `json:"git_commits_url"`
	GitRefsURL      string `json:"git_refs_url"`
	GitTagsURL      string `json:"git_tags_url"`
	HooksURL        string `json:"hooks_url"`
	IssueCommentURL string `json:"issue_comment_url"`
	IssueEventsURL  string `json:"issue_events_url"`
	IssuesURL       string `json:"issues_url"`
	KeysURL         string `json:"keys_url"`
	LabelsURL       string `json:"labels_url"`
	LanguagesURL    string `json:"languages_url"`
	MergesURL       string `json:"merges_url"`
	MilestonesURL   string `json:"milestones_url"`
	NotificationURL string `json:"notifications_url"`
	PullsURL        string `json:"pulls_url"`
	ReleasesURL     string `json:"releases_url"`
	StargazersURL   string `json:"stargazers_url"`
	StatusesURL     string `json:"statuses_url"`
	SubscribersURL  string `json:"subscribers_url"`
	SubscriptionURL string `json:"subscription_url"`
	TagsURL         string `json:"tags_url"`
	TeamsURL        string `json:"teams_url"`
	TreesURL        string `json:"trees_url"`
	CloneURL        string `json:"clone_url"`
	GitURL          string `json:"git_url"`
	SSHURL          string `json:"ssh_url"`
	SVNURL          string `json:"svn_url"`
}

func (p places) repositoryLinks(slug string) repositoryLinks {
	a := p.repo
	_, host, _ := strings.Cut(p.html, "://")
	return repositoryLinks{
		URL: a, HTMLURL: p.page, ArchiveURL: a + "/{archive_format}{/ref}", AssigneesURL: a + "/assignees{/user}",
		BlobsURL: a + "/git/blobs{/sha}", BranchesURL: a + "/branches{/branch}",
		CollabsURL: a + "/collaborators{/collaborator}", CommentsURL: a + "/comments{/number}",
		CommitsURL: a + "/commits{/sha}", CompareURL: a + "/compare/{base}...{head}", ContentsURL: a + "/contents/{+path}",
		ContributorsURL: a + "/contributors", DeploymentsURL: a + "/deployments", DownloadsURL: a + "/downloads",
		EventsURL: a + "/events", ForksURL: a + "/forks", GitCommitsURL: a + "/git/commits{/sha}",
		GitRefsURL: a + "/git/refs{/sha}", GitTagsURL: a + "/git/tags{/sha}", HooksURL: a + "/hooks",
		IssueCommentURL: a + "/issues/comments{/number}", IssueEventsURL: a + "/issues/events{/number}",
		IssuesURL: a + "/issues{/number}", KeysURL: a + "/keys{/key_id}", LabelsURL: a + "/labels{/name}",
		LanguagesURL: a + "/languages", MergesURL: a + "/merges", MilestonesURL: a + "/milestones{/number}",
		NotificationURL: a + "/notifications{?since,all,participating}", PullsURL: a + "/pulls{/number}",
		ReleasesURL: a + "/releases{/id}", StargazersURL: a + "/stargazers", StatusesURL: a + "/statuses/{sha}",
		SubscribersURL: a + "/subscribers", SubscriptionURL: a + "/subscription", TagsURL: a + "/tags",
		TeamsURL: a + "/teams", TreesURL: a + "/git/trees{/sha}", CloneURL: p.page + ".git",
		GitURL: "git://" + host + "/" + slug + ".git", SSHURL: "git@" + host + ":" + slug + ".git", SVNURL: p.page,
	}
}

// repositoryView shows the repository to the account that asks.
func (c *call) repositoryView(ctx context.Context, r *reader) (*repositoryView, error) {
	var open int
	if err := r.QueryRowContext(ctx, `SELECT count(*) FROM issue WHERE state = 0`).Scan(&open); err != nil {
		return nil, fmt.Errorf("count the open issues: %w", err)
	}
	var owner int64
	err := r.QueryRowContext(ctx, `SELECT id FROM user WHERE folded = ?`, fold(r.repo.Owner)).Scan(&owner)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the owner: %w", err)
	}
	rules, err := r.rulesOf(ctx, r.repo.DefaultBranch)
	if err != nil {
		return nil, err
	}
	repo, can := r.repo, c.who.Permission
	v := &repositoryView{
		ID: repositoryID, NodeID: nodeID(repositoryNode, repositoryID), Name: repo.Name, FullName: repo.slug(),
		Owner: c.at.user(owner, repo.Owner), Private: repo.Private, Visibility: "public",
		repositoryLinks: c.at.repositoryLinks(repo.slug()), DefaultBranch: repo.DefaultBranch,
		Archived: repo.Archived, HasIssues: !repo.IssuesOff, OpenIssues: open, OpenIssuesN: open,
		CreatedAt: stamp(repo.createdAt), UpdatedAt: stamp(max(repo.createdAt, repo.lastAt)),
		PushedAt: stamp(repo.createdAt), Permissions: permissionsView{Admin: can >= Admin,
			Maintain: can >= Maintain, Push: can >= Write, Triage: can >= Triage, Pull: can >= Read || !repo.Private},
	}
	if can >= Write {
		v.mergeSettings = &mergeSettings{Squash: rules.Squash, Merge: !rules.Squash, Auto: true}
	}
	if repo.Private {
		v.Visibility = "private"
	}
	if repo.Description != "" {
		v.Description = &repo.Description
	}
	return v, nil
}

// getRepository serves GET /repos/{owner}/{repo}.
func getRepository(ctx context.Context, c *call) (a answer, err error) {
	err = c.hub.reading(ctx, func(r *reader) error {
		etag := c.tag("repository", itoa(int(r.repo.rev)))
		if c.unchanged(etag) {
			a = notModified(etag)
			return nil
		}
		v, err := c.repositoryView(ctx, r)
		if err != nil {
			return err
		}
		a, err = view(http.StatusOK, v)
		a.etag = etag
		return err
	})
	return a, err
}

// viewerView is GitHub's public-user, as the account itself sees it.
type viewerView struct {
	*userView
	Name        null   `json:"name"`
	Company     null   `json:"company"`
	Blog        null   `json:"blog"`
	Location    null   `json:"location"`
	Email       null   `json:"email"`
	Hireable    null   `json:"hireable"`
	Bio         null   `json:"bio"`
	PublicRepos int    `json:"public_repos"`
	PublicGists int    `json:"public_gists"`
	Followers   int    `json:"followers"`
	Following   int    `json:"following"`
	CreatedAt   string `json:"created_at"`
	UpdatedAt   string `json:"updated_at"`
}

// getUser serves GET /user.
func getUser(ctx context.Context, c *call) (a answer, err error) {
	if !c.signed {
		return a, refuse(http.StatusUnauthorized, docUsers, "Requires authentication")
	}
	etag := c.tag("user", c.who.Login)
	if c.unchanged(etag) {
		return notModified(etag), nil
	}
	err = c.hub.reading(ctx, func(r *reader) error {
		var id int64
		err := r.QueryRowContext(ctx, `SELECT id FROM user WHERE folded = ?`, fold(c.who.Login)).Scan(&id)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("read the account: %w", err)
		}
		a, err = view(http.StatusOK, viewerView{userView: c.at.user(id, c.who.Login),
			CreatedAt: stamp(r.repo.createdAt), UpdatedAt: stamp(r.repo.createdAt)})
		a.etag = etag
		return err
	})
	return a, err
}
