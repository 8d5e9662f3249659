package recipe

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

func TestRepairsAreTheSmallestEdits(t *testing.T) {
	byHand := "By hand.\r\n\r\nSee `a.go:9`.\r\n"
	key := model.Key{Class: model.Unclassified, Path: "a.go", Line: 9}
	tests := []struct {
		name   string
		body   string
		labels []string
		in     RepairInput
		want   []string
		text   string // the body afterwards; "" leaves it
	}{
		{
			name: "a key line for an issue filed by hand", body: byHand, labels: []string{"severity:important"},
			in:   RepairInput{Kind: RepairKey, Key: key},
			want: []string{"severity:important", "tech-debt"},
			text: model.WithKey(byHand, key),
		},
		{
			name: "a second severity", body: keyed("a.go", 1, ""), labels: []string{"severity:important", "severity:critical", "handler:plan"},
			in:   RepairInput{Kind: RepairAxis, Axis: model.Severity, Value: "critical"},
			want: []string{"handler:plan", "severity:critical", "tech-debt"},
		},
		{
			name: "a second severity that asked a question", body: keyed("a.go", 1, "") + questionBlock, labels: []string{"severity:important", "severity:investigate"},
			in:   RepairInput{Kind: RepairAxis, Axis: model.Severity, Value: "important"},
			want: []string{"severity:important", "tech-debt"}, text: keyed("a.go", 1, ""),
		},
		{
			name: "a stranded block", body: keyed("a.go", 1, "") + questionBlock, labels: []string{"severity:important"},
			in:   RepairInput{Kind: RepairBlock},
			want: []string{"severity:important", "tech-debt"}, text: keyed("a.go", 1, ""),
		},
		{
			name: "a question that lacks", body: keyed("a.go", 1, ""), labels: []string{"severity:investigate"},
			in:   RepairInput{Kind: RepairQuestion, Research: model.Research{Question: "Is it reachable?", SettledBy: "A test."}},
			want: []string{"severity:investigate", "tech-debt"}, text: keyed("a.go", 1, "") + questionBlock,
		},
		{
			name: "former spellings beside today's", body: keyed("a.go", 1, ""), labels: []string{"severity:important", "handler:plan", "surface:adopter"},
			in:   RepairInput{Kind: RepairSpelling},
			want: []string{"audience:adopter", "footprint:wide", "severity:important", "tech-debt"},
		},
		{
			name: "a grade that lacks", body: keyed("a.go", 1, ""), labels: []string{"severity:important"},
			in:   RepairInput{Kind: RepairGrade, Axis: model.Difficulty, Value: "easy"},
			want: []string{"difficulty:easy", "severity:important", "tech-debt"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, tt.body, tt.labels...)))
			d, _ := reading(t, s, nil)
			tt.in.Number = 7
			tt.in.DryRun = true
			dry, err := newRepair(d).Run(context.Background(), tt.in)
			if err != nil || !dry.Clean() || len(written(s)) > 0 {
				t.Fatal(dry, err, written(s))
			}
			tt.in.DryRun = false
			res, err := newRepair(d).Run(context.Background(), tt.in)
			if err != nil || !res.Clean() {
				t.Fatal(res, err)
			}
			now := issueOf(t, d.Tracker, 7)
			if diff := cmp.Diff(tt.want, sortedLabels(now)); diff != "" {
				t.Errorf("labels (-want +got):\n%s", diff)
			}
			want := tt.text
			if want == "" {
				want = tt.body
			}
			if now.Body != want {
				t.Errorf("body %q, want %q", now.Body, want)
			}
			if diff := cmp.Diff(dry.Issues[0].Edit, res.Issues[0].Edit); diff != "" {
				t.Errorf("the dry run said otherwise:\n%s", diff)
			}
			again, err := newRepair(d).Run(context.Background(), tt.in)
			if err != nil || !again.Clean() || again.Issues[0].Outcome != Unchanged {
				t.Errorf("again: %+v, %v", again, err)
			}
		})
	}
}

func TestAFormerSpellingAloneIsRenamedInPlace_C06(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(model.Label{Name: "tech-debt", Color: "ededed"}, model.Label{Name: "handler:plan", Color: "111111"}, model.Label{Name: "severity:important", Color: "fbca04"}),
		hubtest.Seed(seed(7, keyed("a.go", 1, ""), "severity:important", "handler:plan"), seed(8, keyed("a.go", 2, ""), "handler:plan")))
	d, _ := reading(t, s, nil)
	res, err := newRepair(d).Run(context.Background(), RepairInput{Number: 7, Kind: RepairSpelling})
	if err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	for _, n := range []int{7, 8} {
		if now := issueOf(t, d.Tracker, n); !now.HasLabel("footprint:wide") || now.HasLabel("handler:plan") {
			t.Errorf("#%d: %v", n, now.Labels)
		}
	}
	labels, err := d.Tracker.Labels(context.Background())
	if err != nil || len(labels) != 3 {
		t.Errorf("%d labels, %v: a second one beside the first", len(labels), err)
	}
}

func TestRepairsThatWouldBreakARuleAreRefused(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(
		seed(3, keyed("a.go", 9, "")), seed(7, "By hand."), investigation(8), seed(9, keyed("b.go", 1, ""))))
	d, _ := reading(t, s, nil)
	key := model.Key{Class: model.Unclassified, Path: "a.go", Line: 9}
	for _, tt := range []struct {
		name string
		in   RepairInput
		code model.Code
		text string
	}{
		{"a key that another open issue has", RepairInput{Number: 7, Kind: RepairKey, Key: key}, CodeTwin, "#3 is open with that key already"},
		{"a second key", RepairInput{Number: 9, Kind: RepairKey, Key: key}, model.CodeDuplicateKey, "#9 has a key already"},
		{"the question of an investigation", RepairInput{Number: 8, Kind: RepairBlock}, model.CodeStrayInvestigate, "its question stays"},
		{"a value that is not there", RepairInput{Number: 9, Kind: RepairAxis, Axis: model.Severity, Value: "critical"}, CodeChangedSince, "look again"},
		{"a body that was edited", RepairInput{Number: 9, Kind: RepairBlock, Seen: "other"}, CodeChangedSince, "edited since"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := newRepair(d).Run(context.Background(), tt.in)
			if err != nil || res.Issues[0].Outcome != Refused {
				t.Fatal(res, err)
			}
			if m := res.Issues[0].Remarks[0]; m.Code != tt.code || !strings.Contains(m.Message, tt.text) {
				t.Errorf("remark %+v", m)
			}
		})
	}
	if wrote := written(s); len(wrote) > 0 {
		t.Errorf("wrote %v", wrote)
	}
}
