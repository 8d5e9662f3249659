package checkout

import (
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"gh-debt/model"
)

// slashed is a typed path with the separators of git.
func slashed(p string) string {
	if runtime.GOOS == "windows" {
		return filepath.ToSlash(p)
	}
	return p
}

// absolute reports whether a path starts at the root of a disk, on any system:
// a path that was typed on one is read on another.
func absolute(p string) bool {
	if strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\\`) {
		return true
	}
	return len(p) >= 3 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') &&
		(p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z')
}

// typedPath turns what a person typed into a path as git has it: relative to the
// root, with single slashes and without dots. What is absolute, leads outside or
// cannot stand in a key is a *PathError.
func (c *Checkout) typedPath(typed string) (string, error) {
	p := slashed(typed)
	if strings.TrimSpace(p) == "" {
		return "", &PathError{Kind: PathEmpty, Path: typed}
	}
	if absolute(p) {
		return "", &PathError{Kind: PathAbsolute, Path: typed, Nearest: c.fromRoot(typed)}
	}
	p = path.Clean(p)
	if p == ".." || strings.HasPrefix(p, "../") {
		return "", &PathError{Kind: PathOutside, Path: typed}
	}
	if p == "." {
		return "", &PathError{Kind: PathDirectory, Path: typed}
	}
	if why := unkeyable(p); why != "" {
		return "", &PathError{Kind: PathUnkeyable, Path: typed, Detail: why}
	}
	return p, nil
}

// fromRoot is an absolute path relative to the root, "" when it lies elsewhere.
func (c *Checkout) fromRoot(p string) string {
	if c.root == "" || !filepath.IsAbs(p) {
		return ""
	}
	for _, root := range []string{c.root, filepath.Clean(c.dir)} {
		rel, err := filepath.Rel(root, p)
		if err == nil && filepath.IsLocal(rel) && rel != "." {
			if root != c.root {
				return c.FromDir(rel)
			}
			return filepath.ToSlash(rel)
		}
	}
	return ""
}

// unkeyable says why a path cannot stand in a key (section 1.1), "" when it can.
func unkeyable(p string) string {
	if !utf8.ValidString(p) {
		return fmt.Sprintf("the path %s is not UTF-8, which a key cannot hold", shown(p))
	}
	if _, err := model.NewKey(model.Unclassified, p, 1); err != nil {
		return err.Error()
	}
	return ""
}
