// Package recipe holds what may be done with debt: one recipe a file. A recipe
// is a struct of what it needs with one Run(ctx, input) (result, error). It
// never prints: it returns plain values, tells how far it is through a
// callback, and leaves printing to cmd and drawing to ui.
//
// A caller tells errors apart by type: a *model.Fault says that the tracker
// could not be read or written, a *UsageError that what was asked for cannot be
// done as asked; everything else is a fault of the surroundings.
package recipe
