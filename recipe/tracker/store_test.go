package tracker

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// files are the names of the cache's files below dir.
func files(t *testing.T, dir, suffix string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, suffix) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWhatIsKnownIsThereWithoutARequest(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 250)...), hubtest.Seed(pulls(251, 3)...))
	dir := t.TempDir()
	clock := newFakeClock()
	first := newClient(t, s, cacheIn(dir), withClock(clock))
	if _, _, ok := first.Known(context.Background(), model.Open); ok {
		t.Error("something is known before any read")
	}
	want, err := first.Issues(context.Background(), model.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]*Client{"the same client": first, "another process": newClient(t, unused(t), cacheIn(dir))} {
		got, at, ok := c.Known(context.Background(), model.Open)
		if !ok || !at.Equal(clock.Now()) {
			t.Errorf("%s: %v, at %v", name, ok, at)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if _, _, ok := c.Known(context.Background(), model.Closed); ok {
			t.Errorf("%s: the closed ones are known though nobody read them", name)
		}
	}
}

func TestAnotherAccountNeverSeesACache(t *testing.T) {
	s := hubtest.New(t, hubtest.Private(), hubtest.Seed(debt(1, 3)...))
	dir := t.TempDir()
	if _, err := newClient(t, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil); err != nil {
		t.Fatal(err)
	}
	others := map[string]func(*Options){
		"another token": func(o *Options) { o.Token = "token-of-bo" },
		"another host":  func(o *Options) { o.Repo.Host = "ghe.example.test" },
		"another name":  func(o *Options) { o.Repo.Name = "shop2" },
		"another label": func(o *Options) { o.Label = "bug" },
	}
	for name, change := range others {
		if got, _, ok := newClient(t, unused(t), cacheIn(dir), change).Known(context.Background(), model.Open); ok {
			t.Errorf("%s sees %d issues", name, len(got))
		}
	}
	spelt := func(o *Options) { o.Repo.Owner, o.Repo.Name = "Acme", "SHOP" }
	if _, _, ok := newClient(t, unused(t), cacheIn(dir), spelt).Known(context.Background(), model.Open); !ok {
		t.Error("the same repository, spelt otherwise, is not known")
	}
	for _, path := range files(t, dir, "") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(path+string(data), "token-of-ana") {
			t.Errorf("the token is in %s", path)
		}
	}
}

func TestTheCacheIsForItsOwnerAlone(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 150)...))
	dir := filepath.Join(t.TempDir(), "deep", "cache")
	if _, err := newClient(t, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestADamagedCacheFileIsSetAsideAndReadAnew(t *testing.T) {
	damages := map[string]func(data []byte) []byte{
		"empty":        func([]byte) []byte { return nil },
		"cut":          func(d []byte) []byte { return d[:len(d)/2] },
		"one bit":      func(d []byte) []byte { d[len(d)-3] ^= 4; return d },
		"another file": func([]byte) []byte { return []byte("#!/bin/sh\necho hello, this is something else\n") },
	}
	for name, damage := range damages {
		for _, suffix := range []string{".list", ".page"} {
			t.Run(name+suffix, func(t *testing.T) {
				s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, 101)...))
				dir := t.TempDir()
				if _, err := newClient(t, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil); err != nil {
					t.Fatal(err)
				}
				path := files(t, dir, suffix)[0]
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				broken := damage(data)
				if err := os.WriteFile(path, broken, 0o600); err != nil {
					t.Fatal(err)
				}
				var mu sync.Mutex
				var notices []string
				c := newClient(t, s, cacheIn(dir), func(o *Options) {
					o.OnNotice = func(n string) { mu.Lock(); defer mu.Unlock(); notices = append(notices, n) }
				})
				if _, _, ok := c.Known(context.Background(), model.Open); ok {
					t.Error("the damaged list is known")
				}
				got, err := c.Issues(context.Background(), model.Open, nil)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(upTo(1, 101), numbers(got)); diff != "" {
					t.Error(diff)
				}
				aside, err := filepath.Glob(path + ".damaged-*")
				if err != nil || len(aside) != 1 {
					t.Fatalf("set aside: %v %v", aside, err)
				}
				if kept, err := os.ReadFile(aside[0]); err != nil || string(kept) != string(broken) {
					t.Errorf("what was set aside is not what was there: %v", err)
				}
				if len(notices) != 1 || !strings.Contains(notices[0], aside[0]) {
					t.Errorf("notices: %q", notices)
				}
				if _, _, ok := newClient(t, unused(t), cacheIn(dir)).Known(context.Background(), model.Open); !ok {
					t.Error("the list was not written again")
				}
			})
		}
	}
}

func TestACacheOfAnotherVersionOrWithALostPageIsReadAnewInSilence(t *testing.T) {
	changes := map[string]func(t *testing.T, dir string){
		"another version": func(t *testing.T, dir string) {
			path := files(t, dir, ".list")[0]
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			data[len(fileMagic)+1] = fileVersion + 1
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"lost page": func(t *testing.T, dir string) {
			if err := os.Remove(files(t, dir, ".page")[0]); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(debt(1, 150)...))
			dir := t.TempDir()
			if _, err := newClient(t, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil); err != nil {
				t.Fatal(err)
			}
			change(t, dir)
			c := newClient(t, s, cacheIn(dir), func(o *Options) { o.OnNotice = func(n string) { t.Errorf("notice %q", n) } })
			got, err := c.Issues(context.Background(), model.Open, nil)
			if err != nil || len(got) != 150 {
				t.Errorf("%d issues, %v", len(got), err)
			}
		})
	}
}

func TestACacheThatCannotBeWrittenFailsNothing(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 3)...))
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var notices []string
	c := newClient(t, s, cacheIn(file), func(o *Options) { o.OnNotice = func(n string) { notices = append(notices, n) } })
	got, err := c.Issues(context.Background(), model.Open, nil)
	if err != nil || len(got) != 3 || len(notices) != 1 {
		t.Errorf("%d issues, %v, notices %q", len(got), err, notices)
	}
}

func TestOnlyChangedPagesAreWrittenAndOldOnesSweptAway(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 250)...))
	dir := t.TempDir()
	clock := newFakeClock()
	clock.now = time.Now()
	c := newClient(t, s, cacheIn(dir), withClock(clock))
	read := func() {
		t.Helper()
		if _, err := c.Issues(context.Background(), model.Open, nil); err != nil {
			t.Fatal(err)
		}
	}
	read()
	before := files(t, dir, ".page")
	s.Peer("bo").EditBody(240, "changed")
	read()
	kept := 0
	now := strings.Join(files(t, dir, ".page"), "\n")
	for _, path := range before {
		if strings.Contains(now, path) {
			kept++
		}
	}
	if after := files(t, dir, ".page"); kept != 3 || len(after) != 4 {
		t.Errorf("%d of 3 pages kept, %d there", kept, len(after))
	}
	if err := clock.Wait(context.Background(), time.Hour); err != nil {
		t.Fatal(err)
	}
	read()
	if after := files(t, dir, ".page"); len(after) != 3 {
		t.Errorf("%d pages are there after an hour, want 3", len(after))
	}
	got, _, ok := newClient(t, unused(t), cacheIn(dir)).Known(context.Background(), model.Open)
	if !ok || len(got) != 250 || got[239].Body != "changed" {
		t.Errorf("%v, %d issues", ok, len(got))
	}
}
