package checkout

import (
	"context"
	"fmt"
	"strconv"

	"gh-debt/model"
)

// Progress is told how many of how many lines have been followed.
type Progress func(done, total int)

// maxBlob is the size up to which a version of a file is read to follow a line.
const maxBlob = 8 << 20

// trail is one line on its way from its starting commit to HEAD.
type trail struct {
	start  Start
	cited  cited  // what the answer depends on; from is "" when git is not asked at all
	tip    string // of the default branch, where the start is a date
	commit string // the starting commit, "" while there is none
	from   object // the file there
	path   string // the file at HEAD, "" while it is not known
	to     object
	at     model.Position
	wait   bool // the clone lacks something that may yet come: not kept
}

// Follow carries the line of each start forward to HEAD (section 3, tier 4) and
// gives a position for every number asked for. A renamed file is followed. The
// position is not known, and never guessed, when the line was itself changed or
// deleted, when two places could be it (an equal line was added beside it, the
// file was split or copied), and when the history at hand is too short: the
// starting commit is not in the clone. Where only the file is known, Path says
// it all the same.
//
// HEAD is meant, not what was edited since, and the default branch is the one
// that the clone knows: one that was not fetched for long ends earlier. Answers
// are kept in the common git directory for as long as HEAD is the same commit,
// so that asking again costs no history. Progress may be nil.
func (c *Checkout) Follow(ctx context.Context, starts []Start, p Progress) (map[int]model.Position, error) {
	at := make(map[int]model.Position, len(starts))
	for _, s := range starts {
		at[s.Number] = model.Position{}
	}
	head, ok, err := c.Head(ctx)
	if err != nil || !ok || len(starts) == 0 {
		return at, err
	}
	trails, err := c.trails(ctx, starts, head)
	if err != nil {
		return nil, fmt.Errorf("follow the cited lines: %w", err)
	}
	kept := c.readKept(head)
	var open []*trail
	for _, t := range trails {
		if position, ok := kept.get(t.cited); ok {
			at[t.start.Number] = position
		} else {
			open = append(open, t)
		}
	}
	if p == nil {
		p = func(int, int) {}
	}
	p(len(starts)-len(open), len(starts))
	if len(open) == 0 {
		return at, nil
	}
	done := len(starts) - len(open)
	err = c.trace(ctx, head, open, func(n int) {
		done += n
		p(done, len(starts))
	})
	if err != nil {
		return nil, fmt.Errorf("follow the cited lines: %w", err)
	}
	for _, t := range open {
		at[t.start.Number] = t.at
		if !t.wait {
			kept.put(t.cited, t.at)
		}
	}
	c.writeKept(kept)
	return at, nil
}

// trails says for each start what its answer depends on: the commit that it
// names, or the tip of the default branch and the date.
func (c *Checkout) trails(ctx context.Context, starts []Start, head string) ([]*trail, error) {
	trails := make([]*trail, 0, len(starts))
	tips := map[string]string{}
	for _, s := range starts {
		t := &trail{start: s}
		trails = append(trails, t)
		if !s.followable() {
			continue
		}
		t.cited = cited{line: s.Line, path: s.Path}
		if t.commit = s.head(head); t.commit != "" {
			t.cited.from = t.commit
			continue
		}
		tip, known := tips[s.DefaultBranch]
		if !known {
			var err error
			if tip, err = c.defaultBranch(ctx, s.DefaultBranch, head); err != nil {
				return nil, err
			}
			tips[s.DefaultBranch] = tip
		}
		t.tip = tip
		t.cited.from = tip + "@" + strconv.FormatInt(s.CreatedAt.Unix(), 10)
	}
	return trails, nil
}

// trace finds the position of each trail.
func (c *Checkout) trace(ctx context.Context, head string, trails []*trail, done func(int)) error {
	asked, err := c.resolve(ctx, trails)
	if err != nil {
		return err
	}
	switch err := c.lookup(ctx, head, asked); {
	case lacksContent(err):
		done(len(trails))
		return c.traceUnchanged(ctx, head, asked)
	case err != nil:
		return err
	}
	var gone, here []*trail
	for _, t := range asked {
		switch {
		case t.from.id == "":
		case t.path != "":
			here = append(here, t)
		default:
			gone = append(gone, t)
		}
	}
	if err := c.findRenamed(ctx, head, gone); err != nil {
		return err
	}
	for _, t := range gone {
		if t.path != "" {
			here = append(here, t)
		}
	}
	done(len(trails) - len(here))
	return c.place(ctx, here, done)
}

