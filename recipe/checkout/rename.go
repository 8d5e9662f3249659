package checkout

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// What is spent on finding where files went.
const (
	maxHops      = 8  // renames of one file, one after the other
	maxEndpoints = 32 // starts that are compared with HEAD as whole trees
)

// route is where one path of a starting commit went.
type route struct {
	path    string // as far as it is known
	state   routeState
	removal string // the commit that removed path, while it is being followed
}

type routeState int

const (
	onTheWay routeState = iota
	arrived             // HEAD has the path
	lost                // it went nowhere, or to two places
	unclear             // no one commit removed it
)

// findRenamed fills path and to of the trails whose path HEAD does not have:
// first by the very same content at another path, then by the commit that
// removed the path, hop by hop, and where that is not exactly one commit, by
// comparing the start with HEAD. What stays in doubt stays empty.
func (c *Checkout) findRenamed(ctx context.Context, head string, gone []*trail) error {
	rest, err := c.findSame(ctx, head, gone)
	if err != nil || len(rest) == 0 {
		return err
	}
	routes := map[string]*route{}
	for _, t := range rest {
		routes[t.start.Path] = &route{path: t.start.Path}
	}
	if err := c.travel(ctx, head, rest, routes); err != nil {
		return err
	}
	var apart []*trail
	for _, t := range rest {
		switch r := routes[t.start.Path]; r.state {
		case arrived:
			t.path = r.path
		case unclear, onTheWay:
			apart = append(apart, t)
		}
	}
	if err := c.compareEnds(ctx, head, apart); err != nil {
		return err
	}
	return c.lookupTargets(ctx, head, rest)
}

// findSame looks for the content of the start at another path of HEAD, one that
// did not exist at the start. Two such paths are a copy, and the trail ends
// without a path. It gives the trails of which this says nothing.
func (c *Checkout) findSame(ctx context.Context, head string, gone []*trail) (rest []*trail, err error) {
	if len(gone) == 0 {
		return nil, nil
	}
	wanted := map[string][]string{}
	for _, t := range gone {
		wanted[t.from.id] = nil
	}
	err = c.run.Git(ctx, Call{Dir: c.dir, Args: []string{"ls-tree", "-r", "-z", "--full-tree", head},
		Read: func(r io.Reader) error { return readTree(r, wanted) }})
	if err != nil {
		return nil, err
	}
	var q questions
	for _, t := range gone {
		for _, p := range wanted[t.from.id] {
			q.ask(t.commit + ":" + p)
		}
	}
	if err := q.answer(ctx, c); err != nil {
		return nil, err
	}
	for _, t := range gone {
		fresh := slices.DeleteFunc(slices.Clone(wanted[t.from.id]), func(p string) bool {
			return q.get(t.commit+":"+p).id != ""
		})
		switch len(fresh) {
		case 0:
			rest = append(rest, t)
		case 1:
			t.path, t.to = fresh[0], t.from
		}
	}
	return rest, nil
}

// readTree notes the paths of the wanted objects, from the entries of
// `git ls-tree -z`: mode, kind, object, a tab and the name.
func readTree(r io.Reader, wanted map[string][]string) error {
	in := bufio.NewReader(r)
	for {
		entry, err := in.ReadString(0)
		if err == io.EOF && entry == "" {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the tree of HEAD: %w", err)
		}
		facts, name, _ := strings.Cut(entry[:len(entry)-1], "\t")
		id := facts[strings.LastIndexByte(facts, ' ')+1:]
		if paths, ok := wanted[id]; ok && !strings.ContainsAny(name, "\n\r") {
			wanted[id] = append(paths, name)
		}
	}
}

// travel follows every route from one removing commit to the next until HEAD
// has its path. All routes take each hop together: one walk through the history
// and one comparison of the commits that it found.
func (c *Checkout) travel(ctx context.Context, head string, trails []*trail, routes map[string]*route) error {
	since, err := c.oldest(ctx, trails)
	if err != nil {
		return err
	}
	for range maxHops {
		var open []*route
		for _, r := range routes {
			if r.state == onTheWay {
				open = append(open, r)
			}
		}
		if len(open) == 0 {
			return nil
		}
		if err := c.hop(ctx, head, since, open); err != nil {
			return err
		}
	}
	return nil
}

// hop takes each route over the commit that removed its path.
func (c *Checkout) hop(ctx context.Context, head, since string, open []*route) error {
	removals, err := c.removals(ctx, head, since, open)
	if err != nil {
		return err
	}
	var commits []string
	for _, r := range open {
		found := removals[r.path]
		if len(found) != 1 {
			r.state = unclear
			continue
		}
		if r.removal = found[0]; !slices.Contains(commits, r.removal) {
			commits = append(commits, r.removal)
		}
	}
	changes, err := c.compare(ctx, commits)
	if err != nil {
		return err
	}
	var q questions
	for _, r := range open {
		if r.state != onTheWay {
			continue
		}
		to, ok := destination(changes[slices.Index(commits, r.removal)], r.path)
		if !ok {
			r.state = lost
			continue
		}
		r.path = to
		q.ask(head + ":" + to)
	}
	if err := q.answer(ctx, c); err != nil {
		return err
	}
	for _, r := range open {
		if r.state == onTheWay && q.get(head+":"+r.path).kind == "blob" {
			r.state = arrived
		}
	}
	return nil
}

// compareEnds compares the starting commits with HEAD for the trails that no one
// commit explains; beyond maxEndpoints commits they stay unknown.
func (c *Checkout) compareEnds(ctx context.Context, head string, trails []*trail) error {
	var commits, lines []string
	for _, t := range trails {
		if !slices.Contains(commits, t.commit) && len(commits) < maxEndpoints {
			commits = append(commits, t.commit)
			lines = append(lines, head+" "+t.commit)
		}
	}
	changes, err := c.compare(ctx, lines)
	if err != nil {
		return err
	}
	for _, t := range trails {
		if i := slices.Index(commits, t.commit); i >= 0 {
			t.path, _ = destination(changes[i], t.start.Path)
		}
	}
	return nil
}

// lookupTargets reads the file at HEAD for the paths that were found.
func (c *Checkout) lookupTargets(ctx context.Context, head string, trails []*trail) error {
	var q questions
	for _, t := range trails {
		if t.path != "" {
			q.ask(head + ":" + t.path)
		}
	}
	if err := q.answer(ctx, c); err != nil {
		return err
	}
	for _, t := range trails {
		if t.path == "" {
			continue
		}
		if t.to = q.get(head + ":" + t.path); t.to.kind != "blob" {
			t.path, t.to = "", object{}
		}
	}
	return nil
}
