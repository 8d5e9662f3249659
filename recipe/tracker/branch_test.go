package tracker

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

const aRef = `{"ref":"refs/heads/debt/7","node_id":"x","url":"https://api.github.com/x","object":{"type":"commit","sha":"` + head + `","url":"https://api.github.com/x"}}`

func TestABranchIsLookedUpByItsWholeName(t *testing.T) {
	const path = "GET git/ref/heads%2Fdebt%2F7"
	tests := []struct {
		name  string
		story func(*script)
		sha   string
		kind  model.FaultKind
		says  string
	}{
		{"there", func(s *script) { s.on(path, 200, aRef) }, head, 0, ""},
		{"not there", func(s *script) {
			s.on(path, 404, `{"message":"Not Found"}`).on("GET ", 200, `{"full_name":"acme/shop"}`)
		}, "", 0, ""},
		{"the repository is hidden", func(s *script) {
			s.on(path, 404, `{"message":"Not Found"}`).on("GET ", 404, `{"message":"Not Found"}`)
		}, "", model.FaultNotFound, "read the branch debt/7 of acme/shop"},
		{"an empty repository", func(s *script) { s.on(path, 409, `{"message":"Git Repository is empty."}`) }, "", 0, ""},
		{"another branch", func(s *script) { s.on(path, 200, strings.ReplaceAll(aRef, "debt/7", "debt/71")) }, "", 0, ""},
		{"no commit", func(s *script) { s.on(path, 200, `{"ref":"refs/heads/debt/7"}`) }, "", model.FaultAnswer, "without a name or a commit"},
		{"in trouble", func(s *script) { s.on(path, 502, ``) }, "", model.FaultOffline, "502"},
		{"forbidden", func(s *script) { s.whoIs().on(path, 403, `{"message":"Resource not accessible"}`) }, "", model.FaultNoPermission, "right to read acme/shop"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			sha, ok, err := newClient(t, s).Branch(context.Background(), "debt/7")
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, tt.says)
			} else if err != nil {
				t.Error(err)
			}
			if sha != tt.sha || ok != (tt.sha != "") {
				t.Errorf("%q, %v; want %q", sha, ok, tt.sha)
			}
		})
	}
}

func TestExactlyOneOfTwoCreatesABranch(t *testing.T) {
	const create, look = "POST git/refs", "GET git/ref/heads%2Fdebt%2F7"
	exists := `{"message":"Reference already exists","documentation_url":"https://docs.github.com/rest"}`
	none := func(s *script) *script {
		return s.on(look, 404, `{"message":"Not Found"}`).on("GET ", 200, `{"full_name":"acme/shop"}`)
	}
	branches := func(s *script, names ...string) {
		s.on("GET branches?per_page=100", 200, branchPage(names...))
	}
	tests := []struct {
		name    string
		story   func(*script)
		created bool
		kind    model.FaultKind
		says    []string
	}{
		{"ours", func(s *script) { s.on(create, 201, aRef) }, true, 0, nil},
		{"it exists", func(s *script) { s.on(create, 422, exists).on(look, 200, aRef) }, false, 0, nil},
		{"a branch in the way (C-46)", func(s *script) {
			branches(none(s).on(create, 422, `{"message":"Reference update failed"}`), "main", "debt")
		}, false, model.FaultInvalid, []string{"no room for it beside the branch debt", "rename or delete"}},
		{"a folder in the way (C-46)", func(s *script) {
			branches(none(s).on(create, 422, exists), "debt/7/x", "main")
		}, false, model.FaultInvalid, []string{"beside the branch debt/7/x"}},
		{"refused for another reason", func(s *script) {
			branches(none(s).on(create, 422, `{"message":"Object does not exist"}`), "main")
		}, false, model.FaultInvalid, []string{"Object does not exist"}},
		{"it cannot be looked at", func(s *script) { s.on(create, 422, exists).on(look, 500, `{}`) }, false, model.FaultInvalid, []string{"already exists"}},
		{"an empty repository", func(s *script) { s.on(create, 409, `{"message":"Git Repository is empty."}`) }, false, model.FaultInvalid, []string{"is empty"}},
		{"no right", func(s *script) { s.whoIs().on(create, 404, `{"message":"Not Found"}`) }, false, model.FaultNoPermission,
			[]string{"create the branch debt/7 of acme/shop", "the right to write to acme/shop"}},
		{"rules", func(s *script) { s.whoIs().on(create, 403, `{"message":"Resource not accessible by integration"}`) }, false, model.FaultNoPermission, nil},
		{"the answer is lost", func(s *script) { s.on(create, 502, ``) }, false, model.FaultUnknownResult, []string{"look before repeating"}},
		{"the answer is cut", func(s *script) { s.on(create, 201, `{"ref":`) }, false, model.FaultUnknownResult, []string{"cut short"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			created, err := newClient(t, s).CreateBranch(context.Background(), "debt/7", head)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, tt.says...)
			} else if err != nil {
				t.Error(err)
			}
			if created != tt.created || s.count(create) != 1 {
				t.Errorf("created is %v after %d requests; want %v after one", created, s.count(create), tt.created)
			}
			if want := `{"ref":"refs/heads/debt/7","sha":"` + head + `"}`; s.body(create) != want {
				t.Errorf("sent %s, want %s", s.body(create), want)
			}
		})
	}
}

