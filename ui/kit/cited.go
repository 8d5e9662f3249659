package kit

import (
	"gh-debt/model"
	"gh-debt/recipe"
)

// Cited draws the code that an issue cites, so many lines before and after the
// cited one, in lines of width cells; over it, where the place is not as it was
// cited, what is the matter. Without lines it is that alone.
func (c *Code) Cited(ex recipe.Excerpt, width, around int) []string {
	var out []string
	if ex.Problem != "" {
		words := model.Visible(ex.Path + " " + ex.Problem)
		if ex.Nearest != "" {
			words += "; there is " + model.Visible(ex.Nearest)
		}
		out = append(out, Wrapped(words, width, c.look.Warn)...)
	}
	if len(ex.Lines) == 0 {
		return out
	}
	first, lines := ex.First, ex.Lines
	if at := ex.Line - first; ex.Line > 0 && at >= 0 && at < len(lines) {
		from := max(at-around, 0)
		first, lines = first+from, lines[from:min(at+around+1, len(lines))]
	}
	shown := make([]string, len(lines))
	for i, l := range lines {
		shown[i] = model.VisibleText(l)
	}
	return append(out, c.Excerpt(ex.Path, first, shown, ex.Line, width)...)
}
