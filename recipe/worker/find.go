package worker

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Find looks for the program of a command as Run does: on the PATH, or, when its
// first word names a folder, from dir, the workspace. It returns where the
// program is, or a *RunError that is NoCommand or NotFound. A program that is
// only in the current folder is not found (Go's rule), so that no workspace can
// slip one in.
func (r Runner) Find(command []string, dir string) (string, error) {
	if len(command) == 0 || command[0] == "" {
		return "", &RunError{Kind: NoCommand}
	}
	name := command[0]
	if strings.ContainsAny(name, pathSeparators) {
		return inFolder(name, dir)
	}
	look := r.Look
	if look == nil {
		look = exec.LookPath
	}
	path, err := look(name)
	if err != nil {
		return "", &RunError{Kind: NotFound, Program: name, Err: notOnPath(err)}
	}
	return path, nil
}

const pathSeparators = "/" + string(filepath.Separator)

var errNotOnPath = errors.New("it is not on the PATH")

func notOnPath(err error) error {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return errNotOnPath
	}
	return err
}

// inFolder is the program that a path names; a relative one counts from dir.
func inFolder(name, dir string) (string, error) {
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	found, err := exec.LookPath(path) // asks whether it may be run; on Windows with PATHEXT
	switch {
	case err == nil:
		return found, nil
	case isFile(path):
		err = errors.New("the file may not be executed")
	default:
		err = fmt.Errorf("there is no such file in %s", filepath.Dir(path))
	}
	return "", &RunError{Kind: NotFound, Program: name, Err: err}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
