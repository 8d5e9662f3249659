package tracker

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// proposed is a hub with the issues 1 to 3 and a pull request of the branch debt/1
// that closes the first, opened by bo.
func proposed(t *testing.T) (s *hubtest.Server, g *hubtest.FakeGit, c *Client, number int) {
	t.Helper()
	g = hubtest.NewGit()
	s = hubtest.New(t, hubtest.WithGit(g), hubtest.Seed(debt(1, 3)...))
	g.Commit("debt/1", "main", "Fix it", map[string]string{"a.go": "package a\n"})
	number = s.Peer("bo").OpenPull("debt/1", "Fix it", "Closes #1")
	s.Reset()
	return s, g, newClient(t, s), number
}

func squash(sha string) Merge { return Merge{SHA: sha, Title: "Fix it", Message: "All of it."} }

func TestAPullRequestGoesFromOpenToMergedInAHub(t *testing.T) {
	g := hubtest.NewGit()
	s := hubtest.New(t, hubtest.WithGit(g), hubtest.Seed(debt(1, 3)...))
	c, ctx := newClient(t, s), context.Background()
	first := g.Commit("debt/1", "main", "Fix it", map[string]string{"b.go": "package b\n"})
	tip := g.Commit("debt/1", "", "Fix more\n\nof it", map[string]string{"a.go": "package a\n"})
	opened, err := c.CreatePull(ctx, NewPull{Title: "Fix it", Body: "Closes #1\n", Head: "debt/1", Base: "main"})
	if err != nil {
		t.Fatal(err)
	}
	want := model.PullRequest{
		Number: opened.Number, Title: "Fix it", Body: "Closes #1\n", URL: opened.URL, Author: "ana", State: model.Open,
		HeadRef: "debt/1", HeadSHA: tip, HeadRepo: "acme/shop", BaseRef: "main", BaseSHA: g.Head("main"),
		Mergeable: model.MergeClean, MergeState: "clean", CreatedAt: opened.CreatedAt, UpdatedAt: opened.UpdatedAt,
	}
	if diff := cmp.Diff(want, opened); diff != "" || opened.URL == "" || opened.CreatedAt.IsZero() {
		t.Error(diff, opened)
	}
	again, err := c.CreatePull(ctx, NewPull{Title: "Other", Body: "x", Head: "debt/1", Base: "main"})
	if err != nil || again.Number != opened.Number || again.Title != "Fix it" {
		t.Errorf("opening it twice gives %+v, %v", again, err)
	}
	of, err := c.PullsOf(ctx, "debt/1")
	if err != nil || len(of) != 1 || of[0].Number != opened.Number {
		t.Errorf("%v %v", of, err)
	}
	commits, err := c.PullCommits(ctx, opened.Number)
	wantCommits := []model.CommitMessage{{SHA: first, Message: "Fix it"}, {SHA: tip, Message: "Fix more\n\nof it"}}
	if diff := cmp.Diff(wantCommits, commits, cmpopts.IgnoreFields(model.CommitMessage{}, "Author", "At")); err != nil || diff != "" {
		t.Error(err, diff)
	}
	files, err := c.PullFiles(ctx, opened.Number)
	if diff := cmp.Diff([]string{"a.go", "b.go"}, files); err != nil || diff != "" {
		t.Error(err, diff)
	}
	sha, err := c.MergePull(ctx, opened.Number, squash(tip))
	if err != nil || sha != g.Head("main") {
		t.Fatalf("%q, %v; main is at %q", sha, err, g.Head("main"))
	}
	done, err := c.Pull(ctx, opened.Number)
	if err != nil || !done.Merged || done.MergeSHA != sha || done.HeadSHA != tip || done.State != model.Closed {
		t.Errorf("%+v, %v", done, err)
	}
	for number, state := range map[int]model.State{1: model.Closed, 2: model.Open, 3: model.Open} {
		if i, err := c.Issue(ctx, number); err != nil || i.State != state {
			t.Errorf("#%d is %s, %v", number, i.State, err)
		}
	}
	_, err = c.MergePull(ctx, opened.Number, squash(tip))
	wantRefused(t, err, RefusedMerged)
}

