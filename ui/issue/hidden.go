package issue

import (
	"slices"
	"strings"

	"gh-debt/model"
)

// readable is a body without the lines that are for machines and are told as
// facts: the first key line, the origin, and the openers of research blocks,
// whose two labelled lines stay. What only looks like one stays, to be seen.
func readable(body string) string {
	lines := strings.Split(body, "\n")
	drop := map[int]bool{}
	if key, ok := model.FindKeyLine(body); ok {
		drop[key.Number-1] = true
	}
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "<!-- gaia-") || drop[i] {
			continue
		}
		before, with := strings.Join(lines[:i], "\n"), strings.Join(lines[:i+1], "\n")
		_, had := model.FindOrigin(before)
		_, has := model.FindOrigin(with)
		if has && !had || len(model.FindResearch(with)) > len(model.FindResearch(before)) {
			drop[i] = true
		}
	}
	kept := make([]string, 0, len(lines))
	for i, line := range lines {
		if !drop[i] {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// withoutPlace drops the line of a body that repeats, as code, the place which
// the key names and which is shown above it.
func withoutPlace(body string, key model.Key) string {
	lines := strings.Split(body, "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	if at >= 0 && strings.TrimSpace(lines[at]) == "`"+key.Location()+"`" {
		lines = slices.Delete(lines, at, at+1)
	}
	return strings.Join(lines, "\n")
}
