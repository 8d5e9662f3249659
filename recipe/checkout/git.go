package checkout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Call is one run of git.
type Call struct {
	Dir   string   // the directory it runs in
	Args  []string // the arguments, without "git" itself
	Env   []string // added to the runner's environment
	Alone bool     // Dir and Env alone say which repository is meant, no variable that was inherited
	Stdin io.Reader
	Read  func(io.Reader) error // takes the standard output as it comes; nil drops it
}

// Runner runs git. Git is the real one.
type Runner interface {
	// Git runs one call to its end. It gives a *GitError when git fails, an
	// error that is ErrNoGit when there is no git, the context's error when the
	// context ended first, and Read's error as it is.
	Git(ctx context.Context, c Call) error
}

// ErrNoGit says that the git command cannot be found.
var ErrNoGit = errors.New("git is not on the PATH: install it from https://git-scm.com")

// GitError is a failure of git itself.
type GitError struct {
	Args   []string
	Exit   int    // its exit status, -1 when it was killed
	Stderr string // what it said, without "fatal: "
}

// Error names the command and what git said, on one line.
func (e *GitError) Error() string {
	said := strings.Join(strings.Fields(e.Stderr), " ")
	if said == "" {
		said = fmt.Sprintf("exit status %d", e.Exit)
	}
	return "git" + e.command() + ": " + said
}

// command is the command's name behind a space, without the settings before it.
func (e *GitError) command() string {
	args := e.Args
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	if len(args) == 0 {
		return ""
	}
	return " " + args[0]
}

// ErrDiskFull says that there was no room for what git had to write.
var ErrDiskFull = errors.New("the disk is full")

// Is finds ErrDiskFull in what git said.
func (e *GitError) Is(target error) bool {
	return target == ErrDiskFull && diskFull(e.Stderr)
}

func diskFull(said string) bool {
	return strings.Contains(said, "No space left on device") || strings.Contains(said, "Disk quota exceeded") ||
		strings.Contains(said, "There is not enough space on the disk")
}

// Git runs the git command of the PATH.
type Git struct {
	env []string
}

// settled are the variables that make git's answers the same for everyone:
// English words, literal paths, no prompt, no lock taken and nothing fetched.
var settled = []string{
	"LC_ALL=C",
	"LANGUAGE=",
	"GIT_TERMINAL_PROMPT=0",
	"GIT_OPTIONAL_LOCKS=0",
	"GIT_NO_LAZY_FETCH=1",
	"GIT_LITERAL_PATHSPECS=1",
}

// unsettling are the variables that git refuses beside literal paths.
var unsettling = []string{"GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"}

// naming are the variables by which git's environment names a repository, as it
// does within a hook. A call about another worktree goes without them.
var naming = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_IMPLICIT_WORK_TREE",
	"GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_QUARANTINE_PATH",
}

// NewGit makes a runner whose git gets the environment given, usually
// os.Environ(), with what would change its answers settled.
func NewGit(env []string) *Git {
	return &Git{env: append(without(env, unsettling), settled...)}
}

// without leaves the named variables out of an environment.
func without(env, names []string) []string {
	kept := make([]string, 0, len(env)+len(settled))
next:
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		for _, n := range names {
			if strings.EqualFold(name, n) {
				continue next
			}
		}
		kept = append(kept, entry)
	}
	return kept
}

// lasting is how long git may take to end after it was told to.
const lasting = 2 * time.Second

// fixed stands before the arguments of every call.
var fixed = []string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"}

// Git runs one call; see Runner. When the context ends, git and what it started
// are told to end too.
func (g *Git) Git(ctx context.Context, c Call) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	bin, err := exec.LookPath("git")
	if err != nil {
		return fmt.Errorf("%w (%v)", ErrNoGit, err)
	}
	own, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	cmd := exec.CommandContext(own, bin, append(append([]string{}, fixed...), c.Args...)...)
	cmd.Dir = c.Dir
	cmd.Env = append(g.inherited(c.Alone), c.Env...)
	cmd.Stdin = c.Stdin
	cmd.WaitDelay = lasting
	group(cmd)
	said := &head{limit: 16 << 10}
	cmd.Stderr = said
	read, err := run(own, cmd, c.Read, stop)
	switch {
	case read == nil && err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case read != nil:
		return read
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return &GitError{Args: c.Args, Exit: exit.ExitCode(), Stderr: told(said.String())}
	}
	return fmt.Errorf("run git: %w", err)
}

// inherited is the environment that a call begins with.
func (g *Git) inherited(alone bool) []string {
	if alone {
		return without(g.env, naming)
	}
	return append([]string{}, g.env...)
}

// run starts cmd, hands its output to read and waits for both to end. A read
// that fails ends git, since nobody takes its output any more.
func run(ctx context.Context, cmd *exec.Cmd, read func(io.Reader) error, stop context.CancelCauseFunc) (readErr, err error) {
	if read == nil {
		return nil, cmd.Run()
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	// Nobody who inherited the pipe can keep us waiting after the end.
	defer context.AfterFunc(ctx, func() { out.Close() })()
	if readErr = read(out); readErr != nil {
		stop(readErr)
	}
	if _, err := io.Copy(io.Discard, out); err != nil && readErr == nil {
		stop(err)
	}
	err = cmd.Wait()
	if err != nil && readErr != nil && cmd.ProcessState.ExitCode() > 0 {
		readErr = nil // git failed by itself, which is why the output was not as expected
	}
	return readErr, err
}

// told is what git said without the words that stand before every failure.
func told(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(l, "fatal: "), "error: ")
	}
	return strings.Join(lines, "\n")
}

// head keeps the beginning of what is written to it.
type head struct {
	bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	if room := h.limit - h.Len(); room > 0 {
		h.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// output runs git and gives its whole standard output.
func output(ctx context.Context, run Runner, c Call) ([]byte, error) {
	var out []byte
	c.Read = func(r io.Reader) (err error) {
		out, err = io.ReadAll(r)
		return err
	}
	if err := run.Git(ctx, c); err != nil {
		return nil, err
	}
	return out, nil
}

// exitIs reports whether git ended with the status, which several of its
// commands use to say no.
func exitIs(err error, status int) bool {
	failed, ok := errors.AsType[*GitError](err)
	return ok && failed.Exit == status
}
