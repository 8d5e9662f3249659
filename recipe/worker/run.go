package worker

import (
	"context"
	"os"
	"time"

	"gh-debt/model/drain"
	"gh-debt/recipe/clock"
)

// DefaultGrace is how long a program may take to end after it was asked to.
const DefaultGrace = 5 * time.Second

// Runner runs programs. The zero value is ready: the environment, the PATH and
// the clock of this process.
type Runner struct {
	Env   func(name string) string                   // where variables come from; nil is os.Getenv
	Look  func(name string) (path string, err error) // finds a program on the PATH; nil is exec.LookPath
	Clock clock.Clock                                // nil is the computer's
	Grace time.Duration                              // from being asked to end to being ended; 0 is DefaultGrace
	Limit time.Duration                              // of a gate, and of a job that names none; 0 is drain.DefaultTimeout
}

// Job is one run of a program.
type Job struct {
	Command []string      // the program and its arguments, as they are: no shell reads them
	Dir     string        // the workspace, its working directory
	Stdin   string        // the brief
	Env     []string      // names of variables it gets beside PATH, HOME, LANG and TERM
	Timeout time.Duration // 0 is the runner's limit

	// Out is told each line of both streams as it comes, made visible and cut at
	// MaxLine characters. It is called by one goroutine at a time and must not
	// wait: the program waits with it. Nil tells nobody.
	Out func(line string)
}

// Result is what a run left.
type Result struct {
	Stdout []byte        // standard output as it was, at most MaxStdout: data, to be parsed and nothing else
	Stderr string        // the end of standard error, made visible
	Tail   string        // the end of both streams as they came, made visible
	Exit   int           // its exit status, -1 when a signal ended it
	Took   time.Duration // by the clock
}

// Work is the job of a worker with this brief in this workspace.
func Work(w drain.Worker, dir, brief string, out func(line string)) Job {
	timeout := w.Timeout
	if timeout <= 0 {
		timeout = drain.DefaultTimeout
	}
	return Job{Command: w.Command, Dir: dir, Stdin: brief, Env: w.Env, Timeout: timeout, Out: out}
}

// Run runs a program to its end, or ends it, with everything that it started, at
// its limit or when the context ends. What it leaves running when it ends itself
// is ended too: nobody may change the workspace after its worker is done. It
// gives a *RunError for whatever is not an end with status 0; the result holds
// then what there is. A *RunError that is Stopped wraps the context's error.
func (r Runner) Run(ctx context.Context, j Job) (Result, error) {
	r = r.settled()
	if info, err := os.Stat(j.Dir); err != nil || !info.IsDir() {
		return Result{}, &RunError{Kind: NoWorkspace, Program: j.Dir, Err: err}
	}
	path, err := r.Find(j.Command, j.Dir)
	if err != nil {
		return Result{}, err
	}
	if ctx.Err() != nil {
		return Result{}, &RunError{Kind: Stopped, Program: j.Command[0], Err: context.Cause(ctx)}
	}
	if j.Timeout <= 0 {
		j.Timeout = r.Limit
	}
	began := r.Clock.Now()
	p, err := start(path, j, environment(r.Env, j.Env))
	if err != nil {
		return Result{}, &RunError{Kind: NotStarted, Program: j.Command[0], Err: err}
	}
	fault := r.attend(ctx, p, j)
	result := p.result()
	result.Took = r.Clock.Now().Sub(began)
	if fault == nil {
		fault = p.fault(j.Command[0])
	}
	if fault != nil {
		return result, fault
	}
	return result, nil
}

// settled is the runner with what was left out filled in.
func (r Runner) settled() Runner {
	if r.Env == nil {
		r.Env = os.Getenv
	}
	if r.Clock == nil {
		r.Clock = clock.System{}
	}
	if r.Grace <= 0 {
		r.Grace = DefaultGrace
	}
	if r.Limit <= 0 {
		r.Limit = drain.DefaultTimeout
	}
	return r
}

// attend waits until the program has ended, or ends it. The error says why it was
// ended; nil says that it ended itself.
func (r Runner) attend(ctx context.Context, p *program, j Job) *RunError {
	waiting, stop := context.WithCancel(ctx)
	over := make(chan error, 1)
	go func() { over <- r.Clock.Wait(waiting, j.Timeout) }()
	var fault *RunError
	select {
	case <-p.exited:
	case err := <-over:
		switch {
		case p.ended(): // just then
		case err == nil:
			fault = &RunError{Kind: TimedOut, Program: j.Command[0], Limit: j.Timeout}
		default:
			fault = &RunError{Kind: Stopped, Program: j.Command[0], Err: cause(ctx, err)}
		}
	}
	stop()
	after := context.WithoutCancel(ctx)
	r.finish(after, p.kin)
	if !r.lingers(after, p.exited) {
		p.letGo()
		return &RunError{Kind: NotEnded, Program: j.Command[0]}
	}
	// Whoever left the family and holds the pipes cannot keep us waiting.
	r.lingers(after, p.silent)
	p.letGo()
	<-p.silent
	return fault
}

func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// lingers waits for done as long as a program may take to end.
func (r Runner) lingers(ctx context.Context, done <-chan struct{}) bool {
	waiting, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan error, 1)
	go func() { over <- r.Clock.Wait(waiting, r.Grace) }()
	select {
	case <-done:
		return true
	case <-over:
	}
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// The steps in which is looked whether a family is gone.
const (
	looks  = 50 // in the grace
	rounds = 10 // of ending those who were just started
)

// finish ends whoever of the family is still there: it is asked, and after the
// grace it is ended.
func (r Runner) finish(ctx context.Context, f *family) {
	defer f.close()
	if f.gone() {
		return
	}
	f.ask()
	for range looks {
		if f.gone() {
			return
		}
		_ = r.Clock.Wait(ctx, r.Grace/looks) // the context does not end
	}
	for range rounds {
		f.end()
		if f.gone() {
			return
		}
		_ = r.Clock.Wait(ctx, r.Grace/looks)
	}
}
