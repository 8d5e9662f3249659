package checkout

import (
	"context"
	"fmt"
	"strings"
)

// VersionError says that the git here is too old for what is asked of it.
type VersionError struct {
	Version string // as git says it, "" where it does not
	Err     error  // git's refusal
}

// Error is one sentence with the way out.
func (e *VersionError) Error() string {
	have := "this one is older"
	if e.Version != "" {
		have = "this is " + e.Version
	}
	return fmt.Sprintf("draining needs git 2.38 or newer, and %s: update it from https://git-scm.com", have)
}

// Unwrap gives git's refusal.
func (e *VersionError) Unwrap() error { return e.Err }

// usage is the exit status of a git that does not know an option.
const usage = 129

// old turns the refusal of an option that every git from 2.38 on knows into a
// *VersionError; other errors stay.
func (r repoAt) old(ctx context.Context, err error) error {
	if !exitIs(err, usage) {
		return err
	}
	version, _ := r.text(ctx, "version")
	return &VersionError{Version: strings.TrimPrefix(version, "git version "), Err: err}
}
