// Package tracker is the one client for GitHub and for the embedded hub, which
// speaks the same API. It is built on go-gh's REST and GraphQL clients and keeps
// all that they honour: hosts, tokens, the unix socket of gh's configuration.
//
//	c, err := tracker.New(tracker.Options{Repo: repository.Repository{Host: "github.com", Owner: "acme", Name: "shop"}})
//	issues, err := c.Issues(ctx, model.Open, nil)
//
// A read is complete or an error, and a list is also consistent: an issue that
// was in it all the while is in the result, although pages shift while they are
// read (see reading.pass). Reads are repeated after 502, 503, 504 and faults of the
// connection; a write is never repeated unless GitHub surely did not carry it
// out. GitHub's limits are waited for. Every error is a *model.Fault.
//
// What draining needs is here too: branches, whose creation exactly one of several
// wins; pull requests with their commits, files and reviews; all that is said of a
// commit's checks; the rules of a branch; merging exactly the approved head, and
// the merge queue. Where GitHub refuses and the caller decides, the error is a
// *MergeRefused or a *BranchMoved around the fault.
//
// # Bytes
//
// go-gh puts a sanitizer right above its transport, which rewrites the control
// characters of every JSON answer. A body that is edited must keep its bytes, so
// the sanitizer has to be kept off what is decoded here, and there is no option
// for that. It looks at the Content-Type alone; therefore the transport given to
// go-gh (wire) takes that header off the answers that succeed and hands it over
// beside them. Answers that fail keep it: their words are only ever shown, and
// go-gh reads them. A Transport also takes the place of go-gh's own unix socket,
// so that one is made here from the same setting. Whoever shows an issue's text
// sends it through model.Visible.
package tracker
