package hub

import (
	"slices"
	"time"
)

// Permission is what an account may do with the repository, in GitHub's
// order: each holds all that stand before it.
type Permission int

// The permissions of GitHub. NoAccess hides a private repository.
const (
	NoAccess Permission = iota
	Read
	Triage
	Write
	Maintain
	Admin
)

// String is the permission as GraphQL spells it, or the empty string.
func (p Permission) String() string {
	return [...]string{"", "READ", "TRIAGE", "WRITE", "MAINTAIN", "ADMIN"}[p]
}

// Account is whoever a token stands for.
type Account struct {
	Login      string
	Permission Permission
	// Restricted says that the token itself (a fine-grained one) may only
	// read, whatever its owner may do.
	Restricted bool
	// Scopes are what a classic token was granted; nil is a token that has no
	// scopes but permissions. To write, it needs repo, or public_repo where the
	// repository is not private.
	Scopes []string
	// SSO is the address at which the token must first be authorized for the
	// organization's single sign-on; empty when it need not be.
	SSO string
}

// writesWith lists the scopes of which a classic token needs one to write.
func writesWith(private bool) []string {
	if private {
		return []string{"repo"}
	}
	return []string{"public_repo", "repo"}
}

// mayWrite reports whether the token's scopes, if it has any, let it write.
func (a Account) mayWrite(private bool) bool {
	return a.Scopes == nil || slices.ContainsFunc(writesWith(private), func(s string) bool { return slices.Contains(a.Scopes, s) })
}

// maySee reports whether the account may see the repository at all.
func (a Account) maySee(private bool) bool {
	return !private || a.Permission >= Read && a.mayWrite(true)
}

// Options are what a hub is opened with. The zero value is a hub of the
// repository local/local, whose viewer is "local" and may do everything.
type Options struct {
	Owner, Name string // of the repository, when the file is new
	Private     bool   // likewise
	Viewer      string // who acts when Account is nil
	// Account tells whose a token is; known is false for one that is not
	// valid. It is asked for every request that carries a token. When it is
	// nil every request, with or without a token, is the Viewer's, who is an
	// administrator.
	Account func(token string) (who Account, known bool)
	// Clock is asked for the time; nil is the machine's clock.
	Clock func() time.Time
	// Delay is waited before each request is served.
	Delay time.Duration
	// RateLimit is how many requests an account has in an hour; 0 turns rate
	// limits off, as they are on an enterprise server.
	RateLimit int
	// Git holds the commits and branches. Without it the repository is one to
	// which nothing was ever pushed: 409 for all that needs a branch.
	Git Git
	// Throwaway says that nobody needs the file after this process, so that
	// no time is spent on making it last.
	Throwaway bool
}

func (o Options) complete() Options {
	if o.Owner == "" {
		o.Owner = "local"
	}
	if o.Name == "" {
		o.Name = "local"
	}
	if o.Viewer == "" {
		o.Viewer = "local"
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return o
}
