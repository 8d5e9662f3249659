package recipe

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// TestAnAccountThatMayNotLabelFilesNothingTwice: whatever fails, and though
// neither the queue's list nor a log of changes knows of its issue (C-03, C-35).
func TestAnAccountThatMayNotLabelFilesNothingTwice_C03_C35(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	probe := hubtest.New(t)
	probe.SetPermission(hub.Read)
	if _, err := filer(t, probe, c).Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	eachFault(t, probe.Requests(), func(t *testing.T, n int, fault fault) {
		s := hubtest.New(t, hubtest.Unchecked())
		s.SetPermission(hub.Read)
		f := filer(t, s, c)
		f.Log = Changelog{}
		fault(s, n)
		res, err := f.Run(context.Background(), in)
		promises(t, s, f, in, res, err)
	})
}

func TestTwoProgramsOfAnAccountThatMayNotLabelEndWithOneIssue_C03(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	probe := hubtest.New(t)
	probe.SetPermission(hub.Read)
	if _, err := filer(t, probe, c).Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	total := probe.Count()
	for n := total - 8; n <= total; n++ {
		t.Run(fmt.Sprintf("before request %d", n), func(t *testing.T) {
			t.Parallel()
			s := hubtest.New(t, hubtest.Unchecked())
			s.SetPermission(hub.Read)
			first, second := filer(t, s, c), filer(t, s.Hub.Transport(), c)
			var other FileResult
			var otherErr error
			s.PeerBefore(n, func() { other, otherErr = second.Run(context.Background(), in) })
			res, err := first.Run(context.Background(), in)
			if err != nil || otherErr != nil {
				t.Fatal(err, otherErr)
			}
			open := openWithKey(t, s, source, 118)
			if len(open) != 1 || res.Number != open[0] || other.Number != open[0] {
				t.Errorf("open %v; the first says %s #%d, the second %s #%d", open, res.Outcome, res.Number, other.Outcome, other.Number)
			}
		})
	}
}

// TestAnIssueWithoutTheQueuesLabelIsFoundAgain: by its account, from another clone.
func TestAnIssueWithoutTheQueuesLabelIsFoundAgain(t *testing.T) {
	c := shopClone(t)
	for _, tt := range []struct {
		name       string
		permission hub.Permission
		before     func(t *testing.T, s *hubtest.Server, number int)
		want       Outcome
	}{
		{"it may not label", hub.Read, nil, OutcomeMatched},
		{"it may label, and there is no label to be had", hub.Triage, nil, OutcomeMatched},
		{"declined meanwhile", hub.Read, func(t *testing.T, s *hubtest.Server, n int) { s.Peer("bo").Close(n, "not_planned") }, OutcomeDeclined},
		{"resolved meanwhile: it came back", hub.Read, func(t *testing.T, s *hubtest.Server, n int) { s.Peer("bo").Close(n, "completed") }, OutcomeFiled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t)
			s.SetPermission(tt.permission)
			res, err := filer(t, s, c).Run(context.Background(), finding(118))
			if err != nil || res.Outcome != OutcomeFiled || !slices.Contains(res.MissingLabels, "tech-debt") {
				t.Fatalf("%+v, %v", res, err)
			}
			if tt.before != nil {
				tt.before(t, s, res.Number)
			}
			again, err := filer(t, s, c).Run(context.Background(), finding(118))
			if err != nil || again.Outcome != tt.want || (again.Number == res.Number) != (tt.want != OutcomeFiled) {
				t.Errorf("%s #%d after #%d, %v; want %s", again.Outcome, again.Number, res.Number, err, tt.want)
			}
		})
	}
}

// TestAnAccountThatMayLabelReadsTheQueueAlone: it pays nothing for those that may not.
func TestAnAccountThatMayLabelReadsTheQueueAlone(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(model.Label{Name: "tech-debt", Color: "ededed"}))
	if _, err := filer(t, s, shopClone(t)).Run(context.Background(), finding(118)); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Requests() {
		if strings.Contains(r.Path, "creator=") {
			t.Errorf("asked %s", r.Path)
		}
	}
}
