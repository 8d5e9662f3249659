//go:build unix

package worker

import (
	"os"
	"syscall"
)

// hangUp ends a shell as a terminal that is closed does: an interactive one does
// not hear a request to end.
func hangUp(p *os.Process) error { return p.Signal(syscall.SIGHUP) }
