package drain

import "slices"

// maxSubsets is how many fitting subsets are named.
const maxSubsets = 3

// subsets gives the best fitting subsets as issue numbers: more members first,
// then the higher severities (compared from the highest down), then the order of
// the queue, in which the items stand. What lies within one that is named already
// is passed over.
func (all items) subsets() [][]int {
	var named [][]int // places
	least := make([]int, len(all))
	for i := range all {
		least[i] = all.least(i)
	}
	for size := min(len(all)-1, BudgetLimit/2); size > 0 && len(named) < maxSubsets; size-- {
		for counts := range all.severities(size) {
			s := search{items: all, least: least, cheapest: slices.Min(least), slots: all.slots(counts), named: &named}
			s.from(0, nil, 0)
			if len(named) == maxSubsets {
				break
			}
		}
	}
	var out [][]int
	for _, set := range named {
		numbers := make([]int, 0, len(set))
		for _, i := range set {
			numbers = append(numbers, all[i].number)
		}
		out = append(out, numbers)
	}
	return out
}

// tiers gives where each run of one severity begins and ends. The items stand in
// the order of the queue, so the highest is the first.
func (all items) tiers() [][2]int {
	var out [][2]int
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].rank == all[i].rank {
			j++
		}
		out = append(out, [2]int{i, j})
		i = j
	}
	return out
}

// severities yields how many members of each tier a subset of the size may have,
// the higher severities first.
func (all items) severities(size int) func(yield func([]int) bool) {
	tiers := all.tiers()
	return func(yield func([]int) bool) {
		var fill func(tier, left int, counts []int) bool
		fill = func(tier, left int, counts []int) bool {
			if tier == len(tiers) {
				return left > 0 || yield(counts)
			}
			for n := min(left, tiers[tier][1]-tiers[tier][0]); n >= 0; n-- {
				if !fill(tier+1, left-n, append(slices.Clip(counts), n)) {
					return false
				}
			}
			return true
		}
		fill(0, size, nil)
	}
}

// slots gives, for each member of a subset, the places it may be taken from.
func (all items) slots(counts []int) [][2]int {
	var out [][2]int
	for t, tier := range all.tiers() {
		for range counts[t] {
			out = append(out, tier)
		}
	}
	return out
}

// search goes through the subsets with the given slots, in the order of the queue.
type search struct {
	items    items
	least    []int // what each item costs at the least
	cheapest int   // the lowest of these
	slots    [][2]int
	named    *[][]int
}

// from fills the slots behind those that are filled; cost is what the filled ones
// cost at the least.
func (s *search) from(slot int, set []int, cost int) {
	if slot == len(s.slots) {
		if s.items.total(set) <= BudgetLimit && !within(set, *s.named) {
			*s.named = append(*s.named, slices.Clone(set))
		}
		return
	}
	low := s.slots[slot][0]
	if len(set) > 0 {
		low = max(low, set[len(set)-1]+1)
	}
	for i := low; i < s.slots[slot][1] && len(*s.named) < maxSubsets; i++ {
		least := cost + s.least[i]
		if least+s.cheapest*(len(s.slots)-slot-1) <= BudgetLimit {
			s.from(slot+1, append(slices.Clip(set), i), least)
		}
	}
}

// least is what an item costs in any set of these items.
func (all items) least(i int) int {
	it := all[i]
	if it.narrow {
		return it.base
	}
	for j := range all {
		if j != i && it.dir != "" && all[j].dir == it.dir {
			return it.base
		}
	}
	return it.base + reach
}

// within reports whether a set lies within one of the others.
func within(set []int, others [][]int) bool {
	return slices.ContainsFunc(others, func(o []int) bool {
		return !slices.ContainsFunc(set, func(i int) bool { return !slices.Contains(o, i) })
	})
}
