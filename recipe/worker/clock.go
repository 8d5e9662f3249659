package worker

import (
	"context"
	"time"
)

// Clock tells the time and waits, so that a test of a hung worker needs no sleep.
type Clock interface {
	Now() time.Time
	// Wait returns after d, or earlier with the context's error.
	Wait(ctx context.Context, d time.Duration) error
}

// systemClock is the computer's own clock.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
