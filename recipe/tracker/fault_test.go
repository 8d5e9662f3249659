package tracker

import (
	"context"
	"crypto/tls"
	"crypto/x509"
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

// always answers every request in the same way.
func always(status int, body string, headers ...string) tripper {
	return func(r *http.Request) (*http.Response, error) { return reply(r, status, body, headers...), nil }
}

func TestARefusedReadSaysWhatItIsAndTheWayOut(t *testing.T) {
	tests := []struct {
		name string
		rt   tripper
		kind model.FaultKind
		says []string
	}{
		{"not signed in", always(401, `{"message":"Bad credentials"}`), model.FaultNotSignedIn,
			[]string{"github.com does not accept the token it was given", "gh auth login --hostname github.com"}},
		{"not found", always(404, `{"message":"Not Found"}`), model.FaultNotFound, []string{"it is not there", "gh auth login"}},
		{"forbidden", always(403, `{"message":"Resource not accessible by personal access token"}`), model.FaultNoPermission,
			[]string{"lacks the right to read acme/shop", "gh auth switch"}},
		{"single sign-on", always(403, `{"message":"Resource protected by organization SAML enforcement."}`,
			"X-GitHub-SSO", "required; url=https://github.com/orgs/acme/sso?authorization_request=A1"), model.FaultNoPermission,
			[]string{"single sign-on", "https://github.com/orgs/acme/sso?authorization_request=A1"}},
		{"deleted issue", always(410, `{"message":"This issue was deleted"}`), model.FaultNotFound, []string{"it was deleted"}},
		{"issues off", always(410, `{"message":"Issues are disabled for this repo"}`), model.FaultIssuesOff,
			[]string{"issues of acme/shop are turned off", "--enable-issues"}},
		{"archived", always(403, `{"message":"Repository was archived so is read-only."}`), model.FaultArchived, []string{"archived and read-only"}},
		{"500", always(500, `{"message":"Server Error"}`), model.FaultOffline, []string{"in trouble (status 500: Server Error)"}},
		{"502 after all tries", always(502, `<html>`, "Content-Type", "text/html"), model.FaultOffline, []string{"status 502"}},
		{"web page", always(200, `<html>sign in</html>`, "Content-Type", "text/html; charset=utf-8"), model.FaultAnswer,
			[]string{"a web page instead of JSON", "proxy"}},
		{"no content type", always(200, `[]`, "Content-Type", ""), model.FaultAnswer, []string{"no named kind"}},
		{"cut", always(200, `[{"number":1,"title":"x`), model.FaultAnswer, []string{"cut short"}},
		{"empty", always(200, ``), model.FaultAnswer, []string{"cut short"}},
		{"not a list", always(200, `{"message":"hello"}`), model.FaultAnswer, []string{"cannot be read"}},
		{"wrong kind of value", always(200, `[{"number":"one"}]`), model.FaultAnswer, []string{"cannot be read"}},
		{"no number", always(200, `[{"title":"x"}]`), model.FaultAnswer, []string{"without a number"}},
		{"broken JSON", always(200, `[{]`), model.FaultAnswer, []string{"cannot be read"}},
		{"304 that nobody asked for", always(304, ``), model.FaultAnswer, []string{"status 304"}},
		{"refused connection", func(*http.Request) (*http.Response, error) {
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
		}, model.FaultOffline, []string{"github.com cannot be reached: connection refused", "check the network"}},
		{"unknown host", func(*http.Request) (*http.Response, error) {
			return nil, &net.DNSError{Err: "no such host", Name: "api.github.com", IsNotFound: true}
		}, model.FaultOffline, []string{"github.com cannot be found"}},
		{"certificate", func(*http.Request) (*http.Response, error) {
			return nil, &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}
		}, model.FaultOffline, []string{"certificate of github.com is not trusted", "clock"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			issues, err := newClient(t, tt.rt).Issues(context.Background(), model.Open, nil)
			wantFault(t, err, tt.kind, append(tt.says, "could not read the open issues of acme/shop")...)
			if issues != nil {
				t.Error("issues were given beside the fault")
			}
			if strings.ContainsAny(err.Error(), "\n\r\x1b") || strings.Contains(err.Error(), "token-of-ana") {
				t.Errorf("%q", err.Error())
			}
		})
	}
}

