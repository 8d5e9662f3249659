package checkout

import (
	"bytes"
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
)

// target is a version of a file at HEAD and the versions that lines come from.
type target struct {
	id     string
	same   []*trail // those that come from this very version
	order  []string
	from   map[string][]*trail
	number numbering
}

// place finds where the line of each trail lies in its file at HEAD. Each
// version of a file is read once for each version at HEAD that it is compared
// with, one after the other, so that memory holds a few files at a time.
func (c *Checkout) place(ctx context.Context, trails []*trail, done func(int)) error {
	targets := targetsOf(trails)
	var names []string
	var of []*target // for each name, the target that it is, or is compared with
	settled := len(trails)
	for _, t := range targets {
		for _, name := range append([]string{t.id}, t.order...) {
			names, of = append(names, name), append(of, t)
		}
		settled -= t.len()
	}
	done(settled)
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	err := c.contents(ctx, names, func(i int, content []byte, _ bool) error {
		t, name := of[i], names[i]
		text := textLines(content)
		if name == t.id {
			t.number = newNumbering(text)
			for _, s := range t.same {
				if s.start.Line <= len(text) {
					s.at.Line, s.at.Known = s.start.Line, true
				}
			}
			done(len(t.same))
			return nil
		}
		done(len(t.from[name]))
		work.Go(func() error {
			t.settle(t.from[name], text)
			return nil
		})
		return nil
	})
	_ = work.Wait() // the workers cannot fail
	return err
}

// targetsOf groups the trails by the version at HEAD and then by the version that
// they come from. One that is too large is left out: its line stays unknown.
func targetsOf(trails []*trail) []*target {
	var targets []*target
	byID := map[string]*target{}
	for _, s := range trails {
		s.at = model.Position{Path: s.path}
		if s.from.size > maxBlob || s.to.size > maxBlob {
			continue
		}
		t := byID[s.to.id]
		if t == nil {
			t = &target{id: s.to.id, from: map[string][]*trail{}}
			byID[t.id] = t
			targets = append(targets, t)
		}
		if s.from.id == t.id {
			t.same = append(t.same, s)
			continue
		}
		if t.from[s.from.id] == nil {
			t.order = append(t.order, s.from.id)
		}
		t.from[s.from.id] = append(t.from[s.from.id], s)
	}
	return targets
}

// len is how many trails the target has.
func (t *target) len() int {
	n := len(t.same)
	for _, trails := range t.from {
		n += len(trails)
	}
	return n
}

// settle writes the positions of trails that come from one older version.
func (t *target) settle(trails []*trail, old [][]byte) {
	where := t.number.align(old)
	for _, s := range trails {
		if n := s.start.Line; n <= len(where) && where[n-1] >= 0 {
			s.at.Line, s.at.Known = where[n-1]+1, true
		}
	}
}

// textLines is the lines of a file, none for one that git would call binary.
func textLines(content []byte) [][]byte {
	if bytes.IndexByte(content[:min(sniffed, len(content))], 0) >= 0 {
		return nil
	}
	return split(content)
}
