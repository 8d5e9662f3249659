package model

import (
	"fmt"
	"strings"
	"testing"
)

// The bound of dedup: 10,000 open and 10,000 closed known issues within 50 ms of
// own work, the index built from bodies of 2 KB included. One open issue in ten is
// keyless, so that tier 3 has bodies to search.
func BenchmarkDedupTenThousand(b *testing.B) {
	open, closed := manyIssues(10_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := NewIndex(open, closed).Find("app/none.ts", 1); ok {
			b.Fatal("found what is not there")
		}
	}
}

func BenchmarkNewIndexTenThousand(b *testing.B) {
	open, closed := manyIssues(10_000)
	b.ReportAllocs()
	for b.Loop() {
		NewIndex(open, closed)
	}
}

// manyIssues makes two lists of n issues with bodies of about 2 KB.
func manyIssues(n int) (open, closed []Issue) {
	prose := strings.Repeat("A timeout reaches the empty catch of app/pay/gateway.ts:90 and the refund is lost, see v1.2 and 12:30.\n", 18)
	for i := range n {
		path := fmt.Sprintf("app/part%d/file%d.ts", i%50, i%2000)
		class := fmt.Sprintf("error-handling/kind%d", i%300)
		is := keyed(i+1, class, path, i%700+1)
		is.Body += NewOrigin("debt/12-fix", "0", strings.Repeat("a", 40), "").Comment() + "\n" + prose
		is.Title = fmt.Sprintf("Refund path %d swallows the gateway error", i)
		is.Labels = []string{"tech-debt", "severity:important", "footprint:narrow", "difficulty:easy"}
		gone := closedAs(is, []StateReason{Completed, NotPlanned, Duplicate}[i%3], is.Labels...)
		gone.Number += n
		if i%10 == 0 {
			is.Body = "Found by hand at `" + path + ":" + fmt.Sprint(i%700+1) + "`.\n\n" + prose
		}
		open, closed = append(open, is), append(closed, gone)
	}
	return open, closed
}
