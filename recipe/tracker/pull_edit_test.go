package tracker

import (
	"context"
	"testing"

	"gh-debt/model"
)

func TestOpeningAPullRequestTwiceGivesTheOpenOne(t *testing.T) {
	const create = "POST pulls"
	list := "GET pulls?head=acme%3Adebt%2F7&state=all&sort=created&direction=asc&per_page=100"
	exists := `{"message":"Validation Failed","errors":[{"resource":"PullRequest","code":"custom","message":"A pull request already exists for acme:debt/7."}]}`
	otherBase := pullJSON(8, `"base":{"label":"acme:v1","ref":"v1","sha":"`+base+`","repo":null}`)
	tests := []struct {
		name   string
		story  func(*script)
		number int
		kind   model.FaultKind
		says   []string
	}{
		{"opened", func(s *script) { s.on(create, 201, pullJSON(9)) }, 9, 0, nil},
		{"open already", func(s *script) {
			s.on(create, 422, exists).on(list, 200, "["+pullJSON(3, `"state":"closed"`)+","+otherBase+","+pullJSON(9)+"]")
		}, 9, 0, nil},
		{"open already, and cannot be read", func(s *script) { s.on(create, 422, exists).on(list, 500, `{}`) }, 0, model.FaultInvalid,
			[]string{"already exists for acme:debt/7"}},
		{"nothing to merge", func(s *script) {
			s.on(create, 422, `{"message":"Validation Failed","errors":[{"resource":"PullRequest","code":"custom","message":"No commits between main and debt/7"}]}`)
		}, 0, model.FaultInvalid, []string{"No commits between main and debt/7"}},
		{"the branch is gone", func(s *script) {
			s.on(create, 422, `{"message":"Validation Failed","errors":[{"resource":"PullRequest","field":"head","code":"invalid"}]}`)
		}, 0, model.FaultInvalid, []string{"head is invalid"}},
		{"no right", func(s *script) { s.whoIs().on(create, 403, `{"message":"Resource not accessible"}`) }, 0, model.FaultNoPermission,
			[]string{"open a pull request of debt/7 of acme/shop", "the right to open pull requests"}},
		{"the repository hides it", func(s *script) { s.whoIs().on(create, 404, `{"message":"Not Found"}`) }, 0, model.FaultNoPermission, nil},
		{"lost", func(s *script) { s.on(create, 502, ``) }, 0, model.FaultUnknownResult, []string{"look before repeating"}},
		{"cut", func(s *script) { s.on(create, 201, `{"number":9`) }, 0, model.FaultUnknownResult, nil},
		{"no pull request", func(s *script) { s.on(create, 201, `{}`) }, 0, model.FaultUnknownResult, []string{"without a number"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).CreatePull(context.Background(), NewPull{Title: "a <b>", Body: "Closes #7\n", Head: "debt/7", Base: "main"})
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, tt.says...)
			} else if err != nil {
				t.Error(err)
			}
			if got.Number != tt.number || s.count(create) != 1 {
				t.Errorf("#%d after %d requests, want #%d after one", got.Number, s.count(create), tt.number)
			}
			if want := `{"title":"a <b>","head":"debt/7","base":"main","body":"Closes #7\n"}`; s.body(create) != want {
				t.Errorf("sent %s, want %s", s.body(create), want)
			}
		})
	}
	_, err := newClient(t, unused(t)).CreatePull(context.Background(), NewPull{Title: "t", Body: "caf\xe9", Head: "debt/7", Base: "main"})
	wantFault(t, err, model.FaultInvalid, "UTF-8")
}

func TestTheBodyOfAPullRequestIsNotWrittenOver(t *testing.T) {
	const pull, patch = "GET pulls/9", "PATCH pulls/9"
	text := func(s string) *string { return &s }
	tests := []struct {
		name  string
		edit  PullEdit
		story func(*script)
		sent  string // "" is nothing
		kind  model.FaultKind
	}{
		{"body", PullEdit{Body: text("new"), OldBody: "Closes #7"},
			func(s *script) { s.on(pull, 200, pullJSON(9)).on(patch, 200, pullJSON(9, `"body":"new"`)) }, `{"body":"new"}`, 0},
		{"title", PullEdit{Title: text("other")},
			func(s *script) { s.on(pull, 200, pullJSON(9)).on(patch, 200, pullJSON(9, `"title":"other"`)) }, `{"title":"other"}`, 0},
		{"emptied", PullEdit{Body: text(""), OldBody: "Closes #7"},
			func(s *script) { s.on(pull, 200, pullJSON(9)).on(patch, 200, pullJSON(9, `"body":null`)) }, `{"body":""}`, 0},
		{"nothing", PullEdit{}, func(s *script) { s.on(pull, 200, pullJSON(9)) }, "", 0},
		{"done already", PullEdit{Body: text("Closes #7"), Title: text("t"), OldBody: "old"},
			func(s *script) { s.on(pull, 200, pullJSON(9)) }, "", 0},
		{"changed by somebody", PullEdit{Body: text("new"), OldBody: "old"},
			func(s *script) { s.on(pull, 200, pullJSON(9)) }, "", model.FaultUnstable},
		{"not stored", PullEdit{Body: text("new"), OldBody: "Closes #7"},
			func(s *script) { s.on(pull, 200, pullJSON(9)).on(patch, 200, pullJSON(9)) }, `{"body":"new"}`, model.FaultUnstable},
		{"lost", PullEdit{Body: text("new"), OldBody: "Closes #7"},
			func(s *script) { s.on(pull, 200, pullJSON(9)).on(patch, 504, ``) }, `{"body":"new"}`, model.FaultUnknownResult},
		{"no right", PullEdit{Title: text("other")},
			func(s *script) {
				s.whoIs().on(pull, 200, pullJSON(9)).on(patch, 403, `{"message":"Must have push access"}`)
			}, `{"title":"other"}`, model.FaultNoPermission},
		{"not UTF-8", PullEdit{Title: text("\xff")}, func(*script) {}, "", model.FaultInvalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).EditPull(context.Background(), 9, tt.edit)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "edit the pull request acme/shop#9")
			} else if err != nil || got.Number != 9 || tt.edit.Body != nil && got.Body != *tt.edit.Body {
				t.Errorf("%+v, %v", got, err)
			}
			if n := s.count(patch); n > 1 || (n == 1) != (tt.sent != "") || n == 1 && s.body(patch) != tt.sent {
				t.Errorf("%d edits were sent: %v", n, s.bodies[patch])
			}
		})
	}
}

func TestAClosedPullRequestIsNotClosedAgain(t *testing.T) {
	const pull, patch = "GET pulls/9", "PATCH pulls/9"
	s := newScript(t).on(pull, 200, pullJSON(9)).on(patch, 200, pullJSON(9, `"state":"closed"`))
	if err := newClient(t, s).ClosePull(context.Background(), 9); err != nil || s.body(patch) != `{"state":"closed"}` {
		t.Errorf("%v, sent %s", err, s.body(patch))
	}
	if err := newClient(t, newScript(t).on(pull, 200, pullJSON(9, `"state":"closed"`))).ClosePull(context.Background(), 9); err != nil {
		t.Error(err)
	}
	s = newScript(t).on(pull, 200, pullJSON(9)).on(patch, 502, ``)
	wantFault(t, newClient(t, s).ClosePull(context.Background(), 9), model.FaultUnknownResult, "close the pull request acme/shop#9")
}
