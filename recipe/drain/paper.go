package drain

import (
	"fmt"
	"os"
	"path/filepath"
)

// keep writes a text of the unit into its own folder, for the owner alone, and
// gives its path.
func (s *step) keep(name, text string) (string, error) {
	dir := filepath.Join(s.Dir, s.u.ID)
	path := filepath.Join(dir, name)
	if s.in.DryRun {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the folder of unit %s: %w", s.u.ID, err)
	}
	tmp, err := os.CreateTemp(dir, name+"-*")
	if err != nil {
		return "", fmt.Errorf("keep the brief of unit %s: %w", s.u.ID, err)
	}
	_, err = tmp.WriteString(text)
	if closing := tmp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return "", fmt.Errorf("keep the brief of unit %s: %w", s.u.ID, err)
	}
	return path, nil
}

// inside is a file of a workspace, by its path from the root.
func inside(dir, path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }
