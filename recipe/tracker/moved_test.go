package tracker

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func renamed(t *testing.T) *hubtest.Server {
	s := hubtest.New(t, hubtest.Seed(debt(1, 120)...))
	s.Set(func(r *hub.Repository) { r.Name = "store" })
	return s
}

func TestReadsOfARenamedRepositoryFollow(t *testing.T) {
	s := renamed(t)
	c := newClient(t, s)
	issues, err := c.Issues(context.Background(), model.Open, nil)
	if err != nil || len(issues) != 120 {
		t.Fatalf("%d issues, %v", len(issues), err)
	}
	if i, err := c.Issue(context.Background(), 5); err != nil || i.Number != 5 {
		t.Errorf("#%d, %v", i.Number, err)
	}
	repo, err := newClient(t, s).Repository(context.Background())
	if err != nil || repo.MovedFrom != "acme/shop" || repo.Slug() != "acme/store" {
		t.Errorf("%+v, %v", repo, err)
	}
}

func TestARepositoryKeepsItsNumberThroughItsNames(t *testing.T) {
	s := renamed(t)
	repo, err := newClient(t, s).Repository(context.Background())
	if err != nil || repo.ID == 0 {
		t.Fatalf("%+v, %v", repo, err)
	}
	for slug, want := range map[string]int64{"acme/shop": repo.ID, "ACME/store": repo.ID, "bo/other": 0} {
		id, ok, err := newClient(t, s).RepositoryID(context.Background(), slug)
		if err != nil || id != want || ok != (want != 0) {
			t.Errorf("%s: %d, %v, %v", slug, id, ok, err)
		}
	}
	s.Reset()
	if _, _, err := newClient(t, s).RepositoryID(context.Background(), "acme/../user"); err == nil || s.Count() != 0 {
		t.Errorf("a name that is none: %v after %d requests", err, s.Count())
	}
}

func TestWritesToARenamedRepositoryKeepTheirMethodAndBody(t *testing.T) {
	for name, write := range writes() {
		t.Run(name, func(t *testing.T) {
			s := renamed(t)
			if err := write(context.Background(), newClient(t, s)); err != nil {
				t.Fatal(err)
			}
			var done, bodies []string
			for _, r := range s.Requests() {
				if r.Method != "GET" {
					done, bodies = append(done, r.Method), append(bodies, r.Body)
				}
			}
			if len(done) != 2 || done[0] != done[1] || bodies[0] != bodies[1] {
				t.Errorf("sent %v with %q", done, bodies)
			}
			last := s.Requests()[len(s.Requests())-1]
			if !strings.HasPrefix(last.Path, "/repos/acme/store/") || last.Status >= 300 {
				t.Errorf("%s was answered by %d", last.Path, last.Status)
			}
		})
	}
}

func TestAWriteAfterTheRenamingIsKnownGoesToTheNewPlaceAtOnce(t *testing.T) {
	s := renamed(t)
	c := newClient(t, s)
	if _, err := c.Repository(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.Reset()
	if err := c.Close(context.Background(), 1, model.Completed); err != nil {
		t.Fatal(err)
	}
	if s.Count() != 1 {
		t.Errorf("%d requests, want 1", s.Count())
	}
}

func TestAPOSTThatIsRedirectedBy301IsNotTurnedIntoAGET(t *testing.T) {
	var story []string
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		story = append(story, r.Method+" "+r.URL.Path+" "+string(sent(t, r)))
		switch {
		case r.Method == "GET":
			return reply(r, 200, `{"id":9,"full_name":"acme/store"}`), nil
		case strings.HasPrefix(r.URL.Path, "/repos/acme/shop/"):
			return reply(r, 301, `{"message":"Moved Permanently"}`, "Location", "https://api.github.com/repositories/9/issues"), nil
		}
		return reply(r, 201, `{"number":12}`), nil
	}))
	made, err := c.CreateIssue(context.Background(), NewIssue{Title: "t", Body: "b"})
	if err != nil || made.Number != 12 {
		t.Fatalf("#%d, %v", made.Number, err)
	}
	want := []string{
		`POST /repos/acme/shop/issues {"title":"t","body":"b"}`,
		`GET /repos/acme/shop `,
		`POST /repos/acme/store/issues {"title":"t","body":"b"}`,
	}
	if diff := cmp.Diff(want, story); diff != "" {
		t.Error(diff)
	}
}

func TestAnIssueThatWasTransferredIsNeitherReadNorWritten(t *testing.T) {
	var writes []string
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		if r.Method != "GET" {
			writes = append(writes, r.URL.Path)
			return reply(r, 301, `{"message":"Moved Permanently"}`, "Location", "https://api.github.com/repositories/77/issues/7"), nil
		}
		switch r.URL.Path {
		case "/repos/acme/shop":
			return reply(r, 200, `{"id":9,"full_name":"acme/shop"}`), nil
		case "/repos/acme/shop/issues/7":
			return reply(r, 301, `{}`, "Location", "https://api.github.com/repositories/77/issues/7"), nil
		}
		return reply(r, 200, `{"number":7,"title":"of somebody else"}`), nil
	}))
	_, err := c.Issue(context.Background(), 7)
	wantFault(t, err, model.FaultNotFound, "moved to another repository")
	wantFault(t, c.Close(context.Background(), 7, model.Completed), model.FaultNotFound, "moved to another repository")
	if diff := cmp.Diff([]string{"/repos/acme/shop/issues/7"}, writes); diff != "" {
		t.Error(diff)
	}
}

func TestTheRepositoryTellsWhatTheViewerMayDo(t *testing.T) {
	tests := []struct {
		permission      hub.Permission
		canWrite, label bool
	}{{hub.Read, false, false}, {hub.Triage, true, false}, {hub.Write, true, true}, {hub.Admin, true, true}}
	for _, tt := range tests {
		s := hubtest.New(t, hubtest.Private())
		s.SetPermission(tt.permission)
		got, err := newClient(t, s).Repository(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		want := model.Repository{
			ID: got.ID, Host: "github.com", Owner: "acme", Name: "shop", URL: got.URL, Private: true, HasIssues: true,
			DefaultBranch: "main", Viewer: "ana", CanWrite: tt.canWrite, CanLabel: tt.label,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestATokenOfAnAppIsNobodyAndMayTry(t *testing.T) {
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/user" {
			return reply(r, 403, `{"message":"Resource not accessible by integration"}`), nil
		}
		return reply(r, 200, `{"full_name":"acme/shop","permissions":{"pull":false}}`), nil
	}))
	got, err := c.Repository(context.Background())
	if err != nil || got.Viewer != "" || !got.CanWrite || !got.CanLabel || !got.HasIssues {
		t.Errorf("%+v, %v", got, err)
	}
}
