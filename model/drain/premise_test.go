package drain_test

import (
	"testing"

	"gh-debt/model"
	"gh-debt/model/drain"

	"github.com/google/go-cmp/cmp"
)

func TestPremises(t *testing.T) {
	const key = "<!-- gaia-debt-key: v1 class=a/b path=app/a.go line=7 -->\n"
	for name, c := range map[string]struct {
		body     string
		comments []string
		want     []string
	}{
		"nothing stated":                    {"The loop never ends.", nil, nil},
		"the key and its place":             {key + "`app/a.go:7`", nil, []string{"path app/a.go", "cited app/a.go:7"}},
		"every place once":                  {"a.go:1, b.go:2 and a.go:1", nil, []string{"cited a.go:1", "cited b.go:2"}},
		"counts, once each":                 {"in 3 places and in Three other files; 3 places", nil, []string{"count 3 places", "count Three other files"}},
		"a number is no count":              {"after 30 seconds, error 404", nil, nil},
		"talk is no correction":             {"x", []string{"I saw this too"}, nil},
		"newest comment first":              {"x", []string{"Actually it is b.go", "was reverted"}, []string{"end reverted", "comment Actually"}},
		"a correction is newer than an end": {"x", []string{"was reverted", "Correction: that was another one", "+1"}, []string{"comment Correction", "comment reverted"}},
		"an end is newer than a correction": {"x", []string{"already fixed", "Correction: not here", "unsafe"}, []string{"end unsafe", "comment Correction", "comment already fixed"}},
		"what might be ends nothing":        {"x", []string{"It can be fixed by a lock", "to be fixed in the next release"}, nil},
		"fixed by somebody":                 {"x", []string{"It could be fixed by a lock, and was fixed by #9"}, []string{"end fixed by"}},
		"over":                              {"x", []string{"this is  already\nfixed on main"}, []string{"end already fixed"}},
		"unsafe":                            {"x", []string{"Removing it is unsafe."}, []string{"end unsafe"}},
	} {
		t.Run(name, func(t *testing.T) {
			var comments []model.Comment
			for i, body := range c.comments {
				comments = append(comments, model.Comment{ID: int64(i + 1), Body: body})
			}
			var got []string
			for _, p := range drain.Premises(model.Issue{Body: c.body}, comments) {
				got = append(got, string(p.Kind)+" "+p.What)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestACountIsShownWhereItIsStated, with the whole line.
func TestACountIsShownWhereItIsStated(t *testing.T) {
	for body, want := range map[string]string{
		"First.\nIt is so in 3 places of it.\nLast.": "It is so in 3 places of it.",
		"in three\nplaces":                           "in three\nplaces",
		"two callers":                                "two callers",
	} {
		got := drain.Premises(model.Issue{Body: body}, nil)
		if len(got) != 1 || got[0].Text != want {
			t.Errorf("%q: %+v, want %q", body, got, want)
		}
	}
}

// TestReplacedIsThePartThatACommentCorrects: what it quotes, else what it has the most
// words in common with, else all; never what only programs read.
func TestReplacedIsThePartThatACommentCorrects(t *testing.T) {
	const (
		cites  = "`app/pay.go:7` and `app/cache.go:3`"
		fails  = "## Failure mode\r\nThe refund swallows the error."
		mends  = "Return it in 3 places,\nand log it."
		text   = "<!-- gaia-debt-key: v1 class=a/b path=app/pay.go line=7 -->\n\n" + cites + "\n\n" + fails + "\n\n" + mends + "\n"
		failed = "## Failure mode\nThe refund swallows the error."
	)
	for name, c := range map[string]struct{ comment, want string }{
		"what it quotes":               {"> and log it.\n\nActually the refund swallows the error rather than that.", mends},
		"two that it quotes":           {"> and log it.\n> ## Failure mode\nNo.", failed + "\n\n" + mends},
		"an empty quote":               {">\nActually the refund works.", failed},
		"a path that it cites anew":    {"Actually it is app/cache.go:9.", cites},
		"a count":                      {"Actually it is 4 places, not 3.", mends},
		"the words it has in common":   {"Correction: it swallows a warning.", failed},
		"nothing in common":            {"Edit: see above.", cites + "\n\n" + failed + "\n\n" + mends},
		"the key is no part of a body": {"Correction: gaia-debt-key.", cites + "\n\n" + failed + "\n\n" + mends},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, drain.Replaced(text, c.comment)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
