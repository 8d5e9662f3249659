package worker

import (
	"os"
	"testing"
)

// TestParseStat: a process may be named as it likes.
func TestParseStat(t *testing.T) {
	const rest = " 10 20 30 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 777 9 9"
	for name, c := range map[string]struct {
		stat string
		want listed
		ok   bool
	}{
		"plain":              {"7 (sh) S" + rest, listed{process{7, 777}, 10, 20, 30, false}, true},
		"odd name":           {"7 (a) Z 1 (b)) R" + rest, listed{process{7, 777}, 10, 20, 30, false}, true},
		"buried soon":        {"7 (sh) Z" + rest, listed{process{7, 777}, 10, 20, 30, true}, true},
		"cut":                {"7 (sh) S 10 20", listed{}, false},
		"empty":              {"", listed{}, false},
		"nothing after it )": {"7 (sh)", listed{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := parseStat(7, []byte(c.stat))
			if got != c.want || ok != c.ok {
				t.Errorf("%+v, %t", got, ok)
			}
		})
	}
}

// TestWeAreListed, with our parent.
func TestWeAreListed(t *testing.T) {
	for _, p := range processes() {
		if p.pid == os.Getpid() && p.parent == os.Getppid() && !p.dead {
			return
		}
	}
	t.Error("this process is not among the system's")
}
