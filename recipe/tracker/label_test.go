package tracker

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestALabelThatExistsIsNoError_C06(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
	c := newClient(t, s)
	if err := c.CreateLabel(context.Background(), model.Label{Name: "Tech-Debt", Color: "ffffff", Description: "other"}); err != nil {
		t.Fatal(err)
	}
	labels, err := c.Labels(context.Background())
	if err != nil || len(labels) != 2 {
		t.Fatalf("%v %v", labels, err)
	}
}

func TestLabelsAreReadToTheLastPage_C06(t *testing.T) {
	for _, n := range []int{0, 45, 100, 130, 250} {
		var seed []model.Label
		for i := range n {
			seed = append(seed, model.Label{Name: "label " + string(rune('a'+i/26)) + string(rune('a'+i%26)), Color: "ededed"})
		}
		s := hubtest.New(t, hubtest.Labels(seed...))
		got, err := newClient(t, s).Labels(context.Background())
		if err != nil || len(got) != n {
			t.Errorf("%d labels, %v; want %d", len(got), err, n)
		}
	}
}

func TestALabelIsRenamedInPlace(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(hub.SeedIssue{
		Number: 1, Title: "t", State: "open", User: "ana", Labels: []string{"tech-debt", "handler:plan"},
		CreatedAt: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	}))
	c := newClient(t, s)
	if err := c.EditLabel(context.Background(), "handler:plan", model.Label{Name: "footprint:wide"}); err != nil {
		t.Fatal(err)
	}
	i, err := c.Issue(context.Background(), 1)
	if err != nil || !i.HasLabel("footprint:wide") || i.HasLabel("handler:plan") {
		t.Errorf("%v %v", i.Labels, err)
	}
	var body map[string]string
	if err := json.Unmarshal([]byte(s.Requests()[0].Body), &body); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"new_name": "footprint:wide"}, body); diff != "" {
		t.Error(diff)
	}
}
