package tracker

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
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
