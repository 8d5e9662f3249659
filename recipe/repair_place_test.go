package recipe

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

func TestAKeyIsReplacedAndNoOtherByte_C18(t *testing.T) {
	const fence = "```\n<!-- gaia-debt-key: v1 class=x path=quoted.go line=1 -->\n```\n"
	line := func(path, n string) string {
		return "<!-- gaia-debt-key: v1 class=holistic/unclassified path=" + path + " line=" + n + " -->"
	}
	to := model.Key{Class: "errors/swallowed", Path: "new.go", Line: 7}
	want := to.Comment()
	tests := map[string]struct{ body, want string }{
		"one that moved":                {line("old.go", "5") + "\r\n\r\nText.\r\n" + fence, want + "\r\n\r\nText.\r\n" + fence},
		"a malformed one":               {"Text.\n" + line("old.go", "-5") + "\nMore.", "Text.\n" + want + "\nMore."},
		"two, of which the first is it": {line("old.go", "5") + "\n" + line("other.go", "6") + "\nText.", want + "\nText."},
		"a malformed one before it":     {line("old.go", "x") + "\n" + line("old.go", "5") + "\nText.", want + "\nText."},
		"none":                          {"Text.", want + "\n\nText."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, tt.body)))
			d, _ := reading(t, s, nil)
			in := RepairInput{Number: 7, Kind: RepairRekey, Key: to, Seen: tt.body}
			res, err := newRepair(d).Run(context.Background(), in)
			if err != nil || !res.Clean() || res.Issues[0].Outcome != Changed {
				t.Fatalf("%+v, %v", res, err)
			}
			now := issueOf(t, d.Tracker, 7)
			if diff := cmp.Diff(tt.want, now.Body); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			in.Seen = ""
			if again, err := newRepair(d).Run(context.Background(), in); err != nil || again.Issues[0].Outcome != Unchanged {
				t.Errorf("again: %+v, %v", again, err)
			}
		})
	}
}

func TestAKeyThatAnotherOpenIssueHasIsNotGivenTwice(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(3, keyed("a.go", 9, "")), seed(7, keyed("a.go", 5, ""))))
	d, _ := reading(t, s, nil)
	res, err := newRepair(d).Run(context.Background(), RepairInput{Number: 7, Kind: RepairRekey,
		Key: model.Key{Class: model.Unclassified, Path: "a.go", Line: 9}})
	if err != nil || res.Issues[0].Outcome != Refused || res.Issues[0].Remarks[0].Number != 3 || len(written(s)) > 0 {
		t.Errorf("%+v, %v, wrote %v", res, err, written(s))
	}
}

// TestAKeyNamesAPlaceThatIsThere: a repair asks the checkout as a filing does, and
// a place that was the issue's own already may stay.
func TestAKeyNamesAPlaceThatIsThere(t *testing.T) {
	clone := shopClone(t)
	at := func(path string, line int) model.Key {
		return model.Key{Class: "errors/swallowed", Path: path, Line: line}
	}
	tests := map[string]struct {
		kind RepairKind
		body string
		key  model.Key
		path string // that the key names afterwards; "" is a refusal
		why  string
	}{
		"a path that is not tracked":   {RepairRekey, keyed("gone.go", 5, ""), at("app/pay/refnd.ts", 9), "", "app/pay/refnd.ts is not tracked by git, perhaps app/pay/refund.ts"},
		"a line past the end":          {RepairRekey, keyed("gone.go", 5, ""), at(source, 201), "", "line 201 of app/pay/refund.ts is past the end: 200 lines"},
		"a binary file":                {RepairKey, "By hand.", at("logo.png", 1), "", "logo.png is a binary file, which has no lines"},
		"a line that is there":         {RepairRekey, keyed("gone.go", 5, ""), at(source, 9), source, ""},
		"the tree's spelling":          {RepairKey, "By hand.", at("./app/pay/refund.ts", 9), source, ""},
		"its own place, another class": {RepairRekey, keyed("gone.go", 5, ""), at("gone.go", 5), "gone.go", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, tt.body)))
			d, _ := reading(t, s, clone)
			res, err := newRepair(d).Run(context.Background(), RepairInput{Number: 7, Kind: tt.kind, Key: tt.key})
			if err != nil || len(res.Issues) != 1 {
				t.Fatalf("%+v, %v", res, err)
			}
			one := res.Issues[0]
			if tt.path == "" {
				if one.Outcome != Refused || len(written(s)) > 0 || one.Remarks[0].Code != CodeNoSuchLine || one.Remarks[0].Message != tt.why {
					t.Errorf("%+v, wrote %v", one, written(s))
				}
				return
			}
			key, _ := model.FindKey(issueOf(t, d.Tracker, 7).Body)
			if want := at(tt.path, tt.key.Line); one.Outcome != Changed || key != want {
				t.Errorf("%s: the key is %+v, want %+v", one.Outcome, key, want)
			}
		})
	}
}

