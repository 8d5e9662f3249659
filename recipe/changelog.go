package recipe

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gh-debt/model"
)

const changelogFile = "changes.jsonl"

// Op names what was done.
type Op string

// The operations that the log knows.
const (
	OpFile    Op = "file"
	OpRegrade Op = "regrade"
	OpDecline Op = "decline"
	OpUndo    Op = "undo"
	OpRepair  Op = "repair"
	OpPublish Op = "publish"
	OpTwin    Op = "twin" // a second issue of one key, closed as a duplicate
)

// LogEntry is one change to one issue, as it was made from this clone.
type LogEntry struct {
	At         time.Time         `json:"at"`
	Group      string            `json:"group"` // the same for all issues of one run
	Op         Op                `json:"op"`
	Repository string            `json:"repository"` // HOST/OWNER/NAME
	Number     int               `json:"number"`
	Title      string            `json:"title,omitempty"`
	By         string            `json:"by,omitempty"`
	Outcome    string            `json:"outcome"`
	Added      []string          `json:"added,omitempty"`
	Removed    []string          `json:"removed,omitempty"`
	OldBody    *string           `json:"oldBody,omitempty"` // only when the body was edited
	NewBody    *string           `json:"newBody,omitempty"`
	Withheld   bool              `json:"withheld,omitempty"` // the bodies are not kept, since they hold a secret
	Closed     model.StateReason `json:"closed,omitempty"`
	Reopened   bool              `json:"reopened,omitempty"`
	Key        string            `json:"key,omitempty"`    // inner key of a filing
	Undoes     string            `json:"undoes,omitempty"` // the group that was taken back
	Error      string            `json:"error,omitempty"`
}

// Changed reports whether the entry tells of something that was written.
func (e LogEntry) Changed() bool {
	return len(e.Added)+len(e.Removed) > 0 || e.NewBody != nil || e.Withheld || e.Closed != "" || e.Reopened
}

// Changelog is the log of what was changed from this clone: one JSON object a
// line, for the owner alone.
type Changelog struct {
	File string // "" keeps no log
}

func newChangelog(d Deps) Changelog {
	if d.StateDir == "" {
		return Changelog{}
	}
	return Changelog{File: filepath.Join(d.StateDir, changelogFile)}
}

// Append adds entries in one write, so that two processes never mix theirs. A
// line that a crash cut short is closed first.
func (c Changelog) Append(entries ...LogEntry) error {
	if c.File == "" || len(entries) == 0 {
		return nil
	}
	if err := c.append(entries); err != nil {
		return fmt.Errorf("write the log of changes: %w", err)
	}
	return nil
}

func (c Changelog) append(entries []LogEntry) (err error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	for _, e := range entries {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(c.File), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(c.File, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	line := text.Bytes()
	if torn(f) {
		line = append([]byte("\n"), line...)
	}
	if _, err := f.Write(line); err != nil {
		return err
	}
	return f.Sync()
}

// torn reports whether the file ends within a line.
func torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil {
		return false
	}
	return last[0] != '\n'
}

// Read gives the last entries, the newest first, at most limit of them (0 =
// all), and how many lines could not be read, which are left as they are. A
// missing log is an empty one.
func (c Changelog) Read(limit int) (entries []LogEntry, damaged int, err error) {
	err = c.lines(func(line []byte) {
		var e LogEntry
		if json.Unmarshal(line, &e) == nil {
			entries = append(entries, e)
		} else {
			damaged++
		}
	})
	if err != nil {
		return nil, 0, err
	}
	slices.Reverse(entries)
	if limit > 0 && len(entries) > limit {
		entries = entries[:limit]
	}
	return entries, damaged, nil
}

// filings gives the numbers of the issues that were filed from this clone with a
// key, the newest first. Other lines are not even decoded, since the log grows.
func (c Changelog) filings(repository string, key model.Key) ([]int, error) {
	place, err := json.Marshal(fmt.Sprintf(" path=%s line=%d", key.Path, key.Line))
	if err != nil {
		return nil, err
	}
	place = place[1:] // its end closes the string in the log as well
	var numbers []int
	err = c.lines(func(line []byte) {
		if !bytes.Contains(line, place) {
			return
		}
		var e LogEntry
		if json.Unmarshal(line, &e) != nil || e.Op != OpFile && e.Op != OpPublish || e.Repository != repository {
			return
		}
		if k, err := model.ParseInner(e.Key); err == nil && samePlace(k, key) {
			numbers = append(numbers, e.Number)
		}
	})
	slices.Reverse(numbers)
	return numbers, err
}

// lines calls read for each line that is not blank.
func (c Changelog) lines(read func(line []byte)) error {
	if c.File == "" {
		return nil
	}
	f, err := os.Open(c.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the log of changes: %w", err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			read(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the log of changes: %w", err)
		}
	}
}

// slug is HOST/OWNER/NAME, by which the log tells repositories apart.
func slug(r model.Repository) string { return r.Host + "/" + r.Slug() }
