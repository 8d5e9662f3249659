//go:build !unix && !windows

package worker

import (
	"os"
	"os/exec"
)

// family is a program alone: this system has no way to reach what it started.
type family struct{ leader *os.Process }

func launch(cmd *exec.Cmd) (*family, error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &family{leader: cmd.Process}, nil
}

func (f *family) gone() bool { return f.leader.Signal(os.Interrupt) != nil }
func (f *family) ask()       { _ = f.leader.Signal(os.Interrupt) }
func (f *family) end()       { _ = f.leader.Kill() }
func (f *family) close()     {}
