package recipe

import (
	"context"
	"errors"
)

// Paths lists what a finding can cite, for completion and for the wizard.
type Paths struct {
	Checkout TrackedLister // nil where there is no checkout
}

func newPaths(d Deps) Paths {
	r := Paths{}
	if d.Checkout != nil {
		r.Checkout = d.Checkout
	}
	return r
}

// PathsResult holds the tracked regular files, in order, as keys hold them, and
// says of each tracked name that no key can hold why (C-37).
type PathsResult struct {
	Paths   []string
	LeftOut []string // one sentence each, which names the path
}

// Run asks git's index.
func (r Paths) Run(ctx context.Context) (PathsResult, error) {
	if r.Checkout == nil {
		return PathsResult{}, errNoCheckout()
	}
	files, err := r.Checkout.Tracked(ctx)
	if err != nil {
		return PathsResult{}, err
	}
	res := PathsResult{Paths: files.Regular()}
	for _, u := range files.Unkeyable() {
		res.LeftOut = append(res.LeftOut, u.Reason)
	}
	return res, nil
}

// errNoCheckout says that git has to be asked and cannot be.
func errNoCheckout() error {
	return &UsageError{
		Err:  errors.New("there is no checkout of the repository here"),
		Hint: "run it in a clone of the repository",
	}
}
