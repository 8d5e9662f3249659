package model

import "testing"

func TestThingsAreCountedInWords(t *testing.T) {
	for n, want := range map[int]string{0: "0 batches", 1: "1 batch", 2: "2 batches", 1203: "1203 batches"} {
		if got := Counted(n, "batch", "batches"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
