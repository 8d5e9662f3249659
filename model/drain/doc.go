// Package drain holds the rules by which a unit of debt goes from the queue to
// gone: which step may follow which, what may be claimed, what counts as green,
// what a review must hold, and when the engine stops. A unit is known by its
// events alone: Fold makes its state of them, Allowed says whether one may
// follow. All is pure: no clock, no files, no network.
package drain
