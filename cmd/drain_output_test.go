package cmd

import (
	"strings"
	"testing"
	"time"
)

// TestALiveLineIsFitForATerminal: tabs are spaces, as on the board, and nothing in it
// acts on the terminal.
func TestALiveLineIsFitForATerminal(t *testing.T) {
	var out strings.Builder
	h := house{world: World{Err: &out, Terminal: Terminal{Err: true}, Now: time.Now}}
	in, done := h.input("12")
	in.Output("ok\tshop \x1b[2J")
	done()
	if got := out.String(); got != "  ok    shop ^[[2J\n" {
		t.Errorf("%q", got)
	}
}
