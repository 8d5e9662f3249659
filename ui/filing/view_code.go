package filing

import (
	"gh-debt/model"
)

func visiblePath(path string) string { return model.Visible(path) }

// codeLines draws as many lines around the cited one as there is room for. A
// line past the end shows the end of the file.
func (m *Model) codeLines(width, rows int) []string {
	e := m.place.result
	if m.place.stage != found || len(e.Lines) == 0 || rows <= 0 {
		return nil
	}
	at := e.Line - e.First
	if at < 0 {
		at = 0
	}
	if at >= len(e.Lines) {
		at = len(e.Lines) - 1
	}
	from := min(max(at-(rows-1)/2, 0), max(len(e.Lines)-rows, 0))
	lines := make([]string, 0, rows)
	for _, l := range e.Lines[from:min(from+rows, len(e.Lines))] {
		lines = append(lines, model.VisibleText(l))
	}
	cited := e.Line
	if e.Problem != "" {
		cited = 0
	}
	return m.code.Excerpt(e.Path, e.First+from, lines, cited, width)
}

// codeFoot says how long the cited file is.
func (m *Model) codeFoot() string {
	if m.place.stage != found || m.place.result.Total == 0 {
		return ""
	}
	return model.Counted(m.place.result.Total, "line", "lines")
}
