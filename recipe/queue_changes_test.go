package recipe

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

func TestOldListDoesNotFlipARowBack_C29(t *testing.T) {
	at := func(sec int) time.Time { return noon().Add(time.Duration(sec) * time.Second) }
	issue := func(n, sec int, state model.State, labels ...string) model.Issue {
		return model.Issue{Number: n, State: state, UpdatedAt: at(sec), Labels: append([]string{"tech-debt"}, labels...)}
	}
	old := issue(7, 0, model.Open, "severity:important")
	ours := issue(7, 5, model.Open, "severity:critical")
	peers := issue(7, 9, model.Open, "severity:suggestion")
	shut := issue(7, 5, model.Closed)
	tests := map[string]struct {
		list []model.Issue
		ours []Written
		show Show
		now  time.Time
		want []model.Issue
	}{
		"an older list keeps what we wrote":       {[]model.Issue{old}, []Written{{ours, at(5)}}, ShowOpen, at(6), []model.Issue{ours}},
		"of the same second ours stays":           {[]model.Issue{issue(7, 5, model.Open)}, []Written{{ours, at(5)}}, ShowOpen, at(6), []model.Issue{ours}},
		"a newer list wins":                       {[]model.Issue{peers}, []Written{{ours, at(5)}}, ShowOpen, at(10), []model.Issue{peers}},
		"after the grace the list is right":       {[]model.Issue{old}, []Written{{ours, at(5)}}, ShowOpen, at(36), []model.Issue{old}},
		"the later of two writes counts":          {[]model.Issue{old}, []Written{{issue(7, 3, model.Open), at(3)}, {ours, at(5)}}, ShowOpen, at(6), []model.Issue{ours}},
		"one just filed is in the queue":          {[]model.Issue{}, []Written{{ours, at(5)}}, ShowOpen, at(6), []model.Issue{ours}},
		"one just declined leaves the open ones":  {[]model.Issue{old}, []Written{{shut, at(5)}}, ShowOpen, at(6), []model.Issue{}},
		"and joins the closed ones":               {[]model.Issue{}, []Written{{shut, at(5)}}, ShowClosed, at(6), []model.Issue{shut}},
		"and is once among all":                   {[]model.Issue{old}, []Written{{shut, at(5)}}, ShowAll, at(6), []model.Issue{shut}},
		"one that lost the label leaves":          {[]model.Issue{old}, []Written{{model.Issue{Number: 7, State: model.Open, UpdatedAt: at(5)}, at(5)}}, ShowOpen, at(6), []model.Issue{}},
		"others are left as they are, by number":  {[]model.Issue{issue(9, 1, model.Open)}, []Written{{ours, at(5)}}, ShowOpen, at(6), []model.Issue{ours, issue(9, 1, model.Open)}},
		"without a write the list is left itself": {[]model.Issue{peers, old}, nil, ShowOpen, at(6), []model.Issue{peers, old}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := settle(tt.list, tt.ours, tt.show, "tech-debt", tt.now)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOurOwnWriteIsShownAtOnce_C29(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, "x", "severity:suggestion"), seed(2, "x", "severity:important")))
	d, clock := reading(t, s, nil)
	before := readQueue(t, d, QueueInput{})
	ours := before.Queue.Entries[1].Issue
	ours.Labels = []string{"tech-debt", "severity:critical"}
	after := newReadQueue(d).Overlay(before, []Written{{ours, clock.Now()}})
	if diff := cmp.Diff([]int{1, 2}, queueNumbers(after.Queue)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{2, 1}, queueNumbers(before.Queue)); diff != "" {
		t.Errorf("what was read before changed (-want +got):\n%s", diff)
	}
}

