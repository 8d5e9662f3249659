// Package cmd holds the commands of gh debt: flags become the input of a recipe,
// its result becomes lines, JSON and an exit status. wire.go is the one place
// where the tracker, the embedded tracker and the checkout are put together.
package cmd

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/cli/go-gh/v2/pkg/term"
)

// World is what a command has from outside: its streams, environment, working
// directory, clock and terminal. Tests give their own.
type World struct {
	In       io.Reader
	Out      io.Writer
	Err      io.Writer
	Env      func(name string) string
	Dir      string
	Now      func() time.Time
	Wait     func(context.Context, time.Duration) error // nil is real time
	Terminal Terminal
	Version  string
}

// Terminal says what the standard streams are connected to.
type Terminal struct {
	In    bool // standard input is a terminal, so that a person can be asked
	Out   bool // standard output is a terminal (or GH_FORCE_TTY says so)
	Err   bool // standard error is a terminal, so that progress can be shown
	Color bool // as NO_COLOR, CLICOLOR and CLICOLOR_FORCE have it
	Width int  // columns
}

// Main runs the program with the process's arguments and returns its exit
// status (section 7). An interrupt ends whatever waits, and the program with it.
func Main(version string) int {
	ctx, stop := untilStopped()
	defer stop()
	return Run(ctx, os.Args[1:], process(version))
}

// untilStopped gives a context that ends when the program is told to: by Ctrl-C,
// by kill, or by a terminal that is closed, unless nohup has it ignored. The
// first signal lets a change that has begun come to its end; a second one ends
// the program at once.
func untilStopped() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// process is the world of this very process.
func process(version string) World {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return World{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Env: os.Getenv, Dir: dir, Now: time.Now,
		Terminal: terminal(), Version: version,
	}
}

func terminal() Terminal {
	t := term.FromEnv()
	width, _, err := t.Size()
	if err != nil || width <= 0 {
		width = 80
	}
	return Terminal{
		In:    term.IsTerminal(os.Stdin),
		Out:   t.IsTerminalOutput(),
		Err:   term.IsTerminal(os.Stderr),
		Color: t.IsColorEnabled(),
		Width: width,
	}
}
