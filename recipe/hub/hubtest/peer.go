package hubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"gh-debt/recipe/hub"
)

// Peer is someone else who works on the same repository. What a peer does is
// neither logged nor counted and meets no hook; a failure ends the test.
type Peer struct {
	s     *Server
	token string
}

// Peer gives the peer of a login, who may do everything.
func (s *Server) Peer(login string) *Peer {
	token := "peer-" + login
	s.SetAccount(token, hub.Account{Login: login, Permission: hub.Admin})
	return &Peer{s: s, token: token}
}

// Label adds labels to an issue, one request each.
func (p *Peer) Label(number int, labels ...string) {
	p.s.tb.Helper()
	for _, l := range labels {
		p.Do("POST", fmt.Sprintf("/issues/%d/labels", number), map[string][]string{"labels": {l}}, nil)
	}
}

// Unlabel removes labels from an issue, one request each.
func (p *Peer) Unlabel(number int, labels ...string) {
	p.s.tb.Helper()
	for _, l := range labels {
		p.Do("DELETE", fmt.Sprintf("/issues/%d/labels/%s", number, url.PathEscape(l)), nil, nil)
	}
}

// Create files an issue and gives its number.
func (p *Peer) Create(title, body string, labels ...string) int {
	p.s.tb.Helper()
	var made struct{ Number int }
	p.Do("POST", "/issues", struct {
		Title  string   `json:"title"`
		Body   string   `json:"body"`
		Labels []string `json:"labels"`
	}{title, body, labels}, &made)
	return made.Number
}

// Close closes an issue for a reason of GitHub's.
func (p *Peer) Close(number int, reason string) {
	p.s.tb.Helper()
	p.Do("PATCH", fmt.Sprintf("/issues/%d", number), map[string]string{"state": "closed", "state_reason": reason}, nil)
}

// Reopen opens an issue again.
func (p *Peer) Reopen(number int) {
	p.s.tb.Helper()
	p.Do("PATCH", fmt.Sprintf("/issues/%d", number), map[string]string{"state": "open"}, nil)
}

// EditBody replaces an issue's body.
func (p *Peer) EditBody(number int, body string) {
	p.s.tb.Helper()
	p.Do("PATCH", fmt.Sprintf("/issues/%d", number), map[string]string{"body": body}, nil)
}

// Comment comments on an issue.
func (p *Peer) Comment(number int, body string) {
	p.s.tb.Helper()
	p.Do("POST", fmt.Sprintf("/issues/%d/comments", number), map[string]string{"body": body}, nil)
}

// Do sends one request under /repos/OWNER/NAME, of JSON and for JSON; in and
// out may be nil.
func (p *Peer) Do(method, path string, in, out any) {
	p.s.tb.Helper()
	repo, err := p.s.Repository(p.s.tb.Context())
	if err != nil {
		p.s.tb.Fatalf("peer: %v", err)
	}
	body := []byte{}
	if in != nil {
		if body, err = json.Marshal(in); err != nil {
			p.s.tb.Fatalf("peer: %v", err)
		}
	}
	r, err := http.NewRequest(method, "https://api.github.com/repos/"+repo.Owner+"/"+repo.Name+path, bytes.NewReader(body))
	if err != nil {
		p.s.tb.Fatalf("peer: %v", err)
	}
	r.Header.Set("Authorization", "token "+p.token)
	resp, err := p.s.inner.RoundTrip(r)
	if err != nil {
		p.s.tb.Fatalf("peer: %s %s: %v", method, path, err)
	}
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		p.s.tb.Fatalf("peer: %s %s: %s %s %v", method, path, resp.Status, answer, err)
	}
	if out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			p.s.tb.Fatalf("peer: %s %s: %v", method, path, err)
		}
	}
}
