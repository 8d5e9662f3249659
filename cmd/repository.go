package cmd

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/model"
)

// remote is a git remote of the clone. Resolved is what `gh repo set-default`
// noted of it: "base", a repository, or nothing.
type remote struct {
	Name     string
	URL      string
	Resolved string
}

// choosing is all that decides which repository a command is about.
type choosing struct {
	Flag    string   // -R
	Repo    string   // GH_REPO
	Host    string   // GH_HOST
	Default string   // gh's default host
	Known   []string // the hosts that gh is signed in to
	Remotes []remote // nil outside of a clone
	// SSH gives the host behind an alias of the SSH configuration.
	SSH func(*url.URL) *url.URL
}

// choose picks the repository: the flag beats GH_REPO, which beats the remotes.
// Where two sources contradict each other the error names both, and nothing is
// ever looked for on a host that nobody named.
func (c choosing) choose() (repository.Repository, error) {
	switch {
	case c.Flag != "":
		return c.named("-R", c.Flag)
	case c.Repo != "":
		return c.named("GH_REPO", c.Repo)
	}
	return c.fromRemotes()
}

// named reads a repository that was named by the flag or the variable.
func (c choosing) named(source, value string) (repository.Repository, error) {
	if strings.HasPrefix(value, "-") {
		return repository.Repository{}, usagef("%s takes [HOST/]OWNER/REPO, got %q", source, value)
	}
	host := c.Default
	if c.Host != "" {
		host = c.Host
	}
	if bare := strings.Count(value, "/") == 1; bare && (strings.HasPrefix(host, "-") || strings.ContainsAny(host, "/\\?#% \t")) {
		return repository.Repository{}, usagef("GH_HOST takes the name of a host, got %q", host)
	}
	r, err := repository.ParseWithHost(value, host)
	if err != nil {
		return r, usagef("%s takes [HOST/]OWNER/REPO, got %q", source, value)
	}
	if strings.Count(value, "/") > 1 {
		return r, nil
	}
	for _, other := range c.located() {
		if sameName(other.at, r) && !strings.EqualFold(other.at.Host, r.Host) {
			return r, &usage{
				err: fmt.Errorf("%s %s would mean %s, but the remote %s of this clone is %s",
					source, value, full(r), other.Name, full(other.at)),
				hint: fmt.Sprintf("say which: -R %s or -R %s", full(r), full(other.at)),
			}
		}
	}
	return r, nil
}

// locatedRemote is a remote whose address names a repository.
type locatedRemote struct {
	remote
	at repository.Repository
}

// located gives the remotes whose address names a repository on some host.
func (c choosing) located() []locatedRemote {
	var list []locatedRemote
	for _, r := range c.Remotes {
		if !strings.Contains(r.URL, ":") {
			continue // a folder
		}
		if at, err := repository.ParseWithHost(c.translated(r.URL), c.Default); err == nil {
			list = append(list, locatedRemote{r, at})
		}
	}
	return list
}

// translated replaces an alias of the SSH configuration by its host, in either
// way of writing an SSH address (ssh://forge/acme/shop, forge:acme/shop).
func (c choosing) translated(address string) string {
	if !strings.Contains(address, "://") {
		address = "ssh://" + strings.Replace(address, ":", "/", 1)
	}
	u, err := url.Parse(address)
	if err != nil || c.SSH == nil {
		return address
	}
	return c.SSH(u).String()
}

func (c choosing) fromRemotes() (repository.Repository, error) {
	located := c.located()
	if len(located) == 0 {
		return repository.Repository{}, &usage{
			err:  fmt.Errorf("this clone has no remote that names a GitHub repository"),
			hint: "add one, name the repository with -R OWNER/REPO, or use --local for a queue without GitHub",
		}
	}
	usable, err := c.onGitHub(located)
	if err != nil {
		return repository.Repository{}, err
	}
	if r, ok, err := resolved(usable); ok || err != nil {
		return r, err
	}
	first := usable[0].at
	for _, r := range usable[1:] {
		if !sameName(r.at, first) || !strings.EqualFold(r.at.Host, first.Host) {
			return repository.Repository{}, &usage{
				err:  fmt.Errorf("the remotes of this clone name several repositories: %s", names(usable)),
				hint: "choose one with: gh repo set-default (or -R OWNER/REPO)",
			}
		}
	}
	return first, nil
}

// onGitHub keeps the remotes on GH_HOST or, where it is not set, on a host that
// gh is signed in to.
func (c choosing) onGitHub(located []locatedRemote) ([]locatedRemote, error) {
	hosts := c.Known
	if c.Host != "" {
		hosts = []string{c.Host}
	}
	var usable []locatedRemote
	for _, r := range located {
		if slices.ContainsFunc(hosts, func(h string) bool { return strings.EqualFold(h, r.at.Host) }) {
			usable = append(usable, r)
		}
	}
	switch {
	case len(usable) > 0:
		return usable, nil
	case c.Host != "":
		return nil, &usage{
			err:  fmt.Errorf("GH_HOST is %s, but the remotes of this clone are %s", c.Host, names(located)),
			hint: "unset GH_HOST, or name the repository with -R HOST/OWNER/REPO",
		}
	}
	host := located[0].at.Host
	return nil, &model.Fault{
		Kind: model.FaultNotSignedIn, Op: "reach " + full(located[0].at), Detail: "gh is not signed in to " + host,
		Hint: fmt.Sprintf("run: gh auth login --hostname %s (or use --local for a queue without GitHub)", host),
	}
}

// resolved is what `gh repo set-default` chose, if it did.
func resolved(usable []locatedRemote) (repository.Repository, bool, error) {
	for _, r := range usable {
		switch r.Resolved {
		case "":
			continue
		case "base":
			return r.at, true, nil
		}
		chosen, err := repository.ParseWithHost(r.Resolved, r.at.Host)
		if err != nil {
			return chosen, false, usagef("the default repository of the remote %s is noted as %q, which names none; run: gh repo set-default", r.Name, r.Resolved)
		}
		return chosen, true, nil
	}
	return repository.Repository{}, false, nil
}

func sameName(a, b repository.Repository) bool {
	return strings.EqualFold(a.Owner, b.Owner) && strings.EqualFold(a.Name, b.Name)
}

// full is HOST/OWNER/NAME.
func full(r repository.Repository) string { return r.Host + "/" + r.Owner + "/" + r.Name }

// names lists remotes for a sentence: "origin (github.com/acme/shop), …".
func names(list []locatedRemote) string {
	var parts []string
	for _, r := range list {
		parts = append(parts, fmt.Sprintf("%s (%s)", r.Name, full(r.at)))
	}
	return strings.Join(parts, ", ")
}

// isClone reports whether this clone is one of the repository: one of its
// remotes, or the default that gh noted, names it.
func (c choosing) isClone(r repository.Repository) bool {
	located := c.located()
	if chosen, ok, err := resolved(located); err == nil && ok && sameName(chosen, r) && strings.EqualFold(chosen.Host, r.Host) {
		return true
	}
	return slices.ContainsFunc(located, func(l locatedRemote) bool {
		return sameName(l.at, r) && strings.EqualFold(l.at.Host, r.Host)
	})
}

// remoteOf is the name of the clone's remote that is the repository; "" where none
// is.
func (c choosing) remoteOf(r repository.Repository) string {
	for _, l := range c.located() {
		if sameName(l.at, r) && strings.EqualFold(l.at.Host, r.Host) {
			return l.Name
		}
	}
	return ""
}
