package drain

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"gh-debt/model"
)

// PremiseKind is what a premise rests on.
type PremiseKind string

// The kinds of premise (section 4 of draining).
const (
	PremisePath    PremiseKind = "path"    // the key's path is in the index
	PremiseCited   PremiseKind = "cited"   // a file:line that the body cites
	PremiseCount   PremiseKind = "count"   // a count that the body states
	PremiseComment PremiseKind = "comment" // a comment that corrects the body
	PremiseEnd     PremiseKind = "end"     // a comment that says it is over
)

// Premise is one thing that must still hold before an issue is worked on.
type Premise struct {
	ID   string // unique within the issue
	Kind PremiseKind
	What string // as the issue says it, on one line
	Path string // path and cited
	Line int    // cited

	Comment int64  // of a comment: its id
	Text    string // of a comment, whole; of a count, the line of the body that states it
	By      string // of a comment
}

// The patterns are compiled when the first issue is screened, not when a program starts.
var (
	statedCount = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+` +
			`((?:other|more|different|further)\s+)?(places|files|callers|call\s?sites|occurrences|copies|usages|uses|` +
			`tests|functions|methods|modules|handlers|sites|spots)\b`)
	})
	// The group is what only might be: "it can be fixed by a lock" ends nothing.
	saysOver = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:((?:be|being|get|gets)\s+fixed\s+(?:in|by))|already\s+(?:been\s+)?fixed|` +
			`fixed\s+(?:already|in|by|since)|reverted|unsafe|no\s+longer\s+(?:true|holds|applies|valid)|obsolete)\b`)
	})
	corrects = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(correction|corrected|actually|instead\s+of|rather\s+than|` +
			`should\s+(read|say|be)|update:|edit:|not\s+\S+\s+but|meant|wrong\s+(line|file|place|path)|` +
			`moved\s+to|renamed\s+to|supersedes?)\b`)
	})
)

// Premises gives what the staleness screen asks about an issue: the path of its
// key, every place and count of its body, and the comments, newest first, that end
// it or correct it.
func Premises(issue model.Issue, comments []model.Comment) []Premise {
	var out []Premise
	if key, ok := model.FindKey(issue.Body); ok {
		out = append(out, Premise{ID: "path", Kind: PremisePath, What: key.Path, Path: key.Path, Line: key.Line})
	}
	for _, c := range model.Citations(issue.Body) {
		place := fmt.Sprintf("%s:%d", c.Path, c.Line)
		out = append(out, Premise{ID: place, Kind: PremiseCited, What: place, Path: c.Path, Line: c.Line})
	}
	seen := map[string]bool{}
	for _, at := range statedCount().FindAllStringIndex(issue.Body, -1) {
		what := strings.Join(strings.Fields(issue.Body[at[0]:at[1]]), " ")
		if id := "count " + strings.ToLower(what); !seen[id] {
			seen[id] = true
			out = append(out, Premise{ID: id, Kind: PremiseCount, What: what, Text: linesAround(issue.Body, at[0], at[1])})
		}
	}
	return append(out, Superseding(comments)...)
}

// linesAround gives the whole lines of a text in which a part of it stands.
func linesAround(text string, from, to int) string {
	from = strings.LastIndexByte(text[:from], '\n') + 1
	if end := strings.IndexByte(text[to:], '\n'); end >= 0 {
		return text[from : to+end]
	}
	return text[from:]
}

// Superseding gives the comments that end an issue or correct it, newest first:
// the newest says what holds. So a comment that ends the issue does so only until
// somebody corrects it: what is older than a correction is one more thing to look at.
func Superseding(comments []model.Comment) []Premise {
	var out []Premise
	corrected := false
	for i := len(comments) - 1; i >= 0; i-- {
		c := comments[i]
		p := Premise{ID: fmt.Sprintf("comment %d", c.ID), Comment: c.ID, Text: c.Body, By: c.Author}
		switch over, fix := isOver(c.Body), corrects().FindString(c.Body); {
		case over != "" && !corrected:
			p.Kind, p.What = PremiseEnd, strings.Join(strings.Fields(over), " ")
		case over != "":
			p.Kind, p.What = PremiseComment, strings.Join(strings.Fields(over), " ")
		case fix != "":
			p.Kind, p.What = PremiseComment, strings.Join(strings.Fields(fix), " ")
			corrected = true
		default:
			continue
		}
		out = append(out, p)
	}
	return out
}

// isOver gives the words by which a comment ends an issue, "" for none.
func isOver(comment string) string {
	for _, m := range saysOver().FindAllStringSubmatch(comment, -1) {
		if m[1] == "" {
			return m[0]
		}
	}
	return ""
}
