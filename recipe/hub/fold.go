package hub

import (
	"strings"
	"unicode"
)

// fold gives one text for all that strings.EqualFold holds equal, so that
// names which GitHub compares without case can be looked up in an index.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
			least = min(least, c)
		}
		return least
	}, s)
}
