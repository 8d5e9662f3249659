//go:build unix

package checkout

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// group gives git a session of its own and, when the context ends, asks its whole
// process group to end, so that nothing that git started is left behind. Without
// a terminal to ask at, ssh fails where it would ask for a pass phrase: in a mere
// background group it would be stopped there and wait for ever.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
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
