package cmd

import (
	"context"
	"runtime/debug"
	"sync"

	"gh-debt/model"
	"gh-debt/recipe"
)

// What the app may hold before the garbage collector works harder: a floor, and
// so much for each issue that it shows. An app stays open all day, so that memory
// matters more than the little time that this takes.
const (
	leastMemory    = 100 << 20
	memoryPerIssue = 10 << 10
)

// listGCPercent lets the garbage collector of a long list begin at half again of
// what is in use, which costs some 20 ms with 10,000 issues.
const listGCPercent = 50

// thin makes a list hold no prose, and little of what it is done with. A person
// who set GOGC has decided already.
func (h *house) thin() {
	h.gist = model.Gist
	if h.world.Env("GOGC") == "" {
		debug.SetGCPercent(listGCPercent)
	}
}

// frugal reads the queue for the app and keeps the memory in proportion to the
// lists that were read. A person who set GOMEMLIMIT has decided already.
type frugal struct {
	recipe.ReadQueue
	decided bool

	mu   sync.Mutex
	held map[recipe.Show]int // issues, by list
}

// Known is ReadQueue.Known.
func (f *frugal) Known(ctx context.Context, show recipe.Show) (recipe.QueueResult, bool) {
	res, ok := f.ReadQueue.Known(ctx, show)
	f.hold(show, len(res.Issues))
	return res, ok
}

// Run is ReadQueue.Run.
func (f *frugal) Run(ctx context.Context, in recipe.QueueInput) (recipe.QueueResult, error) {
	res, err := f.ReadQueue.Run(ctx, in)
	if err == nil {
		f.hold(in.Show, len(res.Issues))
	}
	return res, err
}

// hold takes note of a list and sets the limit for all that were read.
func (f *frugal) hold(show recipe.Show, issues int) {
	if f.decided {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.held == nil {
		f.held = map[recipe.Show]int{}
	}
	f.held[show] = issues
	total := 0
	for _, n := range f.held {
		total += n
	}
	debug.SetMemoryLimit(memoryLimit(total))
}

// memoryLimit is in bytes.
func memoryLimit(issues int) int64 { return max(leastMemory, int64(issues)*memoryPerIssue) }
