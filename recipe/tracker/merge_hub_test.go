package tracker

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

func wantRefused(t *testing.T, err error, why Refused) {
	t.Helper()
	var refusal *MergeRefused
	if !errors.As(err, &refusal) || refusal.Why != why {
		t.Errorf("%v is not refused for %q", err, why)
	}
}

func TestAMergeInAHubIsRefusedForItsReason(t *testing.T) {
	tests := []struct {
		name string
		do   func(t *testing.T, s *hubtest.Server, g *hubtest.FakeGit, number int)
		why  Refused
	}{
		{"pushed to", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, _ int) {
			s.Peer("bo").Push("debt/1", "More", map[string]string{"c.go": "c"})
		}, RefusedMoved},
		{"conflict", func(_ *testing.T, _ *hubtest.Server, g *hubtest.FakeGit, _ int) {
			g.Commit("main", "", "Other", map[string]string{"a.go": "package other\n"})
		}, RefusedConflict},
		{"closed by hand", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, number int) { s.Peer("bo").ClosePull(number) }, RefusedClosed},
		{"its branch is gone", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, _ int) { s.Peer("bo").DeleteBranch("debt/1") }, RefusedClosed},
		{"merged by somebody", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, number int) { s.Peer("bo").MergePull(number) }, RefusedMerged},
		{"a check is missing", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, _ int) {
			s.Rules("main", model.BranchRules{RequiredChecks: []string{"build"}, Squash: true})
		}, RefusedProtection},
		{"a review is missing", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, _ int) {
			s.Rules("main", model.BranchRules{Approvals: 1, Squash: true})
		}, RefusedProtection},
		{"no squashing", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, _ int) {
			s.Rules("main", model.BranchRules{})
		}, RefusedProtection},
		{"a queue", func(_ *testing.T, s *hubtest.Server, _ *hubtest.FakeGit, _ int) {
			s.Rules("main", model.BranchRules{MergeQueue: true, Squash: true})
		}, RefusedQueue},
		{"the base moves", func(_ *testing.T, _ *hubtest.Server, g *hubtest.FakeGit, _ int) {
			g.BeforeSquash(func() { g.Commit("main", "", "Other", map[string]string{"z.go": "z"}) })
		}, RefusedAgain},
		{"the base is checked out", func(_ *testing.T, _ *hubtest.Server, g *hubtest.FakeGit, _ int) { g.Block(true) }, RefusedProtection},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, g, c, number := proposed(t)
			tip := g.Head("debt/1")
			tt.do(t, s, g, number)
			s.Reset()
			_, err := c.MergePull(context.Background(), number, squash(tip))
			wantRefused(t, err, tt.why)
			puts := 0
			for _, r := range s.Requests() {
				if r.Method == http.MethodPut {
					puts++
				}
			}
			if puts != 1 {
				t.Errorf("%d merges were asked for", puts)
			}
			if tt.why == RefusedAgain {
				if _, err := c.MergePull(context.Background(), number, squash(tip)); err != nil {
					t.Errorf("asked again: %v", err)
				}
			}
		})
	}
}

func TestADraftIsNotMerged(t *testing.T) {
	g := hubtest.NewGit()
	s := hubtest.New(t, hubtest.WithGit(g))
	tip := g.Commit("debt/1", "main", "Fix it", map[string]string{"a": "b"})
	c := newClient(t, s)
	p, err := c.CreatePull(context.Background(), NewPull{Title: "t", Body: "b", Head: "debt/1", Base: "main", Draft: true})
	if err != nil || !p.Draft || p.MergeState != "draft" {
		t.Fatalf("%+v, %v", p, err)
	}
	_, err = c.MergePull(context.Background(), p.Number, squash(tip))
	wantRefused(t, err, RefusedDraft)
}