func TestChangesSinceTheLastReadSayByWhom(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(
		seed(1, "one", "severity:important"), seed(2, "two"), seed(3, "three"), seed(4, "four"), seed(5, "five"),
	))
	d, _ := reading(t, s, nil)
	last := readQueue(t, d, QueueInput{})
	bo, cy := s.Peer("bo"), s.Peer("cy")
	bo.Label(1, "severity:critical")
	bo.Unlabel(1, "severity:important")
	cy.Close(2, "not_planned")
	cy.Label(3, "in-progress")
	bo.Comment(4, "Seen.")
	made := bo.Create("New", "six", "tech-debt")
	before := s.Count()
	now := readQueue(t, d, QueueInput{Last: &last, Actors: true})
	type told struct {
		Number int
		Kind   model.ChangeKind
		Words  string
		By     string
	}
	var got []told
	for _, c := range now.Changes {
		got = append(got, told{c.Number, c.Kind, c.Words, c.By})
	}
	want := []told{
		{1, model.IssueRegraded, "severity: important → critical", "bo"},
		{2, model.IssueClosed, "closed as not planned", "cy"},
		{3, model.IssueClaimed, "claimed", "cy"},
		{4, model.IssueCommented, "1 new comment", "bo"},
		{made, model.IssueNew, "new", "bo"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	timelines := 0
	for _, r := range s.Requests()[before:] {
		if strings.Contains(r.Path, "/timeline") {
			timelines++
		}
	}
	if timelines > maxActors {
		t.Errorf("%d timelines were read", timelines)
	}
}

func TestChangesAreToldAlthoughNobodyCanSayByWhom(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, "one"), seed(2, "two")))
	d, _ := reading(t, s, nil)
	last := readQueue(t, d, QueueInput{})
	s.Peer("bo").Close(2, "completed")
	s.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if strings.Contains(r.URL.Path, "/timeline") {
			return hubtest.Status(http.StatusForbidden, "broken")(r, resp), nil
		}
		return resp, nil
	})
	now := readQueue(t, d, QueueInput{Last: &last, Actors: true})
	if len(now.Changes) != 1 || now.Changes[0].Kind != model.IssueGone || now.Changes[0].By != "" {
		t.Errorf("changes = %+v", now.Changes)
	}
}

func TestAChangeIsSaidToBeBySomebodyOnlyIfTheyMadeIt(t *testing.T) {
	event := func(kind model.EventKind, actor, label string) model.Event {
		return model.Event{Kind: kind, Actor: actor, Label: label}
	}
	labeled := func(actor, label string) model.Event { return event(model.Labeled, actor, label) }
	unlabeled := func(actor, label string) model.Event { return event(model.Unlabeled, actor, label) }
	closed, reopened := event(model.ClosedBy, "ana", ""), event(model.ReopenBy, "bo", "")
	renamed := event(model.Renamed, "ana", "")
	for _, c := range []struct {
		kind   model.ChangeKind
		words  string
		state  model.State
		events []model.Event
		by     string
	}{
		{model.IssueClaimed, "claimed", model.Open, []model.Event{labeled("ana", "in-progress"), labeled("bo", "severity:critical")}, "ana"},
		{model.IssueReleased, "released", model.Open, []model.Event{unlabeled("ana", "in-progress"), unlabeled("bo", "fold:required")}, "ana"},
		{model.IssueParked, "spec active", model.Open, []model.Event{labeled("ana", "debt:spec-active"), labeled("bo", "in-progress")}, "ana"},
		{model.IssueUnparked, "no longer parked", model.Open, []model.Event{unlabeled("ana", "debt:spec-pending"), unlabeled("bo", "in-progress")}, "ana"},
		{model.IssueNew, "new", model.Open, []model.Event{labeled("ana", "Tech-Debt"), labeled("bo", "severity:critical")}, "ana"},
		{model.IssueNew, "new", model.Closed, []model.Event{reopened, closed, labeled("bo", "wontfix")}, "ana"},
		{model.IssueGone, "no longer in the list", model.Open, []model.Event{closed, unlabeled("bo", "in-progress")}, "ana"},
		{model.IssueGone, "no longer in the list", model.Open, []model.Event{unlabeled("ana", "tech-debt"), unlabeled("bo", "in-progress")}, "ana"},
		{model.IssueGone, "no longer in the list", model.Open, []model.Event{closed, reopened}, ""}, // it was moved, say
		{model.IssueGone, "no longer in the list", model.Closed, []model.Event{closed, reopened}, "bo"},
		{model.IssueEdited, "title edited", model.Open, []model.Event{renamed, labeled("bo", "in-progress")}, "ana"},
		{model.IssueEdited, "title and body edited", model.Open, []model.Event{renamed}, "ana"},
		{model.IssueEdited, "body edited", model.Open, []model.Event{renamed}, ""},
	} {
		q := QueueChange{IssueChange: model.IssueChange{Number: 1, Kind: c.kind, Words: c.words, Issue: model.Issue{State: c.state}}}
		q.by(c.events, "tech-debt")
		if q.By != c.by {
			t.Errorf("%s of an %s issue: by %q, want %q", c.words, c.state, q.By, c.by)
		}
	}
}
