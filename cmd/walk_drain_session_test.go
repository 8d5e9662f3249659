//go:build !windows

package cmd_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/worker/workertest"
)

// session is one clone with a person's own settings.
type session struct {
	place
	y *yard
}

// clone makes a session of these workers.
func (y *yard) clone(name string, workers map[string]workertest.Script) *session {
	y.t.Helper()
	dir, home := filepath.Join(y.base, name), filepath.Join(y.base, name+"-home")
	y.git(y.base, "clone", "--quiet", y.bare, dir)
	y.git(dir, "symbolic-ref", "HEAD", "refs/heads/main")
	// What a clone of GitHub has; the way there ends at the bare repository.
	y.git(dir, "remote", "set-url", "origin", "git@github.com:acme/shop.git")
	y.git(dir, "config", "ssh.variant", "simple")
	y.git(dir, "config", "core.sshCommand", y.way())
	config := filepath.Join(home, "gh")
	if err := os.MkdirAll(config, 0o700); err != nil {
		y.t.Fatal(err)
	}
	s := &session{y: y, place: place{dir: dir, env: append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GH_CONFIG_DIR=" + config, "GH_TOKEN=token-of-ana",
		"XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "XDG_STATE_HOME=" + filepath.Join(home, "state"), "LANG=C.UTF-8",
	}, gittest.Own()...)}}
	s.write(filepath.Join(config, "config.yml"), "http_unix_socket: "+y.socket+"\n")
	s.hire(workers)
	return s
}

// way is a program that takes the place of ssh and serves the bare repository,
// whatever it is asked for.
func (y *yard) way() string {
	y.t.Helper()
	file := filepath.Join(y.base, "ssh.sh")
	text := "#!/bin/sh\nfor last; do :; done\ncommand=${last%% *}\nexec git \"${command#git-}\" '" + y.bare + "'\n"
	if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
		y.t.Fatal(err)
	}
	return file
}

// hire writes the person's workers; the family of each is its name.
func (s *session) hire(workers map[string]workertest.Script) {
	s.y.t.Helper()
	if len(workers) == 0 {
		return
	}
	text := "workers:\n"
	for name, script := range workers {
		role := "implement"
		if strings.HasPrefix(name, "judge") {
			role = "review"
		}
		command, err := json.Marshal(script.Command(s.y.t))
		if err != nil {
			s.y.t.Fatal(err)
		}
		text += fmt.Sprintf("  - name: %s\n    roles: [%s]\n    family: %s\n    command: %s\n", name, role, name, command)
	}
	s.write(filepath.Join(filepath.Dir(s.dir), filepath.Base(s.dir)+"-home", "gh", "gh-debt.yml"), text)
}

func (s *session) write(file, text string) {
	s.y.t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		s.y.t.Fatal(err)
	}
}

// drain runs `gh debt drain` and gives what it printed; the status must be this one.
func (s *session) drain(status int, args ...string) string {
	s.y.t.Helper()
	out, got := s.all(s.y.binary, append([]string{"drain"}, args...)...)
	if got != status {
		s.y.t.Fatalf("drain %v ended with %d, want %d:\n%s", args, got, status, out)
	}
	return out
}

// all runs a command and gives both its streams.
func (s *session) all(binary string, args ...string) (string, int) {
	s.y.t.Helper()
	c := exec.Command(binary, args...)
	c.Dir, c.Env = s.dir, s.env
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		s.y.t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// killed runs a command and kills it when a request of this method, whose path ends
// so, was executed and not answered yet.
func (s *session) killed(method, end string, args ...string) {
	s.y.t.Helper()
	s.y.mu.Lock()
	s.y.trap = func(r *http.Request) bool { return r.Method == method && strings.HasSuffix(r.URL.Path, end) }
	s.y.mu.Unlock()
	c := exec.Command(s.y.binary, append([]string{"drain"}, args...)...)
	c.Dir, c.Env = s.dir, s.env
	var out strings.Builder
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		s.y.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	select {
	case <-s.y.hit:
		_ = c.Process.Kill()
		<-ended
	case <-ended:
		s.y.t.Fatalf("drain %v ended before %s …%s:\n%s", args, method, end, out.String())
	}
}
