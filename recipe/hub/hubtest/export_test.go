package hubtest

// SpecFolder is specFolder.
func SpecFolder(named, from string) (string, error) { return specFolder(named, from) }
