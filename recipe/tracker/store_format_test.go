package tracker

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gh-debt/model"
)

func TestAPageIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		instant := rapid.Custom(func(t *rapid.T) time.Time {
			if rapid.Bool().Draw(t, "zero") {
				return time.Time{}
			}
			return time.Unix(rapid.Int64Range(-1<<32, 1<<32).Draw(t, "s"), rapid.Int64Range(1, 999999999).Draw(t, "ns")).UTC()
		})
		issue := rapid.Custom(func(t *rapid.T) model.Issue {
			return model.Issue{
				Number: rapid.IntRange(0, 1<<31-1).Draw(t, "number"), Title: rapid.String().Draw(t, "title"),
				Body: string(rapid.SliceOf(rapid.Byte()).Draw(t, "body")), URL: rapid.String().Draw(t, "url"),
				State: model.State(rapid.String().Draw(t, "state")), StateReason: model.StateReason(rapid.String().Draw(t, "reason")),
				Labels: append([]string{}, rapid.SliceOfN(rapid.String(), 0, 5).Draw(t, "labels")...),
				Author: rapid.String().Draw(t, "author"), Comments: rapid.IntRange(0, 1000).Draw(t, "comments"),
				CreatedAt: instant.Draw(t, "created"), UpdatedAt: instant.Draw(t, "updated"), ClosedAt: instant.Draw(t, "closed"),
			}
		})
		want := &page{
			direct: rapid.String().Draw(t, "direct"), etag: rapid.String().Draw(t, "etag"), next: rapid.String().Draw(t, "next"),
			last: rapid.IntRange(0, 1000).Draw(t, "last"), items: append([]int{}, rapid.SliceOf(rapid.IntRange(0, 1<<31-1)).Draw(t, "items")...),
			issues: append([]model.Issue{}, rapid.SliceOfN(issue, 0, 5).Draw(t, "issues")...),
		}
		var file appender
		data := file.page(want)
		got, err := decodePage(&cutter{s: string(data[headerSize:])})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(page{})); diff != "" {
			t.Fatal(diff)
		}
	})
}

// FuzzDecodePage: whatever is in a file whose checksum is right, reading it ends
// with a page or an error.
func FuzzDecodePage(f *testing.F) {
	p := &page{etag: `"x"`, items: []int{1, 2}, issues: []model.Issue{{Number: 1, Body: "b", Labels: []string{"a", "b"}}}}
	var file appender
	f.Add(file.page(p)[headerSize:])
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := decodePage(&cutter{s: string(data)}); err == nil && p == nil {
			t.Error("no page and no error")
		}
	})
}
