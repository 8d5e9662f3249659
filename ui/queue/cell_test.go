package queue_test

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// cellOf is the cell in which words begin on a line.
func cellOf(line, words string) (int, bool) {
	before, _, ok := strings.Cut(line, words)
	return ansi.StringWidth(before), ok
}
