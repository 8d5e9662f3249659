package worker

import "golang.org/x/sys/unix"

// zombie is the state of a process that only waits to be buried (SZOMB).
const zombie = 5

// processes lists the system's processes, as the kernel tells them. It does not
// tell their sessions.
func processes() []listed {
	procs, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	all := make([]listed, 0, len(procs))
	for i := range procs {
		p := &procs[i]
		all = append(all, listed{
			process: process{
				pid:   int(p.Proc.P_pid),
				start: uint64(p.Proc.P_starttime.Sec)<<20 | uint64(p.Proc.P_starttime.Usec),
			},
			parent: int(p.Eproc.Ppid), group: int(p.Eproc.Pgid),
			dead: p.Proc.P_stat == zombie,
		})
	}
	return all
}
