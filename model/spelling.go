package model

import "strings"

// Nearest gives the word of among that word is most likely a misspelling of,
// compared without case. A word is near when at most a third of its characters,
// and always one, must be typed differently (a swapped pair counts once). The
// earlier of two equally near words wins; ok is false when none is near.
func Nearest(word string, among []string) (nearest string, ok bool) {
	typed := []rune(strings.ToLower(word))
	best := max(1, len(typed)/3) + 1
	best = min(best, len(typed))
	for _, w := range among {
		if d := distance(typed, []rune(strings.ToLower(w)), best); d < best {
			nearest, ok, best = w, true, d
		}
	}
	return nearest, ok
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours between a and b. It stops counting at limit.
func distance(a, b []rune, limit int) int {
	if gap := len(a) - len(b); gap >= limit || -gap >= limit {
		return limit
	}
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		lowest := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
			lowest = min(lowest, d)
		}
		if lowest > limit {
			return limit
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}
