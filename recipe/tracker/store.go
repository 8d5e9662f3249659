package tracker

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
	"gh-debt/recipe/clock"
)

// listing is a complete and consistent read of one list.
type listing struct {
	pages  []*page
	walked bool // the server did not say how many pages there are
	at     time.Time
}

// issues gives all issues of the list, by number. The texts are shared with the pages.
func (l *listing) issues() []model.Issue {
	n := 0
	for _, p := range l.pages {
		n += len(p.issues)
	}
	all := make([]model.Issue, 0, n)
	for _, p := range l.pages {
		all = append(all, p.issues...)
	}
	slices.SortFunc(all, func(a, b model.Issue) int { return cmp.Compare(a.Number, b.Number) })
	return all
}

// lists keeps the lists that were read, in memory and on disk. There is a
// folder for each repository and account, so that no account sees the issues of
// another; in it a file for each page and, for each list, one that names its
// pages and is written last, so that a list on disk is always whole.
type lists struct {
	dir    string // "" keeps nothing on disk
	notice func(string)
	clock  clock.Clock
	gist   func(body string) string // nil: bodies are held whole

	// loading lets one list be loaded at a time: two readers of one list that
	// begin together would hold it twice.
	loading sync.Mutex

	mu    sync.Mutex
	known map[query]*listing
	locks map[query]chan struct{}
}

func newLists(o Options, identity string) *lists {
	l := &lists{notice: o.OnNotice, clock: o.Clock, gist: o.Gist, known: map[query]*listing{}, locks: map[query]chan struct{}{}}
	if o.CacheDir != "" {
		key := strings.ToLower(o.Repo.Host+"\x00"+o.Repo.Owner+"\x00"+o.Repo.Name) + "\x00" + identity
		l.dir = filepath.Join(o.CacheDir, shortHash(key, 16))
	}
	return l
}

func shortHash(key string, bytes int) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:bytes])
}

// lock keeps two reads of one list apart.
func (l *lists) lock(ctx context.Context, q query) (unlock func(), err error) {
	l.mu.Lock()
	ch, ok := l.locks[q]
	if !ok {
		ch = make(chan struct{}, 1)
		l.locks[q] = ch
	}
	l.mu.Unlock()
	select {
	case ch <- struct{}{}:
		return func() { <-ch }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// name is the beginning of the names of a list's files.
func (q query) name() string {
	state := string(q.state)
	if state == "" {
		state = "any"
	}
	name := state + "\x00" + strings.ToLower(q.label)
	if q.label == "" {
		name += "\x00" + q.creator
	}
	return shortHash(name, 6)
}

func (l *lists) path(q query) string { return filepath.Join(l.dir, q.name()+".list") }

// get gives the list as it was read last, or nil.
func (l *lists) get(q query) *listing {
	if known := l.held(q); known != nil || l.dir == "" {
		return known
	}
	l.loading.Lock()
	defer l.loading.Unlock()
	if known := l.held(q); known != nil {
		return known
	}
	known, err := l.load(q)
	if err != nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known[q] == nil {
		l.known[q] = known
	}
	return l.known[q]
}

// held gives the list that is in memory, or nil.
func (l *lists) held(q query) *listing {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known[q]
}

// load reads a list from disk, several pages at once.
func (l *lists) load(q query) (*listing, error) {
	c, err := l.open(l.path(q), kindList)
	if err != nil {
		return nil, err
	}
	found := &listing{at: c.time(), walked: c.int() == 1}
	found.pages = make([]*page, c.count())
	for i := range found.pages {
		found.pages[i] = &page{number: c.int(), file: c.text()}
	}
	if err := c.end(); err != nil {
		l.setAside(l.path(q))
		return nil, err
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, entry := range found.pages {
		g.Go(func() error {
			path := filepath.Join(l.dir, filepath.Base(entry.file))
			c, err := l.open(path, kindPage)
			if err != nil {
				return err
			}
			p, err := decodePage(c)
			if err != nil {
				l.setAside(path)
				return err
			}
			p.number, p.file = entry.number, entry.file
			if l.gist != nil {
				p.shorten(l.gist)
			}
			found.pages[i] = p
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return found, nil
}

// open opens a file; a damaged one is set aside and said.
func (l *lists) open(path string, kind byte) (*cutter, error) {
	c, err := openFile(path, kind)
	if errors.Is(err, errDamaged) {
		l.setAside(path)
	}
	return c, err
}

// setAside renames a damaged file, so that it can be looked at and is never
// written over.
func (l *lists) setAside(path string) {
	aside := fmt.Sprintf("%s.damaged-%d", path, l.clock.Now().UnixNano())
	if err := os.Rename(path, aside); err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			l.notice(fmt.Sprintf("the cache file %s is damaged and could not be set aside: %v", path, err))
		}
		return
	}
	l.notice(fmt.Sprintf("a damaged cache file was set aside as %s; the list is read anew", aside))
}

// put keeps a list that was just read. That it could not be written to disk is
// said and fails nothing.
func (l *lists) put(q query, found *listing) {
	found.at = l.clock.Now()
	if l.dir != "" {
		if err := l.save(q, found); err != nil {
			l.notice(fmt.Sprintf("the list could not be kept in %s: %v", l.dir, err))
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known[q] = found
}
