package checkout

import (
	"fmt"
	"testing"
)

// TestCameFrom: the branch before the present one, where git remembers one.
func TestCameFrom(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(s *shop)
		want   string
	}{
		{"never switched", func(s *shop) {
			s.git("reflog", "expire", "--expire=all", "--all")
		}, " false"},
		{"from a branch", func(s *shop) { s.git("switch", "-q", "debt/12") }, "main true"},
		{"by a new branch", func(s *shop) { s.git("switch", "-q", "-c", "debt/13") }, "main true"},
		{"from a commit", func(s *shop) {
			s.git("switch", "-q", "--detach", "main")
			s.git("switch", "-q", "debt/12")
		}, " false"},
		{"from a branch that is gone", func(s *shop) {
			s.git("switch", "-q", "-c", "short")
			s.git("switch", "-q", "debt/12")
			s.git("branch", "-q", "-D", "short")
		}, " false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShop(t)
			tt.before(s)
			branch, ok, err := s.open().CameFrom(t.Context())
			if got := fmt.Sprint(branch, " ", ok); err != nil || got != tt.want {
				t.Errorf("%s, %v, want %s", got, err, tt.want)
			}
		})
	}
}