func TestNobodyIsAskedToSignInToTheEmbeddedTracker(t *testing.T) {
	c := newClient(t, always(404, `{"message":"Not Found"}`), func(o *Options) {
		o.Token, o.Repo.Host, o.Repo.Owner, o.Repo.Name = "", LocalHost, "local", "shop"
	})
	_, err := c.Issue(t.Context(), 99)
	var f *model.Fault
	if !errors.As(err, &f) {
		t.Fatalf("not a fault: %v", err)
	}
	want := []string{"could not read the issue local/shop#99: it is not in the embedded tracker",
		"check the number; list --state all shows what there is"}
	if diff := cmp.Diff(want, []string{f.Error(), f.Hint}); diff != "" {
		t.Errorf("sentence and way out (-want +got):\n%s", diff)
	}
}

// TestTheEmbeddedTrackerRefusesInItsOwnName: nobody there has a GitHub.
func TestTheEmbeddedTrackerRefusesInItsOwnName(t *testing.T) {
	refused := always(405, `{"message":"Repository rule violations found"}`)
	for want, c := range map[string]*Client{
		"could not merge the pull request acme/shop#7: GitHub refuses it: Repository rule violations found": newClient(t, refused),
		"could not merge the pull request local/shop#7: the embedded tracker refuses it: Repository rule violations found": newClient(t, refused, func(o *Options) {
			o.Token, o.Repo.Host, o.Repo.Owner = "", LocalHost, "local"
		}),
	} {
		_, err := c.MergePull(t.Context(), 7, Merge{SHA: strings.Repeat("a1", 20), Title: "t", Message: "m"})
		var r *MergeRefused
		if !errors.As(err, &r) || r.Error() != want || r.Detail != "Repository rule violations found" {
			t.Errorf("%v, %+v, want %s", err, r, want)
		}
	}
}

func TestADuplicateQueryThatFailsIsAFault(t *testing.T) {
	tests := []struct {
		name string
		rt   tripper
		kind model.FaultKind
	}{
		{"web page", always(200, `<html>`, "Content-Type", "text/html"), model.FaultAnswer},
		{"cut", always(200, `{"data":{"repo`), model.FaultAnswer},
		{"not found", always(200, `{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","path":["repository"],"message":"Could not resolve"}]}`), model.FaultNotFound},
		{"forbidden", always(200, `{"errors":[{"type":"FORBIDDEN","message":"no"}]}`), model.FaultNoPermission},
		{"401", always(401, `{"message":"Bad credentials"}`), model.FaultNotSignedIn},
		{"502", always(502, ``), model.FaultOffline},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := newClient(t, tt.rt).DuplicateOf(context.Background(), 3)
			wantFault(t, err, tt.kind)
		})
	}
}

