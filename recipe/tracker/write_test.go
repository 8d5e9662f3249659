package tracker

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

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
