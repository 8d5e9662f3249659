package recipe

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// sideBySide runs the functions at once and gives the first error; the others
// are cancelled then.
func sideBySide(ctx context.Context, fs ...func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, f := range fs {
		g.Go(func() error { return f(ctx) })
	}
	return g.Wait()
}
