package tracker

import (
	"context"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestAPullRequestPassesTheQueueOfAHub(t *testing.T) {
	s, g, c, number := proposed(t)
	s.Rules("main", model.BranchRules{MergeQueue: true, Squash: true})
	ctx, tip := context.Background(), g.Head("debt/1")
	stands := func(want model.QueueState, wantAuto bool) {
		t.Helper()
		if state, auto, err := c.QueueOf(ctx, number); err != nil || state != want || auto != wantAuto {
			t.Errorf("%q, %v, %v; want %q, %v", state, auto, err, want, wantAuto)
		}
	}
	stands(model.NotQueued, false)
	wantRefused(t, c.Enqueue(ctx, number, g.Head("main")), RefusedMoved)
	for range 2 { // the second time it is there already
		if err := c.Enqueue(ctx, number, tip); err != nil {
			t.Fatal(err)
		}
		stands(model.QueueQueued, false)
	}
	s.Queue(number, model.QueueAwaiting)
	stands(model.QueueAwaiting, false)
	s.Eject(number)
	stands(model.NotQueued, false)
	if p, err := c.Pull(ctx, number); err != nil || p.Merged || p.State != model.Open {
		t.Errorf("ejected: %+v, %v", p, err)
	}
	if err := c.Enqueue(ctx, number, tip); err != nil {
		t.Fatal(err)
	}
	s.QueueMerges(number)
	stands(model.NotQueued, false)
	if p, err := c.Pull(ctx, number); err != nil || !p.Merged || p.MergeSHA != g.Head("main") {
		t.Errorf("%+v, %v", p, err)
	}
	wantRefused(t, c.Enqueue(ctx, number, tip), RefusedMerged)
	_, _, err := c.QueueOf(ctx, 99)
	wantFault(t, err, model.FaultNotFound, "the pull request acme/shop#99")
	wantFault(t, c.Enqueue(ctx, 99, tip), model.FaultNotFound)
}

func TestTheQueueOfAHubRefusesForItsReason(t *testing.T) {
	tests := []struct {
		name string
		do   func(s *hubtest.Server, g *hubtest.FakeGit, number int)
		why  Refused
	}{
		{"no queue", func(s *hubtest.Server, _ *hubtest.FakeGit, _ int) { s.Rules("main", model.BranchRules{Squash: true}) }, RefusedProtection},
		{"closed", func(s *hubtest.Server, _ *hubtest.FakeGit, number int) { s.Peer("bo").ClosePull(number) }, RefusedClosed},
		{"pushed to", func(s *hubtest.Server, _ *hubtest.FakeGit, _ int) {
			s.Peer("bo").Push("debt/1", "More", map[string]string{"c.go": "c"})
		}, RefusedMoved},
		{"a check is missing", func(s *hubtest.Server, _ *hubtest.FakeGit, _ int) {
			s.Rules("main", model.BranchRules{MergeQueue: true, Squash: true, RequiredChecks: []string{"build"}})
		}, RefusedProtection},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, g, c, number := proposed(t)
			s.Rules("main", model.BranchRules{MergeQueue: true, Squash: true})
			tip := g.Head("debt/1")
			tt.do(s, g, number)
			wantRefused(t, c.Enqueue(context.Background(), number, tip), tt.why)
		})
	}
}

func TestAnEntryWhoseAnswerIsLostIsNotPutTwice(t *testing.T) {
	for when, fail := range map[string]func(*hubtest.Server, int){"before": (*hubtest.Server).FailBefore, "after": (*hubtest.Server).DropAfter} {
		t.Run(when, func(t *testing.T) {
			s, g, c, number := proposed(t)
			s.Rules("main", model.BranchRules{MergeQueue: true, Squash: true})
			ctx, tip := context.Background(), g.Head("debt/1")
			fail(s, 2)
			wantFault(t, c.Enqueue(ctx, number, tip), model.FaultUnknownResult)
			state, _, err := c.QueueOf(ctx, number)
			if err != nil || (state == model.QueueQueued) != (when == "after") {
				t.Errorf("%q, %v", state, err)
			}
			if err := c.Enqueue(ctx, number, tip); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAPullRequestThatMergesByItselfIsSeen(t *testing.T) {
	s, g, c, number := proposed(t)
	s.Rules("main", model.BranchRules{RequiredChecks: []string{"build"}, Squash: true})
	s.MergesItself(number, true)
	ctx := context.Background()
	if state, auto, err := c.QueueOf(ctx, number); state != model.NotQueued || !auto || err != nil {
		t.Errorf("%q, %v, %v", state, auto, err)
	}
	if p, err := c.Pull(ctx, number); !p.AutoMerge || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
	if all, err := c.Pulls(ctx, model.Open); err != nil || len(all) != 1 || !all[0].AutoMerge {
		t.Errorf("%+v, %v", all, err)
	}
	s.Peer("bo").Status(model.CommitStatus{Context: "build", SHA: g.Head("debt/1"), State: "success"})
	if p, err := c.Pull(ctx, number); !p.Merged || p.MergeSHA != g.Head("main") || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestWhoMayNotWritePutsNothingIntoTheQueue(t *testing.T) {
	s, g, c, number := proposed(t)
	s.Rules("main", model.BranchRules{MergeQueue: true, Squash: true})
	s.SetViewer(hub.Account{Login: "guest", Permission: hub.Read})
	wantFault(t, c.Enqueue(context.Background(), number, g.Head("debt/1")), model.FaultNoPermission, "account guest", "the right to merge pull requests")
}
