package worker_test

import (
	"testing"

	"gh-debt/recipe/worker"
)

// BenchmarkRun is what a run costs beside its program, which does nothing.
func BenchmarkRun(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		if _, err := (worker.Runner{}).Run(b.Context(), worker.Job{Command: []string{"git", "--version"}, Dir: dir}); err != nil {
			b.Fatal(err)
		}
	}
}
