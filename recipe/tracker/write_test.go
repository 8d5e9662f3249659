package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// odd is a text that every step on the way likes to change.
const odd = "@file \x00\x01\x1b[31m \u009b \u202e \u200b \ufeff é e\u0301 <b>&amp;</b> \u2028 \\u001b \"q\" \r\n\tend \U0001f469\u200d\U0001f4bb \n"

func TestABodyIsStoredAndReadByteForByte_C24(t *testing.T) {
	bodies := []string{odd, "@body.md", "", "\r\n", "plain"}
	for _, body := range bodies {
		s := hubtest.New(t)
		c := newClient(t, s)
		made, err := c.CreateIssue(context.Background(), NewIssue{Title: "t", Body: body, Labels: []string{"tech-debt"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Comment(context.Background(), made.Number, odd); err != nil {
			t.Fatal(err)
		}
		one, err := c.Issue(context.Background(), made.Number)
		if err != nil {
			t.Fatal(err)
		}
		list, err := c.Issues(context.Background(), model.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		comments, err := c.Comments(context.Background(), made.Number)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{made.Body, one.Body, list[0].Body, comments[0].Body}
		if diff := cmp.Diff([]string{body, body, body, odd}, got); diff != "" {
			t.Error(diff)
		}
		for _, r := range s.Requests() {
			if strings.Contains(r.Path, "end") {
				t.Errorf("the body travels in the address: %s", r.Path)
			}
		}
	}
}

func TestTheBodyIsInTheRequestAsItIs(t *testing.T) {
	var got []byte
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		got = sent(t, r)
		return reply(r, 201, `{"number":1}`), nil
	}))
	if _, err := c.CreateIssue(context.Background(), NewIssue{Title: "a <b> & c", Body: "x\r\ny"}); err != nil {
		t.Fatal(err)
	}
	if want := `{"title":"a <b> & c","body":"x\r\ny"}`; string(got) != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

func TestTextThatIsNotUTF8IsRefusedBeforeAnyRequest_C22(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
	c := newClient(t, s)
	_, err := c.CreateIssue(context.Background(), NewIssue{Title: "t", Body: "caf\xe9"})
	wantFault(t, err, model.FaultInvalid, "UTF-8")
	wantFault(t, c.Comment(context.Background(), 1, "\xff"), model.FaultInvalid, "UTF-8")
	wantFault(t, c.EditBody(context.Background(), 1, "body of 1", "\xff"), model.FaultInvalid, "UTF-8")
	if s.Count() != 0 {
		t.Errorf("%d requests were sent", s.Count())
	}
}

// writes are all changes of one issue or label, each as one call.
func writes() map[string]func(context.Context, *Client) error {
	return map[string]func(context.Context, *Client) error{
		"create": func(ctx context.Context, c *Client) error {
			_, err := c.CreateIssue(ctx, NewIssue{Title: "t", Body: "b"})
			return err
		},
		"comment": func(ctx context.Context, c *Client) error { return c.Comment(ctx, 1, "x") },
		"close":   func(ctx context.Context, c *Client) error { return c.Close(ctx, 1, model.NotPlanned) },
		"reopen":  func(ctx context.Context, c *Client) error { return c.Reopen(ctx, 1) },
		"create label": func(ctx context.Context, c *Client) error {
			return c.CreateLabel(ctx, model.Label{Name: "x", Color: "ededed"})
		},
		"edit label": func(ctx context.Context, c *Client) error {
			return c.EditLabel(ctx, "tech-debt", model.Label{Color: "ffffff"})
		},
	}
}

func TestAWriteIsSentOnceWhateverHappensToItsAnswer(t *testing.T) {
	lose := func(err error) tripper {
		return func(r *http.Request) (*http.Response, error) { _ = sent(t, r); return nil, err }
	}
	answer := func(status int, body string, headers ...string) tripper {
		return func(r *http.Request) (*http.Response, error) {
			_ = sent(t, r)
			return reply(r, status, body, headers...), nil
		}
	}
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	faults := []struct {
		name string
		rt   tripper
		kind model.FaultKind
		says string
	}{
		{"reset", lose(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), model.FaultUnknownResult, "not known whether"},
		{"end of file", lose(io.ErrUnexpectedEOF), model.FaultUnknownResult, "not known whether"},
		{"500", answer(500, `{"message":"Server Error"}`), model.FaultUnknownResult, "not known whether"},
		{"502", answer(502, `<html>`, "Content-Type", "text/html"), model.FaultUnknownResult, "not known whether"},
		{"504", answer(504, `{}`), model.FaultUnknownResult, "not known whether"},
		{"web page", answer(200, `<html>`, "Content-Type", "text/html"), model.FaultUnknownResult, "web page"},
		{"refused connection", lose(dial), model.FaultOffline, "cannot be reached"},
		{"unknown host", lose(&net.DNSError{Err: "no such host", Name: "api.github.com"}), model.FaultOffline, "cannot be found"},
		{"422", answer(422, `{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}]}`), model.FaultInvalid, "title is missing"},
	}
	for _, f := range faults {
		for name, write := range writes() {
			t.Run(f.name+"/"+name, func(t *testing.T) {
				n := 0
				c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) { n++; return f.rt(r) }))
				wantFault(t, write(context.Background(), c), f.kind, f.says)
				if n != 1 {
					t.Errorf("%d requests, want 1", n)
				}
			})
		}
	}
}

