package clock_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"gh-debt/recipe/clock"
)

// TestSystemWaits as long as it is told to, and no longer than its context lasts.
func TestSystemWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var system clock.System
		began := system.Now()
		err := system.Wait(t.Context(), time.Hour)
		if waited := system.Now().Sub(began); err != nil || waited != time.Hour {
			t.Errorf("it waited %s, %v", waited, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := system.Wait(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("its context ended, and it says %v", err)
		}
	})
}
