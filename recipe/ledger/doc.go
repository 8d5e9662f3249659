// Package ledger is the memory of draining: a log of events in SQLite, in the
// git common directory, shared by all worktrees of a clone. What a unit is, is
// derived from its events by model/drain and kept nowhere else. A fact is
// written only where the rules of model/drain allow it, in one transaction, so
// two processes that finish together both keep their facts.
//
//	l, err := ledger.Open(ctx, ".git/gh-debt/ledger.db", ledger.Options{})
//	unlock, err := l.Lock(ctx, "12-14", "produce")
//	defer unlock()
//	unit, err := l.Append(ctx, "12-14", "ana", drain.Worked{…})
package ledger
