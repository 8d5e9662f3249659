package cmd

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/checkout/gittest"
)

// TestTheQueueOfTheCloneIsOpenedOnce, however many of the app's commands ask for
// it at the same moment.
func TestTheQueueOfTheCloneIsOpenedOnce(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "shop")
	git := checkout.NewGit(gittest.Env())
	files := []checkout.SampleCommit{{Message: "Begin", At: time.Unix(1_700_000_000, 0), Files: map[string][]byte{"a.go": []byte("package a\n")}}}
	if _, err := checkout.Sample(ctx, dir, files, git); err != nil {
		t.Fatal(err)
	}
	clone, err := checkout.Open(ctx, dir, git)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{world: World{Env: func(string) string { return "" }, Now: time.Now}}
	h.opened = &opened{clone: clone, rules: model.DefaultRules()}
	open := h.localOf(h.opened)
	var got [8]recipe.Tracker
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = open(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, one := range got {
		if one != got[0] {
			t.Error("it was opened more than once")
		}
	}
	if n := len(h.opened.closers); n != 1 {
		t.Errorf("%d files are closed at the end, want 1", n)
	}
	if err := h.close(); err != nil {
		t.Error(err)
	}
}
