package hub_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

type refusal struct {
	Message string
	Errors  []struct{ Resource, Field, Code, Message string }
}

// refused checks the status and gives what the refusal says.
func refused(t *testing.T, e exchange, status int) refusal {
	t.Helper()
	if e.status != status {
		t.Fatalf("status %d, want %d: %s", e.status, status, e.body)
	}
	var r refusal
	e.into(t, &r)
	if r.Message == "" || !strings.Contains(e.body, `"documentation_url"`) {
		t.Errorf("a refusal without a message or a documentation_url: %s", e.body)
	}
	return r
}

func TestAnIssueIsFiledWithTheNextNumber(t *testing.T) {
	list := seeds(7)
	list[6].Pull = true // pull requests take numbers too
	s := hubtest.New(t, hubtest.Seed(list...))
	e := ask(t, s, "POST", shop+"/issues", map[string]any{
		"title": "x", "body": "@first\r\n<!-- k -->", "labels": []string{"tech-debt", "Severity:critical", "TECH-DEBT"}})
	if e.status != 201 {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	var made listedIssue
	e.into(t, &made)
	want := listedIssue{Number: 8, State: "open", Body: ptr("@first\r\n<!-- k -->"), UpdatedAt: made.UpdatedAt,
		Labels: []struct{ Name string }{{"tech-debt"}, {"Severity:critical"}}}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Error(diff)
	}
	if got, want := e.header.Get("Location"), "https://api.github.com/repos/acme/shop/issues/8"; got != want {
		t.Errorf("Location %s, want %s", got, want)
	}
	var label struct{ Color string }
	ask(t, s, "GET", shop+"/labels/severity:CRITICAL", nil).into(t, &label)
	if label.Color != "ededed" {
		t.Errorf("a label made on the fly is %s, want ededed", label.Color)
	}
}

// C-21
func TestABodyHolds65536Characters(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1)...))
	for _, r := range []string{"a", "ü", "😀"} {
		full := strings.Repeat(r, 65536)
		if e := ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t", "body": full}); e.status != 201 {
			t.Errorf("65,536 × %s: status %d", r, e.status)
		}
		got := refused(t, ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t", "body": full + r}), 422)
		if diff := cmp.Diff("body is too long (maximum is 65536 characters)", got.Errors[0].Message); diff != "" {
			t.Error(diff)
		}
	}
	long := strings.Repeat("x", 65537)
	refused(t, ask(t, s, "PATCH", shop+"/issues/1", map[string]any{"body": long}), 422)
	comment := refused(t, ask(t, s, "POST", shop+"/issues/1/comments", map[string]any{"body": long}), 422)
	if diff := cmp.Diff("Body is too long (maximum is 65536 characters)", comment.Errors[0].Message); diff != "" {
		t.Error(diff)
	}
}

func TestWhatNoIssueCanHaveIsRefused(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1)...))
	for name, c := range map[string]struct {
		method, path string
		in           any
		status       int
		code         string
	}{
		"no title":          {"POST", "/issues", map[string]any{"body": "b"}, 422, "missing_field"},
		"a long title":      {"POST", "/issues", map[string]any{"title": strings.Repeat("t", 257)}, 422, "custom"},
		"a state":           {"PATCH", "/issues/1", map[string]any{"state": "shut"}, 422, "invalid"},
		"a reason":          {"PATCH", "/issues/1", map[string]any{"state": "closed", "state_reason": "bored"}, 422, "invalid"},
		"an empty comment":  {"POST", "/issues/1/comments", map[string]any{"body": ""}, 422, "missing_field"},
		"an absent issue":   {"PATCH", "/issues/9", map[string]any{"state": "closed"}, 404, ""},
		"no such original":  {"PATCH", "/issues/1", map[string]any{"state": "closed", "duplicate_issue_id": 5}, 422, "invalid"},
		"itself duplicated": {"PATCH", "/issues/1", map[string]any{"state": "closed", "duplicate_issue_id": 2400000001}, 422, "invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			got := refused(t, ask(t, s, c.method, shop+c.path, c.in), c.status)
			if c.code != "" && got.Errors[0].Code != c.code {
				t.Errorf("code %q, want %q", got.Errors[0].Code, c.code)
			}
		})
	}
	if diff := cmp.Diff([]int{1}, numbers(t, ask(t, s, "GET", shop+"/issues", nil))); diff != "" {
		t.Errorf("something was stored: %s", diff)
	}
}

