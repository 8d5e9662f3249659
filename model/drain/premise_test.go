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
		"nothing stated":        {"The loop never ends.", nil, nil},
		"the key and its place": {key + "`app/a.go:7`", nil, []string{"path app/a.go", "cited app/a.go:7"}},
		"every place once":      {"a.go:1, b.go:2 and a.go:1", nil, []string{"cited a.go:1", "cited b.go:2"}},
		"counts, once each":     {"in 3 places and in Three other files; 3 places", nil, []string{"count 3 places", "count Three other files"}},
		"a number is no count":  {"after 30 seconds, error 404", nil, nil},
		"talk is no correction": {"x", []string{"I saw this too"}, nil},
		"newest comment first":  {"x", []string{"Actually it is b.go", "was reverted"}, []string{"end reverted", "comment Actually"}},
		"over":                  {"x", []string{"this is  already\nfixed on main"}, []string{"end already fixed"}},
		"unsafe":                {"x", []string{"Removing it is unsafe."}, []string{"end unsafe"}},
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
