//go:build !windows

package cmd

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// Ctrl-C, kill and a closed terminal end what waits in one way; a hang-up that is
// ignored, as nohup has it, stays so.
func TestTheProgramStopsAsItIsTold(t *testing.T) {
	for name, sig := range map[string]syscall.Signal{"ctrl-c": syscall.SIGINT, "kill": syscall.SIGTERM, "a closed terminal": syscall.SIGHUP} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := untilStopped()
			defer stop()
			if err := syscall.Kill(os.Getpid(), sig); err != nil {
				t.Fatal(err)
			}
			<-ctx.Done()
		})
	}
	t.Run("nohup", func(t *testing.T) {
		signal.Ignore(syscall.SIGHUP)
		defer func() { // Reset alone leaves it ignored, here and in every program started later
			listening := make(chan os.Signal, 1)
			signal.Notify(listening, syscall.SIGHUP)
			signal.Stop(listening)
		}()
		_, stop := untilStopped()
		defer stop()
		if !signal.Ignored(syscall.SIGHUP) {
			t.Error("a hang-up is listened to although it was ignored")
		}
	})
}
