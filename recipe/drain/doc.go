// Package drain takes units of debt from the queue to gone: one step a file,
// each safe to run twice. A step looks, does one thing, and writes down each
// fact in the ledger as it happens, so that a killed step is taken up again
// where it was. What may follow what is decided in gh-debt/model/drain, which is
// imported here as rule.
package drain
