package checkout

import (
	"context"
	"slices"
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

// findRenamed fills path and to of the trails whose path HEAD does not have: by
// the commit that removed the path, hop by hop, and where that is not exactly one
// commit, by comparing the start with HEAD. What stays in doubt stays empty.
//
// A clone that lacks some of the files' content (git clone --filter) makes git
// give up over it: the trails then wait for it, and nothing else fails.
func (c *Checkout) findRenamed(ctx context.Context, head string, gone []*trail) error {
	if len(gone) == 0 {
		return nil
	}
	if err := c.findRoutes(ctx, head, gone); !lacksContent(err) {
		return err
	}
	for _, t := range gone {
		t.path, t.to, t.wait = "", object{}, true
	}
	return nil
}

func (c *Checkout) findRoutes(ctx context.Context, head string, gone []*trail) error {
	routes := map[string]*route{}
	for _, t := range gone {
		routes[t.start.Path] = &route{path: t.start.Path}
	}
	if err := c.travel(ctx, head, gone, routes); err != nil {
		return err
	}
	var apart []*trail
	for _, t := range gone {
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
	return c.lookupTargets(ctx, head, gone)
}

// travel follows every route from one removing commit to the next until HEAD
// has its path. One walk through the history lists the removals; each hop
// compares the trees of the commits that the routes take together.
func (c *Checkout) travel(ctx context.Context, head string, trails []*trail, routes map[string]*route) error {
	since, err := c.oldest(ctx, trails)
	if err != nil {
		return err
	}
	removals, err := c.removals(ctx, head, since)
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
		if err := c.hop(ctx, head, removals, open); err != nil {
			return err
		}
	}
	return nil
}

// hop takes each route over the commit that removed its path.
func (c *Checkout) hop(ctx context.Context, head string, removals map[string][]string, open []*route) error {
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
	changes, err := c.compareRenames(ctx, commits)
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
	changes, err := c.compareRenames(ctx, lines)
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
