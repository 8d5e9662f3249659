package worker

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
)

// program is a program that runs.
type program struct {
	cmd     *exec.Cmd
	kin     *family
	out     output
	ends    []*os.File    // our ends of its pipes
	exited  chan struct{} // closed when it has ended
	silent  chan struct{} // closed when both its streams are read
	waitErr error         // of cmd.Wait, once exited
	release sync.Once
}

// start starts a program. Its streams are pipes of our own, so that nothing waits
// for them but attend.
func start(path string, j Job, env []string) (*program, error) {
	p := &program{exited: make(chan struct{}), silent: make(chan struct{})}
	p.out.show = j.Out
	p.cmd = &exec.Cmd{Path: path, Args: j.Command, Dir: j.Dir, Env: env}
	theirs, err := p.pipes()
	if err != nil {
		return nil, err
	}
	p.kin, err = launch(p.cmd)
	for _, f := range theirs {
		_ = f.Close() // the program has its own
	}
	if err != nil {
		p.letGo()
		return nil, err
	}
	go p.feed(j.Stdin)
	go p.read()
	go func() {
		p.waitErr = p.cmd.Wait()
		close(p.exited)
	}()
	return p, nil
}

// pipes connects the three streams and returns the program's ends.
func (p *program) pipes() (theirs []*os.File, err error) {
	for range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			for _, f := range append(theirs, p.ends...) {
				_ = f.Close()
			}
			return nil, err
		}
		if p.cmd.Stdin == nil {
			p.cmd.Stdin = r
			theirs, p.ends = append(theirs, r), append(p.ends, w)
			continue
		}
		theirs, p.ends = append(theirs, w), append(p.ends, r)
	}
	p.cmd.Stdout, p.cmd.Stderr = theirs[1], theirs[2]
	return theirs, nil
}

// feed writes the brief. A program need not read it.
func (p *program) feed(brief string) {
	_, _ = io.WriteString(p.ends[0], brief)
	_ = p.ends[0].Close()
}

// read reads both streams to their ends.
func (p *program) read() {
	var both sync.WaitGroup
	both.Go(func() { p.out.copyStream(p.ends[1], &p.out.report) })
	both.Go(func() { p.out.copyStream(p.ends[2], &p.out.said) })
	both.Wait()
	close(p.silent)
}

// letGo closes our ends of the pipes, which ends all reading and writing.
func (p *program) letGo() {
	p.release.Do(func() {
		for _, f := range p.ends {
			_ = f.Close()
		}
	})
}

// result is what there is of the run.
func (p *program) result() Result {
	p.out.mu.Lock()
	defer p.out.mu.Unlock()
	res := Result{Stdout: p.out.report.buf.Bytes(), Stderr: p.out.said.text(), Tail: p.out.all.text(), Exit: -1}
	if p.ended() {
		res.Exit = p.cmd.ProcessState.ExitCode()
	}
	return res
}

func (p *program) ended() bool {
	select {
	case <-p.exited:
		return p.cmd.ProcessState != nil
	default:
		return false
	}
}

// fault is what was wrong with a program that ended itself.
func (p *program) fault(name string) *RunError {
	if p.waitErr == nil {
		if p.out.report.over {
			return &RunError{Kind: TooMuch, Program: name}
		}
		return nil
	}
	exit, ok := errors.AsType[*exec.ExitError](p.waitErr)
	if !ok {
		return &RunError{Kind: NotStarted, Program: name, Err: p.waitErr}
	}
	said := lastLine(p.out.said.text())
	if said == "" {
		said = lastLine(p.out.all.text())
	}
	return &RunError{Kind: Exited, Program: name, Exit: exit.ExitCode(), Said: said, Err: p.waitErr}
}
