package filing

import (
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
)

// draftName names a draft by the best that it holds: its place, its title, else
// how its failure mode begins.
func draftName(f recipe.FindingInput) string {
	title := f.Title
	if title == "" {
		title = model.TitleFrom(f.FailureMode)
	}
	place := f.Path
	if f.Line != 0 {
		place += ":" + strconv.Itoa(f.Line)
	}
	return model.Visible(strings.TrimSpace(strings.Join([]string{place, title}, "  ")))
}
