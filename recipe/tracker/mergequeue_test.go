package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

func queuedJSON(fields string) string {
	return `{"data":{"repository":{"pullRequest":{"id":"PR_1",` + fields + `}}}}`
}

const (
	outside = `"isInMergeQueue":false,"mergeQueueEntry":null,"autoMergeRequest":null`
	inside  = `"isInMergeQueue":true,"mergeQueueEntry":{"state":"AWAITING_CHECKS"},"autoMergeRequest":null`
)

func TestWhereAPullRequestStandsInTheQueue(t *testing.T) {
	tests := []struct {
		name, answer string
		state        model.QueueState
		auto         bool
		kind         model.FaultKind
	}{
		{"in none", queuedJSON(outside), model.NotQueued, false, 0},
		{"awaiting checks", queuedJSON(inside), model.QueueAwaiting, false, 0},
		{"in it, without an entry to see", queuedJSON(`"isInMergeQueue":true,"mergeQueueEntry":null,"autoMergeRequest":null`), model.QueueQueued, false, 0},
		{"merged by itself", queuedJSON(`"isInMergeQueue":false,"mergeQueueEntry":null,"autoMergeRequest":{"enabledAt":"2026-01-02T03:04:05Z"}`), model.NotQueued, true, 0},
		{"not there", `{"data":{"repository":{"pullRequest":null}},"errors":[{"type":"NOT_FOUND","message":"Could not resolve to a PullRequest"}]}`, "", false, model.FaultNotFound},
		{"nothing", `{"data":{"repository":null}}`, "", false, model.FaultNotFound},
		{"forbidden", `{"errors":[{"type":"FORBIDDEN","message":"no"}]}`, "", false, model.FaultNoPermission},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			state, auto, err := newClient(t, newScript(t).whoIs().on("query QueueOf", 200, tt.answer)).QueueOf(context.Background(), 9)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "the pull request acme/shop#9")
			} else if err != nil {
				t.Error(err)
			}
			if state != tt.state || auto != tt.auto {
				t.Errorf("%q, %v; want %q, %v", state, auto, tt.state, tt.auto)
			}
		})
	}
}

func TestTheQueueTakesTheApprovedHead(t *testing.T) {
	const query, enqueue, pull = "query QueueOf", "mutation Enqueue", "GET pulls/9"
	pushed := `"head":{"label":"acme:debt/7","ref":"debt/7","sha":"` + newer + `","repo":null}`
	no := func(words string) string {
		return `{"data":{"enqueuePullRequest":null},"errors":[{"type":"UNPROCESSABLE","message":"` + words + `"}]}`
	}
	tests := []struct {
		name  string
		story func(*script)
		asks  int
		why   Refused
		kind  model.FaultKind
	}{
		{"put", func(s *script) {
			s.on(query, 200, queuedJSON(outside)).on(enqueue, 200, `{"data":{"enqueuePullRequest":{"mergeQueueEntry":{"state":"QUEUED"}}}}`)
		}, 1, "", 0},
		{"in it already", func(s *script) { s.on(query, 200, queuedJSON(inside)) }, 0, "", 0},
		{"put by somebody meanwhile", func(s *script) {
			s.on(query, 200, queuedJSON(outside)).on(query, 200, queuedJSON(inside)).on(enqueue, 200, no("Pull request is already in the merge queue"))
		}, 1, "", 0},
		{"pushed to", func(s *script) {
			s.on(query, 200, queuedJSON(outside)).on(enqueue, 200, no("Head oid does not match")).on(pull, 200, pullJSON(9, pushed))
		}, 1, RefusedMoved, model.FaultUnstable},
		{"closed", func(s *script) {
			s.on(query, 200, queuedJSON(outside)).on(enqueue, 200, no("Pull request is closed")).on(pull, 200, pullJSON(9, `"state":"closed"`))
		}, 1, RefusedClosed, model.FaultInvalid},
		{"conflict", func(s *script) {
			s.on(query, 200, queuedJSON(outside)).on(enqueue, 200, no("x")).on(pull, 200, pullJSON(9, `"mergeable":false`))
		}, 1, RefusedConflict, model.FaultInvalid},
		{"no queue", func(s *script) {
			s.on(query, 200, queuedJSON(outside)).on(enqueue, 200, no("Changes go not through the merge queue here")).on(pull, 200, pullJSON(9))
		}, 1, RefusedProtection, model.FaultInvalid},
		{"no right", func(s *script) {
			s.whoIs().on(query, 200, queuedJSON(outside)).on(enqueue, 200, `{"errors":[{"type":"FORBIDDEN","message":"no"}]}`)
		}, 1, "", model.FaultNoPermission},
		{"lost", func(s *script) { s.on(query, 200, queuedJSON(outside)).on(enqueue, 502, ``) }, 1, "", model.FaultUnknownResult},
		{"it does not say", func(s *script) {
			s.on(query, 200, queuedJSON(outside)).on(enqueue, 200, `{"data":{"enqueuePullRequest":null}}`)
		}, 1, "", model.FaultUnknownResult},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			err := newClient(t, s).Enqueue(context.Background(), 9, head)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "put the pull request acme/shop#9 into the merge queue")
			} else if err != nil {
				t.Error(err)
			}
			var refusal *MergeRefused
			if errors.As(err, &refusal) != (tt.why != "") || tt.why != "" && refusal.Why != tt.why {
				t.Errorf("%+v, want %q", refusal, tt.why)
			}
			if s.count(enqueue) != tt.asks {
				t.Fatalf("asked %d times, want %d", s.count(enqueue), tt.asks)
			}
			if tt.asks == 0 {
				return
			}
			var sent struct{ Variables map[string]string }
			if err := json.Unmarshal([]byte(s.body(enqueue)), &sent); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[string]string{"pull": "PR_1", "head": head}, sent.Variables); diff != "" {
				t.Error(diff)
			}
		})
	}
}