// resolve finds the starting commit of the trails that begin at a date, and
// gives those that have one.
func (c *Checkout) resolve(ctx context.Context, trails []*trail) ([]*trail, error) {
	var asked []*trail
	for _, t := range trails {
		if t.cited.from == "" {
			continue
		}
		if t.commit == "" {
			branch, err := c.readTimeline(ctx, t.tip)
			if err != nil {
				return nil, err
			}
			if t.commit, _ = branch.before(t.start.CreatedAt); t.commit == "" {
				continue
			}
		}
		asked = append(asked, t)
	}
	return asked, nil
}

// lookup asks git for the file at the start and at HEAD, each distinct question
// once and all in one process.
func (c *Checkout) lookup(ctx context.Context, head string, trails []*trail) error {
	var q questions
	for _, t := range trails {
		q.ask(t.commit)
		q.ask(t.commit + ":" + t.start.Path)
		q.ask(head + ":" + t.start.Path)
	}
	if err := q.answer(ctx, c); err != nil {
		return err
	}
	for _, t := range trails {
		commit, from := q.get(t.commit), q.get(t.commit+":"+t.start.Path)
		if commit.id == "" || from.id == "" {
			t.wait = true // a deeper or fuller fetch may bring it
			continue
		}
		if commit.kind != "commit" || from.kind != "blob" {
			continue
		}
		t.from = from
		if o := q.get(head + ":" + t.start.Path); o.kind == "blob" {
			t.path, t.to = t.start.Path, o
		}
	}
	return nil
}

// questions are names that git is asked about together.
type questions struct {
	names []string
	known map[string]object
}

// ask adds a name, once.
func (q *questions) ask(name string) {
	if q.known == nil {
		q.known = map[string]object{}
	}
	if _, asked := q.known[name]; !asked {
		q.known[name] = object{}
		q.names = append(q.names, name)
	}
}

func (q *questions) answer(ctx context.Context, c *Checkout) error {
	found, err := c.check(ctx, q.names)
	if err != nil {
		return err
	}
	for i, o := range found {
		q.known[q.names[i]] = o
	}
	return nil
}

func (q *questions) get(name string) object { return q.known[name] }

// LineAt is the text of a start's line at its starting commit, so that it can
// be compared with a line of today (C-01). It is false when the commit, the file
// or the line is not there.
func (c *Checkout) LineAt(ctx context.Context, start Start) (text string, ok bool, err error) {
	texts, err := c.LinesAt(ctx, []Start{start})
	text, ok = texts[start.Number]
	return text, ok, err
}

// LinesAt is LineAt for many starts, in one run of git: the texts by number,
// those that are not there left out.
func (c *Checkout) LinesAt(ctx context.Context, starts []Start) (map[int]string, error) {
	texts := map[int]string{}
	head, ok, err := c.Head(ctx)
	if err != nil || !ok {
		return texts, err
	}
	trails, err := c.trails(ctx, starts, head)
	if err == nil {
		trails, err = c.resolve(ctx, trails)
	}
	if err == nil {
		err = c.lookup(ctx, head, trails)
	}
	if lacksContent(err) {
		return texts, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the cited lines: %w", err)
	}
	byBlob := map[string][]*trail{}
	var ids []string
	for _, t := range trails {
		if t.from.id == "" || t.from.size > maxBlob {
			continue
		}
		if byBlob[t.from.id] == nil {
			ids = append(ids, t.from.id)
		}
		byBlob[t.from.id] = append(byBlob[t.from.id], t)
	}
	err = c.contents(ctx, ids, func(i int, content []byte, _ bool) error {
		lines := split(content)
		for _, t := range byBlob[ids[i]] {
			if n := t.start.Line; n <= len(lines) {
				texts[t.start.Number] = lineText(lines[n-1], n == 1)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the cited lines: %w", err)
	}
	return texts, nil
}
