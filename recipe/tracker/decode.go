package tracker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"time"

	"gh-debt/model"
)

// wireIssue is what is read of an issue's JSON; all else in it is skipped. What is
// missing or null stays at zero.
type wireIssue struct {
	ID          int64           `json:"id"`
	NodeID      string          `json:"node_id"`
	Number      int             `json:"number"`
	Title       string          `json:"title"`
	Body        string          `json:"body"`
	HTMLURL     string          `json:"html_url"`
	State       string          `json:"state"`
	StateReason string          `json:"state_reason"`
	Labels      []wireLabel     `json:"labels"`
	User        wireUser        `json:"user"`
	Comments    int             `json:"comments"`
	CreatedAt   time.Time       `json:"created_at"`
	UpdatedAt   time.Time       `json:"updated_at"`
	ClosedAt    time.Time       `json:"closed_at"`
	PullRequest json.RawMessage `json:"pull_request"`
}

// pull reports whether it is a pull request, which GitHub lists among the issues.
func (w *wireIssue) pull() bool {
	return len(w.PullRequest) > 0 && !bytes.Equal(w.PullRequest, []byte("null"))
}

// decode reads an answer that is one issue.
func (w *wireIssue) decode(r io.Reader) error {
	*w = wireIssue{}
	if err := json.NewDecoder(r).Decode(w); err != nil {
		return err
	}
	if w.Number == 0 {
		return &answerError{err: errors.New("an issue without a number"), whole: true}
	}
	return nil
}

func (w *wireIssue) model(words intern) model.Issue {
	labels := make([]string, len(w.Labels))
	for i, l := range w.Labels {
		labels[i] = words.of(l.Name)
	}
	return model.Issue{
		Number: w.Number, Title: w.Title, Body: w.Body, URL: w.HTMLURL,
		State: model.State(words.of(w.State)), StateReason: model.StateReason(words.of(w.StateReason)),
		Labels: labels, Author: words.of(w.User.Login), Comments: w.Comments,
		CreatedAt: w.CreatedAt, UpdatedAt: w.UpdatedAt, ClosedAt: w.ClosedAt,
	}
}

// mark sums up what may have happened to an entry: one with another mark than
// before was changed meanwhile.
func (w *wireIssue) mark() uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%d %s %s", w.UpdatedAt.UnixNano(), w.State, w.StateReason)
	for _, l := range w.Labels {
		_, _ = io.WriteString(h, "\x00"+l.Name)
	}
	return h.Sum64()
}

// intern keeps one copy of the words that many issues share.
type intern map[string]string

func (in intern) of(s string) string {
	if known, ok := in[s]; ok {
		return known
	}
	in[s] = s
	return s
}

// copy is of for a word that is part of a longer text, which would stay with it.
func (in intern) copy(s string) string {
	if known, ok := in[s]; ok {
		return known
	}
	return in.of(strings.Clone(s))
}

// wireUser is an account; null is one that was deleted.
type wireUser struct {
	Login string `json:"login"`
}

// wireLabel is a label, which GitHub gives whole or, for old ones, as its bare name.
type wireLabel struct {
	NodeID      string `json:"node_id"`
	Name        string `json:"name"`
	Color       string `json:"color"`
	Description string `json:"description"`
}

// UnmarshalJSON reads both forms.
func (l *wireLabel) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &l.Name)
	}
	type whole wireLabel
	return json.Unmarshal(data, (*whole)(l))
}

func (l wireLabel) model() model.Label {
	return model.Label{Name: l.Name, Color: l.Color, Description: l.Description}
}

// wireRepository is what is read of a repository's JSON.
type wireRepository struct {
	ID            int64  `json:"id"`
	FullName      string `json:"full_name"`
	HTMLURL       string `json:"html_url"`
	Private       bool   `json:"private"`
	Archived      bool   `json:"archived"`
	HasIssues     *bool  `json:"has_issues"`
	DefaultBranch string `json:"default_branch"`
	Permissions   *struct {
		Admin    bool `json:"admin"`
		Maintain bool `json:"maintain"`
		Push     bool `json:"push"`
		Triage   bool `json:"triage"`
	} `json:"permissions"`
}

func (w *wireRepository) decode(r io.Reader) error {
	*w = wireRepository{}
	if err := json.NewDecoder(r).Decode(w); err != nil {
		return err
	}
	if w.FullName == "" {
		return errors.New("a repository without a name")
	}
	return nil
}

// idPath is the path at which GitHub keeps a repository through all its names.
func (w *wireRepository) idPath() string { return "/repositories/" + strconv.FormatInt(w.ID, 10) }

// decodeArray reads a JSON array one element at a time, so that no answer is
// ever held whole. The element is zeroed before each.
func decodeArray[T any](r io.Reader, take func(*T) error) error {
	return decodeElements(json.NewDecoder(r), take)
}

// encode writes a body as JSON without touching what HTML would escape.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
