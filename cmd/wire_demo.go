package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/cmd/config"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/tracker"
)

// openDemo makes a throw-away queue with a sample checkout.
func (h *house) openDemo(ctx context.Context) (*opened, error) {
	dir, err := os.MkdirTemp("", "gh-debt-demo-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the sample: %w", err)
	}
	root := filepath.Join(dir, "shop")
	o := &opened{
		repo: repository.Repository{Host: tracker.LocalHost, Owner: "acme", Name: "shop"},
		dir:  root, remove: dir,
	}
	fail := func(err error) (*opened, error) {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := h.sample(ctx, root); err != nil {
		return fail(fmt.Errorf("prepare the sample checkout: %w", err))
	}
	if o.team, err = config.ReadTeam(root); err != nil {
		return fail(err)
	}
	o.rules = o.team.Rules
	if o.clone, err = checkout.Open(ctx, root, h.git()); err != nil {
		return fail(err)
	}
	options := hub.Options{Delay: h.delay, Throwaway: true, Git: o.clone.Store()}
	client, err := h.openHub(ctx, o, filepath.Join(dir, "gh-debt"), options)
	if err != nil {
		return fail(err)
	}
	o.book = h.newBook(o, client, nil)
	return o, nil
}

// sample makes the checkout that the sample queue is about.
func (h *house) sample(ctx context.Context, root string) error {
	demo, err := hub.DemoCommits(h.world.Now())
	if err != nil {
		return err
	}
	commits := make([]checkout.SampleCommit, len(demo))
	for i, c := range demo {
		commits[i] = checkout.SampleCommit(c)
	}
	_, err = checkout.Sample(ctx, root, commits, h.git())
	return err
}
