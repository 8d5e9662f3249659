package tracker

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/cli/go-gh/v2/pkg/auth"
	"github.com/cli/go-gh/v2/pkg/config"
)

// account is the credential of a host as gh finds it, and what may be said of it.
type account struct {
	host   string
	token  string // "" while it lies in the keyring, which only gh can read
	source string // as go-gh names it: GH_TOKEN, GITHUB_TOKEN, oauth_token, gh, …
	user   string // login of the stored sign-in, "" for a token from the environment
	socket string // gh's http_unix_socket
	broken error  // why gh's configuration could not be read
}

// findAccount looks where gh looks, in the same order, without starting a
// program: the keyring is left to withToken, so that what is known on disk can be
// shown before gh has been asked.
func findAccount(host string) account {
	a := account{host: auth.NormalizeHostname(host)}
	a.token, a.source = auth.TokenFromEnvOrConfig(host)
	cfg, err := config.Read(nil)
	if err != nil || cfg == nil {
		a.broken = err
		return a
	}
	a.socket, _ = cfg.Get([]string{"http_unix_socket"})
	if a.token == "" || a.source == "oauth_token" {
		a.user, _ = cfg.Get([]string{"hosts", a.host, "user"})
	}
	return a
}

// withToken fills in the token from the keyring, by way of gh.
func (a account) withToken() account {
	if a.token == "" {
		a.token, a.source = auth.TokenForHost(a.host)
	}
	return a
}

// identity tells accounts apart without giving anything away: the cache of one
// is never read by another.
func (a account) identity() string {
	key := "user\x00" + a.user
	if a.token != "" {
		key = "token\x00" + a.token
	}
	sum := sha256.Sum256([]byte(a.host + "\x00" + key))
	return hex.EncodeToString(sum[:])
}

// words says which credential it is, for a person.
func (a account) words() string {
	who := ""
	if a.user != "" {
		who = " of " + a.user
	}
	switch a.source {
	case "oauth_token":
		return fmt.Sprintf("the token%s that gh keeps in hosts.yml for %s", who, a.host)
	case "gh":
		return fmt.Sprintf("the token%s that gh keeps in the keyring for %s", who, a.host)
	case "", "default":
		return "no token"
	case sourceGiven:
		return "the token it was given"
	default:
		return "the token in " + a.source
	}
}

// sourceGiven is the source of a token that came through Options.
const sourceGiven = "options"

// fromEnvironment reports whether a variable outranks the stored sign-in.
func (a account) fromEnvironment() bool { return strings.HasSuffix(a.source, "_TOKEN") }

// scrub takes the token out of a text, should a server have sent it back.
func (a account) scrub(text string) string {
	if len(a.token) < 4 {
		return text
	}
	return strings.ReplaceAll(text, a.token, "(token)")
}
