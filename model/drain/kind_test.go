package drain

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// everyFact gives one fact of each kind, with every field set that matters.
func everyFact() []Fact {
	gate := GateResult{Gate: Gate{Kind: GateTests, Command: []string{"go", "test"}, Origin: "go.mod"},
		Outcome: RanFindings, Reason: "2 failed", Took: 3 * time.Second, Output: "FAIL"}
	return []Fact{
		Chosen{Members: []Member{{Number: 12, Title: "t", Class: "c", Path: "p", Line: 3, Severity: "high", Security: true}},
			Named: true, Autonomous: true, Forced: true, Implementer: "fixer", HighRisk: true},
		Claiming{12}, Claimed{12},
		Branching{Branch: "debt/12", Target: "main", Base: base},
		Branched{Branch: "debt/12", Target: "main", Base: base, Default: true},
		Left{Number: 12, Why: Stale, Reason: "gone"},
		Renamed{Home: "acme/store", HomeID: 7},
		Confirmed{Number: 12, What: "p:3", Says: "x := 1", Holds: true},
		Screened{Members: []int{12}, Diverted: 1, Private: true},
		Isolated{Dir: "/w", Mode: ModeWorktree, ReturnTo: "main"},
		Began{Work: ReviewIt, Worker: "judge", Head: headA, Scope: Scope{Full: true, From: base, To: headA, Why: "first"}},
		Worked{Work: Fix, Worker: "fixer", Report: Report{Model: "m", Effort: "e", Summary: "s", Notes: "n"}, Head: headB, Commits: 2, Files: []string{"p"}},
		Failed{Step: "produce", Worker: "fixer", Reason: "it hung"},
		Gated{Head: headA, Gates: []GateResult{gate}, Before: 2, After: 1},
		Pushed{headA}, Proposed{Pull: 40, URL: "https://x/40", Closes: true, Again: true},
		Reviewed{Round: 1, Worker: "judge", Verdict: Verdict{Verdict: NeedsChanges, HeadSHA: headA, Model: "m", Effort: "e",
			Findings: []Finding{{Theme: "t", Class: "c", Subject: SubjectCode, File: "p", Line: 4, Confidence: "high", Blocking: true, Text: "x"}}},
			Scope: Scope{To: headA}, Diversity: SameFamily, Independent: true},
		Checked{Head: headA, Answer: Answer{Color: Red, Why: "w", Checks: []Check{{Name: "build", Required: true, State: CheckFailed, Detail: "d", URL: "u"}}}},
		Accepted{What: AcceptOwnReview, Head: headA},
		Braked{Round: 3, Diagnosis: Diagnosis{Pattern: Returning, Themes: []string{"t"}, Choices: []Choice{ChoiceClass}, Engine: ChoiceClass, Why: "w"}},
		Decided{Round: 3, Choice: ChoiceClass},
		Merging{Head: headA, Way: MergeQueue}, Merged{Head: headA, SHA: headC, By: "bo"},
		Blocked{Head: headA, Why: BlockedConflict, Reason: "r"}, Unclaimed{12},
		Delivered{Closed: []int{12}, Reopened: []int{15}, StillOpen: []int{16}, Kept: "/w"},
		Ending{End: HandedBack, Reason: "r"}, Ended{End: HandedBack, Reason: "r", Kept: "/w"},
	}
}

func TestFactSurvivesTheLedger(t *testing.T) {
	var kinds []Kind
	for _, f := range everyFact() {
		kinds = append(kinds, f.Kind())
		data, err := EncodeFact(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := DecodeFact(f.Kind(), data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f, got); diff != "" {
			t.Errorf("%s (-written +read):\n%s", f.Kind(), diff)
		}
	}
	if diff := cmp.Diff(Kinds(), kinds); diff != "" {
		t.Errorf("kinds (-told +tested):\n%s", diff)
	}
}

// TestEveryKindIsTold reads the source: a constant that Kinds forgets would be a
// fact that the ledger cannot read.
func TestEveryKindIsTold(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, k := range Kinds() {
		told["Kind"+strings.ToUpper(string(k[0]))+string(k[1:])] = true
	}
	for name, object := range file.Scope.Objects {
		if object.Kind == ast.Con && !told[name] {
			t.Errorf("Kinds does not tell %s", name)
		}
	}
}

func TestDecodeFact(t *testing.T) {
	tests := map[string]struct {
		kind Kind
		data string
		want Fact
		fail string
	}{
		"a kind of a later version changes nothing and keeps its data": {
			kind: "teleported", data: `{"to":"moon"}`,
			want: Unread{As: "teleported", Data: json.RawMessage(`{"to":"moon"}`)}},
		"a field of a later version is passed over": {
			kind: KindClaimed, data: `{"number":12,"color":"red"}`, want: Claimed{12}},
		"cut short":      {kind: KindClaimed, data: `{"number":1`, fail: "unexpected end of JSON input"},
		"empty":          {kind: KindClaimed, data: ``, fail: "it is no JSON object"},
		"null":           {kind: KindClaimed, data: `null`, fail: "it is no JSON object"},
		"a list":         {kind: KindClaimed, data: `[12]`, fail: "it is no JSON object"},
		"a wrong type":   {kind: KindClaimed, data: `{"number":"12"}`, fail: "cannot unmarshal"},
		"something more": {kind: KindClaimed, data: `{"number":12} x`, fail: "invalid character"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := DecodeFact(test.kind, []byte(test.data))
			if test.fail != "" {
				if err == nil || !strings.Contains(err.Error(), test.fail) || !strings.Contains(err.Error(), string(test.kind)) {
					t.Fatalf("error %v, want one that names %s and says %q", err, test.kind, test.fail)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEncodeFactOfALaterVersionGivesBackWhatWasRead(t *testing.T) {
	data := []byte(`{"to": "moon"}`)
	f, err := DecodeFact("teleported", data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := EncodeFact(f)
	if err != nil || string(got) != string(data) {
		t.Errorf("got %s, %v", got, err)
	}
	if _, err := EncodeFact(nil); err == nil {
		t.Error("no error for no fact")
	}
}

func FuzzDecodeFact(f *testing.F) {
	for _, fact := range everyFact() {
		data, err := EncodeFact(fact)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(fact.Kind()), data)
	}
	f.Add("teleported", []byte("{"))
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		fact, err := DecodeFact(Kind(kind), data)
		if err != nil {
			return
		}
		if fact.Kind() != Kind(kind) {
			t.Fatalf("kind %q read as %q", kind, fact.Kind())
		}
		again, err := EncodeFact(fact)
		if err != nil {
			t.Fatal(err)
		}
		same, err := DecodeFact(Kind(kind), again)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := EncodeFact(same)
		if err != nil || string(twice) != string(again) {
			t.Fatalf("%s became %s (%v)", again, twice, err)
		}
		// Whatever was read, folding it and asking about it does no harm.
		u := Fold("12-15", []Event{{Fact: twoMembers()}, {Fact: fact}})
		_ = Allowed(u, fact)
		Next(u)
		WaitsFor(u)
		Asks(u)
	})
}
