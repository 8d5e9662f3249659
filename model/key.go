package model

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	// Unclassified is the class of a finding that maps to no seeded class.
	Unclassified = "holistic/unclassified"
	// MaxLine is the greatest line number that a key can hold.
	MaxLine = 2147483647

	keyOpener  = "<!-- gaia-debt-key:"
	commentEnd = " -->"
	lineField  = " line="
)

// Key says where a finding lies (section 1.1).
type Key struct {
	Class string
	Path  string // relative to the root of the repository, with forward slashes
	Line  int    // from 1 to MaxLine
}

// KeyPart names the part of a key that an error is about.
type KeyPart string

// The parts of a key.
const (
	KeyShape      KeyPart = "shape" // the line as a whole
	KeyClass      KeyPart = "class"
	KeyPath       KeyPart = "path"
	KeyLineNumber KeyPart = "line"
)

// KeyError says why a key was refused, in one sentence with the way out.
type KeyError struct {
	Part   KeyPart
	Reason string
}

// Error is the sentence.
func (e *KeyError) Error() string { return e.Reason }

func keyErrorf(part KeyPart, format string, args ...any) *KeyError {
	return &KeyError{Part: part, Reason: fmt.Sprintf(format, args...)}
}

// NewKey makes a key for a new finding. It is stricter than reading: the path
// must be one that a repository can hold as well (relative, no backslash, no
// ".." segment). Whatever it accepts, Comment prints and FindKey reads back to
// the same key. The error is a *KeyError.
func NewKey(class, path string, line int) (Key, error) {
	k := Key{Class: class, Path: path, Line: line}
	if err := classError(class); err != nil {
		return Key{}, err
	}
	if path == "" {
		return Key{}, keyErrorf(KeyPath, "the path is empty; give it relative to the root of the repository")
	}
	if err := commentError(KeyPath, path); err != nil {
		return Key{}, err
	}
	if err := k.PathError(); err != nil {
		return Key{}, err
	}
	if line < 1 || line > MaxLine {
		return Key{}, lineError(strconv.Itoa(line))
	}
	return k, nil
}

// Inner is the inner key: the text between "gaia-debt-key: " and " -->".
func (k Key) Inner() string {
	return "v1 class=" + k.Class + " path=" + k.Path + lineField + strconv.Itoa(k.Line)
}

// Comment is the whole key line, without a line break.
func (k Key) Comment() string { return keyOpener + " " + k.Inner() + commentEnd }

// Location is the cited place as people write it: path:line.
func (k Key) Location() string { return k.Path + ":" + strconv.Itoa(k.Line) }

// PathError says what keeps the path from being one inside a repository:
// absolute, with a backslash, or with a ".." segment. A key read from an issue
// can hold such a path and still be well-formed; the check dedup-key-path
// reports it. It returns nil or a *KeyError.
func (k Key) PathError() error {
	p := k.Path
	switch {
	case strings.HasPrefix(p, "/"), len(p) > 2 && p[1] == ':' && p[2] == '/' && isLetter(p[0]):
		return keyErrorf(KeyPath, "the path %s is absolute; give it relative to the root of the repository", quoted(p))
	case strings.IndexByte(p, '\\') >= 0:
		return keyErrorf(KeyPath, "the path %s holds a backslash; write it with forward slashes", quoted(p))
	case p == "..", strings.HasPrefix(p, "../"), strings.HasSuffix(p, "/.."), strings.Contains(p, "/../"):
		return keyErrorf(KeyPath, "the path %s holds a \"..\" segment; give it relative to the root of the repository", quoted(p))
	}
	return nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// ParseInner reads an inner key. The rules for what a key may be written as are
// these, the same for every reader:
//
//   - the path is everything up to the last " line=<digits>" and may hold spaces,
//     at its end too (two spaces before "line=" make a path that ends in one);
//   - leading zeros of the line are read over: 07 is line 7, and prints as 7;
//   - a line of 0, above 2147483647, with a sign, or followed by anything is
//     malformed, and so are two spaces anywhere else;
//   - a class or path that holds "-->" is malformed, since the comment would end
//     there;
//   - a character that cannot be seen, or only looks like a space, is malformed
//     and named with its column; a tab is a legal part of a path.
//
// When only the line is wrong the class and the path are returned beside the
// error. The error is a *KeyError.
func ParseInner(s string) (Key, error) {
	if err := hiddenError(s); err != nil {
		return Key{}, err
	}
	return parseInner(s)
}

func parseInner(s string) (Key, error) {
	rest, ok := strings.CutPrefix(s, "v1 class=")
	if !ok {
		return Key{}, keyErrorf(KeyShape, `a key begins with "v1 class="`)
	}
	class, rest, ok := strings.Cut(rest, " ")
	if !ok || class == "" {
		return Key{}, keyErrorf(KeyShape, `after "class=" a word and then " path=" must follow`)
	}
	rest, ok = strings.CutPrefix(rest, "path=")
	if !ok {
		return Key{}, keyErrorf(KeyShape, `after the class " path=" must follow, with one space before it`)
	}
	at := strings.LastIndex(rest, lineField)
	if at < 0 {
		return Key{}, keyErrorf(KeyShape, `after the path " line=" and a number must follow`)
	}
	if at == 0 {
		return Key{}, keyErrorf(KeyPath, "the path is empty")
	}
	path, digits := rest[:at], rest[at+len(lineField):]
	if err := earlyEnd(KeyClass, class); err != nil {
		return Key{}, err
	}
	if err := earlyEnd(KeyPath, path); err != nil {
		return Key{}, err
	}
	n, ok := parseLine(digits)
	if !ok {
		return Key{Class: class, Path: path}, lineError(digits)
	}
	return Key{Class: class, Path: path, Line: n}, nil
}

// parseLine reads a decimal number from 1 to MaxLine; leading zeros are read over.
func parseLine(digits string) (int, bool) {
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
	}
	digits = strings.TrimLeft(digits, "0")
	if digits == "" || len(digits) > 10 {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return int(n), err == nil && n <= MaxLine
}

func lineError(written string) *KeyError {
	return keyErrorf(KeyLineNumber, "the line %s is no number from 1 to %d", quoted(written), MaxLine)
}

func classError(class string) error {
	if class == "" {
		return keyErrorf(KeyClass, "the class is empty; write %s when none fits", Unclassified)
	}
	if strings.ContainsAny(class, " \t") {
		return keyErrorf(KeyClass, "the class %s holds white space; write it as one word", quoted(class))
	}
	return commentError(KeyClass, class)
}

// commentError refuses what cannot stand inside a one-line comment.
func commentError(part KeyPart, value string) error {
	if err := earlyEnd(part, value); err != nil {
		return err
	}
	if i := strings.IndexAny(value, "\r\n"); i >= 0 {
		return keyErrorf(part, "the %s %s holds a line break, which would end the key's line early", part, quoted(value))
	}
	if r, column, ok := firstHidden(value); ok {
		return keyErrorf(part, "the %s %s holds %s at column %d, which cannot stand in a key",
			part, quoted(value), describeHidden(r), column)
	}
	return nil
}

func earlyEnd(part KeyPart, value string) error {
	if strings.Contains(value, "-->") {
		return keyErrorf(part, `the %s %s holds "-->", which would end the key's comment early`, part, quoted(value))
	}
	return nil
}
