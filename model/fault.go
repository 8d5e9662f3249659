package model

import (
	"fmt"
	"time"
)

// FaultKind says what kept the tracker from answering, so that a caller can
// decide and the edge can choose the exit status.
type FaultKind int

// The kinds of fault.
const (
	FaultOffline       FaultKind = iota + 1 // no connection, a time-out, 5xx after the retries
	FaultAnswer                             // an answer that is not what GitHub sends: HTML, cut JSON
	FaultNotSignedIn                        // no token, or 401
	FaultNoPermission                       // 403 that is no rate limit, or a 404 on a write
	FaultNotFound                           // the repository or the issue is not there
	FaultIssuesOff                          // 410: the repository has its issues turned off
	FaultArchived                           // the repository is read-only
	FaultRateLimited                        // primary or secondary limit, until Fault.Until
	FaultInvalid                            // 422: GitHub refuses the values
	FaultUnknownResult                      // a write was sent and its answer was lost
	FaultUnstable                           // the list kept changing while it was read
	FaultDamaged                            // the embedded tracker's file cannot be read or written
)

// Fault is an error of the tracker. Error is one sentence; Hint, when there is
// one, says what to do next.
type Fault struct {
	Kind   FaultKind
	Op     string    // what was being done: "read the open issues of acme/shop"
	Status int       // HTTP status, 0 when there was no answer
	Detail string    // what GitHub said, on one line
	Hint   string    // the way out: "run: gh auth login --hostname github.com"
	Until  time.Time // FaultRateLimited: when it may be tried again; zero if not told
	Err    error     // the cause, if any
}

// Error is one sentence without the hint.
func (f *Fault) Error() string {
	if f.Detail == "" {
		return fmt.Sprintf("could not %s", f.Op)
	}
	return fmt.Sprintf("could not %s: %s", f.Op, f.Detail)
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Err }
