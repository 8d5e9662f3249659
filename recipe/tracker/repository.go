package tracker

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
)

// pathUser is where GitHub tells who is signed in.
const pathUser = "user"

// viewer is who is signed in. A token of an app, as CI jobs have one, is nobody.
type viewer struct {
	login string
	app   bool
}

// Repository reads the repository itself and who is signed in. A renamed
// repository is followed, said in MovedFrom, and asked for by its new name from then on.
// The rights of an app's token are not told by GitHub; such a token is taken to have them.
func (c *Client) Repository(ctx context.Context) (model.Repository, error) {
	var w wireRepository
	var v viewer
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		_, err := c.read(gctx, request{op: "read the repository " + c.repo()}, w.decode)
		return err
	})
	g.Go(func() (err error) {
		v, err = c.whoAmI(gctx)
		return err
	})
	if err := g.Wait(); err != nil {
		return model.Repository{}, err
	}
	owner, name, ok := strings.Cut(w.FullName, "/")
	if !ok {
		owner, name = c.opts.Repo.Owner, c.opts.Repo.Name
	}
	repo := model.Repository{
		ID: w.ID, Host: c.opts.Repo.Host, Owner: owner, Name: name, URL: w.HTMLURL,
		Private: w.Private, Archived: w.Archived, HasIssues: w.HasIssues == nil || *w.HasIssues,
		DefaultBranch: w.DefaultBranch, Viewer: v.login,
	}
	if p := w.Permissions; p != nil {
		repo.CanLabel = p.Admin || p.Maintain || p.Push
		repo.CanWrite = repo.CanLabel || p.Triage
	}
	if v.app {
		repo.CanLabel, repo.CanWrite = true, true
	}
	c.noteMove(w)
	if !strings.EqualFold(w.FullName, c.asked()) {
		repo.MovedFrom = c.asked()
	}
	return repo, nil
}

// whoAmI asks once who is signed in. An app's token is answered by 403 and is no
// error.
func (c *Client) whoAmI(ctx context.Context) (viewer, error) {
	c.mu.Lock()
	known := c.viewer
	c.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	var v viewer
	var w wireUser
	x, err := c.read(ctx, request{op: "read who is signed in", direct: pathUser}, func(r io.Reader) error {
		w = wireUser{}
		return json.NewDecoder(r).Decode(&w)
	})
	switch {
	case err != nil && (x.status == http.StatusForbidden || x.status == http.StatusNotFound):
		v.app = true
	case err != nil:
		return v, err
	default:
		v.login = w.Login
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.viewer = &v
	return v, nil
}

// RepositoryID is the number of the repository that has, or had, a name, OWNER/NAME,
// on the same host; ok is false where there is none that the viewer may see.
func (c *Client) RepositoryID(ctx context.Context, slug string) (id int64, ok bool, err error) {
	owner, name, _ := strings.Cut(slug, "/")
	at := c.opts
	at.Repo.Owner, at.Repo.Name = owner, name
	if err := checkRepo(at); err != nil {
		return 0, false, err
	}
	var w wireRepository
	r := request{op: "read the repository " + oneLine(slug), direct: "repos/" + url.PathEscape(owner) + "/" + url.PathEscape(name)}
	x, err := c.read(ctx, r, w.decode)
	if err != nil && x.status == http.StatusNotFound {
		return 0, false, nil
	}
	return w.ID, err == nil, err
}
