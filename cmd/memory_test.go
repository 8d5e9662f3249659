package cmd

import "testing"

func TestMemoryGrowsWithTheQueue(t *testing.T) {
	for name, tt := range map[string]struct {
		issues int
		want   int64
	}{
		"an empty queue":     {0, 104_857_600},
		"ten thousand":       {10_000, 104_857_600},
		"a hundred thousand": {100_000, 1_024_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			if got := memoryLimit(tt.issues); got != tt.want {
				t.Errorf("%d bytes, want %d", got, tt.want)
			}
		})
	}
}
