package recipe

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
	"gh-debt/recipe/tracker"
)

// manyIssues are issues of about 2 KB, each with its own key.
func manyIssues(n int) []hub.SeedIssue {
	issues := make([]hub.SeedIssue, n)
	for i := range issues {
		issues[i] = seed(i+1, keyed(fmt.Sprintf("app/file%d.go", i%200), i+1, "")+strings.Repeat("It goes on and on. ", 90))
		issues[i].CreatedAt = noon().AddDate(-1, 0, 0).Add(time.Duration(i) * time.Minute)
	}
	return issues
}

func benchDeps(b *testing.B, s *hubtest.Server, cache string) Deps {
	b.Helper()
	client, err := tracker.New(tracker.Options{
		Repo:      repository.Repository{Host: "github.com", Owner: "acme", Name: "shop"},
		Transport: s, CacheDir: cache,
	})
	if err != nil {
		b.Fatal(err)
	}
	return Deps{Tracker: client, Rules: model.DefaultRules(), RepoArg: "acme/shop", Now: time.Now}
}

// BenchmarkQueue reads 1,000 issues at 100 ms a request: at most 4 round trips
// the first time, 3 when nothing changed.
func BenchmarkQueue(b *testing.B) {
	s := hubtest.New(b, hubtest.Unchecked(), hubtest.Seed(manyIssues(1000)...), hubtest.Delay(100*time.Millisecond), hubtest.RateLimit(0))
	read := func(b *testing.B, d Deps) {
		res, err := newReadQueue(d).Run(context.Background(), QueueInput{})
		if err != nil || len(res.Issues) != 1000 {
			b.Fatalf("%d issues, %v", len(res.Issues), err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			read(b, benchDeps(b, s, b.TempDir()))
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		cache := b.TempDir()
		read(b, benchDeps(b, s, cache))
		for b.Loop() {
			read(b, benchDeps(b, s, cache))
		}
	})
}

// fixedLists are complete lists in memory, so that only our own work is timed.
type fixedLists struct {
	DedupTracker
	open, closed []model.Issue
}

func (f fixedLists) Issues(_ context.Context, state model.State, _ tracker.Progress) ([]model.Issue, error) {
	if state == model.Open {
		return f.open, nil
	}
	return f.closed, nil
}

// BenchmarkDedup looks one finding up among 10,000 open and 10,000 closed issues.
func BenchmarkDedup(b *testing.B) {
	var lists fixedLists
	for i, s := range manyIssues(20000) {
		is := model.Issue{Number: s.Number, Body: *s.Body, Labels: s.Labels, State: model.Open, CreatedAt: s.CreatedAt}
		if i%2 == 0 {
			lists.open = append(lists.open, is)
			continue
		}
		is.State, is.StateReason = model.Closed, model.NotPlanned
		lists.closed = append(lists.closed, is)
	}
	for b.Loop() {
		res, err := Dedup{Tracker: lists}.Run(context.Background(), DedupInput{Path: "app/none.go", Line: 4})
		if err != nil || res.Match != nil {
			b.Fatalf("%+v, %v", res.Match, err)
		}
	}
}
