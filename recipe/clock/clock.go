// Package clock is the time as what waits is given it, so that a test of it needs no
// sleep.
package clock

import (
	"context"
	"time"
)

// Clock tells the time and waits.
type Clock interface {
	Now() time.Time
	// Wait returns after d, or earlier with the context's error.
	Wait(ctx context.Context, d time.Duration) error
}

// System is the computer's own clock.
type System struct{}

// Now is the present time.
func (System) Now() time.Time { return time.Now() }

// Wait returns after d, or earlier with the context's error.
func (System) Wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
