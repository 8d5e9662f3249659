package hub

// The objects of GitHub's REST API with every member that its description
// calls required.

// null is a member that a hub has no value for.
type null struct{}

// MarshalJSON is the word null.
func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

type userView struct {
	Login             string `json:"login"`
	ID                int64  `json:"id"`
	NodeID            string `json:"node_id"`
	AvatarURL         string `json:"avatar_url"`
	GravatarID        string `json:"gravatar_id"`
	URL               string `json:"url"`
	HTMLURL           string `json:"html_url"`
	FollowersURL      string `json:"followers_url"`
	FollowingURL      string `json:"following_url"`
	GistsURL          string `json:"gists_url"`
	StarredURL        string `json:"starred_url"`
	SubscriptionsURL  string `json:"subscriptions_url"`
	OrganizationsURL  string `json:"organizations_url"`
	ReposURL          string `json:"repos_url"`
	EventsURL         string `json:"events_url"`
	ReceivedEventsURL string `json:"received_events_url"`
	Type              string `json:"type"`
	UserViewType      string `json:"user_view_type"`
	SiteAdmin         bool   `json:"site_admin"`
}

func (p places) user(id int64, login string) *userView {
	if v := p.users[login]; v != nil {
		return v
	}
	u := p.api + "/users/" + login
	v := &userView{
		Login: login, ID: userBase + id, NodeID: nodeID(userNode, userBase+id),
		AvatarURL: p.html + "/" + login + ".png", URL: u, HTMLURL: p.html + "/" + login,
		FollowersURL: u + "/followers", FollowingURL: u + "/following{/other_user}",
		GistsURL: u + "/gists{/gist_id}", StarredURL: u + "/starred{/owner}{/repo}",
		SubscriptionsURL: u + "/subscriptions", OrganizationsURL: u + "/orgs", ReposURL: u + "/repos",
		EventsURL: u + "/events{/privacy}", ReceivedEventsURL: u + "/received_events",
		Type: "User", UserViewType: "public",
	}
	p.users[login] = v
	return v
}

type labelView struct {
	ID          int64   `json:"id"`
	NodeID      string  `json:"node_id"`
	URL         string  `json:"url"`
	Name        string  `json:"name"`
	Color       string  `json:"color"`
	Default     bool    `json:"default"`
	Description *string `json:"description"`
}

// labelRow is a label of the repository.
type labelRow struct {
	id          int64
	name, color string
	description *string
	createdAt   int64
	updatedAt   int64
}

func (p places) labelView(l labelRow) labelView {
	v, ok := p.labels[l]
	if !ok {
		v = labelView{ID: labelBase + l.id, NodeID: nodeID(labelNode, labelBase+l.id), URL: p.label(l.name),
			Name: l.name, Color: l.color, Description: l.description}
		p.labels[l] = v
	}
	return v
}

func (p places) labelViews(rows []labelRow) []labelView {
	views := make([]labelView, 0, len(rows))
	for _, l := range rows {
		views = append(views, p.labelView(l))
	}
	return views
}

type reactionsView struct {
	URL        string `json:"url"`
	TotalCount int    `json:"total_count"`
	PlusOne    int    `json:"+1"`
	MinusOne   int    `json:"-1"`
	Laugh      int    `json:"laugh"`
	Hooray     int    `json:"hooray"`
	Confused   int    `json:"confused"`
	Heart      int    `json:"heart"`
	Rocket     int    `json:"rocket"`
	Eyes       int    `json:"eyes"`
}

type pullView struct {
	URL      string  `json:"url"`
	HTMLURL  string  `json:"html_url"`
	DiffURL  string  `json:"diff_url"`
	PatchURL string  `json:"patch_url"`
	MergedAt *string `json:"merged_at"`
}

type issueView struct {
	URL               string        `json:"url"`
	RepositoryURL     string        `json:"repository_url"`
	LabelsURL         string        `json:"labels_url"`
	CommentsURL       string        `json:"comments_url"`
	EventsURL         string        `json:"events_url"`
	HTMLURL           string        `json:"html_url"`
	ID                int64         `json:"id"`
	NodeID            string        `json:"node_id"`
	Number            int           `json:"number"`
	Title             string        `json:"title"`
	User              *userView     `json:"user"`
	Labels            []labelView   `json:"labels"`
	State             string        `json:"state"`
	Locked            bool          `json:"locked"`
	Assignee          null          `json:"assignee"`
	Assignees         []userView    `json:"assignees"`
	Milestone         null          `json:"milestone"`
	Comments          int           `json:"comments"`
	CreatedAt         string        `json:"created_at"`
	UpdatedAt         string        `json:"updated_at"`
	ClosedAt          *string       `json:"closed_at"`
	AuthorAssociation string        `json:"author_association"`
	ActiveLockReason  null          `json:"active_lock_reason"`
	PullRequest       *pullView     `json:"pull_request,omitempty"`
	Body              *string       `json:"body"`
	ClosedBy          *userView     `json:"closed_by"`
	Reactions         reactionsView `json:"reactions"`
	TimelineURL       string        `json:"timeline_url"`
	App               null          `json:"performed_via_github_app"`
	StateReason       *string       `json:"state_reason"`
}

func (p places) issueView(i issueRow, owner string) issueView {
	at := p.issue(i.number)
	v := issueView{
		URL: at, RepositoryURL: p.repo, LabelsURL: at + "/labels{/name}", CommentsURL: at + "/comments",
		EventsURL: at + "/events", TimelineURL: at + "/timeline", HTMLURL: p.issuePage(i.number, i.pull),
		ID: issueBase + i.id, NodeID: i.nodeID(), Number: i.number, Title: i.title,
		User: p.user(i.author, i.authorLogin), Labels: p.labelViews(i.labels), State: stateName(i.closed),
		Assignees: []userView{}, Comments: i.comments, CreatedAt: stamp(i.createdAt), UpdatedAt: stamp(i.updatedAt),
		ClosedAt: optionalStamp(i.closedAt), AuthorAssociation: association(i.authorLogin, owner), Body: i.body,
		Reactions: reactionsView{URL: at + "/reactions"}, StateReason: i.stateReason,
	}
	if i.closedBy != 0 {
		v.ClosedBy = p.user(i.closedBy, i.closedByLogin)
	}
	if i.pull {
		v.PullRequest = &pullView{URL: p.repo + "/pulls/" + itoa(i.number), HTMLURL: v.HTMLURL,
			DiffURL: v.HTMLURL + ".diff", PatchURL: v.HTMLURL + ".patch", MergedAt: optionalStamp(i.mergedAt)}
	}
	return v
}

func association(login, owner string) string {
	if fold(login) == fold(owner) {
		return "OWNER"
	}
	return "CONTRIBUTOR"
}

func optionalStamp(unix *int64) *string {
	if unix == nil {
		return nil
	}
	s := stamp(*unix)
	return &s
}

func stateName(closed bool) string {
	if closed {
		return "closed"
	}
	return "open"
}
