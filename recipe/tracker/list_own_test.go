package tracker

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// TestOwnIssuesAreThoseOfTheAccountWhateverTheirLabels: open and closed, over all
// pages, without pull requests, and by 304s alone when nothing changed.
func TestOwnIssuesAreThoseOfTheAccountWhateverTheirLabels(t *testing.T) {
	seeds := append(debt(1, 230), pulls(231, 3)...)
	var want []int
	for i := range seeds {
		if i%3 == 0 {
			seeds[i].Labels = nil
		}
		if i%10 == 0 {
			seeds[i].State = "closed"
		}
		if i%2 == 0 {
			seeds[i].User = "bo"
		} else if !seeds[i].Pull {
			want = append(want, seeds[i].Number)
		}
	}
	s := hubtest.New(t, hubtest.Seed(seeds...))
	dir := t.TempDir()
	own := func(login string) []int {
		t.Helper()
		issues, err := newClient(t, s, cacheIn(dir)).OwnIssues(context.Background(), login, nil)
		if err != nil {
			t.Fatal(err)
		}
		return numbers(issues)
	}
	if diff := cmp.Diff(want, own("Ana")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(upTo(1, 230), own("")); diff != "" {
		t.Error(diff)
	}
	s.Reset()
	if diff := cmp.Diff(want, own("ana")); diff != "" {
		t.Error(diff)
	}
	onlyUnchanged(t, s)
	if issues, err := newClient(t, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil); err != nil || len(issues) == len(want) {
		t.Errorf("%d issues, %v: the queue is another list", len(issues), err)
	}
}

// TestOwnIssuesAreWholeOrAnError: a page that cannot be had fails the read.
func TestOwnIssuesAreWholeOrAnError(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 230)...))
	s.Instead(3, hubtest.Status(500, "Server Error"))
	_, err := newClient(t, s).OwnIssues(context.Background(), "ana", nil)
	wantFault(t, err, model.FaultOffline, "that ana opened in acme/shop")
}
