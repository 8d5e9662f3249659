package checkout

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// Kind is what a tracked path is.
type Kind int

// The kinds of tracked path.
const (
	Regular Kind = iota + 1
	Symlink
	Submodule
)

// Unkeyable is a tracked name that cannot stand in a key.
type Unkeyable struct {
	Name   string // quoted, so that it can be shown
	Reason string
}

// Files are the tracked paths of a clone. The zero value has none.
type Files struct {
	order []string // as in the index: by bytes
	kinds map[string]Kind
	forms map[string]string // composed form of a name that is not ASCII → as in the tree
	odd   []Unkeyable
}

// Len is how many paths there are, the unkeyable ones left out.
func (f Files) Len() int { return len(f.kinds) }

// Paths lists the paths, as in the tree, in order.
func (f Files) Paths() []string { return slices.Clone(f.order) }

// Regular lists the regular files among the paths, in order: those that a
// finding can cite.
func (f Files) Regular() []string {
	return slices.DeleteFunc(f.Paths(), func(p string) bool { return f.kinds[p] != Regular })
}

// Find looks a path up. Composed and decomposed Unicode forms are one file
// (C-37), and stored is the path as the tree has it.
func (f Files) Find(path string) (stored string, kind Kind, ok bool) {
	if kind, ok = f.kinds[path]; ok {
		return path, kind, true
	}
	if stored, ok = f.forms[norm.NFC.String(path)]; ok {
		return stored, f.kinds[stored], true
	}
	return "", 0, false
}

// Has reports whether a path is tracked.
func (f Files) Has(path string) bool {
	_, _, ok := f.Find(path)
	return ok
}

// Set is the paths as the rules of the queue take them, each in its composed
// and its decomposed form, so that a key in either is not called stale.
func (f Files) Set() map[string]bool {
	set := make(map[string]bool, len(f.kinds)+2*len(f.forms))
	for p := range f.kinds {
		set[p] = true
	}
	for composed, stored := range f.forms {
		set[composed] = true
		set[norm.NFD.String(stored)] = true
	}
	return set
}

// Unkeyable lists the tracked names that cannot stand in a key (C-37).
func (f Files) Unkeyable() []Unkeyable { return slices.Clone(f.odd) }

// above is the tracked path of the kind that lies on the way to path.
func (f Files) above(path string, kind Kind) (string, bool) {
	for i := range len(path) {
		if path[i] == '/' {
			if stored, k, ok := f.Find(path[:i]); ok && k == kind {
				return stored, true
			}
		}
	}
	return "", false
}

// directory reports whether tracked files lie under path.
func (f Files) directory(path string) bool {
	under, composed := path+"/", norm.NFC.String(path)+"/"
	if i := sort.SearchStrings(f.order, under); i < len(f.order) && strings.HasPrefix(f.order[i], under) {
		return true
	}
	for p := range f.forms {
		if strings.HasPrefix(p, composed) {
			return true
		}
	}
	return false
}

// stamp tells one state of a file from another.
type stamp struct {
	at   time.Time
	size int64
}

func stampOf(name string) stamp {
	info, err := os.Stat(name)
	if err != nil {
		return stamp{}
	}
	return stamp{at: info.ModTime(), size: info.Size()}
}

// Tracked lists what git's index holds. The answer is kept for as long as the
// index file stays as it is. Without a work tree (a bare repository) it fails with
// a *RepoError of kind NoWorkTree.
func (c *Checkout) Tracked(ctx context.Context) (Files, error) {
	if c.root == "" {
		return Files{}, &RepoError{Kind: NoWorkTree, Dir: c.dir}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := stampOf(filepath.Join(c.gitDir, "index"))
	if c.tracked.kinds != nil && now == c.index && now != (stamp{}) {
		return c.tracked, nil
	}
	var files Files
	err := c.run.Git(ctx, Call{Dir: c.root, Args: []string{"ls-files", "-z", "-s"},
		Read: func(r io.Reader) (err error) {
			files, err = readTracked(r)
			return err
		}})
	if err != nil {
		return Files{}, fmt.Errorf("list the tracked files: %w", err)
	}
	c.index, c.tracked = now, files
	return files, nil
}

// readTracked reads the entries of `git ls-files -z -s`: mode, object, stage, a
// tab and the name. The stages of a conflict name one path several times.
func readTracked(r io.Reader) (Files, error) {
	f := Files{kinds: map[string]Kind{}, forms: map[string]string{}}
	in := bufio.NewReader(r)
	for {
		entry, err := in.ReadBytes(0)
		if err == io.EOF && len(entry) == 0 {
			return f, nil
		}
		if err != nil {
			return Files{}, fmt.Errorf("read the list of tracked files: %w", err)
		}
		facts, name, ok := bytes.Cut(entry[:len(entry)-1], []byte{'\t'})
		if !ok {
			return Files{}, fmt.Errorf("read the list of tracked files: %q is no entry", entry)
		}
		f.add(string(name), kindOf(facts))
	}
}

func kindOf(facts []byte) Kind {
	switch {
	case bytes.HasPrefix(facts, []byte("120000")):
		return Symlink
	case bytes.HasPrefix(facts, []byte("160000")):
		return Submodule
	}
	return Regular
}

// add takes one name in.
func (f *Files) add(name string, kind Kind) {
	if why := unkeyable(name); why != "" {
		odd := Unkeyable{Name: shown(name), Reason: why}
		if n := len(f.odd); n == 0 || f.odd[n-1] != odd {
			f.odd = append(f.odd, odd)
		}
		return
	}
	if _, again := f.kinds[name]; !again {
		f.order = append(f.order, name)
	}
	f.kinds[name] = kind
	if !ascii(name) {
		composed := norm.NFC.String(name)
		if _, taken := f.forms[composed]; !taken {
			f.forms[composed] = name
		}
	}
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
