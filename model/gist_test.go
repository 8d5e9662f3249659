package model_test

import (
	"strings"
	"testing"

	"gh-debt/model"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const gistProse = "\n`app/pay/refund.ts:118`\n\n## Failure mode\n\na timeout reaches the empty catch, see app/other.ts:7\n"

func TestGist(t *testing.T) {
	const key = "<!-- gaia-debt-key: v1 class=error-handling/swallowed path=app/pay/refund.ts line=118 -->\n"
	const origin = "<!-- gaia-debt-origin: branch=debt/12-x mode=drain unit=12 changed=1 head=unknown session=unknown -->\n"
	const block = "<!-- gaia-investigate: v1 -->\n**Question:** is it reachable?\n**Settled by:** a test at a.go:3\n"
	for name, c := range map[string]struct{ body, want string }{
		"a whole body":              {key + origin + gistProse + "\n" + block, key + origin + block},
		"no key: the first place":   {origin + gistProse, "`app/pay/refund.ts:118`\n" + origin},
		"prose alone":               {"nothing to see", ""},
		"a key in fenced code":      {"```\n" + key + "```\n", ""},
		"two keys: the first":       {key + strings.Replace(key, "118", "119", 1), key},
		"a line too large to count": {"see a.go:99999999999", "`a.go:0`\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, model.Gist(c.body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzGist: a queue of gists is the queue of the bodies.
func FuzzGist(f *testing.F) {
	f.Add("<!-- gaia-debt-key: v1 class=a/b path=a b.go line=07 -->\r\n" + gistProse)
	f.Add("<!-- gaia-debt-origin: branch=a:1 mode=x -->\nsee x/y.go:12\n~~~\n")
	f.Add("<!-- gaia-investigate: v1 -->\n\n**Settled by:** a\r\n**Question:**\n<!-- gaia-investigate: v1 -->\n**Question:** b")
	f.Fuzz(func(t *testing.T, body string) {
		queue := func(body string) model.Entry {
			issue := model.Issue{Number: 1, Body: body, Labels: []string{"severity:investigate"}}
			e := model.NewQueue([]model.Issue{issue}, model.Facts{}).Entries[0]
			e.Issue.Body = ""
			return e
		}
		gist := model.Gist(body)
		if diff := cmp.Diff(queue(body), queue(gist), cmpopts.IgnoreUnexported(model.Annotation{}, model.Entry{})); diff != "" {
			t.Errorf("the entry differs (-body +gist):\n%s", diff)
		}
		if diff := cmp.Diff(model.FindResearch(body), model.FindResearch(gist)); diff != "" {
			t.Errorf("the research differs (-body +gist):\n%s", diff)
		}
	})
}
