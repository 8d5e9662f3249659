package recipe

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"gh-debt/model"
)

// Count keeps count.json, which status lines and hooks read (section 6).
type Count struct {
	Issues IssueLister
	Marker Marker
	Now    Clock
}

func newCount(d Deps) Count { return Count{Issues: d.Tracker, Marker: newMarker(d), Now: d.Now} }

// CountInput says whether the tracker may be asked.
type CountInput struct {
	Refresh  bool // compute the count anew when it is due; without it there is no request
	Progress Progress
}

// CountResult is the count as it stands in the file after.
type CountResult struct {
	Count     *model.Count `json:"count"`     // nil: there is none yet
	Due       bool         `json:"due"`       // it is missing, too old, or a change was made since
	Refreshed bool         `json:"refreshed"` // it was computed just now
	File      string       `json:"file"`
	Notes     []string     `json:"notes"` // what a person should know, a sentence each
}

// Run gives the count of the file, and with Refresh computes it anew when it is
// due. A list that cannot be read whole is an error, and the previous file
// stays as it is. A damaged file is set aside, never overwritten. Where there is
// no main checkout it is a *UsageError.
func (r Count) Run(ctx context.Context, in CountInput) (CountResult, error) {
	if r.Marker.Root == "" {
		return CountResult{}, &UsageError{
			Err:  errors.New("the count is kept in the main checkout of a clone, and there is none here"),
			Hint: "run it in a clone of the repository",
		}
	}
	res := CountResult{File: filepath.Join(r.Marker.Root, filepath.FromSlash(debtDir), countFile), Notes: []string{}}
	last, damaged, err := r.read()
	if err != nil {
		return res, err
	}
	marker, _, err := r.Marker.at()
	if err != nil {
		return res, fmt.Errorf("look for the refresh marker: %w", err)
	}
	began := r.Now()
	res.Count, res.Due = last, model.CountDue(last, marker, began)
	if damaged {
		res.Notes = append(res.Notes, res.File+" is damaged")
	}
	if !in.Refresh || !res.Due {
		return res, nil
	}
	open, err := readList(ctx, r.Issues, model.Open, in.Progress)
	if err != nil {
		return res, err
	}
	count := model.NewCount(open, began)
	aside, err := r.write(count, damaged)
	if err != nil {
		return res, fmt.Errorf("write %s: %w", res.File, err)
	}
	if aside != "" {
		res.Notes = []string{res.File + " was damaged and is kept as " + aside}
	}
	res.Count, res.Refreshed, res.Due = &count, true, false
	if marker.IsZero() || model.KeepMarker(marker, began) {
		return res, nil
	}
	// A marker that stays only means one more recount.
	if err := r.Marker.clear(marker); err != nil {
		res.Notes = append(res.Notes, "the refresh marker could not be removed: "+err.Error())
	}
	return res, nil
}

// read gives the count of the file, nil where there is none that can be used.
// Another schema than ours is another program's; it is no damage.
func (r Count) read() (count *model.Count, damaged bool, err error) {
	main, err := os.OpenRoot(r.Marker.Root)
	if err != nil {
		return nil, false, fmt.Errorf("read the count: %w", err)
	}
	defer main.Close()
	f, err := main.Open(path.Join(debtDir, countFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("read the count: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, false, fmt.Errorf("read the count: %w", err)
	}
	var c model.Count
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, true, nil
	}
	if c.Schema != 1 || c.CoveredPaths == nil {
		return nil, false, nil
	}
	return &c, false, nil
}

// write replaces the file in one step, so that a reader sees the old count or
// the new one. It gives the name under which a damaged one was set aside.
func (r Count) write(c model.Count, damaged bool) (aside string, err error) {
	dir, err := openDebtDir(r.Marker.Root)
	if err != nil {
		return "", err
	}
	defer dir.Close()
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(c); err != nil {
		return "", err
	}
	tmp := ".count-" + rand.Text()
	if err := writeSynced(dir, tmp, text.Bytes()); err != nil {
		_ = dir.Remove(tmp)
		return "", err
	}
	if damaged {
		aside = countFile + ".damaged-" + strconv.FormatInt(r.Now().Unix(), 10)
		if err := dir.Rename(countFile, aside); err != nil {
			_ = dir.Remove(tmp)
			return "", err
		}
	}
	if err := dir.Rename(tmp, countFile); err != nil {
		_ = dir.Remove(tmp)
		return aside, err
	}
	return aside, nil
}

// writeSynced writes a new file to the disk.
func writeSynced(dir *os.Root, name string, text []byte) error {
	f, err := dir.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.Write(text); err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
