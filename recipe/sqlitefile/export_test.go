package sqlitefile

// KindOf is systemKind.
func KindOf(err error) (StorageKind, bool) { return systemKind(err) }

// Impatient makes f say at once that a write waits.
func (f *File) Impatient() { f.patience = 0 }
