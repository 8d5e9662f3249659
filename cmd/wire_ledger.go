package cmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/ledger"
)

// lateLedger is the ledger of draining, opened when it is first asked, so that it
// costs nothing where nobody drains. What it fails with is a fault of a store of
// ours: status 3.
type lateLedger struct {
	path    string
	options ledger.Options
	status  string // the command that shows what is at work

	mu   sync.Mutex
	book *ledger.Ledger
}

// open opens the ledger once. One that could not be opened is tried again the next
// time: a damaged file was set aside by then.
func (l *lateLedger) open(ctx context.Context) (*ledger.Ledger, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.book != nil {
		return l.book, nil
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return nil, ledgerFault(err)
	}
	book, err := ledger.Open(ctx, l.path, l.options)
	if err != nil {
		return nil, ledgerFault(err)
	}
	l.book = book
	return book, nil
}

// Close closes the ledger, if it was opened.
func (l *lateLedger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.book == nil {
		return nil
	}
	return l.book.Close()
}

// ledgerFault tells what cannot be read or written from what a rule says. A unit
// that somebody works on is a refusal.
func ledgerFault(err error) error {
	var (
		damaged *ledger.DamagedError
		newer   *ledger.NewerError
		storage *ledger.StorageError
		busy    *ledger.BusyError
		fault   = &model.Fault{Kind: model.FaultDamaged, Op: "use the ledger of draining", Err: err}
	)
	switch {
	case errors.As(err, &busy):
		return &withStatus{exitFound, err}
	case errors.As(err, &damaged):
		fault.Hint = "the file was kept; run the command again to begin a fresh ledger, which does not know the units in flight: delete a branch debt/… of theirs, and its issues are free again"
	case errors.As(err, &newer):
		fault.Hint = "run: gh extension upgrade debt"
	case errors.As(err, &storage):
		fault.Hint = "nothing of it was lost: set that right, and run the command again"
	default:
		var path *os.PathError
		if !errors.As(err, &path) {
			return err
		}
	}
	fault.Detail = err.Error()
	return fault
}

// with asks the open ledger.
func with[T any](ctx context.Context, l *lateLedger, f func(*ledger.Ledger) (T, error)) (T, error) {
	book, err := l.open(ctx)
	if err != nil {
		var none T
		return none, err
	}
	got, err := f(book)
	if err != nil {
		err = ledgerFault(err)
	}
	var busy *ledger.BusyError
	if errors.As(err, &busy) {
		err = &withStatus{exitFound, &recipe.UsageError{Err: busy, Hint: "run the command again once that has ended; how far it is: " + l.status}}
	}
	return got, err
}

// atWork reports whether another process works on what was asked for.
func atWork(err error) bool {
	_, busy := errors.AsType[*ledger.BusyError](err)
	return busy
}

// Append is ledger.Ledger.Append.
func (l *lateLedger) Append(ctx context.Context, unit, by string, facts ...rule.Fact) (rule.Unit, error) {
	return with(ctx, l, func(b *ledger.Ledger) (rule.Unit, error) { return b.Append(ctx, unit, by, facts...) })
}

// Unit is ledger.Ledger.Unit.
func (l *lateLedger) Unit(ctx context.Context, id string) (u rule.Unit, events []rule.Event, err error) {
	u, err = with(ctx, l, func(b *ledger.Ledger) (u rule.Unit, err error) {
		u, events, err = b.Unit(ctx, id)
		return u, err
	})
	return u, events, err
}

// Active is ledger.Ledger.Active.
func (l *lateLedger) Active(ctx context.Context) ([]rule.Unit, error) {
	return with(ctx, l, func(b *ledger.Ledger) ([]rule.Unit, error) { return b.Active(ctx) })
}

// All is ledger.Ledger.All.
func (l *lateLedger) All(ctx context.Context) ([]rule.Unit, error) {
	return with(ctx, l, func(b *ledger.Ledger) ([]rule.Unit, error) { return b.All(ctx) })
}

// Find is ledger.Ledger.Find.
func (l *lateLedger) Find(ctx context.Context, number int) (unit string, ok bool, err error) {
	unit, err = with(ctx, l, func(b *ledger.Ledger) (unit string, err error) {
		unit, ok, err = b.Find(ctx, number)
		return unit, err
	})
	return unit, ok, err
}

// Since is ledger.Ledger.Since.
func (l *lateLedger) Since(ctx context.Context, id int64) ([]rule.Event, error) {
	return with(ctx, l, func(b *ledger.Ledger) ([]rule.Event, error) { return b.Since(ctx, id) })
}

// Lock is ledger.Ledger.Lock.
func (l *lateLedger) Lock(ctx context.Context, unit, step string) (unlock func(), err error) {
	return with(ctx, l, func(b *ledger.Ledger) (func(), error) { return b.Lock(ctx, unit, step) })
}
