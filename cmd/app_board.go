package cmd

import (
	"context"

	"gh-debt/ui/board"
	"gh-debt/ui/screen"
)

// board makes the screen of draining; nil where nothing can be drained. What it
// takes is put together when the screen is first opened, so that the app's first
// frame does not wait for it.
func (h *house) board(ctx context.Context, o *opened) func(screen.Env, screen.OpenBoard) screen.Screen {
	if o.drainable() != nil {
		return nil
	}
	memory := board.NewMemory()
	return func(e screen.Env, msg screen.OpenBoard) screen.Screen {
		y, err := h.drain(ctx)
		if err != nil {
			h.tell(err.Error())
			y = h.newYard(ctx, o) // each step says what is wrong
		}
		s := &y.steps // producing is handed the terminal; going on is not
		return board.New(e, board.Deps{
			Place: o.name(), Workers: y.workers,
			Status: s.Status, Choose: s.Choose, Start: s.Start, Screen: s.Screen, Isolate: s.Isolate,
			Produce: s.Produce, Gates: s.Gates, Propose: s.Propose, Review: s.Review, CI: s.CI,
			Brake: s.Brake, Merge: s.Merge, Drop: s.Drop, Release: s.Release, Go: y.apart.Go,
			Reconcile: s.Reconcile,
		}, memory, msg)
	}
}