func TestACreationWithALostAnswerIsNotRepeated(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(model.Label{Name: "tech-debt", Color: "ededed"}))
	s.DropAfter(1)
	c := newClient(t, s)
	_, err := c.CreateIssue(context.Background(), NewIssue{Title: "t", Body: "b", Labels: []string{"tech-debt"}})
	wantFault(t, err, model.FaultUnknownResult, "look before repeating it")
	issues, err := c.Issues(context.Background(), model.Open, nil)
	if err != nil || len(issues) != 1 {
		t.Errorf("%d issues, %v; want the one that was created", len(issues), err)
	}
}

func TestACutAnswerToACreationIsALostOne(t *testing.T) {
	s := hubtest.New(t, hubtest.Unchecked())
	s.Replace(1, hubtest.Cut)
	_, err := newClient(t, s).CreateIssue(context.Background(), NewIssue{Title: "t", Body: "b"})
	wantFault(t, err, model.FaultUnknownResult, "cut short")
}

func TestACancelledWriteIsUnknownOnceItWasSent(t *testing.T) {
	s := hubtest.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	s.PeerAfter(1, cancel)
	s.After(func(int, *http.Request, *http.Response) (*http.Response, error) { return nil, context.Canceled })
	c := newClient(t, s)
	_, err := c.CreateIssue(ctx, NewIssue{Title: "t", Body: "b"})
	wantFault(t, err, model.FaultUnknownResult, "cancelled")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is no context.Canceled", err)
	}
	_, err = c.CreateIssue(ctx, NewIssue{Title: "t", Body: "b"})
	wantFault(t, err, model.FaultOffline, "cancelled")
	if s.Count() != 1 {
		t.Errorf("%d requests, want 1", s.Count())
	}
}

