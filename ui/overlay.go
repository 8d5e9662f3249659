package ui

import (
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/x/ansi"
)

// place is where the upper left corner of a box lies that is in the middle of a
// frame, its empty cells on either side not counted.
func place(size screen.Size, box []string) (left, top int) {
	return max((size.Width-kit.Width(box[0]))/2, 1), max((size.Height-1-len(box))/2, 0)
}

// over lays a box over the middle of a frame. What it does not cover steps back,
// so that the box is what one looks at.
func over(t *theme.Theme, frame, box []string, size screen.Size) []string {
	if len(box) == 0 {
		return frame
	}
	left, top := place(size, box)
	left-- // an empty cell on either side
	width, boxWidth := size.Width, kit.Width(box[0])+2
	out := make([]string, len(frame))
	last := len(frame) - 1 // the footer tells the keys of the box
	for i, line := range frame {
		switch {
		case i == last:
			out[i] = line
		case i >= top && i < top+len(box):
			under := kit.Fit(t, ansi.Strip(line), width)
			before := ansi.Truncate(under, left, "")
			after := ansi.TruncateLeft(under, left+boxWidth, "")
			out[i] = t.Faint.Render(before+kit.Spaces(left-kit.Width(before))) + " " + box[i-top] + " " +
				t.Faint.Render(kit.Spaces(width-left-boxWidth-kit.Width(after))+after)
		default:
			out[i] = t.Faint.Render(ansi.Strip(line))
		}
	}
	return out
}
