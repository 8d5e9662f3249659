//go:build !unix

package checkout

import (
	"io/fs"
	"os/exec"
)

// group leaves cmd as it is: the context kills git itself, and the commands that
// are used here start no others.
func group(*exec.Cmd) {}

// errNotDirectory is what a look below a file gives: here, that it is not there.
var errNotDirectory = fs.ErrNotExist
