package checkout

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"gh-debt/model"
)

// RemoteFault says why a remote did not do what was asked.
type RemoteFault string

// The kinds of PushError and FetchError.
const (
	RemoteRejected  RemoteFault = "rejected"  // the branch is not where it was expected: somebody else pushed
	RemoteProtected RemoteFault = "protected" // the remote's rules or hooks do not take it
	RemoteHook      RemoteFault = "hook"      // the clone's own pre-push hook does not take it
	RemoteOffline   RemoteFault = "offline"   // the remote could not be reached, or was lost on the way
	RemoteDenied    RemoteFault = "denied"    // the remote does not know who asks, or does not allow it
	RemoteAbsent    RemoteFault = "absent"    // there is no such remote, or no repository there
	RemoteNoBranch  RemoteFault = "no-branch" // the remote has no such branch
	RemoteDiskFull  RemoteFault = "disk-full" // there was no room to write, here or there
	RemoteOther     RemoteFault = "other"     // git says why
)

// PushError says in one sentence why a push did not go through. The remote's
// branch is as it was, except that of one that is RemoteOffline it is not known:
// the answer may have been lost.
type PushError struct {
	Kind   RemoteFault
	Remote string
	Branch string
	Detail string // what git or the remote said, on one line and without credentials
	Err    error
}

// Error is one sentence.
func (e *PushError) Error() string {
	what := fmt.Sprintf("%s was not pushed to %s", e.Branch, e.Remote)
	switch e.Kind {
	case RemoteRejected:
		return what + ": the branch moved there meanwhile: fetch, look at what is new, and try again"
	case RemoteProtected:
		return fmt.Sprintf("%s: its rules do not take it (%s)", what, e.Detail)
	case RemoteHook:
		return fmt.Sprintf("%s: the pre-push hook of the clone does not take it (%s)", what, e.Detail)
	case RemoteOffline:
		return fmt.Sprintf("%s, as far as is known: it cannot be reached (%s)", what, e.Detail)
	}
	return what + ": " + reason(e.Kind, e.Detail)
}

// Unwrap gives what git said; errors.Is finds ErrDiskFull in it.
func (e *PushError) Unwrap() error { return e.Err }

// FetchError says in one sentence why a remote could not be read. The clone is as
// it was.
type FetchError struct {
	Kind   RemoteFault
	Remote string
	Detail string // what git or the remote said, on one line and without credentials
	Err    error
}

// Error is one sentence.
func (e *FetchError) Error() string {
	return fmt.Sprintf("%s was not read: %s", e.Remote, reason(e.Kind, e.Detail))
}

// Unwrap gives what git said; errors.Is finds ErrDiskFull in it.
func (e *FetchError) Unwrap() error { return e.Err }

// reason is the second half of the sentences of both.
func reason(kind RemoteFault, detail string) string {
	switch kind {
	case RemoteOffline:
		return fmt.Sprintf("it cannot be reached (%s)", detail)
	case RemoteDenied:
		if signIn.MatchString(detail) {
			return fmt.Sprintf("it does not let you in (%s): gh auth setup-git lets git use gh's token", detail)
		}
		return fmt.Sprintf("it does not let you in (%s)", detail)
	case RemoteAbsent:
		return fmt.Sprintf("there is no such repository (%s)", detail)
	case RemoteNoBranch:
		return fmt.Sprintf("it has no such branch (%s)", detail)
	case RemoteDiskFull:
		return fmt.Sprintf("the disk is full (%s)", detail)
	}
	return detail
}

// signIn is what git says where it had no token to show, or a wrong one.
var signIn = regexp.MustCompile(`could not read (Username|Password)|Authentication failed|error: 401|Invalid username`)

// signs are what git, ssh and curl say, in the order in which they are looked
// for: ssh says after each of its failures that the remote could not be read.
var signs = []struct {
	kind  RemoteFault
	words []string
}{
	{RemoteNoBranch, []string{"couldn't find remote ref"}},
	{RemoteAbsent, []string{"Repository not found", "does not appear to be a git repository", "' not found",
		"No such remote", "returned error: 404"}},
	{RemoteDenied, []string{"Permission denied", "Authentication failed", "could not read Username",
		"could not read Password", "terminal prompts disabled", "returned error: 401", "returned error: 403",
		"Host key verification failed", "denied to ", "Invalid username or"}},
	{RemoteOffline, []string{"Could not resolve", "Name or service not known", "Temporary failure in name resolution",
		"Failed to connect", "Couldn't connect", "Connection refused", "Connection timed out", "Connection reset",
		"Connection closed", "Operation timed out", "Operation too slow", "timed out", "Network is unreachable",
		"No route to host", "hung up unexpectedly", "early EOF", "RPC failed", "returned error: 5",
		"returned error: 429", "unexpected disconnect", "Could not read from remote repository"}},
}

// faultOf tells the kind of a failure by what was said.
func faultOf(said string) RemoteFault {
	if diskFull(said) {
		return RemoteDiskFull
	}
	for _, s := range signs {
		for _, w := range s.words {
			if strings.Contains(said, w) {
				return s.kind
			}
		}
	}
	return RemoteOther
}

// fetchFault turns git's failure into a *FetchError; other errors stay.
func fetchFault(remote string, err error) error {
	failed, ok := errors.AsType[*GitError](err)
	if !ok {
		return err
	}
	return &FetchError{Kind: faultOf(failed.Stderr), Remote: remote, Detail: detail(failed), Err: scrubbed(failed)}
}

// credential is a user and password within an address.
var credential = regexp.MustCompile(`://[^/@\s'"]+@`)

// scrubbed is a failure without the credentials in what git said.
func scrubbed(e *GitError) *GitError {
	own := *e
	own.Stderr = credential.ReplaceAllString(e.Stderr, "://")
	own.Args = strings.Fields(e.command())
	return &own
}

// maxDetail is how much of what a remote said is passed on.
const maxDetail = 400

// detail is what git said, on one line.
func detail(e *GitError) string {
	said := strings.Join(strings.Fields(scrubbed(e).Stderr), " ")
	if said == "" {
		said = fmt.Sprintf("exit status %d", e.Exit)
	}
	if len(said) > maxDetail {
		said = strings.ToValidUTF8(said[:maxDetail], "") + "…"
	}
	return said
}

// checkRemote refuses what is no name of a remote: an option, an address or a path.
func checkRemote(name string) error {
	if err := model.CheckBranchName(name); err != nil || strings.Contains(name, ":") {
		return &FetchError{Kind: RemoteAbsent, Remote: shown(name), Detail: "no remote can have this name"}
	}
	return nil
}
