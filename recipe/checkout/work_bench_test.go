package checkout

import (
	"fmt"
	"path/filepath"
	"testing"

	"gh-debt/model"
)

// The bound of a step of draining is 150 ms of its own time: what it asks of git
// has to be a small part of that.

// BenchmarkSquash squashes a branch onto one that is checked out, in a clone of
// 2,000 files.
func BenchmarkSquash(b *testing.B) {
	s := newShop(b)
	for i := range 2000 {
		s.write(fmt.Sprintf("app/%d/f%d.ts", i%40, i), numbered("x", 20))
	}
	base := s.commit("Many")
	for b.Loop() {
		_, outcome, err := s.store().Squash(b.Context(), model.Squash{Base: "main", Head: s.head, Title: "T"})
		if outcome != model.SquashDone || err != nil {
			b.Fatalf("%s, %v", outcome, err)
		}
		b.StopTimer()
		s.git("reset", "-q", "--hard", base)
		b.StartTimer()
	}
}

// BenchmarkWorkspace looks at a worktree of 2,000 files.
func BenchmarkWorkspace(b *testing.B) {
	s := newShop(b)
	for i := range 2000 {
		s.write(fmt.Sprintf("app/%d/f%d.ts", i%40, i), numbered("x", 20))
	}
	s.commit("Many")
	dir := filepath.Join(realTemp(b), "w")
	if err := s.open().AddWorktree(b.Context(), dir, "debt/13", "main"); err != nil {
		b.Fatal(err)
	}
	c := s.open()
	for b.Loop() {
		if _, err := c.Workspace(b.Context(), dir); err != nil {
			b.Fatal(err)
		}
	}
}
