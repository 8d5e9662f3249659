package recipe

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What a person typed and has not given yet, a draft or a jotting, is kept as one
// JSON file in a folder of its kind, for the owner alone.

const (
	keptSuffix    = ".json"
	damagedSuffix = ".damaged"
)

// DamagedText is a kept text that could not be read; it was set aside under the
// name it has now, and nothing in it was lost.
type DamagedText struct {
	File string
	Err  error
}

// keptName is a short name for a kept text, by what tells it from others.
func keptName(of []byte) string {
	sum := sha256.Sum256(of)
	return hex.EncodeToString(sum[:8])
}

// saveKept writes a value in place of what the file held, in one step.
func saveKept(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return writePrivate(name, append(text, '\n'))
}

// readKept gives the text of a file and when it was saved.
func readKept(name string) (text []byte, savedAt time.Time, err error) {
	if text, err = os.ReadFile(name); err != nil {
		return nil, time.Time{}, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, time.Time{}, err
	}
	return text, info.ModTime(), nil
}

// removeKept takes a file away; one that is not there is no error.
func removeKept(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// eachKept reads the files of a directory of kept texts. One that cannot be read
// is set aside; one that another process removed meanwhile is passed over.
func eachKept(dir string, read func(name string) error) ([]DamagedText, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var damaged []DamagedText
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), keptSuffix) || !e.Type().IsRegular() {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if err := read(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			damaged = append(damaged, setAside(name, err))
		}
	}
	return damaged, nil
}

// setAside renames a file that cannot be read, under a name that nothing has.
func setAside(name string, cause error) DamagedText {
	for i := 0; ; i++ {
		to := name + damagedSuffix
		if i > 0 {
			to = fmt.Sprintf("%s%s.%d", name, damagedSuffix, i)
		}
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		if err := os.Rename(name, to); err != nil {
			return DamagedText{File: name, Err: errors.Join(cause, err)}
		}
		return DamagedText{File: to, Err: cause}
	}
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
