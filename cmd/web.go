package cmd

import (
	"context"
	"fmt"
	"io"
	"net/url"

	launcher "github.com/cli/browser"
	"github.com/cli/go-gh/v2/pkg/browser"

	"gh-debt/recipe"
)

// browseQueue opens the repository's issues with the queue's label.
func (h *house) browseQueue(ctx context.Context, show recipe.Show) error {
	o, err := h.open(ctx)
	if err != nil {
		return err
	}
	if o.local() {
		return usagef("the embedded tracker has no page to open")
	}
	query := "is:issue label:" + fmt.Sprintf("%q", o.rules.Label)
	if show != recipe.ShowAll {
		query += " state:" + string(show)
	}
	address := url.URL{
		Scheme: "https", Host: o.repo.Host, Path: "/" + o.repo.Owner + "/" + o.repo.Name + "/issues",
		RawQuery: url.Values{"q": {query}}.Encode(),
	}
	return h.browse(address.String())
}

// browse opens an address in the browser that gh would use.
func (h *house) browse(address string) error {
	if h.world.Terminal.Out {
		fmt.Fprintf(h.world.Err, "Opening %s in your browser.\n", address)
	}
	if err := browser.New("", h.world.Out, h.world.Err).Browse(address); err != nil {
		return fmt.Errorf("could not open %s in the browser: %w", address, err)
	}
	return nil
}

// browser opens an address for the app as gh does, without a word of the browser on
// the screen; nil where nothing has a page. What go-gh calls, where no launcher is
// configured, has no other writers than its package's own.
func (o *opened) browser() func(ctx context.Context, address string) error {
	if o.local() {
		return nil
	}
	launcher.Stdout, launcher.Stderr = io.Discard, io.Discard
	return func(_ context.Context, address string) error {
		return browser.New("", io.Discard, io.Discard).Browse(address)
	}
}
