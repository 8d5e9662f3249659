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

func TestLabelsAreMadeOnceAndSpelledAsTheRepositoryDoes_C06(t *testing.T) {
	var have []model.Label
	for i := range 130 {
		have = append(have, model.Label{Name: fmt.Sprintf("a%03d", i), Color: "ededed"})
	}
	have = append(have, model.Label{Name: "Tech-Debt", Color: "ededed"}, model.Label{Name: "severity:IMPORTANT", Color: "ededed"},
		model.Label{Name: "handler:prompt", Color: "123456"})
	s := hubtest.New(t, hubtest.Labels(have...))
	f := filer(t, s, shopClone(t))
	res, err := f.Run(context.Background(), finding(118))
	if err != nil {
		t.Fatal(err)
	}
	issue, err := f.Tracker.Issue(context.Background(), res.Number)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"footprint:narrow", "severity:IMPORTANT", "Tech-Debt"}
	got := slices.Clone(issue.Labels)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("labels %v, want %v", got, want)
	}
	for _, r := range s.Requests() {
		if r.Method == "POST" && strings.HasSuffix(r.Path, "/labels") {
			t.Errorf("made a label: %s", r.Body)
		}
	}
	all, err := f.Tracker.Labels(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(have) {
		t.Errorf("%d labels, want %d: a second one beside the first", len(all), len(have))
	}
}

func TestATokenThatMayNotLabelIsToldAndNeverFilesTwice(t *testing.T) {
	s := hubtest.New(t)
	s.SetPermission(hub.Read)
	f := filer(t, s, shopClone(t))
	res, err := f.Run(context.Background(), finding(118))
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeFiled || res.Clean() || len(res.MissingLabels) != 3 || !res.Has(CodeLabelsMissing) {
		t.Fatalf("result %+v", res)
	}
	again, err := f.Run(context.Background(), finding(118))
	if err != nil {
		t.Fatal(err)
	}
	if again.Outcome != OutcomeMatched || again.Number != res.Number {
		t.Errorf("again: %+v", again)
	}
}

func TestALabelOfAnAxisThatIsNotAskedForIsMadeWithItsColour(t *testing.T) {
	s := hubtest.New(t)
	f := filer(t, s, shopClone(t))
	in := finding(118)
	in.Audience = "adopter"
	if res, err := f.Run(context.Background(), in); err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	labels, err := f.Tracker.Labels(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(labels, func(l model.Label) bool { return l.Name == "audience:adopter" })
	if at < 0 || labels[at].Color != "d9a86c" || labels[at].Description == "" {
		t.Errorf("labels %+v", labels)
	}
}
