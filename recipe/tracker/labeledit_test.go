package tracker

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// labelled is a hub with one issue that carries the labels, and with the others beside it.
func labelled(t *testing.T, labels, others []string, options ...hubtest.Option) *hubtest.Server {
	var seed []model.Label
	for _, l := range others {
		seed = append(seed, model.Label{Name: l, Color: "ededed"})
	}
	options = append(options, hubtest.Labels(seed...), hubtest.Seed(hub.SeedIssue{
		Number: 7, Title: "t", State: "open", User: "ana", Labels: labels,
		CreatedAt: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	}))
	return hubtest.New(t, options...)
}

func labelsOf(t *testing.T, c *Client) []string {
	t.Helper()
	i, err := c.Issue(context.Background(), 7)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(i.Labels)
	return i.Labels
}

// mutations are the documents with their variables that were sent.
func mutations(t *testing.T, s *hubtest.Server) []string {
	t.Helper()
	var sent []string
	for _, r := range s.Requests() {
		if r.Method != "GET" {
			sent = append(sent, r.Method+" "+r.Path)
		}
	}
	return sent
}

func TestALabelEditIsOneRequestThatAddsFirst_C12(t *testing.T) {
	s := labelled(t, []string{"tech-debt", "footprint:spec"}, []string{"footprint:narrow"})
	c := newClient(t, s)
	if err := c.EditLabels(context.Background(), 7, model.LabelEdit{Add: []string{"Footprint:Narrow"}, Remove: []string{"footprint:spec"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"POST /graphql"}, mutations(t, s)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"footprint:narrow", "tech-debt"}, labelsOf(t, c)); diff != "" {
		t.Error(diff)
	}
	events, err := c.Timeline(context.Background(), 7)
	if err != nil {
		t.Fatal(err)
	}
	var story []string
	for _, e := range events[max(0, len(events)-2):] {
		story = append(story, string(e.Kind)+" "+e.Label)
	}
	if diff := cmp.Diff([]string{"labeled footprint:narrow", "unlabeled footprint:spec"}, story); diff != "" {
		t.Error(diff)
	}
}

func TestALabelThatSomebodyElseSetsMeanwhileSurvives_C13(t *testing.T) {
	s := labelled(t, []string{"tech-debt", "severity:investigate", "audience:adopter"}, []string{"severity:important", "in-progress"})
	c := newClient(t, s)
	s.Before(func(_ int, r *http.Request) error {
		if r.URL.Path == "/graphql" {
			s.Peer("bo").Label(7, "in-progress")
			s.Peer("bo").Unlabel(7, "audience:adopter")
		}
		return nil
	})
	if err := c.EditLabels(context.Background(), 7, model.LabelEdit{Add: []string{"severity:important"}, Remove: []string{"severity:investigate"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"in-progress", "severity:important", "tech-debt"}, labelsOf(t, c)); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyMissingLabelsAreAddedAndPresentOnesRemoved_C15(t *testing.T) {
	var many, present []string
	for i := range 60 {
		many = append(many, fmt.Sprintf("label-%02d", i))
	}
	present = many[:45]
	s := labelled(t, many, nil)
	c := newClient(t, s)
	edit := model.LabelEdit{Add: present, Remove: []string{"absent", "Other"}}
	if err := c.EditLabels(context.Background(), 7, edit); err != nil {
		t.Fatal(err)
	}
	if got := mutations(t, s); got != nil {
		t.Errorf("sent %v although nothing was to do", got)
	}
	if err := c.EditLabels(context.Background(), 7, model.LabelEdit{}); err != nil {
		t.Fatal(err)
	}
}

func TestAnIssueWithNinetyNineLabelsEndsAtNinetyNine_C15(t *testing.T) {
	labels := []string{"tech-debt", "severity:important"}
	for i := range 97 {
		labels = append(labels, fmt.Sprintf("label-%02d", i))
	}
	s := labelled(t, labels, []string{"severity:critical"})
	c := newClient(t, s)
	edit := model.LabelEdit{Add: []string{"severity:critical"}, Remove: []string{"severity:important"}}
	if err := c.EditLabels(context.Background(), 7, edit); err != nil {
		t.Fatal(err)
	}
	if got := labelsOf(t, c); len(got) != 99 || !slices.Contains(got, "severity:critical") {
		t.Errorf("%d labels: %v", len(got), got)
	}
}

func TestALabelThatTheRepositoryLacksIsAFaultBeforeAnyWrite(t *testing.T) {
	s := labelled(t, []string{"tech-debt"}, nil)
	err := newClient(t, s).EditLabels(context.Background(), 7, model.LabelEdit{Add: []string{"severity:critical"}, Remove: []string{"tech-debt"}})
	wantFault(t, err, model.FaultNotFound, `no label "severity:critical"`, "gh debt labels sync")
	if got := mutations(t, s); got != nil {
		t.Errorf("sent %v", got)
	}
}

func TestTheLabelsAreAskedForOnceInManyEdits(t *testing.T) {
	s := labelled(t, []string{"tech-debt"}, []string{"a", "b"})
	clock := newFakeClock()
	c := newClient(t, s, withClock(clock))
	edit := func(e model.LabelEdit) {
		t.Helper()
		if err := c.EditLabels(context.Background(), 7, e); err != nil {
			t.Fatal(err)
		}
	}
	edit(model.LabelEdit{Add: []string{"a"}})
	edit(model.LabelEdit{Add: []string{"b"}})
	asked := func() (n int) {
		for _, r := range s.Requests() {
			if strings.HasPrefix(r.Path, "/repos/acme/shop/labels") {
				n++
			}
		}
		return n
	}
	if asked() != 1 {
		t.Errorf("asked %d times for two edits, want once", asked())
	}
	if err := clock.Wait(context.Background(), 2*time.Minute); err != nil {
		t.Fatal(err)
	}
	edit(model.LabelEdit{Remove: []string{"a"}})
	edit(model.LabelEdit{Add: []string{"a"}})
	if asked() != 2 {
		t.Errorf("asked %d times after two minutes, want twice", asked())
	}
}

// halves answers the mutation with data and errors of its own.
func halves(t *testing.T, s *hubtest.Server, status int, body string) tripper {
	return func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/graphql" {
			_ = sent(t, r)
			return reply(r, status, body), nil
		}
		return s.RoundTrip(r)
	}
}

