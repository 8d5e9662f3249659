package checkout

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzGitOutput: whatever git prints, reading it neither panics nor loops, and
// what is taken for a commit is the full name of one.
func FuzzGitOutput(f *testing.F) {
	id := strings.Repeat("ab", 20)
	f.Add([]byte("100644 " + id + " 0\ta b.go\x00120000 " + id + " 2\t\xff\x00"))
	f.Add([]byte(id + "\x00\na.go\x00b.go\x00" + id + "\x00\nc.go\x00"))
	f.Add([]byte(id + "\x00:100644 100644 " + id + " " + id + " R100\x00a\x00b\x00:100644 000000 " + id + " " + id + " D\x00c\x00"))
	f.Add([]byte(id + " blob 12\n" + id + ":x y missing\n"))
	f.Add([]byte("origin\thttps://x/y (fetch) [blob:none]\norigin\thttps://x/y (push)\n"))
	f.Add([]byte("1740830400 " + id + "\n1740830300 " + id + "\n"))
	f.Fuzz(func(t *testing.T, out []byte) {
		_, _ = readTracked(bytes.NewReader(out))
		removed := map[string][]string{}
		_ = readRemovals(bytes.NewReader(out), removed)
		for path, commits := range removed {
			for _, c := range commits {
				if !fullName(c) {
					t.Fatalf("%q was removed by %q, which is no commit", path, c)
				}
			}
		}
		_, _ = readComparisons(bytes.NewReader(out), nil)
		if o, err := readObject(bufio.NewReader(bytes.NewReader(out))); err == nil && o.id != "" && !fullName(o.id) {
			t.Fatalf("%q is taken for an object", o.id)
		}
		_ = parseRemotes(string(out))
		_ = (&timeline{}).read(bytes.NewReader(out))
		for from := range 3 {
			_, _, _ = readLines(bytes.NewReader(out), from, from+2)
		}
	})
}

// TestLinesAndCountAgree: the number of lines is the number that can be shown,
// however they end.
func TestLinesAndCountAgree(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "\n", "\n\na", "a\r\nb", "a\r\r\n", "é\n\n"} {
		n, size, err1 := countLines(strings.NewReader(text))
		shown, total, err2 := readLines(strings.NewReader(text), 1, 99)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if n != total || n != len(shown) || n != len(split([]byte(text))) || int(size) != len(text) {
			t.Errorf("%q has %d lines, shows %d of %d, splits into %d", text, n, len(shown), total, len(split([]byte(text))))
		}
	}
}

// TestDestination takes one file for the new place of another only where no
// second one could be.
func TestDestination(t *testing.T) {
	tests := []struct {
		name    string
		changes []change
		want    string
	}{
		{"renamed", []change{{'R', 100, "a", "b"}}, "b"},
		{"at the threshold", []change{{'R', 50, "a", "b"}}, "b"},
		{"below it", []change{{'R', 49, "a", "b"}}, ""},
		{"renamed, and copied in part", []change{{'C', 31, "a", "c"}, {'R', 69, "a", "b"}}, ""},
		{"copied only", []change{{'C', 100, "a", "c"}}, ""},
		{"deleted", []change{{'D', 0, "a", ""}}, ""},
		{"another file was renamed", []change{{'R', 100, "x", "y"}}, ""},
		{"to a name that cannot be asked for", []change{{'R', 100, "a", "b\nc"}}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := destination(tt.changes, "a")
			if ok != (tt.want != "") {
				t.Errorf("known: %t", ok)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("destination (-want +got):\n%s", diff)
			}
		})
	}
}

// failing lets one command of git fail.
type failing struct {
	Runner
	command string
}

var errBroken = errors.New("the disk is broken")

func (f failing) Git(ctx context.Context, c Call) error {
	if c.Args[0] == f.command {
		return errBroken
	}
	return f.Runner.Git(ctx, c)
}

// TestFollowFailsWhole: when any command of git fails there is an error and no
// position, and nothing is kept.
func TestFollowFailsWhole(t *testing.T) {
	r, starts := moved(t)
	r.git("mv", "a.go", "b.go")
	r.write("b.go", "1\n2\n3\n"+numbered("a", 40))
	r.commit("rename with an edit")
	for _, command := range []string{"rev-parse", "for-each-ref", "rev-list", "cat-file", "log", "diff-tree"} {
		c := r.open()
		c.run = failing{Runner: r.run, command: command}
		got, err := c.Follow(t.Context(), starts, nil)
		if !errors.Is(err, errBroken) {
			t.Errorf("%s fails: error %v", command, err)
		}
		for n, p := range got {
			if p.Known {
				t.Errorf("%s fails: #%d is at %v", command, n, p)
			}
		}
	}
	if at := r.follow(starts[0]); at != known("b.go", 23) {
		t.Errorf("afterwards: %v", at)
	}
}
