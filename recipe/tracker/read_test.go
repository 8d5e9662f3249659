package tracker

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/clock"
	"gh-debt/recipe/hub/hubtest"
)

func TestCommentsAndTimelineAreReadToTheLastPage(t *testing.T) {
	for name, wrap := range map[string]func(http.RoundTripper) tripper{
		"with the last page told": func(rt http.RoundTripper) tripper { return rt.RoundTrip },
		"walked":                  noLast,
	} {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, 1)...))
			for i := range 230 {
				s.Peer("bo").Comment(1, fmt.Sprint("comment ", i))
			}
			c := newClient(t, wrap(s))
			comments, err := c.Comments(context.Background(), 1)
			if err != nil || len(comments) != 230 {
				t.Fatalf("%d comments, %v", len(comments), err)
			}
			for i, got := range comments {
				if got.Body != fmt.Sprint("comment ", i) || got.Author != "bo" || got.ID == 0 || got.CreatedAt.IsZero() {
					t.Errorf("comment %d is %+v", i, got)
				}
			}
			events, err := c.Timeline(context.Background(), 1)
			if err != nil {
				t.Fatal(err)
			}
			commented := 0
			for _, e := range events {
				if e.Kind == model.Commented {
					commented++
				}
			}
			if commented != 230 {
				t.Errorf("%d of 230 comments are in the timeline", commented)
			}
		})
	}
}

func TestAPageOfCommentsThatFailsFailsTheRead(t *testing.T) {
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, 1)...))
	for i := range 230 {
		s.Peer("bo").Comment(1, fmt.Sprint("comment ", i))
	}
	for n := 1; n <= 3; n++ {
		s.Reset()
		s.Instead(n, hubtest.Status(500, "Server Error"))
		got, err := newClient(t, s).Comments(context.Background(), 1)
		wantFault(t, err, model.FaultOffline, "read the comments of acme/shop#1")
		if got != nil {
			t.Errorf("%d comments were given beside the fault", len(got))
		}
	}
}

func TestTheTimelineKeepsOrderAndUnknownEvents(t *testing.T) {
	c := newClient(t, always(200, `[
 {"id":1,"event":"labeled","actor":{"login":"ana"},"created_at":"2026-01-02T03:04:05Z","label":{"name":"severity:critical","color":"b60205"}},
 {"id":2,"event":"unlabeled","actor":null,"created_at":"2026-01-02T03:04:06Z","label":{"name":"severity:important"}},
 {"id":3,"event":"commented","user":{"login":"bo"},"created_at":"2026-01-02T03:04:07Z","body":"why"},
 {"id":4,"event":"closed","actor":{"login":"ana"},"created_at":"2026-01-02T03:04:08Z","state_reason":"not_planned"},
 {"event":"cross-referenced","actor":{"login":"cy"},"created_at":"2026-01-02T03:04:09Z","source":{"type":"issue"}},
 {"sha":"abc","event":"committed","author":{"name":"x"}},
 {"id":5,"event":"reviewed","user":{"login":"dan"},"submitted_at":"2026-01-02T03:04:10Z","body":null}]`))
	got, err := c.Timeline(context.Background(), 7)
	if err != nil {
		t.Fatal(err)
	}
	at := func(second int) time.Time { return time.Date(2026, 1, 2, 3, 4, second, 0, time.UTC) }
	want := []model.Event{
		{ID: 1, Kind: model.Labeled, Actor: "ana", At: at(5), Label: "severity:critical"},
		{ID: 2, Kind: model.Unlabeled, At: at(6), Label: "severity:important"},
		{ID: 3, Kind: model.Commented, Actor: "bo", At: at(7), Body: "why"},
		{ID: 4, Kind: model.ClosedBy, Actor: "ana", At: at(8), Reason: model.NotPlanned},
		{Kind: "cross-referenced", Actor: "cy", At: at(9)},
		{Kind: "committed"},
		{ID: 5, Kind: "reviewed", Actor: "dan", At: at(10)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheEmbeddedTrackerIsReadLikeGitHub(t *testing.T) {
	for _, name := range []string{"local", "my project #1 (50%)", "-né?"} {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Unchecked(), hubtest.Repo("local", name), hubtest.Seed(debt(1, 201)...))
			c := newClient(t, s, func(o *Options) {
				o.Token, o.Repo.Host, o.Repo.Owner, o.Repo.Name = "", LocalHost, "local", name
			})
			issues, err := c.Issues(context.Background(), model.Open, nil)
			if err != nil || len(issues) != 201 {
				t.Fatalf("%d issues, %v", len(issues), err)
			}
			s.Reset()
			if err := c.EditLabels(context.Background(), 1, model.LabelEdit{Remove: []string{"severity:important"}}); err != nil {
				t.Fatal(err)
			}
			if s.Count() != 2 {
				t.Errorf("%d requests for a label edit, want 2", s.Count())
			}
			repo, err := c.Repository(context.Background())
			if err != nil || repo.Host != "local" || repo.Name != name || repo.MovedFrom != "" || !repo.CanLabel {
				t.Errorf("%+v, %v", repo, err)
			}
		})
	}
}

func TestTheSystemClockWaitsAndCanBeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clock.System{}
		start := c.Now()
		if err := c.Wait(t.Context(), time.Minute); err != nil || c.Now().Sub(start) != time.Minute {
			t.Errorf("%v, %v", err, c.Now().Sub(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := c.Wait(ctx, time.Hour); err != context.DeadlineExceeded {
			t.Errorf("%v", err)
		}
	})
}

func TestTheLinkHeaderIsReadInAllItsForms(t *testing.T) {
	tests := []struct {
		name, header string
		want         links
	}{
		{"none", "", links{}},
		{"GitHub's", `<https://api.github.com/x?page=2>; rel="next", <https://api.github.com/x?page=9>; rel="last"`, links{next: "https://api.github.com/x?page=2", last: 9}},
		{"a comma in the address", `<https://h/x?labels=a,b&page=2>; rel="next"`, links{next: "https://h/x?labels=a,b&page=2"}},
		{"no quotes, other parameters", `<https://h/x?page=3>; title="a"; REL=last`, links{last: 3}},
		{"last page", `<https://h/x?page=1>; rel="first", <https://h/x?page=8>; rel="prev"`, links{}},
		{"no number", `<https://h/x?page=z>; rel="last"`, links{}},
		{"broken", `<https://h/x`, links{}},
		{"rubbish", `hello; rel="next"`, links{}},
	}
	for _, tt := range tests {
		if got := parseLinks(tt.header); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
