//go:build unix

package checkout

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// group gives git a process group of its own and, when the context ends, asks the
// whole group to end, so that nothing that git started is left behind.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
}

// errNotDirectory is what a look below a file gives.
const errNotDirectory = syscall.ENOTDIR
