package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gh-debt/model"
)

// The variables that a person's shell gets.
const (
	BriefVariable = "GH_DEBT_BRIEF" // the path of the brief
	TitleVariable = "GH_DEBT_TITLE" // what the prompt shows, of plain characters alone
)

// MaxTitle is how many characters of a title a terminal and a prompt are given.
const MaxTitle = 60

// Shell is a shell for the person who works themselves.
type Shell struct {
	Dir    string    // the workspace
	Brief  string    // the file that holds the brief
	Title  string    // what is worked on, for the terminal's title and the prompt
	Stdin  io.Reader // the person's terminal
	Stdout io.Writer
	Stderr io.Writer
	Env    []string      // the person's whole environment, usually os.Environ(): it is their shell
	Grace  time.Duration // from the context's end to the shell's; 0 is DefaultGrace
}

// RunShell runs the person's shell ($SHELL, else the system's) in the workspace
// until they leave it. The path of the brief is in GH_DEBT_BRIEF and told before
// the first prompt; the title is shown by the terminal and, in bash, zsh, fish and
// what reads PS1, before the prompt, without a change of the person's files.
// Nothing of the title is read by the shell as code: it gets letters, digits and a
// few marks. The status with which a shell ends says nothing and is no error. It
// gives a *RunError: NoWorkspace, NotFound, NotStarted, or Stopped when the
// context ended.
func RunShell(ctx context.Context, s Shell) error {
	if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
		return &RunError{Kind: NoWorkspace, Program: s.Dir, Err: err}
	}
	path, err := shellOf(s.Env)
	if err != nil {
		return err
	}
	kept, err := os.MkdirTemp("", "gh-debt-shell-")
	if err != nil {
		return &RunError{Kind: NotStarted, Program: path, Err: fmt.Errorf("make a folder for its prompt: %w", err)}
	}
	defer func() { _ = os.RemoveAll(kept) }() // what stays there is a few bytes of ours
	given, err := promptFor(path, kept, s)
	if err != nil {
		return &RunError{Kind: NotStarted, Program: path, Err: fmt.Errorf("write its prompt: %w", err)}
	}
	cmd := exec.CommandContext(ctx, path, given.args...)
	cmd.Dir = s.Dir
	cmd.Env = slices.Concat(s.Env, given.env, []string{
		BriefVariable + "=" + s.Brief, TitleVariable + "=" + plain(s.Title), "PWD=" + s.Dir,
	})
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.Stdin, s.Stdout, s.Stderr
	cmd.Cancel = func() error { return hangUp(cmd.Process) }
	cmd.WaitDelay = cmp.Or(s.Grace, DefaultGrace)
	untitle := title(s.Stdout, s.Title)
	defer untitle()
	greet(s.Stdout, s.Brief)
	err = cmd.Run()
	switch _, ended := errors.AsType[*exec.ExitError](err); {
	case ctx.Err() != nil && err != nil:
		return &RunError{Kind: Stopped, Program: path, Err: context.Cause(ctx)}
	case err == nil || ended || errors.Is(err, exec.ErrWaitDelay):
		return nil
	default:
		return &RunError{Kind: NotStarted, Program: path, Err: err}
	}
}

// shellOf is the person's shell: $SHELL where it can be run, else the system's.
func shellOf(env []string) (string, error) {
	system := "/bin/sh"
	if runtime.GOOS == "windows" {
		system = cmp.Or(variable(env, "COMSPEC"), "cmd.exe")
	}
	if own := variable(env, "SHELL"); filepath.IsAbs(own) {
		if path, err := exec.LookPath(own); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath(system)
	if err != nil {
		return "", &RunError{Kind: NotFound, Program: system, Err: notOnPath(err)}
	}
	return path, nil
}

// variable is the value of a variable in an environment: of two, the last.
func variable(env []string, name string) string {
	for _, entry := range slices.Backward(env) {
		if key, value, ok := strings.Cut(entry, "="); ok && (key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name)) {
			return value
		}
	}
	return ""
}

// title gives the terminal a title (OSC 2) and gives it back its own afterwards.
// What is not a terminal gets nothing.
func title(w io.Writer, text string) (untitle func()) {
	if text == "" || !terminal(w) {
		return func() {}
	}
	const keep, back = "\x1b[22;2t", "\x1b[23;2t"
	_, _ = fmt.Fprintf(w, "%s\x1b]2;%s\x1b\\", keep, cut(model.Visible(text), MaxTitle))
	return func() { _, _ = io.WriteString(w, back) }
}

// greet says at a terminal what the shell is for, before it has the word.
func greet(w io.Writer, brief string) {
	if brief != "" && terminal(w) {
		_, _ = fmt.Fprintf(w, "What is to be done stands in %s ($%s).\r\nCommit your work and leave the shell: nothing goes out before you say so.\r\n\r\n", model.Visible(brief), BriefVariable)
	}
}

// plain is what of a title a prompt may show: letters and digits of ASCII, spaces
// and marks that no shell expands in a prompt. Anything else becomes a space.
func plain(title string) string {
	kept := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("#-_.,:/+", r) {
			return r
		}
		return ' '
	}, title)
	return cut(strings.Join(strings.Fields(kept), " "), MaxTitle)
}

// cut gives the first n characters of s.
func cut(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
