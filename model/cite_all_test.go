package model_test

import (
	"testing"

	"gh-debt/model"

	"github.com/google/go-cmp/cmp"
)

func TestCitations(t *testing.T) {
	type list = []model.Citation
	for name, c := range map[string]struct {
		body string
		want list
	}{
		"none":                       {"nothing is cited here: 12", nil},
		"one in backquotes":          {"`app/pay/refund.ts:118`", list{{"app/pay/refund.ts", 118}}},
		"two on a line":              {"from a.go:1 to b/c.go:22, and a.go:1 again", list{{"a.go", 1}, {"b/c.go", 22}}},
		"a range":                    {"a.go:12-18", list{{"a.go", 12}}},
		"the key is none":            {"<!-- gaia-debt-key: v1 class=a path=a.go line=3 -->\na.go:4", list{{"a.go", 4}}},
		"the origin is none":         {"<!-- gaia-debt-origin: branch=a/b:1 mode=adhoc -->", nil},
		"a port is no line":          {"see http://example.test:8080/x", nil},
		"too large for a line":       {"a.go:99999999999", list{{"a.go", 0}}},
		"within fenced code as well": {"```\na.go:7\n```", list{{"a.go", 7}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, model.Citations(c.body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
