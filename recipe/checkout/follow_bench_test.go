package checkout

import (
	"fmt"
	"os"
	"testing"
)

// BenchmarkFollow is bounded by 2 s for a first answer.
func BenchmarkFollow(b *testing.B) {
	for _, moved := range []int{0, 20, historyFiles} {
		h := newHistory(b, 10_000, 1_000, moved)
		name := fmt.Sprintf("1000 issues, 10000 commits, %d of 200 files renamed/", moved)
		ask := func(b *testing.B, c *Checkout) {
			at, err := c.Follow(b.Context(), h.starts, nil)
			if err != nil {
				b.Fatal(err)
			}
			found := 0
			for _, p := range at {
				if p.Known {
					found++
				}
			}
			b.ReportMetric(float64(found), "known")
		}
		b.Run(name+"first", func(b *testing.B) {
			for b.Loop() {
				c := h.open()
				if err := os.RemoveAll(c.CommonDir() + "/gh-debt"); err != nil {
					b.Fatal(err)
				}
				ask(b, c)
			}
		})
		b.Run(name+"kept", func(b *testing.B) {
			for b.Loop() {
				ask(b, h.open())
			}
		})
	}
}

// BenchmarkFollowKept asks for the kept answers of 20,000 issues.
func BenchmarkFollowKept(b *testing.B) {
	r := newRepo(b)
	for i := range 500 {
		r.write(fmt.Sprintf("app/part%d/file%d.ts", i%20, i), numbered("line", 300))
	}
	head := r.commit("first")
	var starts []Start
	for i := range 20_000 {
		path := fmt.Sprintf("app/part%d/file%d.ts", i%20, i%500)
		starts = append(starts, Start{Number: i + 1, Path: path, Line: 1 + i/500, Head: head})
	}
	c := r.open()
	for b.Loop() {
		if _, err := c.Follow(b.Context(), starts, nil); err != nil {
			b.Fatal(err)
		}
	}
}
