package checkout

import (
	"fmt"
	"strconv"

	"gh-debt/model"
)

// PathFault says what is wrong with a path.
type PathFault int

// The kinds of PathError.
const (
	PathEmpty     PathFault = iota + 1
	PathAbsolute            // from the root of the disk, not of the repository
	PathOutside             // leads out of the repository
	PathUnkeyable           // cannot stand in a key (section 1.1)
	PathUntracked           // git does not track it
	PathDirectory
	PathSymlink   // it, or a directory on the way, is a symbolic link
	PathSubmodule // it is, or lies in, a submodule
	PathMissing   // tracked, but not in the working tree
	PathSpecial   // a device, a pipe, a socket
	PathBinary
	PathEncoding // text that is not UTF-8 or alike: UTF-16
	PathTooLarge
	PathPastEnd // the line is past the end of the file
)

// PathError says in one sentence what is wrong with a path or with the line in
// it, and the way out where there is one.
type PathError struct {
	Kind    PathFault
	Path    string
	Nearest string // PathUntracked: the tracked path that may be meant; PathAbsolute: the path from the root
	Detail  string // more of it: the encoding, the character, the submodule's path
	Line    int    // PathPastEnd
	Lines   int    // PathPastEnd: how many there are
	Err     error  // the cause, if any
}

// Reason is the error without the path, as a remark beside an issue that names
// the path already: "past the end: 340 lines".
func (e *PathError) Reason() string {
	switch e.Kind {
	case PathEmpty:
		return "no path is given"
	case PathAbsolute:
		return "is absolute: give it from the root of the repository" + e.meant()
	case PathOutside:
		return "is outside of the repository"
	case PathUnkeyable:
		return e.Detail
	case PathUntracked:
		if e.Detail != "" {
			return "is not tracked by git: " + e.Detail + e.meant()
		}
		return "is not tracked by git" + e.meant()
	case PathDirectory:
		return "is a directory: name a file in it"
	case PathSymlink:
		if e.Detail != "" {
			return "lies behind the symbolic link " + shown(e.Detail) + ", which is not followed"
		}
		return "is a symbolic link, which is not followed: name the file itself"
	case PathSubmodule:
		return "belongs to the submodule " + shown(e.Detail) + ": file it in that repository"
	case PathMissing:
		return "is tracked by git, but not in the working tree"
	case PathSpecial:
		return "is not a regular file"
	case PathBinary:
		return "is a binary file, which has no lines"
	case PathEncoding:
		return "is " + e.Detail + " text, whose lines git does not know: store it as UTF-8"
	case PathTooLarge:
		return "is too large: " + e.Detail
	case PathPastEnd:
		return fmt.Sprintf("past the end: %s", model.Counted(e.Lines, "line", "lines"))
	}
	return "cannot be read"
}

// meant is the hint at the path that may be meant.
func (e *PathError) meant() string {
	if e.Nearest == "" {
		return ""
	}
	return ", perhaps " + shown(e.Nearest)
}

// Error is the whole sentence.
func (e *PathError) Error() string {
	switch e.Kind {
	case PathEmpty:
		return e.Reason()
	case PathUnkeyable:
		return e.Detail
	case PathPastEnd:
		return fmt.Sprintf("line %d of %s is %s", e.Line, shown(e.Path), e.Reason())
	}
	return shown(e.Path) + " " + e.Reason()
}

// Unwrap gives the cause.
func (e *PathError) Unwrap() error { return e.Err }

// shown is a path as it can stand in a sentence: quoted where it holds what a
// reader would not see.
func shown(p string) string {
	if quoted := strconv.Quote(p); quoted[1:len(quoted)-1] != p || p == "" {
		return quoted
	}
	return p
}
