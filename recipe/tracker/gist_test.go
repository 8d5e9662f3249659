package tracker

import (
	"context"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// firstWord is a gist for tests.
func firstWord(body string) string { word, _, _ := strings.Cut(body, " "); return word }

func withGist(o *Options) { o.Gist = firstWord }

// TestAListOfGistsIsKeptWhole: what is held of the bodies changes neither what is
// asked nor what is on disk.
func TestAListOfGistsIsKeptWhole(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 250)...))
	dir := t.TempDir()
	ctx := context.Background()
	whole, err := newClient(t, s).Issues(ctx, model.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]model.Issue, len(whole))
	for i := range whole {
		want[i] = whole[i]
		want[i].Body = "body"
	}
	short := newClient(t, s, cacheIn(dir), withGist)
	for _, read := range []string{"first", "again"} {
		got, err := short.Issues(ctx, model.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", read, diff)
		}
	}
	from := len(s.Requests())
	later := newClient(t, s, cacheIn(dir), withGist)
	if got, err := later.Issues(ctx, model.Open, nil); err != nil || !cmp.Equal(want, got) {
		t.Errorf("from disk: %v %s", err, cmp.Diff(want, got))
	}
	for _, r := range s.Requests()[from:] {
		if r.Status != http.StatusNotModified {
			t.Errorf("%s is answered by %d", r.Path, r.Status)
		}
	}
	if got, _, ok := newClient(t, unused(t), cacheIn(dir)).Known(ctx, model.Open); !ok || !cmp.Equal(whole, got) {
		t.Errorf("on disk, known %v: %s", ok, cmp.Diff(whole, got))
	}
	if one, err := short.Issue(ctx, 7); err != nil || one.Body != "body of 7" {
		t.Errorf("an issue read alone: %q, %v", one.Body, err)
	}
}

// TestAPageThatIsGoneIsNotWrittenWithoutItsBodies: a list of gists whose files were
// removed meanwhile leaves what is on disk as it is, and says so.
func TestAPageThatIsGoneIsNotWrittenWithoutItsBodies(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 250)...))
	dir := t.TempDir()
	ctx := context.Background()
	var notices []string
	c := newClient(t, s, cacheIn(dir), withGist, func(o *Options) {
		o.OnNotice = func(n string) { notices = append(notices, n) }
	})
	if _, err := c.Issues(ctx, model.Open, nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range files(t, dir, ".page") {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := c.Issues(ctx, model.Open, nil); err != nil || len(got) != 250 {
		t.Errorf("%d issues, %v", len(got), err)
	}
	if len(files(t, dir, ".page")) != 0 || len(notices) != 1 || !strings.Contains(notices[0], "could not be kept") {
		t.Errorf("%d pages, notices %q", len(files(t, dir, ".page")), notices)
	}
}