func TestAWriteWithoutTheRightSaysWhichRightAndWhichAccount_C33(t *testing.T) {
	rights := map[string]string{
		"create": "", "comment": "",
		"close": "the right to edit issues of acme/shop (the triage role or more)", "reopen": "the triage role or more",
		"create label": "the right to create and change labels of acme/shop (the write role or more)", "edit label": "the write role or more",
	}
	for name, write := range writes() {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
			s.SetViewer(hub.Account{Login: "guest", Permission: hub.Read, Restricted: rights[name] == ""})
			err := write(context.Background(), newClient(t, s))
			wantFault(t, err, model.FaultNoPermission, "the token it was given (account guest) lacks", rights[name])
			if strings.Contains(err.Error(), "token-of-ana") {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAWriteSaysThatTheRepositoryIsArchivedOrItsIssuesAreOff(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
	c := newClient(t, s)
	s.Set(func(r *hub.Repository) { r.Archived = true })
	wantFault(t, c.Close(context.Background(), 1, model.Completed), model.FaultArchived)
	wantFault(t, c.Comment(context.Background(), 1, "x"), model.FaultArchived)
	_, err := c.CreateIssue(context.Background(), NewIssue{Title: "t"})
	wantFault(t, err, model.FaultArchived)
	s.Set(func(r *hub.Repository) { r.Archived, r.IssuesOff = false, true })
	_, err = c.CreateIssue(context.Background(), NewIssue{Title: "t"})
	wantFault(t, err, model.FaultIssuesOff, "gh repo edit acme/shop --enable-issues")
}

func TestMissingScopesOrPermissionsAreNamed_C33(t *testing.T) {
	tests := []struct {
		name    string
		headers []string
		says    string
	}{
		{"classic token", []string{"X-OAuth-Scopes", "read:org", "X-Accepted-OAuth-Scopes", "repo, public_repo"}, "gh auth refresh --hostname github.com --scopes repo"},
		{"fine-grained token", []string{"X-Accepted-GitHub-Permissions", "issues=write"}, "the token needs issues=write"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClient(t, always(403, `{"message":"Must have admin rights"}`, tt.headers...))
			wantFault(t, c.Close(context.Background(), 1, model.Completed), model.FaultNoPermission, tt.says)
		})
	}
}

func TestATokenThatTheServerSendsBackIsTakenOut(t *testing.T) {
	c := newClient(t, always(422, `{"message":"no token-of-ana here"}`))
	err := c.Close(context.Background(), 1, model.Completed)
	wantFault(t, err, model.FaultInvalid, "no (token) here")
	for e := err; e != nil; e = errors.Unwrap(e) {
		if strings.Contains(e.Error(), "token-of-ana") {
			t.Errorf("%v", e)
		}
	}
}

func TestControlCharactersOfAnAnswerAreShownAndNotSent(t *testing.T) {
	err := newClient(t, always(422, `{"message":"a\u001b[31mred\nnext\u202e"}`)).Close(context.Background(), 1, model.Completed)
	if strings.ContainsAny(err.Error(), "\x1b\n\u202e") {
		t.Errorf("%q", err.Error())
	}
}

func TestReadsAreRepeatedAfterPassingFaults(t *testing.T) {
	reset := &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	good := always(200, `[]`)
	lost := tripper(func(*http.Request) (*http.Response, error) { return nil, reset })
	broken := tripper(func(r *http.Request) (*http.Response, error) {
		resp := reply(r, 200, "")
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(`[{"number":1}`), errReader{reset}))
		return resp, nil
	})
	tests := []struct {
		name  string
		story []tripper
		waits []time.Duration
		kind  model.FaultKind // 0: it succeeds
	}{
		{"502, 503, 504", []tripper{always(502, ""), always(503, "{}"), always(504, ""), good},
			[]time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}, 0},
		{"a connection that breaks", []tripper{lost, good}, []time.Duration{250 * time.Millisecond}, 0},
		{"a body that breaks off", []tripper{broken, good}, []time.Duration{250 * time.Millisecond}, 0},
		{"four times", []tripper{always(502, ""), always(502, ""), always(502, ""), always(502, "")},
			[]time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}, model.FaultOffline},
		{"500 is not repeated", []tripper{always(500, "{}")}, nil, model.FaultOffline},
		{"404 is not repeated", []tripper{always(404, "{}")}, nil, model.FaultNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			clock, n := newFakeClock(), 0
			c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
				n++
				return tt.story[n-1](r)
			}), withClock(clock))
			_, err := c.Labels(context.Background())
			if tt.kind != 0 {
				wantFault(t, err, tt.kind)
			} else if err != nil {
				t.Error(err)
			}
			if n != len(tt.story) {
				t.Errorf("%d requests, want %d", n, len(tt.story))
			}
			if diff := cmp.Diff(tt.waits, clock.waited()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func TestTheJitterSpreadsTheTries(t *testing.T) {
	clock := newFakeClock()
	random := []float64{0, 0.999, 0.25}
	c := newClient(t, always(503, ""), withClock(clock), func(o *Options) {
		o.Random = func() float64 { r := random[0]; random = random[1:]; return r }
	})
	_, err := c.Labels(context.Background())
	wantFault(t, err, model.FaultOffline)
	want := []time.Duration{125 * time.Millisecond, 749500 * time.Microsecond, 750 * time.Millisecond}
	if diff := cmp.Diff(want, clock.waited()); diff != "" {
		t.Error(diff)
	}
}
