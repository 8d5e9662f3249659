//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// give hands a child the pipe that it answers through, as its fourth file.
func give(cmd *exec.Cmd, w *os.File, detached bool) {
	cmd.ExtraFiles = []*os.File{w}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: detached}
}

// pipe is that file, in the child.
func pipe() *os.File {
	syscall.CloseOnExec(3)
	return os.NewFile(3, "answer")
}
