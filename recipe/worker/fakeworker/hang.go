package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"gh-debt/recipe/worker/workertest"
)

// lingering is the first argument of a child that hangs.
const lingering = "--linger"

// hang starts the children, says so, and waits for ever, or leaves them there.
func hang(h workertest.Hang) error {
	if h.Deaf {
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
	}
	pids := []string{strconv.Itoa(os.Getpid())}
	if h.Children > 0 {
		theirs, err := child(h)
		if err != nil {
			return err
		}
		pids = append(pids, theirs...)
	}
	fmt.Fprintln(os.Stderr, "hanging", strings.Join(pids, " "))
	if h.Leave {
		return nil
	}
	forever()
	return nil
}

// forever waits for what does not come. A read of a pipe that this process holds
// both ends of is no deadlock to the Go runtime.
func forever() {
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	_, _ = r.Read(make([]byte, 1))
	_ = w.Close()
}

// child starts the first of the children and gives the numbers of all, when they
// run. It has our streams; what it says to us comes through a pipe of its own.
func child(h workertest.Hang) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	cmd := exec.Command(self, lingering, strconv.Itoa(h.Children-1), strconv.FormatBool(h.Deaf), strconv.FormatBool(h.Detached))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	give(cmd, w, h.Detached)
	err = cmd.Start()
	_ = w.Close()
	if err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("hear from the child: %w", err)
	}
	return strings.Fields(line), nil
}

// linger is a child: it starts the next one, tells all numbers, and hangs.
func linger(args []string) {
	left, _ := strconv.Atoi(args[0]) // child wrote them
	h := workertest.Hang{Children: left, Deaf: args[1] == "true", Detached: args[2] == "true"}
	if h.Deaf {
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
	}
	pids := []string{strconv.Itoa(os.Getpid())}
	if left > 0 {
		theirs, err := child(h)
		if err != nil {
			return
		}
		pids = append(pids, theirs...)
	}
	answer := pipe()
	fmt.Fprintln(answer, strings.Join(pids, " "))
	_ = answer.Close()
	forever()
}
