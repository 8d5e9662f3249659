package tracker

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func (l *lists) save(q query, found *listing) error {
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return err
	}
	var list appender
	list.start(kindList)
	list.time(found.at)
	list.int(map[bool]int{true: 1}[found.walked])
	list.int(len(found.pages))
	used := map[string]bool{}
	for _, p := range found.pages {
		if err := l.savePage(q, p); err != nil {
			return err
		}
		used[p.file] = true
		list.int(p.number)
		list.text(p.file)
	}
	name, err := l.write(q.name()+"-*.new", list.bytes())
	if err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(l.dir, name), l.path(q)); err != nil {
		return err
	}
	l.sweep(q, used)
	return nil
}

// errShortened says that a page has no file and its bodies are no longer held.
var errShortened = errors.New("the file of a page is gone or could not be written")

// savePage writes a page to a file of its own, unless it has one.
func (l *lists) savePage(q query, p *page) error {
	if l.has(p.file) {
		return nil
	}
	if p.short {
		return errShortened
	}
	var file appender
	name, err := l.write(q.name()+"-*.page", file.page(p))
	if err != nil {
		return err
	}
	p.file = name
	return nil
}

// shorten keeps the gist of a page that was just read, and the whole on disk: its
// file is written at once, to be named when the list is whole. Where that fails
// save says so.
func (l *lists) shorten(q query, p *page) {
	if l.gist == nil || p.short {
		return
	}
	if l.dir != "" && os.MkdirAll(l.dir, 0o700) == nil {
		_ = l.savePage(q, p)
	}
	p.shorten(l.gist)
}

// has reports whether a page's file is still there; another process may have swept it.
func (l *lists) has(file string) bool {
	if file == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(l.dir, file))
	return err == nil
}

// write makes a new file, for its owner alone.
func (l *lists) write(pattern string, data []byte) (name string, err error) {
	f, err := os.CreateTemp(l.dir, pattern)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return filepath.Base(f.Name()), nil
}

// keepUnnamed is how long a page that no list names is kept: another process may be
// about to name it, or to read it.
const keepUnnamed = 10 * time.Minute

// sweep removes what earlier reads left behind.
func (l *lists) sweep(q query, used map[string]bool) {
	entries, err := os.ReadDir(l.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		ours := strings.HasPrefix(name, q.name()+"-") && (strings.HasSuffix(name, ".page") || strings.HasSuffix(name, ".new"))
		if !ours || used[name] {
			continue
		}
		if info, err := e.Info(); err == nil && l.clock.Now().Sub(info.ModTime()) > keepUnnamed {
			_ = os.Remove(filepath.Join(l.dir, name))
		}
	}
}
