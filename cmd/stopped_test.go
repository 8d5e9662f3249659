//go:build !windows

package cmd

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// Ctrl-C, kill and a closed terminal end what waits in one way.
func TestTheProgramStopsAsItIsTold(t *testing.T) {
	for name, sig := range map[string]syscall.Signal{"ctrl-c": syscall.SIGINT, "kill": syscall.SIGTERM, "a closed terminal": syscall.SIGHUP} {
		t.Run(name, func(t *testing.T) {
			if signal.Ignored(sig) {
				t.Skip("the tests run where it is ignored, as below nohup, and so does a program: it is not told")
			}
			ctx, stop := untilStopped()
			defer stop()
			if err := syscall.Kill(os.Getpid(), sig); err != nil {
				t.Fatal(err)
			}
			<-ctx.Done()
		})
	}
}
