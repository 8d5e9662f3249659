package tracker

import (
	"context"
	"errors"
	"testing"

	"gh-debt/model"
)

func TestAMergeIsOfTheApprovedHeadAndSaysWhyItIsRefused(t *testing.T) {
	const put, pull = "PUT pulls/9/merge", "GET pulls/9"
	message := func(m string) string {
		return `{"message":"` + m + `","documentation_url":"https://docs.github.com/rest"}`
	}
	pushed := `"head":{"label":"acme:debt/7","ref":"debt/7","sha":"` + newer + `","repo":null}`
	refused := func(status int, words string, change ...string) func(*script) {
		return func(s *script) { s.on(put, status, message(words)).on(pull, 200, pullJSON(9, change...)) }
	}
	const notMergeable = "Pull Request is not mergeable"
	tests := []struct {
		name  string
		story func(*script)
		why   Refused // "" where it is no MergeRefused
		kind  model.FaultKind
		says  []string
	}{
		{"merged", func(s *script) {
			s.on(put, 200, `{"sha":"`+merged+`","merged":true,"message":"Pull Request successfully merged"}`)
		}, "", 0, nil},
		{"pushed to meanwhile", refused(409, "Head branch was modified. Review and try the merge again.", pushed), RefusedMoved, model.FaultUnstable,
			[]string{"merge the pull request acme/shop#9", "its head is 3333333, and 2222222 is what was approved"}},
		{"conflict", refused(405, notMergeable, `"mergeable":false`, `"mergeable_state":"dirty"`), RefusedConflict, model.FaultInvalid, []string{"it conflicts with main"}},
		{"conflict, in words", refused(405, "Merge conflict", `"mergeable":null`), RefusedConflict, model.FaultInvalid, nil},
		{"a review is missing", refused(405, "At least 1 approving review is required by reviewers with write access.", `"mergeable_state":"blocked"`),
			RefusedProtection, model.FaultInvalid, []string{"At least 1 approving review"}},
		{"a check is missing", refused(405, "Required status check \\\"draft in progress conflict\\\" is expected."), RefusedProtection, model.FaultInvalid, []string{"is expected"}},
		{"rules", refused(405, "Repository rule violations found\\n\\nCommits must have verified signatures."), RefusedProtection, model.FaultInvalid, []string{"verified signatures"}},
		{"squashing is off", refused(405, "Squash merges are not allowed on this repository."), RefusedProtection, model.FaultInvalid, nil},
		{"a queue merges", refused(405, "Changes must be made through the merge queue"), RefusedQueue, model.FaultInvalid, nil},
		{"draft", refused(405, "Pull Request is still a draft", `"draft":true`), RefusedDraft, model.FaultInvalid, nil},
		{"merged by somebody", refused(405, notMergeable, `"state":"closed"`, `"merged":true`), RefusedMerged, model.FaultInvalid, []string{"it is merged already"}},
		{"closed by hand", refused(405, notMergeable, `"state":"closed"`), RefusedClosed, model.FaultInvalid, []string{"it was closed"}},
		{"the base moved", refused(405, "Base branch was modified. Review and try the merge again."), RefusedAgain, model.FaultUnstable, []string{"try again in a moment"}},
		{"a merge is under way", refused(405, "Merge already in progress"), RefusedAgain, model.FaultUnstable, nil},
		{"still computed", refused(405, notMergeable, `"mergeable":null`), RefusedAgain, model.FaultUnstable, nil},
		{"refused, and cannot be read", func(s *script) {
			s.on(put, 409, message("Head branch was modified. Review and try the merge again.")).on(pull, 500, `{}`)
		}, RefusedMoved, model.FaultUnstable, nil},
		{"no right", func(s *script) { s.whoIs().on(put, 403, message("Resource not accessible")) }, "", model.FaultNoPermission, []string{"the right to merge pull requests"}},
		{"hidden", func(s *script) { s.whoIs().on(put, 404, message("Not Found")) }, "", model.FaultNoPermission, nil},
		{"invalid", func(s *script) { s.on(put, 422, message("Validation Failed")) }, "", model.FaultInvalid, nil},
		{"lost", func(s *script) { s.on(put, 502, ``) }, "", model.FaultUnknownResult, []string{"look before repeating"}},
		{"cut", func(s *script) { s.on(put, 200, `{"sha":"`) }, "", model.FaultUnknownResult, nil},
		{"it does not say", func(s *script) { s.on(put, 200, `{"sha":null,"merged":false,"message":"?"}`) }, "", model.FaultUnknownResult, []string{"does not say that it is merged"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			sha, err := newClient(t, s).MergePull(context.Background(), 9, Merge{SHA: head, Title: "Fix it (#9)", Message: "All of it."})
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, tt.says...)
			} else if err != nil || sha != merged {
				t.Errorf("%q, %v", sha, err)
			}
			var refusal *MergeRefused
			if errors.As(err, &refusal) != (tt.why != "") || tt.why != "" && (refusal.Why != tt.why || refusal.Detail == "") {
				t.Errorf("%+v, want %q", refusal, tt.why)
			}
			if want := `{"commit_title":"Fix it (#9)","commit_message":"All of it.","sha":"` + head + `","merge_method":"squash"}`; s.count(put) != 1 || s.body(put) != want {
				t.Errorf("sent %d times: %s, want %s", s.count(put), s.body(put), want)
			}
		})
	}
}

// TestNothingIsLeftForGitHubToGather: without a message of its own a squash holds
// those of all commits, with whatever they would close (C-41).
func TestNothingIsLeftForGitHubToGather_C41(t *testing.T) {
	for _, m := range []Merge{{SHA: head, Title: "t"}, {SHA: head, Message: "m"}, {SHA: head, Title: " ", Message: "\n"}, {SHA: head, Title: "\xff", Message: "m"}} {
		_, err := newClient(t, unused(t)).MergePull(context.Background(), 9, m)
		wantFault(t, err, model.FaultInvalid, "merge the pull request acme/shop#9")
	}
}
