package cmd

import (
	"errors"
	"net/url"
	"testing"

	"gh-debt/model"
)

// C-31: every call goes to the host of the chosen repository, the flag beats
// GH_REPO, which beats the remotes, and a clash names both values.
func TestRepositoryIsChosenOnce(t *testing.T) {
	origin := func(address string) []remote { return []remote{{Name: "origin", URL: address}} }
	tests := map[string]struct {
		c    choosing
		want string
		err  string
	}{
		"the only remote": {
			c:    choosing{Known: []string{"github.com"}, Remotes: origin("https://github.com/acme/shop.git")},
			want: "github.com/acme/shop",
		},
		"an SSH address": {
			c:    choosing{Known: []string{"github.com"}, Remotes: origin("git@github.com:acme/shop.git")},
			want: "github.com/acme/shop",
		},
		"a remote on an enterprise host only": {
			c:    choosing{Known: []string{"ghe.example.test"}, Remotes: origin("https://ghe.example.test/acme/api")},
			want: "ghe.example.test/acme/api",
		},
		"GH_HOST set to an enterprise host, the remote on github.com": {
			c:   choosing{Host: "ghe.example.test", Known: []string{"ghe.example.test", "github.com"}, Remotes: origin("https://github.com/acme/api")},
			err: "GH_HOST is ghe.example.test, but the remotes of this clone are origin (github.com/acme/api)",
		},
		"a bare name that this clone has on another host": {
			c:   choosing{Flag: "acme/api", Default: "github.com", Remotes: origin("https://ghe.example.test/acme/api")},
			err: "-R acme/api would mean github.com/acme/api, but the remote origin of this clone is ghe.example.test/acme/api",
		},
		"a bare name beside an unrelated clone": {
			c:    choosing{Flag: "acme/api", Default: "github.com", Remotes: origin("https://ghe.example.test/acme/other")},
			want: "github.com/acme/api",
		},
		"a full name": {
			c:    choosing{Flag: "ghe.example.test/acme/api", Default: "github.com", Remotes: origin("https://github.com/acme/api")},
			want: "ghe.example.test/acme/api",
		},
		"a bare name with GH_HOST": {
			c:    choosing{Flag: "acme/api", Host: "ghe.example.test", Default: "github.com"},
			want: "ghe.example.test/acme/api",
		},
		"GH_REPO with a host": {
			c:    choosing{Repo: "ghe.example.test/acme/api", Default: "github.com"},
			want: "ghe.example.test/acme/api",
		},
		"GH_REPO without a host": {
			c:    choosing{Repo: "acme/api", Default: "github.com"},
			want: "github.com/acme/api",
		},
		"the flag beats GH_REPO": {
			c:    choosing{Flag: "acme/one", Repo: "acme/two", Default: "github.com"},
			want: "github.com/acme/one",
		},
		"GH_REPO beats the remote": {
			c:    choosing{Repo: "acme/two", Default: "github.com", Known: []string{"github.com"}, Remotes: origin("https://github.com/acme/shop")},
			want: "github.com/acme/two",
		},
		"a GH_HOST that looks like an option (C-39)": {
			c:   choosing{Flag: "acme/api", Host: "--exec=x"},
			err: `GH_HOST takes the name of a host, got "--exec=x"`,
		},
		"a GH_HOST that is an address": {
			c:   choosing{Repo: "acme/api", Host: "https://ghe.example.test"},
			err: `GH_HOST takes the name of a host, got "https://ghe.example.test"`,
		},
		"a value that looks like an option (C-39)": {
			c:   choosing{Flag: "--upload-pack=x", Default: "github.com"},
			err: `-R takes [HOST/]OWNER/REPO, got "--upload-pack=x"`,
		},
		"a name alone": {
			c:   choosing{Flag: "shop", Default: "github.com"},
			err: `-R takes [HOST/]OWNER/REPO, got "shop"`,
		},
		"no remote": {
			c:   choosing{Known: []string{"github.com"}},
			err: "this clone has no remote that names a GitHub repository",
		},
		"a remote that is a folder": {
			c:   choosing{Known: []string{"github.com"}, Remotes: origin("/srv/git/shop")},
			err: "this clone has no remote that names a GitHub repository",
		},
		"a host that gh does not know": {
			c:   choosing{Known: []string{"github.com"}, Remotes: origin("https://git.example.test/acme/shop")},
			err: "could not reach git.example.test/acme/shop: gh is not signed in to git.example.test",
		},
		"several and none chosen": {
			c: choosing{Known: []string{"github.com"}, Remotes: []remote{
				{Name: "origin", URL: "https://github.com/me/shop"}, {Name: "upstream", URL: "https://github.com/acme/shop"},
			}},
			err: "the remotes of this clone name several repositories: origin (github.com/me/shop), upstream (github.com/acme/shop)",
		},
		"several and one chosen": {
			c: choosing{Known: []string{"github.com"}, Remotes: []remote{
				{Name: "origin", URL: "https://github.com/me/shop"}, {Name: "upstream", URL: "https://github.com/acme/shop", Resolved: "base"},
			}},
			want: "github.com/acme/shop",
		},
		"one chosen that is no remote": {
			c:    choosing{Known: []string{"github.com"}, Remotes: []remote{{Name: "origin", URL: "https://github.com/me/shop", Resolved: "acme/shop"}}},
			want: "github.com/acme/shop",
		},
		"several that are the same": {
			c: choosing{Known: []string{"github.com"}, Remotes: []remote{
				{Name: "a", URL: "https://github.com/acme/shop"}, {Name: "b", URL: "git@github.com:Acme/Shop.git"},
			}},
			want: "github.com/acme/shop",
		},
		"an alias of the SSH configuration in the short form": {
			c: choosing{Known: []string{"github.com"}, Remotes: origin("work:acme/shop.git"), SSH: func(u *url.URL) *url.URL {
				moved := *u
				moved.Host = "github.com"
				return &moved
			}},
			want: "github.com/acme/shop",
		},
		"an alias of the SSH configuration": {
			c: choosing{Known: []string{"github.com"}, Remotes: origin("ssh://git@work/acme/shop.git"), SSH: func(u *url.URL) *url.URL {
				moved := *u
				moved.Host = "github.com"
				return &moved
			}},
			want: "github.com/acme/shop",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := tt.c.choose()
			switch {
			case tt.err != "" && (err == nil || err.Error() != tt.err):
				t.Errorf("error %v, want %q", err, tt.err)
			case tt.err == "" && err != nil:
				t.Error(err)
			case tt.err == "" && full(got) != tt.want:
				t.Errorf("%s, want %s", full(got), tt.want)
			}
		})
	}
}

func TestNotSignedInHasItsOwnStatus(t *testing.T) {
	_, err := choosing{Remotes: []remote{{Name: "origin", URL: "https://github.com/acme/shop"}}}.choose()
	var fault *model.Fault
	if !errors.As(err, &fault) || exitStatus(err) != exitSignedOut {
		t.Errorf("error %v with status %d, want a fault with status 4", err, exitStatus(err))
	}
}
