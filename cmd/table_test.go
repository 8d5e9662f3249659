package cmd

import (
	"errors"
	"testing"
)

// noRoom is a disk without room.
type noRoom struct{}

var errFull = errors.New("no space left on device")

func (noRoom) Write([]byte) (int, error) { return 0, errFull }

// A result that could not be written is no success: exit status 2, not 0.
func TestATableThatCannotBeWrittenIsAnError(t *testing.T) {
	for name, terminal := range map[string]Terminal{"a pipe": {}, "a terminal": {Out: true, Width: 80}} {
		t.Run(name, func(t *testing.T) {
			table := table(World{Out: noRoom{}, Terminal: terminal}, "#", "TITLE")
			table.AddField("12")
			table.AddField("Lock file is removed while held")
			table.EndRow()
			if err := table.Render(); !errors.Is(err, errFull) || exitStatus(err) != exitUsage {
				t.Errorf("Render: %v", err)
			}
		})
	}
}
