package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/cli/go-gh/v2/pkg/auth"
	ghconfig "github.com/cli/go-gh/v2/pkg/config"
	"github.com/cli/go-gh/v2/pkg/repository"
	"github.com/cli/go-gh/v2/pkg/ssh"

	"gh-debt/cmd/config"
	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/tracker"
)

// opened is a house that is put together: the recipes and what must be closed.
type opened struct {
	book    recipe.Book
	rules   model.Rules
	repo    repository.Repository
	dir     string             // where a person's paths are relative to
	clone   *checkout.Checkout // nil where there is none for this repository
	closers []io.Closer
	remove  string // the folder of --demo, removed at the end

	person config.Person   // a person's own settings
	team   config.Team     // the team's, of which rules are a part
	client *tracker.Client // what the recipes ask
	hub    *hub.Hub        // behind the client, where the queue is the clone's own
	remote string          // the clone's remote that is the repository; "" where there is none
	yard   *yard           // by drain; nil until then
}

// open puts the house together for the chosen repository, once. No request is
// made, so that a screen can be drawn first.
func (h *house) open(ctx context.Context) (*opened, error) {
	if h.opened != nil {
		return h.opened, nil
	}
	person, err := config.ReadPerson(ghconfig.ConfigDir())
	if err != nil {
		return nil, err // a mistake is said by whatever works on a queue (section 7.1)
	}
	var o *opened
	switch {
	case h.demo:
		o, err = h.openDemo(ctx)
	case h.local:
		o, err = h.openLocal(ctx)
	default:
		o, err = h.openGitHub(ctx)
	}
	if err != nil {
		return nil, err
	}
	o.person = person
	h.opened = o
	return o, nil
}

func (h *house) git() *checkout.Git { return checkout.NewGit(os.Environ()) }

// openGitHub chooses the repository as gh does. The clone is used only when it
// is one of that repository.
func (h *house) openGitHub(ctx context.Context) (*opened, error) {
	clone, remotes, err := h.cloneHere(ctx)
	if err != nil {
		return nil, err
	}
	host, _ := auth.DefaultHost()
	c := choosing{
		Flag: h.repo, Repo: h.world.Env("GH_REPO"), Host: h.world.Env("GH_HOST"),
		Default: host, Known: auth.KnownHosts(), Remotes: remotes, SSH: ssh.NewTranslator().Translate,
	}
	repo, err := c.choose()
	if err != nil {
		return nil, err
	}
	if !c.isClone(repo) {
		clone = nil
	}
	team, err := h.team()
	if err != nil {
		return nil, err
	}
	o := &opened{repo: repo, rules: team.Rules, team: team, clone: clone, dir: h.world.Dir, remote: c.remoteOf(repo)}
	h.introduce(o)
	client, err := tracker.New(tracker.Options{
		Repo: repo, Label: o.rules.Label, Gist: h.gist,
		CacheDir: filepath.Join(ghconfig.CacheDir(), "gh-debt"),
		Debug:    h.world.Env("GH_DEBUG"), Log: h.world.Err,
		OnWait: h.tellWait, OnNotice: h.tell,
	})
	if err != nil {
		return nil, &withStatus{exitUsage, err} // no such name can be asked for
	}
	o.book = h.newBook(o, client, h.localOf(o))
	return o, nil
}

// cloneHere finds the clone of the working directory; none is no error when the
// repository is named otherwise.
func (h *house) cloneHere(ctx context.Context) (*checkout.Checkout, []remote, error) {
	clone, err := checkout.Open(ctx, h.world.Dir, h.git())
	if err != nil {
		if h.repo != "" || h.world.Env("GH_REPO") != "" {
			return nil, nil, nil
		}
		return nil, nil, noClone(err)
	}
	list, err := clone.Remotes(ctx)
	if err != nil {
		return nil, nil, err
	}
	remotes := make([]remote, len(list))
	for i, r := range list {
		remotes[i] = remote{Name: r.Name, URL: r.FetchURL, Resolved: r.Resolved}
	}
	return clone, remotes, nil
}

// openLocal opens the embedded tracker of the clone, in the git common
// directory, so that all its worktrees share it.
func (h *house) openLocal(ctx context.Context) (*opened, error) {
	clone, err := checkout.Open(ctx, h.world.Dir, h.git())
	if err != nil {
		return nil, &usage{err: err, hint: "--local keeps its queue in a clone"}
	}
	team, err := h.team()
	if err != nil {
		return nil, err
	}
	o := &opened{repo: localRepository(clone.MainRoot()), rules: team.Rules, team: team, clone: clone, dir: h.world.Dir}
	h.introduce(o)
	options := hub.Options{Delay: h.delay, Git: clone.Store()}
	client, err := h.openHub(ctx, o, filepath.Join(clone.CommonDir(), "gh-debt"), options)
	if err != nil {
		return nil, err
	}
	o.book = h.newBook(o, client, nil)
	return o, nil
}

