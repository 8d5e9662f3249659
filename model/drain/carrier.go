package drain

import (
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
)

// TroubleKind is what is wrong with what a pull request closes.
type TroubleKind string

// The kinds of trouble.
const (
	TroubleOutside TroubleKind = "outside" // it closes what is no member
	TroubleMissing TroubleKind = "missing" // a member is closed nowhere and would stay open
	TroubleList    TroubleKind = "list"    // a member stands in a list, of which only the first is closed
	TroubleCommit  TroubleKind = "commit"  // a commit message holds a closing keyword
	TroubleTitle   TroubleKind = "title"   // the title does; the body is the only carrier
)

// Trouble is one thing that must be settled before a merge.
type Trouble struct {
	Kind   TroubleKind `json:"kind"`
	Where  string      `json:"where"` // "title", "body", "commit 1f3c2aa"
	Number int         `json:"number"`
	Repo   string      `json:"repo,omitempty"`  // of an issue of another repository
	Quote  string      `json:"quote,omitempty"` // the line, fit to be shown
}

// Sentence says the trouble in one line.
func (t Trouble) Sentence() string {
	n := fmt.Sprintf("#%d", t.Number)
	if t.Repo != "" {
		n = model.Visible(t.Repo) + n
	}
	switch t.Kind {
	case TroubleMissing:
		return n + " would stay open: no line of the body closes it"
	case TroubleList:
		return fmt.Sprintf("%s would stay open: a closing keyword counts for the number right behind it alone, in %q", n, t.Quote)
	case TroubleCommit:
		return fmt.Sprintf("%s would close %s: %q", t.Where, n, t.Quote)
	case TroubleTitle:
		return fmt.Sprintf("the title would close %s, which is the body's to do: %q", n, t.Quote)
	}
	return fmt.Sprintf("the %s would close %s, which is no member of the unit: %q", t.Where, n, t.Quote)
}

// Carrying is all of a pull request that closes issues.
type Carrying struct {
	Title   string
	Body    string
	Commits []model.CommitMessage
	Members []int
	Home    string // the repository, as Closings takes it
	Default bool   // the base is the default branch; of another one nothing closes, and no member is missed
}

// Carriers gives all that must be settled before a merge, so that exactly the
// members are closed (section 6 of draining): every closing of what is no member,
// every closing in a commit message or the title, and every member that the body
// surely does not close. The commits come in their order, the members in theirs.
func Carriers(in Carrying) []Trouble {
	var all []Trouble
	member := func(c Closing) bool { return c.Repo == "" && slices.Contains(in.Members, c.Number) }
	for _, c := range Closings(in.Title, in.Home) {
		kind := TroubleTitle
		if !member(c) {
			kind = TroubleOutside
		}
		all = append(all, Trouble{kind, "title", c.Number, c.Repo, c.Quote})
	}
	body := Closings(in.Body, in.Home)
	for _, c := range body {
		if !member(c) {
			all = append(all, Trouble{TroubleOutside, "body", c.Number, c.Repo, c.Quote})
		}
	}
	for _, m := range in.Commits {
		for _, c := range Closings(m.Message, in.Home) {
			all = append(all, Trouble{TroubleCommit, "commit " + shortHead(m.SHA), c.Number, c.Repo, c.Quote})
		}
	}
	if !in.Default {
		return all
	}
	listed := listed(in.Body, in.Home)
	for _, n := range in.Members {
		ours := func(c Closing) bool { return c.Repo == "" && c.Number == n }
		if slices.ContainsFunc(body, func(c Closing) bool { return ours(c) && c.Sure }) {
			continue
		}
		t := Trouble{Kind: TroubleMissing, Where: "body", Number: n}
		if i := slices.IndexFunc(listed, ours); i >= 0 {
			t.Kind, t.Quote = TroubleList, listed[i].Quote
		}
		all = append(all, t)
	}
	return all
}

// listed gives the issues of a text that look as if a keyword closed them and that
// none does: those of a list behind a keyword, but its first, and the items
// under a line such as "Closes:".
func listed(text, home string) []Closing {
	var all []Closing
	for at := 0; at < len(text); {
		word := closingWordAt(text, at)
		if word == "" {
			at++
			continue
		}
		at += len(word)
		first, end := true, at
		for {
			from := skipList(text, end)
			ref, ok := referenceAt(text, from)
			if !ok {
				break
			}
			if _, closed := closingAt(text, at-len(word), len(word), home); !closed || !first {
				repo, _ := ref.relativeTo(home)
				all = append(all, Closing{Number: ref.number, Repo: repo, Keyword: word, Quote: quoteLine(text, from)})
			}
			first, end = false, ref.end
		}
		at = end
	}
	return all
}

// skipList steps over what stands between the items of a list, the boxes of tasks
// included, whose opening bracket is a gap already.
func skipList(text string, at int) int {
	for {
		start := at
		at = skipGap(text, at)
		for _, sep := range []string{"and ", "or ", "x]", "X]", "]", ",", ";", "&", "+", "-"} {
			if strings.HasPrefix(text[at:], sep) {
				at += len(sep)
				break
			}
		}
		if at == start {
			return at
		}
	}
}
