package cmd

import (
	"context"
	"fmt"
	"net/url"

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
