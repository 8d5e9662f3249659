package kit_test

import (
	"testing"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	"github.com/google/go-cmp/cmp"
)

func TestCopyAddresses(t *testing.T) {
	one, other := model.Issue{Number: 7, URL: "https://x.test/7"}, model.Issue{Number: 8, URL: "https://x.test/8"}
	cases := map[string]struct {
		issues []model.Issue
		want   screen.CopyText
	}{
		"one": {[]model.Issue{one}, screen.CopyText{Text: "https://x.test/7", What: "the address of #7"}},
		"two": {[]model.Issue{one, other}, screen.CopyText{Text: "https://x.test/7\nhttps://x.test/8", What: "the addresses of #7 and #8"}},
	}
	for name, c := range cases {
		if d := cmp.Diff(c.want, kit.CopyAddresses(c.issues...)()); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

func TestIssueIn(t *testing.T) {
	q := model.NewQueue([]model.Issue{{Number: 7, Title: "seven"}}, model.Facts{})
	if is, ok := kit.IssueIn(&q, 7); !ok || is.Title != "seven" {
		t.Errorf("#7 is %+v, %v", is, ok)
	}
	for name, in := range map[string]*model.Queue{"another": &q, "none": nil} {
		if is, ok := kit.IssueIn(in, 8); ok || is.Number != 0 {
			t.Errorf("in %s queue there is %+v", name, is)
		}
	}
}
