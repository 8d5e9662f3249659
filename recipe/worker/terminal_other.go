//go:build !unix

package worker

import "os"

// hangUp ends a shell: there is no gentler way here.
func hangUp(p *os.Process) error { return p.Kill() }