func TestOnlyLabelsWithoutAMeaningAreTakenAway(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, "x", "severity:important", "severity:<tier>", "fold:maybe", "bug")))
	d, _ := reading(t, s, nil)
	ctx := context.Background()
	for _, kept := range []string{"bug", "severity:important", "tech-debt", "handler:plan"} {
		_, err := newRepair(d).Run(ctx, RepairInput{Number: 7, Kind: RepairLabel, Labels: []string{kept}})
		if _, ok := err.(*UsageError); !ok {
			t.Errorf("%s: error %v, want a usage error", kept, err)
		}
	}
	res, err := newRepair(d).Run(ctx, RepairInput{Number: 7, Kind: RepairLabel, Labels: []string{"Severity:<tier>", "fold:maybe"}})
	if err != nil || !res.Clean() {
		t.Fatalf("%+v, %v", res, err)
	}
	if got := strings.Join(sortedLabels(issueOf(t, d.Tracker, 7)), " "); got != "bug severity:important tech-debt" {
		t.Errorf("labels %s", got)
	}
}

func TestATwinIsClosedAsADuplicateWhileBothCarryOneKey(t *testing.T) {
	issues := hubtest.Seed(seed(3, keyed("a.go", 9, "")), seed(7, keyed("a.go", 9, "")), seed(8, keyed("a.go", 10, "")),
		shut(seed(2, keyed("a.go", 9, "")), "completed"))
	ctx := context.Background()
	for name, tt := range map[string]struct {
		number, original int
		outcome          ChangeOutcome
	}{
		"both open, one key":        {7, 3, Changed},
		"another key":               {8, 3, Refused},
		"the original is closed":    {7, 2, Refused},
		"it was resolved meanwhile": {2, 3, Refused},
	} {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, vocabularyLabels(), issues)
			d, _ := reading(t, s, nil)
			in := RepairInput{Number: tt.number, Kind: RepairTwin, Original: tt.original}
			dry := in
			dry.DryRun = true
			planned, err := newRepair(d).Run(ctx, dry)
			if err != nil || planned.Issues[0].Outcome != tt.outcome || len(written(s)) > 0 {
				t.Fatalf("dry run: %+v, %v, wrote %v", planned, err, written(s))
			}
			res, err := newRepair(d).Run(ctx, in)
			if err != nil || res.Issues[0].Outcome != tt.outcome {
				t.Fatalf("%+v, %v", res, err)
			}
			if tt.outcome == Refused {
				return
			}
			now := issueOf(t, d.Tracker, tt.number)
			if now.State != model.Closed || now.StateReason != model.Duplicate {
				t.Errorf("it is %s, %s", now.State, now.StateReason)
			}
			if of, ok, err := d.Tracker.DuplicateOf(ctx, tt.number); err != nil || !ok || of != tt.original {
				t.Errorf("a duplicate of #%d, %v, %v", of, ok, err)
			}
			if again, err := newRepair(d).Run(ctx, in); err != nil || again.Issues[0].Outcome != Unchanged {
				t.Errorf("again: %+v, %v", again, err)
			}
		})
	}
}
