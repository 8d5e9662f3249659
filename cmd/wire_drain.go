package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	ghconfig "github.com/cli/go-gh/v2/pkg/config"

	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/clock"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/ledger"
	"gh-debt/recipe/worker"
)

// betweenLooks is how long a step waits before it looks again for something that
// is not there yet.
const betweenLooks = 10 * time.Second

// yard is what draining takes beside the book of recipes.
type yard struct {
	steps   drain.Steps
	apart   drain.Steps   // the same, but that none takes the terminal for a person's shell
	workers []rule.Worker // the person, and those whose command exists
	absent  []absent      // those of the configuration whose command does not
}

// absent is a worker whose command does not exist, and why it is not to be found.
type absent struct {
	worker rule.Worker
	why    error
}

// drain puts together what draining takes, once. The ledger is opened when a step
// first asks it.
func (h *house) drain(ctx context.Context) (*yard, error) {
	o, err := h.open(ctx)
	if err != nil {
		return nil, err
	}
	if o.yard != nil {
		return o.yard, nil
	}
	if err := o.drainable(); err != nil {
		return nil, err
	}
	settled := make(chan error, 1)
	go func() { settled <- settleDefault(ctx, o) }() // it asks git, as newYard does
	y := h.newYard(ctx, o)
	if err := <-settled; err != nil {
		return nil, err
	}
	o.yard = y
	return y, nil
}

// newYard finds the workers and makes the steps.
func (h *house) newYard(ctx context.Context, o *opened) *yard {
	y := &yard{workers: []rule.Worker{rule.Person()}}
	for _, w := range o.person.Workers {
		if _, err := (worker.Runner{}).Find(w.Command, o.clone.Root()); err != nil {
			y.absent = append(y.absent, absent{w, err})
			continue
		}
		y.workers = append(y.workers, w)
	}
	deps := h.drainDeps(ctx, o, y.workers)
	y.steps = drain.New(deps)
	deps.Shell = nil
	y.apart = drain.New(deps)
	return y
}

// drainable says what stands against draining here at all.
func (o *opened) drainable() error {
	switch {
	case o.clone == nil:
		return &recipe.UsageError{
			Err:  fmt.Errorf("draining works in a clone of %s, and this folder is in none", o.name()),
			Hint: fmt.Sprintf("make one with: gh repo clone %s", repoArg(o.repo)),
		}
	case o.clone.Root() == "":
		return &recipe.UsageError{Err: errors.New("draining needs files to work on, and this clone is a bare one"), Hint: "run it in a worktree: git worktree add"}
	case !o.local() && o.remote == "":
		return &recipe.UsageError{
			Err:  fmt.Errorf("no remote of this clone is %s, and draining pushes to it", o.name()),
			Hint: "add it with: git remote add",
		}
	}
	return nil
}

// settleDefault names the branch of the clone as the default one of its embedded
// tracker, where the tracker's own is not there: it began without knowing of any.
// GitHub knows its own.
func settleDefault(ctx context.Context, o *opened) error {
	if !o.local() {
		return nil
	}
	store, clone := o.hub, o.clone
	r, err := store.Repository(ctx)
	if err != nil {
		return hubFault(err)
	}
	if _, there, err := clone.LocalHead(ctx, r.DefaultBranch); err != nil || there {
		return err
	}
	branch, on, err := clone.Branch(ctx)
	if err != nil || !on || strings.HasPrefix(branch, "debt/") {
		return err
	}
	return store.Change(ctx, func(r *hub.Repository) { r.DefaultBranch = branch })
}

// drainDeps gives the steps what they touch.
func (h *house) drainDeps(ctx context.Context, o *opened, workers []rule.Worker) drain.Deps {
	state := filepath.Join(o.clone.CommonDir(), "gh-debt")
	book := &lateLedger{path: filepath.Join(state, "ledger.db"), options: ledger.Options{
		Now: h.world.Now, Notify: h.tell, Throwaway: h.demo,
	}}
	o.closers = append(o.closers, book)
	d := drain.Deps{
		Tracker: o.client, Git: o.clone, Ledger: book, Runner: worker.Runner{},
		Queue: o.book.ReadQueue, Regrade: o.book.Regrade, Claims: o.book.Claims,
		Rules: o.rules, Settings: o.team.Drain, Workers: workers,
		Local: o.local(), Sample: h.demo, Remote: o.remote, Home: o.name(), Me: h.me(ctx, o),
		Dir: filepath.Join(state, "units"), Worktrees: worktrees(o.clone),
		Now: h.world.Now, Wait: h.wait,
	}
	if h.repo != "" {
		d.RepoArg = repoArg(o.repo)
	}
	book.status = d.Command("status")
	if in, out, errs, ok := h.world.files(); ok && h.world.person() {
		d.Shell = func(ctx context.Context, dir, brief, title string) error {
			return worker.RunShell(ctx, worker.Shell{
				Dir: dir, Brief: brief, Title: title, Stdin: in, Stdout: out, Stderr: errs, Env: os.Environ(),
			})
		}
	}
	return d
}

// worktrees is the folder for workspaces: beside the clone, named after it.
func worktrees(clone *checkout.Checkout) string {
	root := clone.MainRoot()
	if root == "" {
		root = strings.TrimSuffix(clone.CommonDir(), ".git")
	}
	return strings.TrimRight(root, string(filepath.Separator)) + "-debt"
}

// wait waits until it is time to look again, and says so to a person who watches.
func (h *house) wait(ctx context.Context) error {
	if w := h.world; w.Terminal.Err && h.notices == nil {
		until := w.Now().Add(betweenLooks).Local().Format("15:04:05")
		fmt.Fprintf(w.Err, "\r\x1b[Klooking again at %s (ctrl+c leaves; the unit stays as it is)", until)
		defer fmt.Fprint(w.Err, "\r\x1b[K")
	}
	if h.world.Wait != nil {
		return h.world.Wait(ctx, betweenLooks)
	}
	return clock.System{}.Wait(ctx, betweenLooks)
}

// me is the person's name in the ledger: the login that gh is signed in with, where
// no other token stands in for it, else what git calls them, else the account of
// this computer. No request is made for it.
func (h *house) me(ctx context.Context, o *opened) string {
	if !o.local() && !h.tokenGiven() {
		if cfg, err := ghconfig.Read(nil); err == nil && cfg != nil {
			if login, err := cfg.Get([]string{"hosts", o.repo.Host, "user"}); err == nil && login != "" {
				return login
			}
		}
	}
	var name strings.Builder
	call := checkout.Call{Dir: o.clone.Root(), Args: []string{"config", "user.name"}, Read: func(r io.Reader) error {
		_, err := io.Copy(&name, r)
		return err
	}}
	if err := h.git().Git(ctx, call); err == nil {
		if said := strings.TrimSpace(name.String()); said != "" {
			return said
		}
	}
	for _, variable := range []string{"USER", "LOGNAME", "USERNAME"} {
		if name := h.world.Env(variable); name != "" {
			return name
		}
	}
	return "somebody"
}

// tokenGiven reports whether a token comes from the environment, so that gh's own
// notes do not say whose it is.
func (h *house) tokenGiven() bool {
	for _, name := range []string{"GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"} {
		if h.world.Env(name) != "" {
			return true
		}
	}
	return false
}

// gitUnreached reports whether the remote could not be reached, so that nothing is
// known of it.
func gitUnreached(err error) bool {
	var fetch *checkout.FetchError
	var push *checkout.PushError
	return errors.As(err, &fetch) || errors.As(err, &push)
}
