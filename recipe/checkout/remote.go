package checkout

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Remote is one remote of the clone.
type Remote struct {
	Name     string
	FetchURL string // as git would use it, url.<base>.insteadOf applied; may hold a credential
	PushURL  string
	Resolved string // what `gh repo set-default` noted here: "base", OWNER/NAME or ""
}

// Redacted is the fetch URL without a credential, for a person to read.
func (r Remote) Redacted() string {
	u, err := url.Parse(r.FetchURL)
	if err != nil || u.User == nil {
		return r.FetchURL
	}
	u.User = nil
	return u.String()
}

// Remotes lists the remotes in the order in which gh prefers them: upstream,
// github, origin, then the others as git names them. One whose name or URL
// begins with a dash, so that it could act as an option, is left out.
func (c *Checkout) Remotes(ctx context.Context) ([]Remote, error) {
	out, err := output(ctx, c.run, Call{Dir: c.top, Args: []string{"remote", "-v"}})
	if err != nil {
		return nil, fmt.Errorf("read the remotes: %w", err)
	}
	resolved, err := config(ctx, c.run, c.top, nil, `^remote\..*\.gh-resolved$`)
	if err != nil {
		return nil, fmt.Errorf("read the remotes: %w", err)
	}
	remotes := parseRemotes(string(out))
	for _, v := range resolved {
		for i := range remotes {
			if v.name == "remote."+remotes[i].Name+".gh-resolved" {
				remotes[i].Resolved = v.value
			}
		}
	}
	slices.SortStableFunc(remotes, func(a, b Remote) int { return preference(a.Name) - preference(b.Name) })
	return remotes, nil
}

// parseRemotes reads the lines of `git remote -v`.
func parseRemotes(out string) []Remote {
	var remotes []Remote
	for line := range strings.Lines(out) {
		name, rest, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok || strings.HasPrefix(name, "-") || strings.HasPrefix(rest, "-") {
			continue
		}
		if len(remotes) == 0 || remotes[len(remotes)-1].Name != name {
			remotes = append(remotes, Remote{Name: name})
		}
		last := &remotes[len(remotes)-1]
		// A partial clone says its filter behind: "url (fetch) [blob:none]".
		if i := strings.LastIndex(rest, " (fetch)"); i >= 0 {
			last.FetchURL = rest[:i]
		} else if i := strings.LastIndex(rest, " (push)"); i >= 0 {
			last.PushURL = rest[:i]
		}
	}
	return remotes
}

func preference(name string) int {
	switch strings.ToLower(name) {
	case "upstream":
		return 0
	case "github":
		return 1
	case "origin":
		return 2
	}
	return 3
}

// setting is one value of git's configuration.
type setting struct{ name, value string }

// config gives the settings whose name matches the pattern, in git's order; env
// is added to the environment of the call.
func config(ctx context.Context, run Runner, dir string, env []string, pattern string) ([]setting, error) {
	out, err := output(ctx, run, Call{Dir: dir, Env: env, Args: []string{"config", "-z", "--get-regexp", pattern}})
	if exitIs(err, 1) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var settings []setting
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		name, value, valued := strings.Cut(entry, "\n")
		if !valued {
			value = "true" // a name alone is how git writes yes
		}
		settings = append(settings, setting{name: name, value: value})
	}
	return settings, nil
}
