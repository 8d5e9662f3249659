package model

import (
	"slices"
	"strings"
)

// The signals that join a batch (section 4).
const (
	SignalPath     = "path"
	SignalClassDir = "class-dir"
	SignalMixed    = "mixed"
)

// Batch is a cluster of related candidates, which may be fixed together.
type Batch struct {
	Members []int    // in the order of the queue
	Signal  string   // path, class-dir or mixed
	Paths   []string // without repeats, in the order of the members
	Class   string   // the class that all members share, else ""
}

// relation is what makes an issue related to others: its path, and its class
// unless it has none or an unclassified one.
type relation struct {
	number int
	path   string
	class  string
}

// directory is the text before the last slash, "." when there is none.
func directory(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

// forest is a union-find over positions, in which a root is the first member.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

func (f forest) root(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

func (f forest) join(a, b int) {
	a, b = f.root(a), f.root(b)
	f[max(a, b)] = min(a, b)
}

// clusters gives the connected components of two or more, each as positions in
// ascending order, ordered by their first members. Two are related when their path
// is byte-equal, or when they share a class and the directory of their path.
func clusters(nodes []relation) [][]int {
	type shared struct{ class, where string } // no class: where is a path
	f := newForest(len(nodes))
	first := make(map[shared]int, 2*len(nodes))
	join := func(i int, s shared) {
		if j, seen := first[s]; seen {
			f.join(i, j)
		} else {
			first[s] = i
		}
	}
	for i, n := range nodes {
		if n.path == "" {
			continue
		}
		join(i, shared{where: n.path})
		if n.class != "" && n.class != Unclassified {
			join(i, shared{class: n.class, where: directory(n.path)})
		}
	}
	size := make([]int, len(nodes))
	for i := range nodes {
		size[f.root(i)]++
	}
	at := make(map[int]int) // root -> component
	var out [][]int
	for i := range nodes {
		r := f.root(i)
		if size[r] < 2 {
			continue
		}
		c, seen := at[r]
		if !seen {
			c = len(out)
			at[r] = c
			out = append(out, make([]int, 0, size[r]))
		}
		out[c] = append(out[c], i)
	}
	return out
}

// newBatch describes the component of the given positions.
func newBatch(nodes []relation, positions []int) Batch {
	b := Batch{Members: make([]int, 0, len(positions)), Class: nodes[positions[0]].class}
	seen := make(map[string]bool, len(positions))
	for _, i := range positions {
		b.Members = append(b.Members, nodes[i].number)
		if !seen[nodes[i].path] {
			seen[nodes[i].path] = true
			b.Paths = append(b.Paths, nodes[i].path)
		}
		if nodes[i].class != b.Class {
			b.Class = ""
		}
	}
	switch len(b.Paths) {
	case 1:
		b.Signal = SignalPath
	case len(b.Members):
		b.Signal = SignalClassDir
	default:
		b.Signal = SignalMixed
	}
	return b
}

// cluster finds the batches of the queue's candidates and hands each to its members.
func (q *Queue) cluster() {
	var nodes []relation
	var entries []int
	for i := range q.Entries {
		e := &q.Entries[i]
		if !e.Candidate() {
			continue
		}
		n := relation{number: e.Issue.Number, path: e.Path}
		if e.HasKey {
			n.class = e.Key.Class
		}
		nodes = append(nodes, n)
		entries = append(entries, i)
	}
	components := clusters(nodes)
	q.Clusters = make([]Batch, 0, len(components))
	for _, positions := range components {
		q.Clusters = append(q.Clusters, newBatch(nodes, positions))
	}
	for c, positions := range components {
		paths := make(map[string]int, len(positions))
		for _, i := range positions {
			paths[nodes[i].path]++
		}
		for _, i := range positions {
			e := &q.Entries[entries[i]]
			e.Batch = &q.Clusters[c]
			e.sharesPath = paths[nodes[i].path] > 1
		}
	}
}

// Mates gives the other members of the entry's batch, in the order of the queue.
func (e *Entry) Mates() []int {
	if e.Batch == nil {
		return nil
	}
	mates := slices.Clone(e.Batch.Members)
	return slices.DeleteFunc(mates, func(n int) bool { return n == e.Issue.Number })
}
