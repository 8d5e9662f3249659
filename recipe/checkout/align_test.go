package checkout

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// statement is a line with an identity that its text may not tell.
type statement struct {
	id   int
	text string
}

func texts(file []statement) [][]byte {
	lines := make([][]byte, len(file))
	for i, s := range file {
		lines[i] = []byte(s.text)
	}
	return lines
}

// edited draws a file and what some edits made of it. Of every three lines,
// unique many have a text of their own, the others are like many.
func edited(t *rapid.T, unique int) (old, new []statement) {
	next := 0
	line := func() statement {
		next++
		text := fmt.Sprint("unique ", next)
		if rapid.IntRange(1, 3).Draw(t, "kind") > unique {
			text = rapid.SampledFrom([]string{"}", "", "return nil", "break"}).Draw(t, "text")
		}
		return statement{id: next, text: text}
	}
	for range rapid.IntRange(0, 60).Draw(t, "lines") {
		old = append(old, line())
	}
	new = slices.Clone(old)
	for range rapid.IntRange(0, 12).Draw(t, "edits") {
		at := rapid.IntRange(0, len(new)).Draw(t, "at")
		switch kind := rapid.IntRange(0, 2).Draw(t, "edit"); {
		case kind == 0 || at == len(new):
			new = slices.Insert(new, at, line(), line())
		case kind == 1:
			new[at] = line()
		default:
			new = slices.Delete(new, at, at+1)
		}
	}
	return old, new
}

// TestAlignKeepsIdentity: a line that is still there is found where it is, one
// that is not is not found, whatever was edited around it.
func TestAlignKeepsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := edited(t, 3)
		where := newNumbering(texts(new)).align(texts(old))
		for i, s := range old {
			want := slices.IndexFunc(new, func(n statement) bool { return n.id == s.id })
			if where[i] != want {
				t.Fatalf("line %d (%s) is at %d, want %d", i, s.text, where[i], want)
			}
		}
	})
}

// TestAlignNeverConfusesUniqueLines: among many equal lines, one with a text of
// its own is found where it is or not at all, and the order is kept.
func TestAlignNeverConfusesUniqueLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := edited(t, 1)
		where := newNumbering(texts(new)).align(texts(old))
		last := -1
		for i, s := range old {
			at := where[i]
			if at < 0 {
				continue
			}
			if new[at].text != s.text || at <= last {
				t.Fatalf("line %d (%q) is at %d (%q) after %d", i, s.text, at, new[at].text, last)
			}
			last = at
			if len(s.text) > 10 && new[at].id != s.id {
				t.Fatalf("line %d (%s) is taken for another", i, s.text)
			}
		}
	})
}

// FuzzAlign: whatever the two files hold, nothing panics and equal lines pair up.
func FuzzAlign(f *testing.F) {
	f.Add([]byte("a\nb\n"), []byte("b\na\n"))
	f.Add([]byte("x\nx\nx\n"), []byte("x\nx\n"))
	f.Fuzz(func(t *testing.T, one, other []byte) {
		old, new := split(one), split(other)
		for i, j := range newNumbering(new).align(old) {
			if j >= 0 && string(old[i]) != string(new[j]) {
				t.Fatalf("line %d is paired with %d", i, j)
			}
		}
	})
}
