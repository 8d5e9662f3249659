package recipe

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// TestAnInterruptedRegradingIsWholeOrNotBegun cancels before and after every
// request: the issue is as it was, or as it was to become.
func TestAnInterruptedRegradingIsWholeOrNotBegun(t *testing.T) {
	for _, story := range regradeStories() {
		probe := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
		if _, err := regrader(t, probe).Run(context.Background(), story.in); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= probe.Count(); n++ {
			for _, after := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, request %d, after %v", story.name, n, after), func(t *testing.T) {
					t.Parallel()
					s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
					r := regrader(t, s)
					ctx, cancel := context.WithCancel(context.Background())
					defer cancel()
					if after {
						s.PeerAfter(n, cancel)
					} else {
						s.PeerBefore(n, cancel)
					}
					res, err := r.Run(ctx, story.in)
					now := issueOf(t, r.Tracker, 7)
					if now.Body == *story.issue.Body && slices.Equal(sortedLabels(now), sortedSeed(story.issue)) {
						if err == nil && res.Clean() {
							t.Errorf("nothing was done, and the result is %+v", res)
						}
						return
					}
					assertDone(t, now, story)
					if err != nil || !res.Clean() {
						t.Errorf("all was done, and the result is %+v, %v", res, err)
					}
				})
			}
		}
	}
}

func TestAnInterruptedDecliningIsWholeOrNotBegun(t *testing.T) {
	seeds := hubtest.Seed(seed(7, keyed("a.go", 1, "")))
	in := DeclineInput{Numbers: []int{7}, Reason: reason}
	probe := hubtest.New(t, vocabularyLabels(), seeds)
	d, _ := reading(t, probe, nil)
	if _, err := newDecline(d).Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= probe.Count(); n++ {
		t.Run(fmt.Sprintf("request %d", n), func(t *testing.T) {
			t.Parallel()
			s := hubtest.New(t, vocabularyLabels(), seeds)
			d, _ := reading(t, s, nil)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			s.PeerBefore(n, cancel)
			_, _ = newDecline(d).Run(ctx, in)
			said, declined := len(commentsOf(t, d.Tracker, 7)), issueOf(t, d.Tracker, 7).Declined()
			if said > 1 || (said == 1) != declined {
				t.Errorf("%d comments, declined %v", said, declined)
			}
		})
	}
}

// TestOneHalfOfALabelEditFails_C12 lets the addition or the removal fail while
// the other half succeeds.
func TestOneHalfOfALabelEditFails_C12(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		undo         func(*hubtest.Peer)
	}{
		{"the addition", `{"data":{"add":null,"remove":{"clientMutationId":null}},"errors":[{"path":["add"],"message":"Something went wrong"}]}`,
			func(p *hubtest.Peer) { p.Unlabel(7, "footprint:narrow") }},
		{"the removal", `{"data":{"add":{"clientMutationId":null},"remove":null},"errors":[{"path":["remove"],"message":"Something went wrong"}]}`,
			func(p *hubtest.Peer) { p.Label(7, "footprint:spec") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Unchecked(), vocabularyLabels(), hubtest.Seed(seed(7, keyed("a.go", 1, ""), "severity:important", "footprint:spec")))
			r := regrader(t, s)
			failed := false
			s.After(func(_ int, q *http.Request, resp *http.Response) (*http.Response, error) {
				if q.Method != http.MethodPost || !strings.HasSuffix(q.URL.Path, "/graphql") || failed {
					return resp, nil
				}
				failed = true
				tt.undo(s.Peer("ana"))
				return hubtest.With(200, nil, tt.answer)(q, resp), nil
			})
			res, err := r.Run(context.Background(), RegradeInput{Numbers: []int{7}, Changes: map[model.Axis]string{model.Footprint: "narrow"}})
			if err != nil || !failed {
				t.Fatal(res, err, failed)
			}
			have := labelsOf(issueOf(t, r.Tracker, 7).Labels, model.Footprint)
			if !slices.Equal(have, []string{"footprint:narrow"}) || res.Issues[0].Outcome != Changed {
				t.Errorf("footprint %v, %+v", have, res.Issues[0])
			}
		})
	}
}

func TestALabelEditNeverSendsStateOrReason_C10(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(shut(seed(7, keyed("a.go", 1, "")), "duplicate")))
	r := regrader(t, s)
	res, err := r.Run(context.Background(), RegradeInput{Numbers: []int{7}, Changes: severity("critical")})
	if err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	if now := issueOf(t, r.Tracker, 7); now.State != model.Closed || now.StateReason != model.Duplicate {
		t.Errorf("%s, %s", now.State, now.StateReason)
	}
	for _, q := range s.Requests() {
		if q.Method != http.MethodGet && strings.Contains(q.Body, "state") {
			t.Errorf("%s %s sends %s", q.Method, q.Path, q.Body)
		}
	}
}

func TestTextThatBeginsWithAnAtSignStaysAsItIs_C24(t *testing.T) {
	s := hubtest.New(t)
	f := filer(t, s, shopClone(t))
	in := finding(118)
	in.FailureMode = "@/etc/passwd is read when the refund fails."
	in.Title = "@ana breaks it"
	res, err := f.Run(context.Background(), in)
	if err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	issue := issueOf(t, f.Tracker, res.Number)
	if issue.Title != "@ana breaks it" || !strings.Contains(issue.Body, "\n@/etc/passwd is read when the refund fails.\n") {
		t.Errorf("title %q, body %q", issue.Title, issue.Body)
	}
	d, _ := reading(t, s, nil)
	if res, err := newDecline(d).Run(context.Background(), DeclineInput{Numbers: []int{issue.Number}, Reason: "@-"}); err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	if got := commentsOf(t, d.Tracker, issue.Number); !slices.Equal(got, []string{"ana: @-"}) {
		t.Errorf("comments %q", got)
	}
}
