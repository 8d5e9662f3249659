package recipe

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	draftsDir     = "drafts"
	draftSuffix   = ".json"
	damagedSuffix = ".damaged"
)

// Draft is the text of a finding that is not filed yet.
type Draft struct {
	ID       string
	Finding  FindingInput
	SavedAt  time.Time
	File     string
	Redacted bool // told by Save: a secret was left out of what is on disk
}

// DamagedDraft is a draft that could not be read; it was set aside under the
// name it has now, and nothing in it was lost.
type DamagedDraft struct {
	File string
	Err  error
}

// Drafts keeps drafts on disk, one file each, for the owner alone (0600). A
// file holds the JSON object that `file --input` takes, so that a draft can be
// filed by hand too. A live secret in the text is never written.
type Drafts struct {
	Dir     string // "" keeps nothing
	Secrets Secrets
}

func newDrafts(d Deps) Drafts {
	if d.StateDir == "" {
		return Drafts{}
	}
	return Drafts{Dir: filepath.Join(d.StateDir, draftsDir)}
}

// DraftID names the draft of a finding by its content: the same finding filed
// twice has one draft, two different ones never share it.
func DraftID(f FindingInput) string {
	text, err := json.Marshal(f)
	if err != nil {
		// Strings and numbers always marshal; a draft under this name is still kept.
		return "draft"
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Save writes the draft under the id, "" for that of its content, and replaces
// what the id held in one step. Without a directory it keeps nothing and gives
// no error.
func (d Drafts) Save(id string, f FindingInput) (Draft, error) {
	if id == "" {
		id = DraftID(f)
	}
	draft := Draft{ID: id, Finding: f}
	if d.Dir == "" {
		return draft, nil
	}
	name, err := d.file(id)
	if err != nil {
		return draft, err
	}
	kept, hadSecret, err := d.withoutSecrets(f)
	if err != nil {
		return draft, fmt.Errorf("save the draft: %w", err)
	}
	text, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return draft, fmt.Errorf("save the draft: %w", err)
	}
	if err := writePrivate(name, append(text, '\n')); err != nil {
		return draft, fmt.Errorf("save the draft: %w", err)
	}
	draft.File, draft.Redacted = name, hadSecret
	return draft, nil
}

// withoutSecrets gives the finding as it may stand on disk.
func (d Drafts) withoutSecrets(f FindingInput) (FindingInput, bool, error) {
	any := false
	for _, field := range []*string{&f.Title, &f.FailureMode, &f.Fix, &f.Class, &f.Question, &f.SettledBy, &f.Branch, &f.Path} {
		text, found, err := d.Secrets.Redact(*field)
		if err != nil {
			return f, false, err
		}
		*field, any = text, any || found
	}
	return f, any, nil
}

// Remove takes a draft away; one that is not there is no error.
func (d Drafts) Remove(id string) error {
	if d.Dir == "" {
		return nil
	}
	name, err := d.file(id)
	if err != nil {
		return err
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the draft: %w", err)
	}
	return nil
}

// List gives the drafts, the newest first. One that cannot be read is set
// aside, never overwritten, and told.
func (d Drafts) List() ([]Draft, []DamagedDraft, error) {
	if d.Dir == "" {
		return nil, nil, nil
	}
	var drafts []Draft
	damaged, err := eachKept(d.Dir, func(name string) error {
		draft, err := readDraft(name)
		if err != nil {
			return err
		}
		draft.ID = strings.TrimSuffix(filepath.Base(name), draftSuffix)
		drafts = append(drafts, draft)
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the drafts: %w", err)
	}
	slices.SortFunc(drafts, func(a, b Draft) int {
		if c := b.SavedAt.Compare(a.SavedAt); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return drafts, damaged, nil
}

// eachKept reads the files of a directory of kept texts. One that cannot be read
// is set aside; one that another process removed meanwhile is passed over.
func eachKept(dir string, read func(name string) error) ([]DamagedDraft, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var damaged []DamagedDraft
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), draftSuffix) || !e.Type().IsRegular() {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if err := read(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			damaged = append(damaged, setAside(name, err))
		}
	}
	return damaged, nil
}

func readDraft(name string) (Draft, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return Draft{}, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return Draft{}, err
	}
	var f FindingInput
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return Draft{}, fmt.Errorf("read the draft: %w", err)
	}
	return Draft{Finding: f, SavedAt: info.ModTime(), File: name}, nil
}

// setAside renames a file that cannot be read, under a name that nothing has.
func setAside(name string, cause error) DamagedDraft {
	for i := 0; ; i++ {
		to := name + damagedSuffix
		if i > 0 {
			to = fmt.Sprintf("%s%s.%d", name, damagedSuffix, i)
		}
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		if err := os.Rename(name, to); err != nil {
			return DamagedDraft{File: name, Err: errors.Join(cause, err)}
		}
		return DamagedDraft{File: to, Err: cause}
	}
}

// file is where the draft of an id lies; an id is never a path.
func (d Drafts) file(id string) (string, error) {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_'
	}
	if id == "" || len(id) > 100 || strings.ContainsFunc(id, func(r rune) bool { return !plain(r) }) {
		return "", fmt.Errorf("a draft cannot be called %q", id)
	}
	return filepath.Join(d.Dir, id+draftSuffix), nil
}

// writePrivate writes a file for the owner alone, whole or not at all; the
// directory is made where it lacks.
func writePrivate(name string, text []byte) (err error) {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".new-*") // 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(text); err == nil {
		err = tmp.Sync()
	}
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
