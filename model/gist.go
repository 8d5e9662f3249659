package model

import (
	"fmt"
	"strings"
)

// Gist gives the lines of a body that a queue is made of and leaves its prose
// out: the key line, the first citation where there is none, the origin line and
// the research blocks. FindKey, FindOrigin and FindResearch find in it what they
// find in the body, and without a key so does FirstCitation, so that a list of
// many issues can be held without their texts. It is not a body to be written back.
func Gist(body string) string {
	var b strings.Builder
	if key, ok := FindKey(body); ok {
		b.WriteString(key.Comment() + "\n")
	} else if path, line, ok := FirstCitation(body); ok {
		fmt.Fprintf(&b, "`%s:%d`\n", path, line)
	}
	if origin, ok := FindOrigin(body); ok {
		b.WriteString(origin.Comment() + "\n")
	}
	for _, r := range FindResearch(body) {
		b.WriteString(r.Block() + "\n")
	}
	return b.String()
}
