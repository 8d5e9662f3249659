package model

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWhySaysWhereAnIssueStandsInWords(t *testing.T) {
	q := filterQueue()
	now := queueStart.AddDate(0, 0, 21)
	batch := Issue{Number: 10, State: Open, Title: "A question", CreatedAt: queueStart.AddDate(0, 0, 20), Labels: []string{"severity:investigate"},
		Body: at("x", "z.go", 4).Comment() + "\n" +
			NewOrigin("debt/1121-fix", "0", "", "").Comment() + "\n" +
			Research{Question: "Is it reachable?", SettledBy: "a test"}.Block()}
	other := NewQueue([]Issue{batch}, Facts{})
	tests := []struct {
		name   string
		q      Queue
		number int
		want   []Fact
	}{
		{"the first", q, 1, []Fact{
			{"place", "1 of 9"}, {"order", "critical ranks 3, the only one of this rank, 21 days old"},
			{"candidate", "yes, 1st in line"}, {"footprint", "narrow"}, {"difficulty", "easy"},
			{"key", "v1 class=error-handling/swallowed path=app/pay/Refund.ts line=118"},
			{"batch", "with #9: same file app/pay/Refund.ts (signal path)"},
			{"annotations", "[difficulty: easy] [batches with #9: same file app/pay/Refund.ts]"}}},
		{"a stale one", q, 2, []Fact{
			{"place", "2 of 9"}, {"order", "important ranks 2, the oldest of 2 of this rank, 20 days old"},
			{"candidate", "yes, 2nd in line"}, {"footprint", "wide"}, {"fold", "required"},
			{"key", "v1 class=concurrency/lock path=lib/gone.go line=7"},
			{"stale", "the path is not in git's index any more; check the rest of the issue before fixing it"},
			{"annotations", "[fold: required] [stale: path gone]"}}},
		{"a claimed one", q, 3, []Fact{
			{"place", "3 of 9"}, {"order", "important ranks 2, the 2nd oldest of 2 of this rank, 19 days old"},
			{"candidate", "no: someone has claimed it (in-progress)"}, {"audience", "adopter"},
			{"key", "v1 class=error-handling/swallowed path=app/pay/retry.ts line=3"}, {"annotations", "[in progress]"}}},
		{"a parked one", q, 4, []Fact{
			{"place", "4 of 9"}, {"order", "suggestion ranks 1, the oldest of 5 of this rank, 18 days old"},
			{"candidate", "no: it is parked on a design"}, {"footprint", "spec"},
			{"key", "v1 class=holistic/unclassified path=docs/PR Merge.md line=9"}, {"annotations", "[spec pending]"}}},
		{"a moved one that is a question without a block", q, 5, []Fact{
			{"place", "9 of 9"}, {"order", "investigate ranks 0, the only one of this rank, 17 days old"},
			{"candidate", "no: its severity is still a question; answer it and re-grade the issue"},
			{"key", "v1 class=holistic/unclassified path=lib/moved.go line=9"}, {"moved", "lib/moved.go:12"},
			{"annotations", "[investigate] [moved: lib/moved.go:12]"}}},
		{"an ungraded one without a key", q, 6, []Fact{
			{"place", "5 of 9"}, {"order", "no severity label, so it ranks as suggestion (1), the 2nd oldest of 5 of this rank, 16 days old"},
			{"candidate", "yes, 3rd in line"}, {"key", "none: it was filed by hand"}}},
		{"a closed one", q, 7, []Fact{
			{"place", "6 of 9"}, {"order", "suggestion ranks 1, the 3rd oldest of 5 of this rank, 15 days old"},
			{"candidate", "no: it is closed"}, {"key", "v1 class=concurrency/lock path=lib/old.go line=1"}}},
		{"a question and its origin", other, 10, []Fact{
			{"place", "1 of 1"}, {"order", "investigate ranks 0, the only one of this rank, 1 day old"},
			{"candidate", "no: its severity is still a question; answer it and re-grade the issue"},
			{"question", "Is it reachable?"}, {"settled by", "a test"}, {"key", "v1 class=x path=z.go line=4"},
			{"origin", "found while draining #1121, file not touched"}, {"annotations", "[investigate]"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, ok := tt.q.Why(tt.number, now)
			if !ok {
				t.Fatal("the issue is not found")
			}
			if diff := cmp.Diff(tt.want, w.Facts()); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
	if _, ok := q.Why(404, now); ok {
		t.Error("an issue that is not in the queue has reasons")
	}
}

func TestWhyPrintsTheSameFactsAsJSON(t *testing.T) {
	q := filterQueue()
	w, _ := q.Why(1, queueStart.AddDate(0, 0, 21))
	const want = `{"number":1,"title":"Refund path swallows the gateway error","url":"","state":"open","place":1,"of":9,` +
		`"severity":"critical","rank":3,"placeInRank":1,"ofRank":1,"ageDays":21,"candidate":true,"excluded":null,"placeInLine":1,` +
		`"question":null,"settledBy":null,"footprint":"narrow","difficulty":"easy","fold":null,"audience":null,` +
		`"key":{"class":"error-handling/swallowed","path":"app/pay/Refund.ts","line":118},"origin":null,"stale":false,"moved":null,` +
		`"batch":{"members":[1,9],"signal":"path","paths":["app/pay/Refund.ts"],"reason":"same file app/pay/Refund.ts"},` +
		`"annotations":["[difficulty: easy]","[batches with #9: same file app/pay/Refund.ts]"]}`
	if diff := cmp.Diff(want, jsonOf(t, w)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	alone := NewQueue([]Issue{{Number: 3, State: Open, CreatedAt: queueStart}}, Facts{})
	w, _ = alone.Why(3, queueStart.Add(time.Hour))
	if got := jsonOf(t, w.Annotations); got != "[]" {
		t.Errorf("no annotations are printed as %s", got)
	}
}

func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 102: "102nd", 111: "111th"} {
		if got := ordinal(n); got != want {
			t.Errorf("ordinal(%d) = %q", n, got)
		}
	}
}
