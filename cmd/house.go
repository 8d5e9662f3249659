package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	ghconfig "github.com/cli/go-gh/v2/pkg/config"
	"github.com/spf13/cobra"

	"gh-debt/cmd/config"
	"gh-debt/model"
	"gh-debt/recipe"
)

// house is what the commands share: the flags that choose the tracker, and the
// book of recipes, which is put together when a command first needs it.
type house struct {
	world World

	repo  string        // -R
	local bool          // --local
	demo  bool          // --demo
	delay time.Duration // --tracker-delay: of each request to the embedded tracker

	appFlags appFlags

	// gist is what a command that prints no prose holds of the bodies; nil is all.
	gist func(body string) string

	opened  *opened           // by open; nil until then
	notices func(text string) // where the app takes notices; nil writes them to standard error
}

// flags gives the root its own flags and those that hold for every command.
func (h *house) flags(root *cobra.Command) {
	root.Flags().BoolVar(&h.appFlags.showKeys, "show-keys", false, "Show the keys pressed, for whoever looks on")
	root.Flags().BoolVar(&h.appFlags.noMouse, "no-mouse", false, "Leave the mouse to the terminal")
	f := root.PersistentFlags()
	f.StringVarP(&h.repo, "repo", "R", "", "Select another repository, as `[HOST/]OWNER/REPO`")
	f.BoolVar(&h.local, "local", false, "Use the clone's embedded tracker instead of GitHub")
	f.BoolVar(&h.demo, "demo", false, "Use a throw-away tracker with a sample queue and a sample checkout")
	f.DurationVar(&h.delay, "tracker-delay", 0, "Let each request to the embedded tracker take this long")
	if err := f.MarkHidden("tracker-delay"); err != nil {
		panic(err)
	}
	root.MarkFlagsMutuallyExclusive("repo", "local", "demo")
}

// command is a command of the program as it is called for the tracker that was
// chosen: without that it would work on another queue.
func (h *house) command(words string) string {
	words = "gh debt " + words
	switch {
	case h.demo:
		return words + " --demo"
	case h.local:
		return words + " --local"
	case h.repo != "":
		return words + " -R " + h.repo
	}
	return words
}

// team reads the team's file for the working directory.
func (h *house) team() (config.Team, error) { return config.ReadTeam(h.world.Dir) }

// rules reads the team's rules for the working directory.
func (h *house) rules() (model.Rules, error) {
	team, err := h.team()
	return team.Rules, err
}

// book gives the recipes for the chosen repository. The errors are those of
// choosing it: no repository, several remotes, not signed in, a mistake in the
// configuration.
func (h *house) book(ctx context.Context) (recipe.Book, error) {
	o, err := h.open(ctx)
	if err != nil {
		return recipe.Book{}, err
	}
	return o.book, nil
}

// tellRoot says that paths are from the root of the repository, to whoever typed
// one as seen from a subdirectory.
func (h *house) tellRoot(ctx context.Context, typed string) {
	o, err := h.open(ctx)
	if err != nil {
		return
	}
	if path, ok := o.meant(ctx, typed); ok {
		h.tell(fmt.Sprintf("paths are from the root of the repository: the file here is %s", path))
	}
}

// ask puts the house together, runs one recipe with its progress shown, and
// gives the result.
func ask[T any](c *cobra.Command, h *house, run func(context.Context, recipe.Book, recipe.Progress) (T, error)) (T, error) {
	book, err := h.book(c.Context())
	if err != nil {
		var none T
		return none, err
	}
	show, done := h.progress()
	defer done()
	return run(c.Context(), book, show)
}

// name is the repository as a person reads it.
func (o *opened) name() string { return o.repo.Owner + "/" + o.repo.Name }

// close ends what open began.
func (h *house) close() error {
	if h.opened == nil {
		return nil
	}
	var errs []error
	for _, c := range h.opened.closers {
		errs = append(errs, c.Close())
	}
	if h.opened.remove != "" {
		errs = append(errs, os.RemoveAll(h.opened.remove))
	}
	h.opened = nil
	return errors.Join(errs...)
}

// tell writes a notice on standard error; the app takes it to its toast line
// instead.
func (h *house) tell(notice string) {
	if h.notices != nil {
		h.notices(notice)
		return
	}
	fmt.Fprintln(h.world.Err, "gh debt: "+visible(notice))
}

// noClone says what to do where git finds no clone.
func noClone(err error) error {
	return &usage{err: err, hint: "or name the repository with -R OWNER/REPO"}
}

// stateDir is where drafts and the log of changes of a repository are kept: in
// the clone's common directory, else in gh's state directory.
func (h *house) stateDir(o *opened) string {
	base := filepath.Join(ghconfig.StateDir(), "gh-debt")
	if o.clone != nil {
		base = filepath.Join(o.clone.CommonDir(), "gh-debt")
	}
	return filepath.Join(base, o.repo.Host, o.repo.Owner, o.repo.Name)
}

// meant is the path from the root of the repository, where what was typed is
// none that git tracks, but would be one as seen from the working directory.
func (o *opened) meant(ctx context.Context, typed string) (string, bool) {
	if o.clone == nil || typed == "" {
		return "", false
	}
	fromRoot := o.clone.FromDir(typed)
	files, err := o.clone.Tracked(ctx)
	if err != nil || fromRoot == typed || files.Has(typed) || !files.Has(fromRoot) {
		return "", false
	}
	return fromRoot, true
}

// introduce lets the clone tell its notices, and says when it is a submodule,
// whose own repository is the one that is meant.
func (h *house) introduce(o *opened) {
	if o.clone == nil {
		return
	}
	o.clone.Notify(h.tell)
	if o.clone.Submodule() {
		h.tell(fmt.Sprintf("this is a submodule, and its own repository is meant, not that of %s", o.clone.Superproject()))
	}
}
