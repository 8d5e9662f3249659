package sqlitefile

// KindOf is storageKind.
func KindOf(err error) (StorageKind, bool) { return storageKind(err) }

// Impatient makes f say at once that a write waits.
func (f *File) Impatient() { f.patience = 0 }