// C-22
func TestTextThatIsNotUTF8IsRefused(t *testing.T) {
	s := hubtest.New(t)
	for _, raw := range []string{`{"title":"` + "\xff" + `"}`, `{"title":`, `[]`} {
		r := raw
		if e := askRaw(t, s, "POST", shop+"/issues", r); e.status != 400 && e.status != 422 {
			t.Errorf("%q: status %d, want a refusal", r, e.status)
		}
	}
}

func TestClosingAndReopeningKeepReasonTimeAndPerson(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2)...))
	patch := func(in map[string]any) (i listedIssue) {
		t.Helper()
		e := ask(t, s, "PATCH", shop+"/issues/1", in)
		if e.status != 200 {
			t.Fatalf("status %d: %s", e.status, e.body)
		}
		e.into(t, &i)
		return i
	}
	for _, reason := range []string{"completed", "not_planned", "duplicate"} {
		i := patch(map[string]any{"state": "closed", "state_reason": reason})
		if i.State != "closed" || *i.StateReason != reason || i.ClosedAt == nil || i.ClosedBy.Login != "ana" {
			t.Errorf("%s: %+v", reason, i)
		}
		i = patch(map[string]any{"state": "closed", "state_reason": "completed"})
		if *i.StateReason != reason {
			t.Errorf("the reason changed to %s though the state did not", *i.StateReason)
		}
		i = patch(map[string]any{"state": "open"})
		if i.State != "open" || *i.StateReason != "reopened" || i.ClosedAt != nil || i.ClosedBy != nil {
			t.Errorf("reopened: %+v", i)
		}
	}
	if i := patch(map[string]any{"state": "closed"}); *i.StateReason != "completed" {
		t.Errorf("closed without a reason: %s, want completed", *i.StateReason)
	}
	if i := patch(map[string]any{"title": "new", "body": nil, "labels": []string{"a"}}); i.State != "closed" || i.Body != nil || len(i.Labels) != 1 {
		t.Errorf("an edit of the text: %+v", i)
	}
}

// C-10
func TestAnUnknownClosingReasonIsShownAsItIs(t *testing.T) {
	list := seeds(1)
	list[0].State, list[0].StateReason = "closed", ptr("archived_by_policy")
	s := hubtest.New(t, hubtest.Seed(list...), hubtest.Unchecked())
	var got listedIssue
	ask(t, s, "GET", shop+"/issues/1", nil).into(t, &got)
	if *got.StateReason != "archived_by_policy" {
		t.Errorf("reason %s", *got.StateReason)
	}
}

func TestAClockThatGoesBackNeverTurnsTheHistoryRound(t *testing.T) {
	clock := &steps{at: []int64{500, 400, 300, 200}}
	s := hubtest.New(t, hubtest.Clock(clock.now))
	number := s.Peer("bo").Create("t", "")
	s.Peer("bo").Label(number, "first", "second")
	s.Peer("bo").Close(number, "completed")
	var events []struct {
		Event     string
		CreatedAt string `json:"created_at"`
	}
	ask(t, s, "GET", shop+"/issues/1/timeline", nil).into(t, &events)
	var kinds []string
	for i, e := range events {
		kinds = append(kinds, e.Event)
		if i > 0 && e.CreatedAt < events[i-1].CreatedAt {
			t.Errorf("%s at %s comes after %s", e.Event, e.CreatedAt, events[i-1].CreatedAt)
		}
	}
	if diff := cmp.Diff([]string{"labeled", "labeled", "closed"}, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestTheHubKeepsItsRepository(t *testing.T) {
	s := hubtest.New(t, hubtest.Repo("acme", "shop"), hubtest.Private())
	got, err := s.Repository(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(hub.Repository{Owner: "acme", Name: "shop", DefaultBranch: "main", Private: true}, got); diff != "" {
		t.Error(diff)
	}
}
