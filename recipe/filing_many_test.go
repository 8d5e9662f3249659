package recipe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

func manyFindings(n int) FileManyInput {
	var in FileManyInput
	for i := range n {
		in.Findings = append(in.Findings, finding(i+1))
	}
	return in
}

// limiter refuses some of the creations before they reach the hub, as GitHub
// does when they come too fast.
type limiter struct {
	inner   http.RoundTripper
	refuse  map[int]hubtest.Answer // by the number of the creation
	created int
}

func (l *limiter) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == "POST" && strings.HasSuffix(r.URL.Path, "/issues") {
		l.created++
		if answer, ok := l.refuse[l.created]; ok {
			return answer(r, nil), nil
		}
	}
	return l.inner.RoundTrip(r)
}

func TestManyFindingsAreFiledThroughGitHubsLimits_C35(t *testing.T) {
	s := hubtest.New(t, hubtest.Unchecked())
	limits := &limiter{inner: s, refuse: map[int]hubtest.Answer{
		21: hubtest.SecondaryLimit(403, 60),
		30: hubtest.Status(403, "was submitted too quickly"),
		40: hubtest.SecondaryLimit(429, 0),
	}}
	d, clock := reading(t, limits, shopClone(t))
	many := newFileMany(d)
	many.File.Pause = clock.Wait
	start := clock.Now()
	res, err := many.Run(context.Background(), manyFindings(60))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Tally(), (Tally{Filed: 60}); got != want {
		t.Errorf("tally %s, want %s", got, want)
	}
	if waited := clock.Now().Sub(start); waited < 60*time.Second {
		t.Errorf("waited %v only", waited)
	}
	again, err := many.Run(context.Background(), manyFindings(61))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := again.Tally(), (Tally{Filed: 1, There: 60}); got != want {
		t.Errorf("second run: %s, want %s", got, want)
	}
}

func TestAnInterruptedRunSaysWhatIsLeftAndLosesNoText_C35(t *testing.T) {
	s := hubtest.New(t)
	c := shopClone(t)
	d, clock := reading(t, s, c)
	many := newFileMany(d)
	many.File.Pause = clock.Wait
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	created := 0
	s.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if r.Method == "POST" && strings.HasSuffix(r.URL.Path, "/issues") {
			if created++; created == 3 {
				cancel()
			}
		}
		return resp, nil
	})
	res, err := many.Run(ctx, manyFindings(8))
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Tally(); got.Filed != 3 || got.Filed+got.Left+got.Failed != 8 || got.Left < 4 {
		t.Errorf("tally %s", got)
	}
	if n := len(draftsOf(t, many.File)); n != 5 {
		t.Errorf("%d drafts, want the 5 that are not filed", n)
	}
	s.Reset()
	res, err = many.Run(context.Background(), manyFindings(8))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Tally(), (Tally{Filed: 5, There: 3}); got != want {
		t.Errorf("second run: %s, want %s", got, want)
	}
	if n := len(draftsOf(t, many.File)); n != 0 {
		t.Errorf("%d drafts are left", n)
	}
}

func TestAFailureInOneDoesNotStopTheRest(t *testing.T) {
	s := hubtest.New(t)
	c := shopClone(t)
	d, clock := reading(t, s, c)
	many := newFileMany(d)
	many.File.Pause = clock.Wait
	in := manyFindings(3)
	in.Findings[1].Fix = ""
	in.Findings = append(in.Findings, finding(999), finding(1))
	res, err := many.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Tally(), (Tally{Filed: 2, Refused: 2, There: 1}); got != want {
		t.Errorf("tally %s, want %s", got, want)
	}
	var text []string
	for _, i := range res.Items {
		text = append(text, fmt.Sprintf("%s %d", i.Result.Outcome, i.Result.Number))
	}
	if got := strings.Join(text, ", "); got != "filed 1, refused 0, filed 2, refused 0, matched 1" {
		t.Errorf("results %s", got)
	}
}

func TestWhatStandsAgainstAllEndsTheRun(t *testing.T) {
	s := hubtest.New(t)
	s.SetViewer(hubAccount(""))
	c := shopClone(t)
	d, _ := reading(t, s, c)
	res, err := newFileMany(d).Run(context.Background(), manyFindings(4))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Tally(), (Tally{Failed: 1, Left: 3}); got != want {
		t.Errorf("tally %s, want %s", got, want)
	}
	if faultKind(res.Items[0].Err) != model.FaultNotSignedIn {
		t.Errorf("error %v", res.Items[0].Err)
	}
	if got := asJSON(t, res.Items[3]); !strings.Contains(got, `"outcome":null`) || !strings.Contains(got, `"left":true`) {
		t.Errorf("left: %s", got)
	}
	if got := asJSON(t, FiledItem{Err: errors.New("no")}); !strings.HasSuffix(got, `"findings":[],"error":"no"}`) {
		t.Errorf("failed: %s", got)
	}
}
