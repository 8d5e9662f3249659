package tracker

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

func TestReviewsKeepTheCommitTheyWereGivenFor(t *testing.T) {
	const list = "GET pulls/9/reviews?per_page=100"
	s := newScript(t)
	s.on(list, 200, `[{"id":1,"user":{"login":"bo"},"body":"no","state":"CHANGES_REQUESTED","commit_id":"`+base+`","submitted_at":"2026-01-02T03:04:05Z"}]`, "Link", linkTo(2))
	s.on(list+"&page=2", 200, `[{"id":2,"user":null,"body":"","state":"APPROVED","commit_id":null}]`)
	got, err := newClient(t, s).Reviews(context.Background(), 9)
	want := []model.Review{
		{ID: 1, Author: "bo", State: model.ReviewChanges, Body: "no", Commit: base, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{ID: 2, State: model.ReviewApproved},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestAReviewOfOnesOwnPullRequestIsAComment(t *testing.T) {
	const post = "POST pulls/9/reviews"
	own := func(words string) string {
		return `{"message":"Unprocessable Entity","errors":["` + words + `"],"documentation_url":"https://docs.github.com/rest"}`
	}
	answer := func(state string) string {
		return `{"id":1,"user":{"login":"ana"},"body":"x","state":"` + state + `","commit_id":"` + head + `"}`
	}
	sends := func(event string) string {
		return `{"commit_id":"` + head + `","body":"x","event":"` + event + `"}`
	}
	tests := []struct {
		name  string
		state model.ReviewState
		story func(*script)
		sent  []string
		want  model.ReviewState
		kind  model.FaultKind
	}{
		{"approval", model.ReviewApproved, func(s *script) { s.on(post, 200, answer("APPROVED")) }, []string{sends("APPROVE")}, model.ReviewApproved, 0},
		{"request", model.ReviewChanges, func(s *script) { s.on(post, 200, answer("CHANGES_REQUESTED")) }, []string{sends("REQUEST_CHANGES")}, model.ReviewChanges, 0},
		{"comment", model.ReviewCommented, func(s *script) { s.on(post, 200, answer("COMMENTED")) }, []string{sends("COMMENT")}, model.ReviewCommented, 0},
		{"own approval", model.ReviewApproved, func(s *script) {
			s.on(post, 422, own("Can not approve your own pull request")).on(post, 200, answer("COMMENTED"))
		}, []string{sends("APPROVE"), sends("COMMENT")}, model.ReviewCommented, 0},
		{"own request", model.ReviewChanges, func(s *script) {
			s.on(post, 422, own("Can not request changes on your own pull request")).on(post, 200, answer("COMMENTED"))
		}, []string{sends("REQUEST_CHANGES"), sends("COMMENT")}, model.ReviewCommented, 0},
		{"another refusal", model.ReviewApproved, func(s *script) { s.on(post, 422, own("The commit is not part of the pull request")) },
			[]string{sends("APPROVE")}, "", model.FaultInvalid},
		{"no right", model.ReviewApproved, func(s *script) { s.whoIs().on(post, 403, `{"message":"Forbidden"}`) }, []string{sends("APPROVE")}, "", model.FaultNoPermission},
		{"lost", model.ReviewApproved, func(s *script) { s.on(post, 502, ``) }, []string{sends("APPROVE")}, "", model.FaultUnknownResult},
		{"own, and the comment is lost", model.ReviewApproved, func(s *script) {
			s.on(post, 422, own("Can not approve your own pull request")).on(post, 502, ``)
		}, []string{sends("APPROVE"), sends("COMMENT")}, "", model.FaultUnknownResult},
		{"no state", model.ReviewApproved, func(s *script) { s.on(post, 200, `{}`) }, []string{sends("APPROVE")}, "", model.FaultUnknownResult},
		{"a state that nobody gives", model.ReviewDismissed, func(*script) {}, nil, "", model.FaultInvalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).PostReview(context.Background(), 9, model.Review{State: tt.state, Body: "x", Commit: head})
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "review the pull request acme/shop#9")
			} else if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.sent, s.bodies[post]); diff != "" || got != tt.want {
				t.Errorf("%q, want %q; %s", got, tt.want, diff)
			}
		})
	}
	c := newClient(t, unused(t))
	for _, r := range []model.Review{
		{State: model.ReviewApproved, Body: " \n", Commit: head}, {State: model.ReviewApproved, Body: "x"},
		{State: model.ReviewApproved, Body: "\xff", Commit: head},
	} {
		_, err := c.PostReview(context.Background(), 9, r)
		wantFault(t, err, model.FaultInvalid)
	}
}