func TestAHalfDoneEditSaysWhichHalfIsDone_C12(t *testing.T) {
	edit := model.LabelEdit{Add: []string{"footprint:narrow"}, Remove: []string{"footprint:spec"}}
	tests := []struct {
		name, body string
		status     int
		kind       model.FaultKind
		says       []string
	}{
		{
			"removal failed", `{"data":{"add":{"clientMutationId":null},"remove":null},"errors":[{"type":"SERVICE","path":["remove"],"message":"Something went wrong"}]}`, 200,
			model.FaultInvalid, []string{"footprint:narrow was added, but footprint:spec was not removed: Something went wrong", "run it again"},
		},
		{
			"addition failed", `{"data":{"add":null,"remove":{"clientMutationId":null}},"errors":[{"type":"NOT_FOUND","path":["add"],"message":"Could not resolve"}]}`, 200,
			model.FaultNotFound, []string{"footprint:spec was removed, but footprint:narrow was not added", "run it again"},
		},
		{
			"both failed", `{"data":{"add":null,"remove":null},"errors":[{"type":"FORBIDDEN","path":["add"],"message":"no"},{"type":"FORBIDDEN","path":["remove"],"message":"no"}]}`, 200,
			model.FaultNoPermission, []string{"lacks the right to label issues of acme/shop", "account ana"},
		},
		{"archived", `{"data":null,"errors":[{"type":"UNPROCESSABLE","message":"Repository was archived so is read-only"}]}`, 200, model.FaultArchived, nil},
		{"issues off", `{"data":null,"errors":[{"type":"UNPROCESSABLE","message":"Issues has been disabled in this repository."}]}`, 200, model.FaultIssuesOff, []string{"--enable-issues"}},
		{"500", `{"message":"Server Error"}`, 500, model.FaultUnknownResult, []string{"not known whether"}},
		{"cut", `{"data":{"add":{"cli`, 200, model.FaultUnknownResult, []string{"cut short"}},
		{"no data", `{}`, 200, model.FaultUnknownResult, []string{"does not say what was done"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := labelled(t, []string{"tech-debt", "footprint:spec"}, []string{"footprint:narrow"})
			c := newClient(t, halves(t, s, tt.status, tt.body))
			wantFault(t, c.EditLabels(context.Background(), 7, edit), tt.kind, tt.says...)
		})
	}
}

func TestAnEditThatIsRunAgainCompletesTheOtherHalf_C12(t *testing.T) {
	edit := model.LabelEdit{Add: []string{"footprint:narrow"}, Remove: []string{"footprint:spec"}}
	s := labelled(t, []string{"tech-debt", "footprint:spec", "footprint:narrow"}, nil)
	c := newClient(t, s)
	if err := c.EditLabels(context.Background(), 7, edit); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"footprint:narrow", "tech-debt"}, labelsOf(t, c)); diff != "" {
		t.Error(diff)
	}
	for _, r := range s.Requests() {
		if r.Path != "/graphql" {
			continue
		}
		var body struct {
			Query     string
			Variables map[string]any
		}
		if err := json.Unmarshal([]byte(r.Body), &body); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(body.Query, "addLabels") || body.Variables["add"] != nil {
			t.Errorf("the half that was done is sent again: %s", body.Query)
		}
	}
}

func TestALostAnswerToALabelEditIsUnknown(t *testing.T) {
	s := labelled(t, []string{"tech-debt", "footprint:spec"}, []string{"footprint:narrow"})
	s.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if r.URL.Path == "/graphql" {
			return nil, hubtest.ErrDropped
		}
		return resp, nil
	})
	c := newClient(t, s)
	err := c.EditLabels(context.Background(), 7, model.LabelEdit{Add: []string{"footprint:narrow"}, Remove: []string{"footprint:spec"}})
	wantFault(t, err, model.FaultUnknownResult)
	if diff := cmp.Diff([]string{"footprint:narrow", "tech-debt"}, labelsOf(t, c)); diff != "" {
		t.Error(diff)
	}
}