func TestANameThatGitRefusesIsAskedOfNobody_C46(t *testing.T) {
	c := newClient(t, unused(t))
	for _, name := range []string{"", "-x", "a..b", "debt/", "a b", "x.lock", "a@{1}", "a?b=c"} {
		_, _, err := c.Branch(context.Background(), name)
		wantFault(t, err, model.FaultInvalid, "git refuses")
		_, err = c.CreateBranch(context.Background(), name, head)
		wantFault(t, err, model.FaultInvalid, "git refuses")
		wantFault(t, c.DeleteBranch(context.Background(), name, head), model.FaultInvalid)
		_, err = c.PullsOf(context.Background(), name)
		wantFault(t, err, model.FaultInvalid)
		_, err = c.Rules(context.Background(), name)
		wantFault(t, err, model.FaultInvalid)
	}
	for _, sha := range []string{"", "main", "2222222", strings.ToUpper(strings.Repeat("a", 40)), head + "/../x"} {
		_, err := c.CreateBranch(context.Background(), "debt/7", sha)
		wantFault(t, err, model.FaultInvalid, "is no commit")
		_, err = c.Evidence(context.Background(), sha)
		wantFault(t, err, model.FaultInvalid, "is no commit")
		wantFault(t, c.PostStatus(context.Background(), model.CommitStatus{Context: "x", State: "success", SHA: sha}), model.FaultInvalid)
		wantFault(t, c.Enqueue(context.Background(), 7, sha), model.FaultInvalid)
		_, err = c.MergePull(context.Background(), 7, Merge{SHA: sha, Title: "t", Message: "m"})
		wantFault(t, err, model.FaultInvalid)
	}
}

