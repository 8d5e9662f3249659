package checkout

import (
	"bytes"
	"slices"
	"sort"
	"unicode"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// numbering gives each distinct line of a file at HEAD a number, so that lines
// are compared as numbers.
type numbering struct {
	ids   map[string]rune
	lines []rune
	says  []bool // by number: whether the line holds a letter or a digit
}

// nowhere is the number of a line that the file at HEAD does not have.
const nowhere rune = -1

func newNumbering(text [][]byte) numbering {
	n := numbering{ids: make(map[string]rune, len(text)), lines: make([]rune, len(text))}
	for i, line := range text {
		id, known := n.ids[string(line)]
		if !known {
			id = rune(len(n.ids))
			n.ids[string(line)] = id
			n.says = append(n.says, bytes.ContainsFunc(line, func(r rune) bool {
				return unicode.IsLetter(r) || unicode.IsDigit(r)
			}))
		}
		n.lines[i] = id
	}
	return n
}

// of numbers the lines of an older version.
func (n numbering) of(text [][]byte) []rune {
	lines := make([]rune, len(text))
	for i, line := range text {
		id, known := n.ids[string(line)]
		if !known {
			id = nowhere
		}
		lines[i] = id
	}
	return lines
}

// align says for each line of an older version where it is now, both counted
// from 0, or -1 when it was changed, deleted, or could be in two places.
//
// The files are compared twice, from the beginning and from the end. Where an
// equal line was added beside an old one, or one of two equal lines deleted, the
// two ways differ, and nobody can tell which is which: that is not known. And a
// line is trusted only in an unbroken run with one that says something and is
// unique in both, or, while the files still share half of their lines, in a run
// from the beginning or to the end of both: that a bracket equals a bracket is
// no evidence.
func (n numbering) align(text [][]byte) []int {
	old, new := n.of(text), n.lines
	where := make([]int, len(old))
	match(old, new, 0, 0, where)
	back := make([]int, len(old))
	slices.Reverse(old)
	turned := slices.Clone(new)
	slices.Reverse(turned)
	match(old, turned, 0, 0, back)
	slices.Reverse(old)
	shared := 0
	for i, j := range where {
		if b := back[len(old)-1-i]; j < 0 || b != len(new)-1-j {
			where[i] = -1
		} else {
			shared++
		}
	}
	n.distrust(old, where, 2*shared >= max(len(old), len(new)))
	return where
}

// distrust forgets the runs of matching lines that nothing ties to their place.
func (n numbering) distrust(old []rune, where []int, alike bool) {
	inOld, inNew := counts(old), counts(n.lines)
	for from := 0; from < len(old); {
		to := from + 1
		for to < len(old) && where[from] >= 0 && where[to] == where[to-1]+1 {
			to++
		}
		tied := alike && (from == 0 && where[from] == 0 || to == len(old) && where[to-1] == len(n.lines)-1)
		for _, line := range old[from:to] {
			tied = tied || inOld[line] == 1 && inNew[line] == 1 && n.says[line]
		}
		if !tied {
			for i := from; i < to; i++ {
				where[i] = -1
			}
		}
		from = to
	}
}

// match fills where for a stretch of the two files that begins at line x of the
// old and line y of the new: what is equal at its ends, then what lies between
// lines that are unique in both (patience), and what is left by the longest
// common subsequence.
func match(old, new []rune, x, y int, where []int) {
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		where[x] = y
		old, new, x, y = old[1:], new[1:], x+1, y+1
	}
	end := 0
	for end < len(old) && end < len(new) && old[len(old)-1-end] == new[len(new)-1-end] {
		end++
		where[x+len(old)-end] = y + len(new) - end
	}
	old, new = old[:len(old)-end], new[:len(new)-end]
	for i := range old {
		where[x+i] = -1
	}
	if len(old) == 0 || len(new) == 0 {
		return
	}
	anchors := anchorsOf(old, new)
	if len(anchors) == 0 {
		longest(old, new, x, y, where)
		return
	}
	i, j := 0, 0
	for _, a := range anchors {
		match(old[i:a.old], new[j:a.new], x+i, y+j, where)
		where[x+a.old] = y + a.new
		i, j = a.old+1, a.new+1
	}
	match(old[i:], new[j:], x+i, y+j, where)
}

// longest matches what has no unique line.
func longest(old, new []rune, x, y int, where []int) {
	i, j := 0, 0
	for _, d := range append(lcs.DiffRunes(old, new), lcs.Diff{Start: len(old), ReplStart: len(new)}) {
		for ; i < d.Start && j < d.ReplStart && old[i] == new[j]; i, j = i+1, j+1 {
			where[x+i] = y + j
		}
		i, j = d.End, d.ReplEnd
	}
}

// anchor is a line that is unique in both stretches.
type anchor struct{ old, new int }

// anchorsOf gives the longest rising sequence of such lines.
func anchorsOf(old, new []rune) []anchor {
	inOld, inNew := counts(old), counts(new)
	at := make(map[rune]int)
	for j, line := range new {
		if inNew[line] == 1 && inOld[line] == 1 {
			at[line] = j
		}
	}
	if len(at) == 0 {
		return nil
	}
	var all []anchor
	for i, line := range old {
		if j, ok := at[line]; ok {
			all = append(all, anchor{old: i, new: j})
		}
	}
	return rising(all)
}

// rising gives the longest sequence of anchors that rises in the new file too;
// all rise in the old one.
func rising(all []anchor) []anchor {
	var tails []int // for each length, the anchor that ends the best sequence of it
	before := make([]int, len(all))
	for i, a := range all {
		k := sort.Search(len(tails), func(k int) bool { return all[tails[k]].new > a.new })
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	sequence := make([]anchor, len(tails))
	for k, i := len(tails)-1, tails[len(tails)-1]; k >= 0; k, i = k-1, before[i] {
		sequence[k] = all[i]
	}
	return sequence
}

// counts says how often each line stands in a stretch.
func counts(lines []rune) map[rune]int {
	n := make(map[rune]int, len(lines))
	for _, line := range lines {
		n[line]++
	}
	return n
}
