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

// TestAPlaceKeepsItsEnd: the file's name and the line are what one looks for.
func TestAPlaceKeepsItsEnd(t *testing.T) {
	for _, c := range []struct {
		width       int
		place, want string
	}{
		{30, "app/pay/refund.ts:118", "app/pay/refund.ts:118"},
		{21, "app/pay/refund.ts:118", "app/pay/refund.ts:118"},
		{16, "app/pay/refund.ts:118", "...refund.ts:118"},
		{3, "app/pay/refund.ts:118", "app"},
		{10, "app/支払い/払戻.ts:9", "...戻.ts:9"},
		{11, "app/支払い/払戻.ts:9", "...戻.ts:9"},
		{10, "", ""},
	} {
		if got := keepEnd(c.width, c.place); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.place, c.width, got, c.want)
		}
	}
}
