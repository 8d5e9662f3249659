package tracker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestOfManyWhoCreateABranchOneWins(t *testing.T) {
	g := hubtest.NewGit()
	at := g.Head("main")
	s := hubtest.New(t, hubtest.WithGit(g))
	won := make([]bool, 8)
	var wg sync.WaitGroup
	for i := range won {
		c := newClient(t, s)
		wg.Go(func() {
			var err error
			if won[i], err = c.CreateBranch(context.Background(), "debt/7-it", at); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	winners := 0
	for _, w := range won {
		if w {
			winners++
		}
	}
	if winners != 1 || g.Head("debt/7-it") != at {
		t.Errorf("%d of 8 won, and the branch is at %q", winners, g.Head("debt/7-it"))
	}
}

func TestABranchLivesAndGoesInAHub(t *testing.T) {
	g := hubtest.NewGit()
	at := g.Head("main")
	s := hubtest.New(t, hubtest.WithGit(g))
	c, ctx := newClient(t, s), context.Background()
	if _, ok, err := c.Branch(ctx, "debt/7"); ok || err != nil {
		t.Errorf("it is there before: %v", err)
	}
	if made, err := c.CreateBranch(ctx, "debt/7", at); !made || err != nil {
		t.Fatal(made, err)
	}
	if sha, ok, err := c.Branch(ctx, "debt/7"); sha != at || !ok || err != nil {
		t.Errorf("%q %v %v", sha, ok, err)
	}
	names, err := c.Branches(ctx)
	if diff := cmp.Diff([]string{"debt/7", "main"}, names); err != nil || diff != "" {
		t.Error(err, diff)
	}
	_, err = c.CreateBranch(ctx, "debt/8", head)
	wantFault(t, err, model.FaultInvalid, "Object does not exist")
	now := g.Commit("debt/7", "", "more", map[string]string{"a": "b"})
	var moved *BranchMoved
	if err := c.DeleteBranch(ctx, "debt/7", at); !errors.As(err, &moved) || moved.At != now {
		t.Errorf("%v", err)
	}
	for range 2 { // the second time it is gone
		if err := c.DeleteBranch(ctx, "debt/7", now); err != nil {
			t.Error(err)
		}
	}
	if g.Head("debt/7") != "" {
		t.Error("it is still there")
	}
}

func TestBranchesOfAHubAreReadToTheLastPage(t *testing.T) {
	g := hubtest.NewGit()
	for i := range 230 {
		g.Commit(fmt.Sprintf("debt/%d", i), "main", "x", nil)
	}
	s := hubtest.New(t, hubtest.WithGit(g))
	names, err := newClient(t, s).Branches(context.Background())
	if err != nil || len(names) != 231 {
		t.Errorf("%d branches, %v", len(names), err)
	}
	for n := 1; n <= 3; n++ {
		s.Reset()
		s.Instead(n, hubtest.Status(500, "Server Error"))
		names, err := newClient(t, s).Branches(context.Background())
		wantFault(t, err, model.FaultOffline, "read the branches of acme/shop")
		if names != nil {
			t.Errorf("%d branches were given beside the fault", len(names))
		}
	}
}

func TestABranchWhoseAnswerIsLostIsLookedFor(t *testing.T) {
	for name, fail := range map[string]func(*hubtest.Server, int){
		"before": (*hubtest.Server).FailBefore, "after": (*hubtest.Server).DropAfter,
	} {
		t.Run(name, func(t *testing.T) {
			g := hubtest.NewGit()
			at := g.Head("main")
			s := hubtest.New(t, hubtest.WithGit(g))
			c, ctx := newClient(t, s), context.Background()
			fail(s, 1)
			_, err := c.CreateBranch(ctx, "debt/7", at)
			wantFault(t, err, model.FaultUnknownResult, "look before repeating")
			if s.Count() != 1 {
				t.Errorf("%d requests, want one", s.Count())
			}
			_, there, err := c.Branch(ctx, "debt/7")
			if err != nil || there != (name == "after") {
				t.Errorf("%v, %v", there, err)
			}
			made, err := c.CreateBranch(ctx, "debt/7", at)
			if err != nil || made == there {
				t.Errorf("%v, %v", made, err)
			}
			s.Reset()
			fail(s, 2)
			wantFault(t, c.DeleteBranch(ctx, "debt/7", at), model.FaultUnknownResult)
			if err := c.DeleteBranch(ctx, "debt/7", at); err != nil || g.Head("debt/7") != "" {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestWhoMayNotPushCreatesNoBranch(t *testing.T) {
	g := hubtest.NewGit()
	s := hubtest.New(t, hubtest.WithGit(g))
	s.SetViewer(hub.Account{Login: "guest", Permission: hub.Read})
	c := newClient(t, s)
	_, err := c.CreateBranch(context.Background(), "debt/7", g.Head("main"))
	wantFault(t, err, model.FaultNoPermission, "account guest", "the right to write to acme/shop")
	wantFault(t, c.DeleteBranch(context.Background(), "main", g.Head("main")), model.FaultNoPermission, "delete the branch main of acme/shop")
	s.Set(func(r *hub.Repository) { r.Archived = true })
	_, err = c.CreateBranch(context.Background(), "debt/7", g.Head("main"))
	wantFault(t, err, model.FaultArchived)
}

func TestAHubWithoutGitHasNoBranches(t *testing.T) {
	c, ctx := newClient(t, hubtest.New(t)), context.Background()
	if names, err := c.Branches(ctx); err != nil || names != nil {
		t.Errorf("%v %v", names, err)
	}
	if _, ok, err := c.Branch(ctx, "main"); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	_, err := c.CreateBranch(ctx, "debt/7", head)
	wantFault(t, err, model.FaultInvalid, "empty")
	if err := c.DeleteBranch(ctx, "debt/7", head); err != nil {
		t.Error(err)
	}
}

func TestABranchInTheWayIsNamed_C46(t *testing.T) {
	g := hubtest.NewGit()
	g.Commit("debt", "main", "x", nil)
	_, err := newClient(t, hubtest.New(t, hubtest.WithGit(g))).CreateBranch(context.Background(), "debt/7", g.Head("main"))
	wantFault(t, err, model.FaultInvalid, "no room for it beside the branch debt")
}