// localRepository names the queue of a clone that has no GitHub.
func localRepository(root string) repository.Repository {
	name := filepath.Base(root)
	if root == "" || name == string(filepath.Separator) || name == "." {
		name = "clone"
	}
	return repository.Repository{Host: tracker.LocalHost, Owner: "local", Name: name}
}

// openHub opens the embedded tracker in a folder and gives a client for it. A
// damaged file was set aside by then, which is told.
func (h *house) openHub(ctx context.Context, o *opened, dir string, options hub.Options) (*tracker.Client, error) {
	options.Owner, options.Name, options.Clock = o.repo.Owner, o.repo.Name, h.world.Now
	store, err := hub.Open(ctx, filepath.Join(dir, "hub.db"), options)
	if err != nil {
		return nil, hubFault(err)
	}
	client, err := h.clientOf(ctx, o, store, dir)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	o.closers, o.hub = append(o.closers, store), store
	return client, nil
}

// clientOf gives a client for an embedded tracker, with the sample in it where
// that is wanted.
func (h *house) clientOf(ctx context.Context, o *opened, store *hub.Hub, dir string) (*tracker.Client, error) {
	// The queue keeps the name it was made with, when its folder is renamed.
	kept, err := store.Repository(ctx)
	if err != nil {
		return nil, hubFault(err)
	}
	o.repo.Owner, o.repo.Name = kept.Owner, kept.Name
	if h.demo {
		if err := store.SeedDemo(ctx); err != nil {
			return nil, fmt.Errorf("prepare the sample queue: %w", err)
		}
	}
	return tracker.New(tracker.Options{
		Repo: o.repo, Label: o.rules.Label, Gist: h.gist, Transport: store.Transport(),
		CacheDir: filepath.Join(dir, "cache"),
		Debug:    h.world.Env("GH_DEBUG"), Log: h.world.Err,
		OnWait: h.tellWait, OnNotice: h.tell,
	})
}

// hubFault tells a file that cannot be read from other troubles: status 3.
func hubFault(err error) error {
	f := &model.Fault{Kind: model.FaultDamaged, Op: "open the embedded tracker", Detail: err.Error(), Err: err}
	var damaged *hub.DamagedError
	var newer *hub.NewerError
	switch {
	case errors.As(err, &damaged):
		f.Hint = "the file was kept; run the command again to begin with an empty queue"
	case errors.As(err, &newer):
		f.Hint = "run: gh extension upgrade debt"
	}
	return f
}

// localOf opens the clone's embedded tracker on demand: for publish, and for a
// finding that is kept while GitHub cannot be reached. The app may ask for it
// from several of its commands at once.
func (h *house) localOf(o *opened) func(context.Context) (recipe.Tracker, error) {
	if o.clone == nil {
		return nil
	}
	var mu sync.Mutex
	var local *tracker.Client
	return func(ctx context.Context) (recipe.Tracker, error) {
		mu.Lock()
		defer mu.Unlock()
		if local != nil {
			return local, nil
		}
		own := &opened{repo: localRepository(o.clone.MainRoot()), rules: o.rules}
		client, err := h.openHub(ctx, own, filepath.Join(o.clone.CommonDir(), "gh-debt"), hub.Options{})
		if err != nil {
			return nil, err
		}
		o.closers = append(o.closers, own.closers...)
		local = client
		return local, nil
	}
}

// newBook gives the recipes what they touch.
func (h *house) newBook(o *opened, client *tracker.Client, local func(context.Context) (recipe.Tracker, error)) recipe.Book {
	o.client = client
	deps := recipe.Deps{
		Tracker: client, Local: local, Rules: o.rules, RepoArg: repoArg(o.repo),
		Session: h.world.Env("CLAUDE_CODE_SESSION_ID"), HeadRef: h.world.Env("GITHUB_HEAD_REF"),
		StateDir: h.stateDir(o), Now: h.world.Now,
	}
	if o.clone != nil {
		deps.Checkout = o.clone
	}
	return recipe.NewBook(deps)
}

// repoArg names the repository as `gh -R` takes it.
func repoArg(r repository.Repository) string {
	if r.Host == "github.com" || r.Host == tracker.LocalHost {
		return r.Owner + "/" + r.Name
	}
	return full(r)
}

// origin gives the recipe of the origin line, which needs no tracker and fails
// open: outside of a clone the rest is still told.
func (h *house) origin(ctx context.Context, dir string) recipe.Origin {
	if dir == "" {
		dir = h.world.Dir
	}
	o := recipe.Origin{Session: h.world.Env("CLAUDE_CODE_SESSION_ID"), HeadRef: h.world.Env("GITHUB_HEAD_REF")}
	if clone, err := checkout.Open(ctx, h.world.path(dir), h.git()); err == nil {
		o.Head = clone
	}
	return o
}

// tellWait says on standard error how long GitHub makes a command wait.
func (h *house) tellWait(w tracker.Wait) {
	h.tell(fmt.Sprintf("waiting until %s: %s (ctrl+c leaves)", w.Until.Local().Format("15:04:05"), w.Why))
}

// local reports whether the queue is one of the embedded tracker.
func (o *opened) local() bool { return o.repo.Host == tracker.LocalHost }
