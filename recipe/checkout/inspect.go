package checkout

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"gh-debt/model"
)

// What is read of one file at most.
const (
	maxFile     = 64 << 20 // bytes: a larger file is refused
	maxShown    = 4 << 20  // bytes that Lines gives
	maxLineText = 4 << 10  // bytes of one line that Lines gives
	sniffed     = 8000     // bytes that git looks at to tell a binary file
)

// File is what Inspect found: a tracked, regular text file of the working tree.
type File struct {
	Path  string // as in the tree, which is how a key spells it
	Size  int64
	Lines int // as an editor counts them: the last one counts without a line break too
}

// CheckLine says whether the file has the line; the error is a *PathError of
// kind PathPastEnd (C-40).
func (f File) CheckLine(line int) error {
	if line >= 1 && line <= f.Lines {
		return nil
	}
	return &PathError{Kind: PathPastEnd, Path: f.Path, Line: line, Lines: f.Lines}
}

// Inspect looks at a file that a finding may cite. The path is relative to the
// root, as a person types it ("./" and "a//b" are read; on Windows backslashes
// too); one typed elsewhere goes through FromDir first. The file must be
// tracked, regular and text, and no symbolic link is followed. The error is a
// *PathError, or a *RepoError where there is no work tree.
func (c *Checkout) Inspect(ctx context.Context, typed string) (File, error) {
	file, stored, err := c.open(ctx, typed)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	lines, size, err := countLines(file)
	if err != nil {
		return File{}, named(err, stored)
	}
	return File{Path: stored, Size: size, Lines: lines}, nil
}

// Lines gives the lines from..to of a file of the working tree, counted from 1,
// both included and cut to what there is. They come without their line ends, a
// very long one cut. The path is taken as Inspect takes it, with the same
// errors; a first line past the end is a *PathError of kind PathPastEnd.
func (c *Checkout) Lines(ctx context.Context, typed string, from, to int) ([]string, error) {
	file, stored, err := c.open(ctx, typed)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from = max(from, 1)
	lines, total, err := readLines(file, from, to)
	if err != nil {
		return nil, named(err, stored)
	}
	if from > total {
		return nil, &PathError{Kind: PathPastEnd, Path: stored, Line: from, Lines: total}
	}
	return lines, nil
}

// named puts the path into an error about a file's content.
func named(err error, stored string) error {
	if wrong, ok := errors.AsType[*PathError](err); ok {
		wrong.Path = stored
		return wrong
	}
	return fmt.Errorf("read %s: %w", shown(stored), err)
}

// open opens the file that a typed path means, after every check that does not
// need its content.
func (c *Checkout) open(ctx context.Context, typed string) (*os.File, string, error) {
	p, err := c.typedPath(typed)
	if err != nil {
		return nil, "", err
	}
	files, err := c.Tracked(ctx)
	if err != nil {
		return nil, "", err
	}
	root, err := os.OpenRoot(c.root)
	if err != nil {
		return nil, "", fmt.Errorf("open the work tree: %w", err)
	}
	defer root.Close()
	stored, kind, ok := files.Find(p)
	switch {
	case !ok:
		return nil, "", untracked(root, files, p)
	case kind == Symlink:
		return nil, "", &PathError{Kind: PathSymlink, Path: stored}
	case kind == Submodule:
		return nil, "", &PathError{Kind: PathSubmodule, Path: stored, Detail: stored}
	}
	file, err := openRegular(root, stored)
	return file, stored, err
}

// openRegular opens a regular file below root. No part of the path may be a
// symbolic link, not even one that stays inside: git would not follow it either.
func openRegular(root *os.Root, p string) (*os.File, error) {
	for i := range len(p) {
		if p[i] != '/' {
			continue
		}
		if info, err := root.Lstat(p[:i]); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, &PathError{Kind: PathSymlink, Path: p, Detail: p[:i]}
		}
	}
	info, err := root.Lstat(p)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errNotDirectory):
		return nil, &PathError{Kind: PathMissing, Path: p, Err: err}
	case err != nil:
		return nil, fmt.Errorf("look at %s: %w", shown(p), err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, &PathError{Kind: PathSymlink, Path: p}
	case info.IsDir():
		return nil, &PathError{Kind: PathDirectory, Path: p}
	case !info.Mode().IsRegular():
		return nil, &PathError{Kind: PathSpecial, Path: p}
	case info.Size() > maxFile:
		return nil, &PathError{Kind: PathTooLarge, Path: p,
			Detail: fmt.Sprintf("%d MB, and more than %d MB are not read", info.Size()>>20, maxFile>>20)}
	}
	file, err := root.Open(p)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", shown(p), err)
	}
	return file, nil
}

// untracked says what is wrong with a path that is not in the index.
func untracked(root *os.Root, files Files, p string) error {
	if at, ok := files.above(p, Submodule); ok {
		return &PathError{Kind: PathSubmodule, Path: p, Detail: at}
	}
	if at, ok := files.above(p, Symlink); ok {
		return &PathError{Kind: PathSymlink, Path: p, Detail: at}
	}
	if files.directory(p) {
		return &PathError{Kind: PathDirectory, Path: p}
	}
	wrong := &PathError{Kind: PathUntracked, Path: p}
	info, err := root.Lstat(p)
	switch {
	case err != nil:
		wrong.Nearest = files.nearest(p)
	case info.IsDir():
		wrong.Kind = PathDirectory
	case info.Mode()&fs.ModeSymlink != 0:
		wrong.Kind = PathSymlink
	default:
		wrong.Detail = "add it first (git add)"
		if near := files.nearest(p); strings.EqualFold(near, p) {
			wrong.Nearest, wrong.Detail = near, "" // a disk that ignores case
		}
	}
	return wrong
}

// nearest is the tracked path that a mistyped one may mean: the same but for
// case, else the nearest name in its directory, else the only file of its name.
func (f Files) nearest(p string) string {
	var beside, elsewhere []string
	dir, base := path.Split(p)
	for _, known := range f.order {
		if strings.EqualFold(known, p) {
			return known
		}
		d, b := path.Split(known)
		if d == dir {
			beside = append(beside, b)
		}
		if b == base {
			elsewhere = append(elsewhere, known)
		}
	}
	if found, ok := model.Nearest(base, beside); ok {
		return dir + found
	}
	if len(elsewhere) == 1 {
		return elsewhere[0]
	}
	return ""
}

// countLines counts the lines of a text file and its bytes.
func countLines(r io.Reader) (lines int, size int64, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if err := refuseBinary(in); err != nil {
		return 0, 0, err
	}
	last := byte('\n')
	for {
		chunk, err := in.ReadSlice('\n')
		size += int64(len(chunk))
		if n := len(chunk); n > 0 {
			last = chunk[n-1]
			if last == '\n' {
				lines++
			}
		}
		switch {
		case size > maxFile:
			return 0, 0, &PathError{Kind: PathTooLarge, Detail: fmt.Sprintf("more than %d MB are not read", maxFile>>20)}
		case err == io.EOF:
			if last != '\n' {
				lines++
			}
			return lines, size, nil
		case err != nil && err != bufio.ErrBufferFull:
			return 0, 0, err
		}
	}
}
