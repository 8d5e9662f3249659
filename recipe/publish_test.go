package recipe

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// localServer is an embedded tracker with two findings.
func localServer(t *testing.T, o ...hubtest.Option) *hubtest.Server {
	return hubtest.New(t, append(o, vocabularyLabels(), hubtest.Seed(
		seed(1, keyed(source, 20, ""), "severity:critical", "handler:plan", "in-progress"),
		seed(2, keyed(source, 30, ""), "severity:important", "footprint:narrow"),
	))...)
}

func publisher(t *testing.T, github, local *hubtest.Server) Publish {
	t.Helper()
	d, clock := reading(t, github, nil)
	l, _ := reading(t, local, nil)
	d.Local = func(context.Context) (Tracker, error) { return l.Tracker, nil }
	r := newPublish(d)
	r.File.Pause = clock.Wait
	return r
}

func openLocal(t *testing.T, r Publish) []int {
	t.Helper()
	local, err := r.Local(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	list, err := local.Issues(context.Background(), model.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := []int{}
	for _, i := range list {
		out = append(out, i.Number)
	}
	return out
}

func TestPublishingFilesWhatGitHubDoesNotKnow(t *testing.T) {
	github := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(12, keyed(source, 30, "")), shut(seed(13, keyed(source, 40, "")), "not_planned")))
	local := localServer(t, hubtest.Seed(seed(3, keyed(source, 40, ""), "severity:important"), seed(4, "By hand."), seed(5, "see a.go:1", "severity:important")))
	local.Peer("bo").Close(5, "completed")
	r := publisher(t, github, local)
	dry, err := r.Run(context.Background(), PublishInput{DryRun: true})
	if err != nil || len(written(github))+len(written(local)) > 0 {
		t.Fatal(dry, err, written(github), written(local))
	}
	res, err := r.Run(context.Background(), PublishInput{})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, i := range res.Items {
		told = append(told, fmt.Sprintf("%d %s #%d noted %v", i.Local, i.Result.Outcome, i.Result.Number, i.Noted))
	}
	want := []string{"1 filed #14 noted true", "2 matched #12 noted true", "3 declined #13 noted true", "4 refused #0 noted false"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	now := issueOf(t, r.File.Tracker, 14)
	if now.Body != keyed(source, 20, "") {
		t.Errorf("body %q", now.Body)
	}
	if diff := cmp.Diff([]string{"footprint:wide", "severity:critical", "tech-debt"}, sortedLabels(now)); diff != "" {
		t.Errorf("labels:\n%s", diff)
	}
	l, err := r.Local(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ana: Published as acme/shop#14"}, commentsOf(t, l, 1)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"ana: Already known as acme/shop#12"}, commentsOf(t, l, 2)); diff != "" {
		t.Error(diff)
	}
	if three := issueOf(t, l, 3); !three.Declined() {
		t.Errorf("what GitHub declined is %s here", three.StateReason)
	}
	if diff := cmp.Diff([]int{4}, openLocal(t, r)); diff != "" {
		t.Errorf("open in the embedded tracker:\n%s", diff)
	}
	if again, err := r.Run(context.Background(), PublishInput{}); err != nil || len(again.Items) != 1 {
		t.Errorf("again: %+v, %v", again, err)
	}
	if got := asJSON(t, res.Items[3]); !strings.HasPrefix(got, `{"local":4,"title":"Finding 4","noted":false,"outcome":"refused","number":null`) {
		t.Errorf("JSON %s", got)
	}
}

// TestPublishingIsSafeToInterruptAtAnyRequest throws every fault at every request
// to either tracker; afterwards a run without one leaves each finding once.
func TestPublishingIsSafeToInterruptAtAnyRequest(t *testing.T) {
	github, local := hubtest.New(t, vocabularyLabels()), localServer(t)
	probe := publisher(t, github, local)
	if res, err := probe.Run(context.Background(), PublishInput{}); err != nil || res.Tally() != (Tally{Filed: 2}) {
		t.Fatal(res, err)
	}
	for side, requests := range map[string][]hubtest.Request{"github": github.Requests(), "local": local.Requests()} {
		t.Run(side, func(t *testing.T) {
			eachFault(t, requests, func(t *testing.T, n int, fault fault) {
				servers := map[string]*hubtest.Server{
					"github": hubtest.New(t, hubtest.Unchecked(), vocabularyLabels()), "local": localServer(t, hubtest.Unchecked()),
				}
				r := publisher(t, servers["github"], servers["local"])
				fault(servers[side], n)
				first, _ := r.Run(context.Background(), PublishInput{})
				servers[side].Reset()
				// Whoever resolved it in between does not make it come back.
				for _, i := range first.Items {
					if i.Result.Outcome == OutcomeFiled && !i.Noted {
						servers["github"].Peer("bo").Close(i.Result.Number, "completed")
					}
				}
				res, err := r.Run(context.Background(), PublishInput{})
				if err != nil || res.Tally().Refused+res.Tally().Failed > 0 {
					t.Fatalf("once more: %+v, %v", res, err)
				}
				if left := openLocal(t, r); len(left) != 0 {
					t.Errorf("still open here: %v", left)
				}
				var all []struct{ Number int }
				servers["github"].Peer("bo").Do("GET", "/issues?state=all", nil, &all)
				if len(all) != 2 {
					t.Errorf("%d issues on GitHub, want 2", len(all))
				}
			})
		})
	}
}
