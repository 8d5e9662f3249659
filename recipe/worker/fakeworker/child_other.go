//go:build !unix

package main

import (
	"os"
	"os/exec"
)

// give hands a child the pipe that it answers through: its standard input, since
// only the three streams can be handed on here.
func give(cmd *exec.Cmd, w *os.File, _ bool) { cmd.Stdin = w }

// pipe is that file, in the child.
func pipe() *os.File { return os.Stdin }
