package recipe

// Book holds every recipe, made from one set of Deps. The commands and the
// screens get it and call nothing else.
type Book struct {
	// Reading.
	ReadQueue ReadQueue
	Issue     ShowIssue
	Why       Why
	Backlog   Backlog
	History   History
	Dedup     Dedup
	Brake     Brake
	Count     Count
	Sweep     Sweep
	Triage    Triage
	CapCheck  CapCheck
	Labels    LabelsList
	Origin    Origin
	Code      Code
	Paths     Paths
	Rights    Rights

	// Writing.
	File       File
	FileMany   FileMany
	KeepLocal  KeepLocal
	Regrade    Regrade
	Decline    Decline
	Undo       Undo
	Repair     Repair
	Publish    Publish
	SyncLabels SyncLabels
	Marker     Marker
	Claims     Claims

	// What the clone keeps.
	Drafts    Drafts
	Jottings  Jottings
	Changelog Changelog
}

// NewBook makes all recipes. It makes no request and reads no file.
func NewBook(d Deps) Book {
	return Book{
		ReadQueue: newReadQueue(d),
		Issue:     newShowIssue(d),
		Why:       newWhy(d),
		Backlog:   newBacklog(d),
		History:   newHistory(d),
		Dedup:     newDedup(d),
		Brake:     newBrake(d),
		Count:     newCount(d),
		Sweep:     newSweep(d),
		Triage:    newTriage(d),
		CapCheck:  newCapCheck(d),
		Labels:    newLabelsList(d),
		Origin:    newOrigin(d),
		Code:      newCode(d),
		Paths:     newPaths(d),
		Rights:    newRights(d),

		File:       newFile(d),
		FileMany:   newFileMany(d),
		KeepLocal:  newKeepLocal(d),
		Regrade:    newRegrade(d),
		Decline:    newDecline(d),
		Undo:       newUndo(d),
		Repair:     newRepair(d),
		Publish:    newPublish(d),
		SyncLabels: newSyncLabels(d),
		Marker:     newMarker(d),
		Claims:     newClaims(d),

		Drafts:    newDrafts(d),
		Jottings:  newJottings(d),
		Changelog: newChangelog(d),
	}
}
