package checkout

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gh-debt/model"
)

const (
	keptOpener  = "gh-debt positions 1 "
	keptCloser  = "end "
	maxKept     = 4       // commits of HEAD whose answers are kept: one a worktree
	maxAnswers  = 100_000 // answers kept for one of them
	maxKeptFile = 64 << 20
)

// cited is what an answer depends on beside HEAD and the depth of the history.
type cited struct {
	from string // the starting commit, or the tip of the default branch, "@" and a date
	line int
	path string
}

// answers are the answers of Follow that are kept for one HEAD: a text file in
// the common git directory. After a line that names the version and the depth of
// the history there is one a line, and the last line says how many they are, so
// that a file that was cut short is known by it:
//
//	<from> <line> <line at HEAD, 0 when it is not known> <path>NUL<path at HEAD>
//
// The path at HEAD and the NUL are left out where it is the same.
type answers struct {
	name    string
	shallow string
	known   map[cited]model.Position
	fresh   bool // something was added
}

func (a *answers) get(q cited) (model.Position, bool) {
	p, ok := a.known[q]
	return p, ok
}

func (a *answers) put(q cited, p model.Position) {
	if q.from == "" {
		return
	}
	if len(a.known) >= maxAnswers {
		clear(a.known)
	}
	a.known[q] = p
	a.fresh = true
}

// keptDir is where the answers lie; the names in it are those of commits.
func (c *Checkout) keptDir() string { return filepath.Join(c.commonDir, "gh-debt", "positions") }

// readKept reads the answers kept for a HEAD. Those of another depth of the
// history, or of another version of this program, are not used. A file that
// cannot be understood is set aside under another name, which is told to
// Notify's function, and everything is computed anew.
func (c *Checkout) readKept(head string) *answers {
	a := &answers{name: filepath.Join(c.keptDir(), head), shallow: c.shallowState(), known: map[cited]model.Position{}}
	data, err := readSmall(a.name, maxKeptFile)
	if err != nil {
		return a
	}
	if err := a.parse(string(data)); err != nil {
		clear(a.known)
		c.setAside(a.name, err)
	}
	return a
}

// parse reads the file's text.
func (a *answers) parse(text string) error {
	opener, rest, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(opener, "gh-debt positions ") {
		return errors.New("it does not begin as it should")
	}
	if opener != keptOpener+a.shallow {
		return nil
	}
	a.known = make(map[cited]model.Position, strings.Count(rest, "\n"))
	for line := range strings.Lines(rest) {
		line, whole := strings.CutSuffix(line, "\n")
		if !whole {
			return errors.New("it is cut short")
		}
		if n, ok := strings.CutPrefix(line, keptCloser); ok {
			if n != strconv.Itoa(len(a.known)) {
				return fmt.Errorf("it holds %d answers and says %s", len(a.known), n)
			}
			return nil
		}
		if err := a.parseLine(line); err != nil {
			return err
		}
	}
	return errors.New("it is cut short")
}

func (a *answers) parseLine(line string) error {
	from, rest, _ := strings.Cut(line, " ")
	at, rest, _ := strings.Cut(rest, " ")
	found, rest, ok := strings.Cut(rest, " ")
	path, to, other := strings.Cut(rest, "\x00")
	if !other {
		to = path
	}
	n, err1 := strconv.Atoi(at)
	m, err2 := strconv.Atoi(found)
	if !ok || path == "" || err1 != nil || err2 != nil || m > 0 && to == "" {
		return fmt.Errorf("%q is no answer", line)
	}
	a.known[cited{from: from, line: n, path: path}] = model.Position{Path: to, Line: m, Known: m > 0}
	return nil
}

// text is the file's text.
func (a *answers) text() []byte {
	b := append([]byte(keptOpener+a.shallow), '\n')
	for q, p := range a.known {
		b = append(append(b, q.from...), ' ')
		b = append(strconv.AppendInt(b, int64(q.line), 10), ' ')
		b = append(strconv.AppendInt(b, int64(p.Line), 10), ' ')
		b = append(b, q.path...)
		if p.Path != q.path {
			b = append(append(b, 0), p.Path...)
		}
		b = append(b, '\n')
	}
	b = append(b, keptCloser...)
	return append(strconv.AppendInt(b, int64(len(a.known)), 10), '\n')
}

// writeKept writes the answers in one step, and removes those of commits that
// HEAD left long ago. That it could not is no error: the clone may be read-only,
// and then they are computed again.
func (c *Checkout) writeKept(a *answers) {
	if !a.fresh {
		return
	}
	if err := os.MkdirAll(c.keptDir(), 0o700); err != nil {
		return
	}
	if err := writeWhole(a.name, a.text()); err != nil {
		return
	}
	entries, err := os.ReadDir(c.keptDir())
	if err != nil {
		return
	}
	var old []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && fullName(e.Name()) && info.Name() != filepath.Base(a.name) {
			old = append(old, info)
		}
	}
	slices.SortFunc(old, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, info := range old[min(len(old), maxKept-1):] {
		_ = os.Remove(filepath.Join(c.keptDir(), info.Name())) // the next time will do
	}
}

// setAside moves a damaged file out of the way, never over another one.
func (c *Checkout) setAside(name string, why error) {
	aside := fmt.Sprintf("%s.damaged-%d", name, c.now().UnixNano())
	if err := os.Rename(name, aside); err != nil {
		return
	}
	if c.notify != nil {
		c.notify(fmt.Sprintf("the positions kept in %s could not be read, since %v: it was set aside as %s",
			name, why, filepath.Base(aside)))
	}
}

// shallowState changes whenever the history at hand gets deeper or less deep.
func (c *Checkout) shallowState() string {
	data, err := readSmall(filepath.Join(c.commonDir, "shallow"), maxKeptFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "whole"
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// readSmall reads a file unless it is larger than can be meant.
func readSmall(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("%s is no file of at most %d bytes", name, limit)
	}
	return os.ReadFile(name)
}

// writeWhole writes a file for the owner alone, whole or not at all.
func writeWhole(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
