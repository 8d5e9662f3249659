//go:build unix

package worker

import (
	"os/exec"
	"syscall"
)

// family is a program and all that it started. It has a session of its own: no
// terminal, so that it can neither read the person's keys nor write past us onto
// their screen, and a process group that a signal reaches as a whole. Who leaves
// the group is known by descent, where the system lists its processes.
type family struct {
	leader int
	known  map[process]bool
}

// process is one process of the system; two that had one number after another
// differ in their start.
type process struct {
	pid   int
	start uint64
}

// listed is a process as the system lists it.
type listed struct {
	process
	parent, group, session int
	dead                   bool // it only waits to be buried
}

// launch starts a command as the first of a family.
func launch(cmd *exec.Cmd) (*family, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	f := &family{leader: cmd.Process.Pid, known: map[process]bool{}}
	for _, p := range processes() {
		if p.pid == f.leader {
			f.known[p.process] = true
		}
	}
	return f, nil
}

// living is who of the family runs, of all processes. Each look finds whom the ones known so far
// have started since.
func (f *family) living(all []listed) []int {
	for grew := true; grew; {
		grew = false
		ours := make(map[int]bool, len(f.known))
		for _, p := range all {
			if f.known[p.process] {
				ours[p.pid] = true
			}
		}
		for _, p := range all {
			if !f.known[p.process] && (p.group == f.leader || p.session == f.leader || ours[p.parent]) {
				f.known[p.process] = true
				grew = true
			}
		}
	}
	var pids []int
	for _, p := range all {
		if f.known[p.process] && !p.dead {
			pids = append(pids, p.pid)
		}
	}
	return pids
}

// gone reports whether nobody of the family runs.
func (f *family) gone() bool {
	all := processes()
	if len(all) == 0 { // not even ourselves: this system does not list them
		return syscall.Kill(-f.leader, 0) != nil
	}
	return len(f.living(all)) == 0
}

// ask asks all of the family to end.
func (f *family) ask() { f.signal(syscall.SIGTERM) }

// end ends all of the family.
func (f *family) end() { f.signal(syscall.SIGKILL) }

// signal reaches the group at once and the others one by one. Who is gone by then
// needs no signal, so that its errors say nothing.
func (f *family) signal(s syscall.Signal) {
	others := f.living(processes())
	_ = syscall.Kill(-f.leader, s)
	for _, pid := range others {
		_ = syscall.Kill(pid, s)
	}
}

func (f *family) close() {}
