package recipe

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	jottingsDir = "jottings"
	// mostJottings is how many are kept; the oldest make room for new ones.
	mostJottings = 200
)

// JottingKind says what a jotting was typed for.
type JottingKind string

// What texts are typed for.
const (
	JottedRegrade JottingKind = "regrade"
	JottedTriage  JottingKind = "triage"
	JottedDecline JottingKind = "decline"
)

// JottingOf names a jotting: what it was typed for, of which issues, and about
// what of them, where that can be several things.
type JottingOf struct {
	Kind    JottingKind `json:"kind"`
	Numbers []int       `json:"numbers"`
	About   string      `json:"about,omitempty"`
}

// Jotting is what a person typed for issues and has not given yet, by the name
// of the field.
type Jotting struct {
	JottingOf
	Texts    map[string]string `json:"texts"`
	SavedAt  time.Time         `json:"-"`
	Redacted bool              `json:"-"` // told by Save: a secret was left out of what is on disk
}

// Jottings keeps jottings on disk beside the drafts and in their way: one file
// each, for the owner alone (0600), without live secrets.
type Jottings struct {
	Dir     string // "" keeps nothing
	Secrets Secrets
}

func newJottings(d Deps) Jottings {
	if d.StateDir == "" {
		return Jottings{}
	}
	return Jottings{Dir: filepath.Join(d.StateDir, jottingsDir)}
}

// Keeps reports whether there is a place to keep anything in.
func (j Jottings) Keeps() bool { return j.Dir != "" }

// Save writes the texts in place of what was kept under the name, in one step;
// empty ones are left out, and where all are empty nothing is kept.
func (j Jottings) Save(of JottingOf, texts map[string]string) (Jotting, error) {
	out := Jotting{JottingOf: of.sorted(), Texts: map[string]string{}}
	if j.Dir == "" {
		return out, nil
	}
	for _, field := range slices.Sorted(maps.Keys(texts)) {
		text, had, err := j.Secrets.Redact(texts[field])
		if err != nil {
			return out, fmt.Errorf("write the text: %w", err)
		}
		out.Redacted = out.Redacted || had
		if strings.TrimSpace(text) != "" {
			out.Texts[field] = text
		}
	}
	if len(out.Texts) == 0 {
		return out, j.Remove(of)
	}
	if err := saveKept(j.file(of), out); err != nil {
		return out, fmt.Errorf("write the text: %w", err)
	}
	return out, j.prune()
}

// Find gives the jotting of the name; else the newest that was typed for these
// issues and for others at once. Damaged ones were set aside and are told.
func (j Jottings) Find(of JottingOf) (found Jotting, ok bool, damaged []DamagedText, err error) {
	all, damaged, err := j.List()
	of = of.sorted()
	for _, one := range all {
		if one.Kind != of.Kind || one.About != of.About {
			continue
		}
		if slices.Equal(one.Numbers, of.Numbers) {
			return one, true, damaged, err
		}
		if !ok && containsAll(one.Numbers, of.Numbers) {
			found, ok = one, true
		}
	}
	return found, ok, damaged, err
}

// Give takes the issues off the jotting, since the text was given to them, and
// removes it when none is left. It gives the name that the rest is kept under. Where
// nothing was kept, what the rest has of its own stays.
func (j Jottings) Give(of JottingOf, numbers []int) (JottingOf, error) {
	of = of.sorted()
	rest := of.sorted()
	rest.Numbers = slices.DeleteFunc(rest.Numbers, func(n int) bool { return slices.Contains(numbers, n) })
	if j.Dir == "" || len(rest.Numbers) == len(of.Numbers) {
		return of, nil
	}
	if len(rest.Numbers) > 0 {
		kept, err := readJotting(j.file(of))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return rest, nil
		case err != nil:
			return of, fmt.Errorf("write the text: %w", err)
		}
		if _, err := j.Save(rest, kept.Texts); err != nil {
			return of, err
		}
	}
	return rest, j.Remove(of)
}

// Remove takes a jotting away; one that is not there is no error.
func (j Jottings) Remove(of JottingOf) error {
	if j.Dir == "" {
		return nil
	}
	if err := removeKept(j.file(of)); err != nil {
		return fmt.Errorf("remove the text: %w", err)
	}
	return nil
}

// List gives the jottings of the repository, the newest first. One that cannot
// be read is set aside, never overwritten, and told.
func (j Jottings) List() ([]Jotting, []DamagedText, error) {
	if j.Dir == "" {
		return nil, nil, nil
	}
	var out []Jotting
	damaged, err := eachKept(j.Dir, func(name string) error {
		one, err := readJotting(name)
		if err == nil {
			out = append(out, one)
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the texts that were typed before: %w", err)
	}
	slices.SortStableFunc(out, func(a, b Jotting) int { return b.SavedAt.Compare(a.SavedAt) })
	return out, damaged, nil
}

func readJotting(name string) (Jotting, error) {
	text, savedAt, err := readKept(name)
	if err != nil {
		return Jotting{}, err
	}
	var one Jotting
	if err := json.Unmarshal(text, &one); err != nil {
		return Jotting{}, fmt.Errorf("read the text: %w", err)
	}
	if one.Kind == "" || len(one.Numbers) == 0 || len(one.Texts) == 0 {
		return Jotting{}, errors.New("read the text: it names no issue or holds no text")
	}
	one.JottingOf, one.SavedAt = one.sorted(), savedAt
	return one, nil
}

// prune removes the oldest beyond the most that are kept.
func (j Jottings) prune() error {
	names, err := filepath.Glob(filepath.Join(j.Dir, "*"+keptSuffix))
	if err != nil || len(names) <= mostJottings {
		return err
	}
	at := map[string]time.Time{}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			at[name] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(at[a].Compare(at[b]), strings.Compare(a, b)) })
	for _, name := range names[:len(names)-mostJottings] {
		if err := removeKept(name); err != nil {
			return fmt.Errorf("make room for the text: %w", err)
		}
	}
	return nil
}

// file is where the jotting of a name lies.
func (j Jottings) file(of JottingOf) string {
	name := keptName(fmt.Appendf(nil, "%v %q", of.sorted().Numbers, of.About))
	return filepath.Join(j.Dir, string(of.Kind)+"-"+name+keptSuffix)
}

// sorted is the name with its issues in order, in a list of its own.
func (of JottingOf) sorted() JottingOf {
	of.Numbers = slices.Compact(slices.Sorted(slices.Values(of.Numbers)))
	return of
}

func containsAll(all, some []int) bool {
	for _, n := range some {
		if !slices.Contains(all, n) {
			return false
		}
	}
	return true
}