func TestClosingSendsStateAndReasonAlone_C10(t *testing.T) {
	tests := []struct {
		name string
		do   func(context.Context, *Client) error
		want string
	}{
		{"completed", func(ctx context.Context, c *Client) error { return c.Close(ctx, 1, model.Completed) }, `{"state":"closed","state_reason":"completed"}`},
		{"not planned", func(ctx context.Context, c *Client) error { return c.Close(ctx, 1, model.NotPlanned) }, `{"state":"closed","state_reason":"not_planned"}`},
		{"duplicate", func(ctx context.Context, c *Client) error { return c.Close(ctx, 1, model.Duplicate) }, `{"state":"closed","state_reason":"duplicate"}`},
		{"no reason", func(ctx context.Context, c *Client) error { return c.Close(ctx, 1, model.NoReason) }, `{"state":"closed"}`},
		{"reopen", func(ctx context.Context, c *Client) error { return c.Reopen(ctx, 1) }, `{"state":"open","state_reason":"reopened"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
			if err := tt.do(context.Background(), newClient(t, s)); err != nil {
				t.Fatal(err)
			}
			if got := s.Requests()[0].Body; got != tt.want {
				t.Errorf("sent %s, want %s", got, tt.want)
			}
		})
	}
	err := newClient(t, unused(t)).Close(context.Background(), 1, "archived_by_policy")
	wantFault(t, err, model.FaultInvalid, "archived_by_policy")
}

func TestADuplicateTellsItsOriginal(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 3)...))
	c := newClient(t, s)
	if err := c.CloseAsDuplicate(context.Background(), 3, 1); err != nil {
		t.Fatal(err)
	}
	for number, want := range map[int]int{1: 0, 2: 0, 3: 1} {
		got, ok, err := c.DuplicateOf(context.Background(), number)
		if err != nil || got != want || ok != (want != 0) {
			t.Errorf("#%d is a duplicate of %d, %v, %v; want %d", number, got, ok, err, want)
		}
	}
	i, err := c.Issue(context.Background(), 3)
	if err != nil || i.State != model.Closed || i.StateReason != model.Duplicate {
		t.Errorf("%v %v %v", i.State, i.StateReason, err)
	}
	_, _, err = c.DuplicateOf(context.Background(), 99)
	wantFault(t, err, model.FaultNotFound)
}

func TestABodyThatSomebodyChangedMeanwhileIsNotWrittenOver(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
	c := newClient(t, s)
	s.Peer("bo").EditBody(1, "bo was here")
	wantFault(t, c.EditBody(context.Background(), 1, "body of 1", "mine"), model.FaultUnstable, "somebody changed it")
	if err := c.EditBody(context.Background(), 1, "bo was here", odd); err != nil {
		t.Fatal(err)
	}
	s.Reset()
	if err := c.EditBody(context.Background(), 1, "bo was here", odd); err != nil {
		t.Errorf("a body that is the new one already: %v", err)
	}
	if s.Count() != 1 {
		t.Errorf("%d requests, want the one that looks", s.Count())
	}
	if i, err := c.Issue(context.Background(), 1); err != nil || i.Body != odd {
		t.Errorf("%q, %v", i.Body, err)
	}
}

// TestAnEditThatGitHubDidNotStoreIsAFault: it may say 200 to a text that is too
// long for it, and keep the old one.
func TestAnEditThatGitHubDidNotStoreIsAFault_C21(t *testing.T) {
	tests := []struct {
		name, answer string
		kind         model.FaultKind
		says         string
	}{
		{"the old text is kept", `{"number":1,"body":"body of 1"}`, model.FaultInvalid, "kept the old text"},
		{"the text is cut", `{"number":1,"body":"min"}`, model.FaultUnstable, "another text"},
		{"the text is gone", `{"number":1,"body":null}`, model.FaultUnstable, "another text"},
		{"the answer is no issue", `{}`, model.FaultUnknownResult, "without a number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(debt(1, 1)...), hubtest.Unchecked())
			s.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
				if r.Method != http.MethodPatch {
					return resp, nil
				}
				return reply(r, 200, tt.answer), nil
			})
			wantFault(t, newClient(t, s).EditBody(context.Background(), 1, "body of 1", "mine"), tt.kind, tt.says)
		})
	}
}

func TestALabelThatExistsIsNoError_C06(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
	c := newClient(t, s)
	if err := c.CreateLabel(context.Background(), model.Label{Name: "Tech-Debt", Color: "ffffff", Description: "other"}); err != nil {
		t.Fatal(err)
	}
	labels, err := c.Labels(context.Background())
	if err != nil || len(labels) != 2 {
		t.Fatalf("%v %v", labels, err)
	}
}

func TestLabelsAreReadToTheLastPage_C06(t *testing.T) {
	for _, n := range []int{0, 45, 100, 130, 250} {
		var seed []model.Label
		for i := range n {
			seed = append(seed, model.Label{Name: "label " + string(rune('a'+i/26)) + string(rune('a'+i%26)), Color: "ededed"})
		}
		s := hubtest.New(t, hubtest.Labels(seed...))
		got, err := newClient(t, s).Labels(context.Background())
		if err != nil || len(got) != n {
			t.Errorf("%d labels, %v; want %d", len(got), err, n)
		}
	}
}

func TestALabelIsRenamedInPlace(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(hub.SeedIssue{
		Number: 1, Title: "t", State: "open", User: "ana", Labels: []string{"tech-debt", "handler:plan"},
		CreatedAt: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	}))
	c := newClient(t, s)
	if err := c.EditLabel(context.Background(), "handler:plan", model.Label{Name: "footprint:wide"}); err != nil {
		t.Fatal(err)
	}
	i, err := c.Issue(context.Background(), 1)
	if err != nil || !i.HasLabel("footprint:wide") || i.HasLabel("handler:plan") {
		t.Errorf("%v %v", i.Labels, err)
	}
	var body map[string]string
	if err := json.Unmarshal([]byte(s.Requests()[0].Body), &body); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"new_name": "footprint:wide"}, body); diff != "" {
		t.Error(diff)
	}
}
