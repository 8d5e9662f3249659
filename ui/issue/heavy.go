package issue

import (
	"regexp"
	"strings"
)

// The most of what a body may hold to be rendered as Markdown. Some of it costs
// the renderer the square of its number, and a screen must not stand still; no
// issue that a person wrote comes near.
const (
	mostNested   = 16  // quotes and lists that one line begins
	mostDeep     = 300 // of them on all lines that begin more than mostShallow
	mostShallow  = 3
	mostWord     = 2000 // bytes without a space
	mostIndented = 80   // cells before the text of a list's line
	mostColumns  = 60   // bars on a line
	mostOpened   = 1500 // brackets, backticks, angle brackets, emphasis, each
)

var markers = regexp.MustCompile(`^(?:[ \t]*(?:>|[-*+](?:[ \t]|$)|[0-9]{1,9}[.)](?:[ \t]|$)))+`)

var marker = regexp.MustCompile(`>|[-*+]|[0-9]+[.)]`)

// heavy reports whether a body is shown as plain text, for the reason above.
func heavy(body string) bool {
	for _, sign := range []string{"[", "`", "<", "*", "_", "~", "![", "://", "www."} {
		if strings.Count(body, sign) > mostOpened {
			return true
		}
	}
	deep := 0
	for line := range strings.SplitSeq(body, "\n") {
		if len(line) > mostWord && longWord(line) {
			return true
		}
		if strings.Count(line, "|") > mostColumns {
			return true
		}
		lead := markers.FindString(line)
		nested := len(marker.FindAllStringIndex(lead, mostNested+1))
		if nested > mostShallow {
			deep += nested
		}
		if len(lead) > mostIndented || nested > mostNested || deep > mostDeep {
			return true
		}
	}
	return false
}

func longWord(line string) bool {
	for word := range strings.FieldsSeq(line) {
		if len(word) > mostWord {
			return true
		}
	}
	return false
}
