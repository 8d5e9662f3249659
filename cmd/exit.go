package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gh-debt/cmd/config"
	"gh-debt/model"
	"gh-debt/model/drain"
	"gh-debt/recipe"
)

// The exit statuses (section 7).
const (
	exitDone      = 0 // done, clean, no match
	exitFound     = 1 // a finding, a refusal or a match
	exitUsage     = 2 // usage, or an environment in which the command cannot run
	exitUnknown   = 3 // the tracker could not be read or written
	exitSignedOut = 4
	exitMissing   = 4 // a brief needs a fact that is not written down
)

// found ends a command with status 1 after its result was printed; it has
// nothing to say of its own.
type found struct{}

func (found) Error() string { return "something was found" }

// usage is a mistake in how the command was called, with the way out.
type usage struct {
	err  error
	hint string
}

func (u *usage) Error() string { return u.err.Error() }
func (u *usage) Unwrap() error { return u.err }

// usagef makes a usage error from a format.
func usagef(format string, args ...any) error {
	return &usage{err: fmt.Errorf(format, args...)}
}

// withStatus gives an error another exit status than its kind has.
type withStatus struct {
	status int
	err    error
}

func (e *withStatus) Error() string { return e.err.Error() }
func (e *withStatus) Unwrap() error { return e.err }

// exitStatus maps what a command returned to its exit status.
func exitStatus(err error) int {
	var (
		fixed    *withStatus
		fault    *model.Fault
		found    found
		called   *usage
		asked    *recipe.UsageError
		mistaken *config.Error
		absent   *recipe.AbsentError
		order    *drain.OrderError
		missing  *drain.MissingFact
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &fixed):
		return fixed.status
	case errors.As(err, &missing):
		return exitMissing
	case errors.As(err, &found), errors.As(err, &absent), errors.As(err, &order):
		return exitFound
	case errors.As(err, &called), errors.As(err, &asked), errors.As(err, &mistaken):
		return exitUsage
	case errors.As(err, &fault):
		return faultStatus(fault.Kind)
	case errors.Is(err, context.Canceled), gitUnreached(err):
		return exitUnknown
	}
	return exitUsage
}

// faultStatus tells an environment in which no command can run from a tracker
// of which nothing is known just now.
func faultStatus(kind model.FaultKind) int {
	switch kind {
	case model.FaultNotSignedIn:
		return exitSignedOut
	case model.FaultIssuesOff, model.FaultArchived, model.FaultNotFound:
		return exitUsage
	}
	return exitUnknown
}

// printError writes one sentence that says what happened and, on a line of its
// own, the way out. Text from outside is made visible.
func printError(w io.Writer, err error) {
	if err == nil {
		return
	}
	var silent found
	if errors.As(err, &silent) {
		return
	}
	if errors.Is(err, context.Canceled) && !unsettled(err) {
		fmt.Fprintln(w, "gh debt: interrupted")
		return
	}
	// Errors that were joined stand on lines of their own.
	fmt.Fprintf(w, "gh debt: %s\n", model.Visible(strings.ReplaceAll(err.Error(), "\n", "; ")))
	if hint := hintOf(err); hint != "" {
		fmt.Fprintf(w, "  %s\n", model.Visible(hint))
	}
}

// unsettled reports whether it is not known if something was written, which is
// worth more words than that the command was interrupted.
func unsettled(err error) bool {
	var fault *model.Fault
	return errors.As(err, &fault) && fault.Kind == model.FaultUnknownResult
}

func hintOf(err error) string {
	var (
		fault  *model.Fault
		called *usage
		asked  *recipe.UsageError
	)
	switch {
	case errors.As(err, &fault):
		return fault.Hint
	case errors.As(err, &called):
		return called.hint
	case errors.As(err, &asked):
		return asked.Hint
	}
	return ""
}