func TestABranchIsDeletedOnlyAtItsCommit(t *testing.T) {
	const look, gone = "GET git/ref/heads%2Fdebt%2F7", "DELETE git/refs/heads%2Fdebt%2F7"
	tests := []struct {
		name    string
		story   func(*script)
		deletes int
		moved   bool
		kind    model.FaultKind
	}{
		{"there", func(s *script) { s.on(look, 200, aRef).on(gone, 204, ``) }, 1, false, 0},
		{"gone before", func(s *script) {
			s.on(look, 404, `{"message":"Not Found"}`).on("GET ", 200, `{"full_name":"acme/shop"}`)
		}, 0, false, 0},
		{"gone meanwhile", func(s *script) { s.on(look, 200, aRef).on(gone, 422, `{"message":"Reference does not exist"}`) }, 1, false, 0},
		{"moved", func(s *script) { s.on(look, 200, strings.ReplaceAll(aRef, head, newer)) }, 0, true, model.FaultUnstable},
		{"protected", func(s *script) { s.on(look, 200, aRef).on(gone, 422, `{"message":"Cannot delete a protected branch"}`) }, 1, false, model.FaultInvalid},
		{"no right", func(s *script) { s.whoIs().on(look, 200, aRef).on(gone, 403, `{"message":"Forbidden"}`) }, 1, false, model.FaultNoPermission},
		{"lost", func(s *script) { s.on(look, 200, aRef).on(gone, 504, ``) }, 1, false, model.FaultUnknownResult},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			err := newClient(t, s).DeleteBranch(context.Background(), "debt/7", head)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "delete the branch debt/7 of acme/shop")
			} else if err != nil {
				t.Error(err)
			}
			var moved *BranchMoved
			if errors.As(err, &moved) != tt.moved || tt.moved && (moved.At != newer || moved.Want != head || moved.Branch != "debt/7") {
				t.Errorf("%+v", err)
			}
			if s.count(gone) != tt.deletes {
				t.Errorf("%d deletions, want %d", s.count(gone), tt.deletes)
			}
		})
	}
}

// branchPage is a page of the list of branches.
func branchPage(names ...string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = fmt.Sprintf(`{"name":%q,"commit":{"sha":"`+head+`","url":"x"},"protected":false}`, n)
	}
	return "[" + strings.Join(list, ",") + "]"
}

func TestBranchesAreReadToTheLastPage(t *testing.T) {
	const list = "GET branches?per_page=100"
	named := func(first, last int) []string {
		var names []string
		for _, n := range upTo(first, last) {
			names = append(names, fmt.Sprintf("debt/%04d", n))
		}
		return names
	}
	tests := []struct {
		name  string
		story func(*script)
		want  []string
		kind  model.FaultKind
	}{
		{"one page", func(s *script) { s.on(list, 200, branchPage("z", "a")) }, []string{"a", "z"}, 0},
		{"none", func(s *script) { s.on(list, 200, `[]`) }, nil, 0},
		{"an empty repository", func(s *script) { s.on(list, 409, `{"message":"Git Repository is empty."}`) }, nil, 0},
		{"two pages", func(s *script) {
			s.on(list, 200, branchPage(named(1, 100)...), "Link", linkTo(2)).on(list+"&page=2", 200, branchPage("main"))
		}, append(named(1, 100), "main"), 0},
		{"one is deleted meanwhile", func(s *script) {
			s.on(list, 200, branchPage(named(1, 100)...), "Link", linkTo(2)).on(list, 200, branchPage(named(2, 101)...), "Link", linkTo(2))
			s.on(list+"&page=2", 200, branchPage("main"))
		}, append(named(2, 101), "main"), 0},
		{"a page that fails", func(s *script) {
			s.on(list, 200, branchPage(named(1, 100)...), "Link", linkTo(2)).on(list+"&page=2", 500, `{}`)
		}, nil, model.FaultOffline},
		{"no repository", func(s *script) { s.on(list, 404, `{"message":"Not Found"}`) }, nil, model.FaultNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).Branches(context.Background())
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "read the branches of acme/shop")
			} else if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestABranchOfAMovedRepositoryIsFollowed(t *testing.T) {
	s := newScript(t)
	s.do("GET git/ref/heads%2Fdebt%2F7", func(r *http.Request) (*http.Response, error) {
		return reply(r, 301, `{"message":"Moved Permanently"}`, "Location", "https://api.github.com/repositories/9/git/ref/heads%2Fdebt%2F7"), nil
	})
	s.on("GET repositories/9/git/ref/heads%2Fdebt%2F7", 200, aRef)
	s.on("GET ", 200, `{"id":9,"full_name":"acme/store"}`)
	c := newClient(t, s)
	if sha, ok, err := c.Branch(context.Background(), "debt/7"); err != nil || !ok || sha != head {
		t.Errorf("%q %v %v", sha, ok, err)
	}
	if _, name := c.place.slug(); name != "store" {
		t.Errorf("the repository is asked for as %q", name)
	}
}
