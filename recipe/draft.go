package recipe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const draftsDir = "drafts"

// Draft is the text of a finding that is not filed yet.
type Draft struct {
	ID       string
	Finding  FindingInput
	SavedAt  time.Time
	File     string
	Redacted bool // told by Save: a secret was left out of what is on disk
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
	return keptName(text)
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
	if err := saveKept(name, kept); err != nil {
		return draft, fmt.Errorf("save the draft: %w", err)
	}
	draft.File, draft.Redacted = name, hadSecret
	return draft, nil
}

// withoutSecrets gives the finding as it may stand on disk.
func (d Drafts) withoutSecrets(f FindingInput) (FindingInput, bool, error) {
	had := false
	for _, field := range []*string{&f.Title, &f.FailureMode, &f.Fix, &f.Class, &f.Question, &f.SettledBy, &f.Branch, &f.Path} {
		text, found, err := d.Secrets.Redact(*field)
		if err != nil {
			return f, false, err
		}
		*field, had = text, had || found
	}
	return f, had, nil
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
	if err := removeKept(name); err != nil {
		return fmt.Errorf("remove the draft: %w", err)
	}
	return nil
}

// List gives the drafts, the newest first. One that cannot be read is set
// aside, never overwritten, and told.
func (d Drafts) List() ([]Draft, []DamagedText, error) {
	if d.Dir == "" {
		return nil, nil, nil
	}
	var drafts []Draft
	damaged, err := eachKept(d.Dir, func(name string) error {
		draft, err := readDraft(name)
		if err != nil {
			return err
		}
		draft.ID = strings.TrimSuffix(filepath.Base(name), keptSuffix)
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

func readDraft(name string) (Draft, error) {
	text, savedAt, err := readKept(name)
	if err != nil {
		return Draft{}, err
	}
	var f FindingInput
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return Draft{}, fmt.Errorf("read the draft: %w", err)
	}
	return Draft{Finding: f, SavedAt: savedAt, File: name}, nil
}

// file is where the draft of an id lies; an id is never a path.
func (d Drafts) file(id string) (string, error) {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_'
	}
	if id == "" || len(id) > 100 || strings.ContainsFunc(id, func(r rune) bool { return !plain(r) }) {
		return "", fmt.Errorf("a draft cannot be called %q", id)
	}
	return filepath.Join(d.Dir, id+keptSuffix), nil
}
