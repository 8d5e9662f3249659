package drain

import "testing"

func TestBranchTakenC46(t *testing.T) {
	for _, c := range []struct {
		name     string
		branches []string
		by, why  string
	}{
		{"nothing is in the way", []string{"main", "debt/70", "debt/7-x", "debts"}, "", ""},
		{"it is there already", []string{"debt", "debt/7"}, "debt/7", "the branch debt/7 is there already: go on with it, or delete it when nothing lives on it"},
		{"debt itself is a branch", []string{"main", "debt"}, "debt", "a branch named debt is there, and git keeps no branch debt/7 beside it: rename that one"},
		{"a branch below it", []string{"debt/7/x"}, "debt/7/x", "the branch debt/7/x lies below the name debt/7, and git keeps no such branch beside it: rename that one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			by, why := BranchTaken("debt/7", c.branches)
			if by != c.by || why != c.why {
				t.Errorf("BranchTaken = %q, %q, want %q, %q", by, why, c.by, c.why)
			}
		})
	}
}
