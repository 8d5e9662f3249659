package tracker

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestNoLimitCutsAList_C07(t *testing.T) {
	for _, n := range []int{0, 1, 99, 100, 101, 1000, 1203} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, n)...))
			var done, total int
			issues, err := newClient(t, s).Issues(context.Background(), model.Open, func(d, of int) { done, total = d, of })
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(upTo(1, n), numbers(issues), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if done != total || done < n/100 {
				t.Errorf("progress ended at %d of %d", done, total)
			}
			for _, r := range s.Requests() {
				if strings.Contains(r.Path, "search") {
					t.Errorf("the search was asked: %s", r.Path)
				}
			}
		})
	}
}

func TestAnIssueAfterAFullPageIsSeen_C07(t *testing.T) {
	for _, n := range []int{99, 100, 101, 200, 700} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, n)...))
			dir := t.TempDir()
			for i := range 3 {
				s.Reset()
				issues, err := newClient(t, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(upTo(1, n+max(0, i-1)), numbers(issues)); diff != "" {
					t.Error(diff)
				}
				if i == 1 {
					onlyUnchanged(t, s)
					s.Peer("bo").Create("one more", "b", "tech-debt")
				}
			}
		})
	}
}

func TestPullRequestsAreDroppedAndEndNoPaging_C09(t *testing.T) {
	var seed []hub.SeedIssue
	seed = append(seed, pulls(1, 100)...)
	seed = append(seed, debt(101, 3)...)
	seed = append(seed, pulls(104, 2)...)
	s := hubtest.New(t, hubtest.Seed(seed...))
	c := newClient(t, s)
	issues, err := c.Issues(context.Background(), model.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{101, 102, 103}, numbers(issues)); diff != "" {
		t.Error(diff)
	}
	_, err = c.Issue(context.Background(), 104)
	wantFault(t, err, model.FaultNotFound, "#104 is a pull request")
}

func TestAPageThatFailsFailsTheRead(t *testing.T) {
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, 450)...))
	if _, err := newClient(t, s).Issues(context.Background(), model.Open, nil); err != nil {
		t.Fatal(err)
	}
	all := s.Count()
	for n := 1; n <= all; n++ {
		s.Reset()
		s.Instead(n, hubtest.Status(500, "Server Error"))
		issues, err := newClient(t, s).Issues(context.Background(), model.Open, nil)
		if issues != nil {
			t.Errorf("request %d failed and %d issues were given", n, len(issues))
		}
		wantFault(t, err, model.FaultOffline, "read the open issues of acme/shop")
	}
}

func TestEveryFieldOfAnIssueIsReadAndMissingOnesAreTolerated_C10_C22(t *testing.T) {
	answer := `[
 {"number":1,"title":"null body","body":null,"state":"closed","state_reason":"archived_by_policy","user":null,
  "labels":["tech-debt",{"name":"Severity:Critical","color":"b60205"}],"comments":2,"html_url":"https://github.com/acme/shop/issues/1",
  "created_at":"2026-01-02T03:04:05Z","updated_at":"2026-01-03T03:04:05Z","closed_at":"2026-01-04T03:04:05Z"},
 {"number":2,"body":"","state":"closed","state_reason":null,"closed_at":null,"pull_request":null},
 {"number":3},
 {"number":4,"body":"   ","user":{"login":"ana"},"state":"closed","state_reason":"duplicate"}]`
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) { return reply(r, 200, answer), nil }))
	got, err := c.Issues(context.Background(), model.Closed, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Issue{
		{
			Number: 1, Title: "null body", URL: "https://github.com/acme/shop/issues/1", State: "closed",
			StateReason: "archived_by_policy", Labels: []string{"tech-debt", "Severity:Critical"}, Comments: 2,
			CreatedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), UpdatedAt: time.Date(2026, 1, 3, 3, 4, 5, 0, time.UTC),
			ClosedAt: time.Date(2026, 1, 4, 3, 4, 5, 0, time.UTC),
		},
		{Number: 2, State: "closed", Labels: []string{}},
		{Number: 3, Labels: []string{}},
		{Number: 4, Body: "   ", Author: "ana", State: "closed", StateReason: "duplicate", Labels: []string{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestACancelledReadSaysSo(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 3)...))
	ctx, cancel := context.WithCancel(context.Background())
	s.PeerBefore(1, cancel)
	_, err := newClient(t, s).Issues(ctx, model.Open, nil)
	wantFault(t, err, model.FaultOffline, "it was cancelled")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is no context.Canceled", err)
	}
	if s.Count() > 2 {
		t.Errorf("%d requests after the end, want at most the two that began together", s.Count())
	}
}
