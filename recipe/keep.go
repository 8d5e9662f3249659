package recipe

import (
	"context"
)

// KeepLocal keeps a finding in the clone's embedded tracker while GitHub cannot
// be reached; Publish files it there later.
type KeepLocal struct {
	// File is the filing, to be pointed at the embedded tracker.
	File File
	// Local opens the embedded tracker; nil where there is none.
	Local func(ctx context.Context) (Tracker, error)
}

func newKeepLocal(d Deps) KeepLocal { return KeepLocal{File: newFile(d), Local: d.Local} }

// Run files the finding in the embedded tracker, with every rule of a filing.
// The draft goes once the finding is kept.
func (r KeepLocal) Run(ctx context.Context, in FileInput) (FileResult, error) {
	if r.Local == nil {
		return FileResult{Findings: []Remark{}, DraftID: in.DraftID}, usagef("there is no embedded tracker here to keep the finding in")
	}
	local, err := r.Local(ctx)
	if err != nil {
		return FileResult{Findings: []Remark{}, DraftID: in.DraftID}, err
	}
	file := r.File
	file.Tracker, file.Dedup.Tracker = local, local
	file.HasLocal = false
	return file.Run(ctx, in)
}
