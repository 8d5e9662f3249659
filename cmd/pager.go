package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	ghconfig "github.com/cli/go-gh/v2/pkg/config"
	"github.com/google/shlex"
)

// pagerCommand is the pager that gh would use: GH_PAGER, gh's own setting, PAGER.
// None is named by an empty value or by cat.
func pagerCommand(env func(string) (string, bool)) string {
	if value, set := env("GH_PAGER"); set {
		return notCat(value)
	}
	if cfg, err := ghconfig.Read(nil); err == nil && cfg != nil {
		if value, err := cfg.Get([]string{"pager"}); err == nil && value != "" {
			return notCat(value)
		}
	}
	value, _ := env("PAGER")
	return notCat(value)
}

func notCat(pager string) string {
	if pager == "cat" {
		return ""
	}
	return pager
}

// paged runs show with standard output led through the person's pager, where
// there is one and a person reads. Leaving the pager early is no error.
func (h *house) paged(ctx context.Context, show func(World) error) error {
	w := h.world
	_, out, _, files := w.files()
	if !w.Terminal.Out || !files {
		return show(w)
	}
	words, err := shlex.Split(pagerCommand(os.LookupEnv))
	if err != nil {
		return usagef("the pager cannot be read: %w", err)
	}
	if len(words) == 0 {
		return show(w)
	}
	pager := exec.CommandContext(ctx, words[0], words[1:]...)
	pager.Stdout, pager.Stderr, pager.Env = out, os.Stderr, pagerEnv()
	pipe, err := pager.StdinPipe()
	if err != nil {
		return fmt.Errorf("start the pager %s: %w", words[0], err)
	}
	if err := pager.Start(); err != nil {
		return usagef("could not start the pager %s: %w", words[0], err)
	}
	w.Out = pipe
	shown := show(w)
	if errors.Is(shown, syscall.EPIPE) || errors.Is(shown, io.ErrClosedPipe) {
		shown = nil
	}
	return errors.Join(shown, pipe.Close(), pagerEnd(pager.Wait()))
}

// pagerEnv is the environment, with what makes less keep colours and end on a
// single screen.
func pagerEnv() []string {
	env := os.Environ()
	for _, preset := range [][2]string{{"LESS", "FRX"}, {"LV", "-c"}} {
		if _, set := os.LookupEnv(preset[0]); !set {
			env = append(env, preset[0]+"="+preset[1])
		}
	}
	return env
}

// pagerEnd leaves out that a pager ended with a status of its own.
func pagerEnd(err error) error {
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return nil
	}
	return err
}