func TestPullRequestsOfAHubAreReadToTheLastPage(t *testing.T) {
	g := hubtest.NewGit()
	s := hubtest.New(t, hubtest.WithGit(g), hubtest.Unchecked())
	var want []int
	for i := range 120 {
		branch := fmt.Sprintf("debt/%d", i+1)
		g.Commit(branch, "main", "x", map[string]string{branch: "x"})
		want = append(want, s.Peer("bo").OpenPull(branch, "x", "y"))
	}
	s.Reset()
	got, err := newClient(t, s).Pulls(context.Background(), model.Open)
	if diff := cmp.Diff(want, pullNumbers(got)); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if s.Count() != 4 {
		t.Errorf("%d requests, want two reads of two pages", s.Count())
	}
	s.Reset()
	s.PeerAfter(1, func() { s.Peer("cy").ClosePull(want[0]) })
	got, err = newClient(t, s).Pulls(context.Background(), model.Open)
	if diff := cmp.Diff(want[1:], pullNumbers(got)); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestAWriteToAPullRequestIsSentOnceWhateverHappensToItsAnswer(t *testing.T) {
	text := "Closes #1, by hand"
	writes := map[string]func(context.Context, *Client, *hubtest.FakeGit, int) error{
		"merge": func(ctx context.Context, c *Client, g *hubtest.FakeGit, n int) error {
			_, err := c.MergePull(ctx, n, squash(g.Head("debt/1")))
			return err
		},
		"edit": func(ctx context.Context, c *Client, _ *hubtest.FakeGit, n int) error {
			_, err := c.EditPull(ctx, n, PullEdit{Body: &text, OldBody: "Closes #1"})
			return err
		},
		"close": func(ctx context.Context, c *Client, _ *hubtest.FakeGit, n int) error { return c.ClosePull(ctx, n) },
		"review": func(ctx context.Context, c *Client, g *hubtest.FakeGit, n int) error {
			_, err := c.PostReview(ctx, n, model.Review{State: model.ReviewApproved, Body: "x", Commit: g.Head("debt/1")})
			return err
		},
		"status": func(ctx context.Context, c *Client, g *hubtest.FakeGit, _ int) error {
			return c.PostStatus(ctx, model.CommitStatus{Context: "gates/tests", SHA: g.Head("debt/1"), State: "success"})
		},
		"open": func(ctx context.Context, c *Client, g *hubtest.FakeGit, _ int) error {
			_, err := c.CreatePull(ctx, NewPull{Title: "t", Body: "b", Head: "debt/2", Base: "main"})
			return err
		},
	}
	for name, write := range writes {
		for when, fail := range map[string]func(*hubtest.Server, int){"before": (*hubtest.Server).FailBefore, "after": (*hubtest.Server).DropAfter} {
			t.Run(name+"/"+when, func(t *testing.T) {
				s, g, c, number := proposed(t)
				g.Commit("debt/2", "main", "Fix 2", map[string]string{"two.go": "x"})
				last := 1
				if name == "edit" || name == "close" {
					last = 2 // it looks first
				}
				fail(s, last)
				err := write(context.Background(), c, g, number)
				wantFault(t, err, model.FaultUnknownResult, "look before repeating")
				if s.Count() != last {
					t.Errorf("%d requests, want %d", s.Count(), last)
				}
			})
		}
	}
}

func TestWhoMayNotWriteChangesNoPullRequest(t *testing.T) {
	s, g, c, number := proposed(t)
	s.SetViewer(hub.Account{Login: "guest", Permission: hub.Read})
	ctx, text := context.Background(), "x"
	_, err := c.MergePull(ctx, number, squash(g.Head("debt/1")))
	wantFault(t, err, model.FaultNoPermission, "account guest", "the right to merge pull requests of acme/shop")
	_, err = c.EditPull(ctx, number, PullEdit{Title: &text})
	wantFault(t, err, model.FaultNoPermission, "the right to edit pull requests")
	wantFault(t, c.ClosePull(ctx, number), model.FaultNoPermission)
	wantFault(t, c.PostStatus(ctx, model.CommitStatus{Context: "x", SHA: g.Head("debt/1"), State: "success"}), model.FaultNoPermission)
	s.Set(func(r *hub.Repository) { r.Archived = true })
	_, err = c.CreatePull(ctx, NewPull{Title: "t", Body: "b", Head: "debt/1", Base: "main"})
	wantFault(t, err, model.FaultArchived)
	_, err = c.PostReview(ctx, number, model.Review{State: model.ReviewCommented, Body: "x", Commit: g.Head("debt/1")})
	wantFault(t, err, model.FaultArchived)
}

func TestTheBodyOfAPullRequestIsEditedInAHub(t *testing.T) {
	s, _, c, number := proposed(t)
	ctx, text := context.Background(), odd
	s.Peer("cy").EditPull(number, "by cy")
	_, err := c.EditPull(ctx, number, PullEdit{Body: &text, OldBody: "Closes #1"})
	wantFault(t, err, model.FaultUnstable, "somebody changed its body")
	for range 2 {
		p, err := c.EditPull(ctx, number, PullEdit{Body: &text, OldBody: "by cy"})
		if err != nil || p.Body != odd {
			t.Errorf("%q, %v", p.Body, err)
		}
	}
	for range 2 {
		if err := c.ClosePull(ctx, number); err != nil {
			t.Error(err)
		}
	}
	if p, err := c.Pull(ctx, number); err != nil || p.State != model.Closed || p.Merged || p.ClosedAt.IsZero() {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestTheEmbeddedTrackerHasPullRequestsLikeGitHub(t *testing.T) {
	for _, name := range []string{"local", "my project #1 (50%)", "-né?"} {
		t.Run(name, func(t *testing.T) {
			g := hubtest.NewGit()
			s := hubtest.New(t, hubtest.WithGit(g), hubtest.Unchecked(), hubtest.Repo("local", name), hubtest.Seed(debt(1, 1)...))
			c := newClient(t, s, func(o *Options) {
				o.Token, o.Repo.Host, o.Repo.Owner, o.Repo.Name = "", LocalHost, "local", name
			})
			ctx := context.Background()
			if made, err := c.CreateBranch(ctx, "debt/1-é", g.Head("main")); !made || err != nil {
				t.Fatal(made, err)
			}
			tip := g.Commit("debt/1-é", "", "Fix", map[string]string{"a": "b"})
			p, err := c.CreatePull(ctx, NewPull{Title: "t", Body: "Closes #1", Head: "debt/1-é", Base: "main"})
			if err != nil {
				t.Fatal(err)
			}
			if of, err := c.PullsOf(ctx, "debt/1-é"); err != nil || len(of) != 1 || of[0].Number != p.Number {
				t.Errorf("%v, %v", of, err)
			}
			if err := c.PostStatus(ctx, model.CommitStatus{Context: "gates/tests", SHA: tip, State: "success"}); err != nil {
				t.Error(err)
			}
			if e, err := c.Evidence(ctx, tip); err != nil || len(e.Statuses) != 1 {
				t.Errorf("%+v, %v", e, err)
			}
			if _, err := c.Rules(ctx, "main"); err != nil {
				t.Error(err)
			}
			if _, err := c.MergePull(ctx, p.Number, squash(tip)); err != nil {
				t.Error(err)
			}
			if state, _, err := c.QueueOf(ctx, p.Number); state != model.NotQueued || err != nil {
				t.Errorf("%q, %v", state, err)
			}
			if err := c.DeleteBranch(ctx, "debt/1-é", tip); err != nil {
				t.Error(err)
			}
		})
	}
}
