package drain

import (
	"strings"
)

// Said gives what a body says of a place that it cites, "path:line" as it stands
// there: the paragraphs that name the place and say more than that, or else the
// failure mode, or else the whole body without what only programs read.
func Said(body, place string) string {
	parts := paragraphs(body)
	var naming, failing []string
	inside := false
	for _, p := range parts {
		if first, _, _ := strings.Cut(p, "\n"); strings.HasPrefix(first, "#") {
			inside = strings.EqualFold(strings.TrimSpace(strings.TrimLeft(first, "#")), "failure mode")
			if p == first {
				continue // a heading alone
			}
		}
		if inside {
			failing = append(failing, p)
		}
		if strings.Contains(p, place) && strings.Trim(strings.ReplaceAll(p, place, ""), " `\n-*") != "" {
			naming = append(naming, p)
		}
	}
	for _, found := range [][]string{naming, failing} {
		if len(found) > 0 {
			return strings.Join(found, "\n\n")
		}
	}
	return strings.Join(parts, "\n\n")
}
