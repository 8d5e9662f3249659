package checkout

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gh-debt/model"
)

const (
	keptVersion = 1
	maxKept     = 4      // commits of HEAD whose answers are kept: one a worktree
	maxAnswers  = 50_000 // answers kept for one of them
	maxKeptFile = 64 << 20
)

// keptFile is what is kept of the answers of Follow, in the common git directory.
type keptFile struct {
	Version int        `json:"version"`
	Heads   []keptHead `json:"heads"` // the one used last is the first
}

// keptHead holds the answers for one commit of HEAD. They stop being true when
// the history gets deeper, which changes Shallow.
type keptHead struct {
	Head    string                `json:"head"`
	Shallow string                `json:"shallow,omitempty"`
	Answers map[string]keptAnswer `json:"answers"`
}

type keptAnswer struct {
	Path string `json:"p,omitempty"`
	Line int    `json:"l,omitempty"` // 0 when it is not known
}

// answers are the kept answers of one HEAD.
type answers struct {
	file  keptFile
	head  keptHead
	fresh bool // something was added
}

func (a *answers) get(key string) (model.Position, bool) {
	k, ok := a.head.Answers[key]
	if !ok || key == "" {
		return model.Position{}, false
	}
	return model.Position{Path: k.Path, Line: k.Line, Known: k.Line > 0}, true
}

func (a *answers) put(key string, p model.Position) {
	if key == "" {
		return
	}
	if len(a.head.Answers) >= maxAnswers {
		clear(a.head.Answers)
	}
	a.head.Answers[key] = keptAnswer{Path: p.Path, Line: p.Line}
	a.fresh = true
}

func (c *Checkout) keptName() string {
	return filepath.Join(c.commonDir, "gh-debt", "positions.json")
}

// readKept reads the answers kept for a HEAD. A file that cannot be understood
// is set aside under another name, which is told to Notify's function, and
// everything is computed anew.
func (c *Checkout) readKept(head string) *answers {
	a := &answers{head: keptHead{Head: head, Shallow: c.shallowState(), Answers: map[string]keptAnswer{}}}
	data, err := readSmall(c.keptName(), maxKeptFile)
	if err != nil {
		return a
	}
	var file keptFile
	if err := json.Unmarshal(data, &file); err != nil {
		c.setAside(err)
		return a
	}
	if file.Version != keptVersion {
		return a // of another version of this program: written over
	}
	for _, h := range file.Heads {
		if h.Head != head {
			a.file.Heads = append(a.file.Heads, h)
		} else if h.Shallow == a.head.Shallow && h.Answers != nil {
			a.head = h
		}
	}
	return a
}

// writeKept writes the answers in one step. That it could not is no error: the
// clone may be read-only, and then they are computed again.
func (c *Checkout) writeKept(a *answers) {
	if !a.fresh {
		return
	}
	a.file.Version = keptVersion
	a.file.Heads = slices.Insert(a.file.Heads, 0, a.head)
	a.file.Heads = a.file.Heads[:min(len(a.file.Heads), maxKept)]
	data, err := json.Marshal(a.file)
	if err != nil {
		return
	}
	name := c.keptName()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return
	}
	_ = writeWhole(name, data) // see above
}

// setAside moves a damaged file out of the way, never over another one.
func (c *Checkout) setAside(why error) {
	name := c.keptName()
	aside := fmt.Sprintf("%s.damaged-%d", name, c.now().UnixNano())
	if err := os.Rename(name, aside); err != nil {
		return
	}
	if c.notify != nil {
		c.notify(fmt.Sprintf("the kept positions in %s could not be read (%v): set aside as %s and computed again",
			name, why, filepath.Base(aside)))
	}
}

// shallowState changes whenever the history at hand gets deeper or less deep.
func (c *Checkout) shallowState() string {
	data, err := readSmall(filepath.Join(c.commonDir, "shallow"), maxKeptFile)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
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
	tmp, err := os.CreateTemp(filepath.Dir(name), ".positions-*")
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
