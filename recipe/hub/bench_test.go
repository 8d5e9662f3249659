package hub_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func BenchmarkOpenAFreshFile(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		h, err := hub.Open(context.Background(), filepath.Join(dir, fmt.Sprint(i)), hub.Options{})
		if err != nil {
			b.Fatal(err)
		}
		h.Close()
	}
}

func BenchmarkOpenAFileOfTenThousand(b *testing.B) {
	path := filled(b, 10_000)
	for b.Loop() {
		h, err := hub.Open(context.Background(), path, hub.Options{})
		if err != nil {
			b.Fatal(err)
		}
		h.Close()
	}
}

func BenchmarkDemo(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		h, err := hub.Open(context.Background(), filepath.Join(dir, fmt.Sprint(i)), hub.Options{Throwaway: true})
		if err != nil {
			b.Fatal(err)
		}
		if err := h.SeedDemo(context.Background()); err != nil {
			b.Fatal(err)
		}
		h.Close()
	}
}

// tenThousand is a hub of 10,000 open issues with bodies of 2 KB.
func tenThousand(b *testing.B) *hub.Hub {
	b.Helper()
	h, err := hub.Open(context.Background(), filepath.Join(b.TempDir(), "hub.db"), hub.Options{Owner: "acme", Name: "shop", Throwaway: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { h.Close() })
	list := seeds(10_000, "tech-debt", "severity:important", "footprint:narrow", "difficulty:easy")
	body := strings.Repeat("A timeout reaches the empty catch and is gone.\n", 43)
	for i := range list {
		list[i].Body = &body
	}
	if err := h.Seed(context.Background(), list); err != nil {
		b.Fatal(err)
	}
	return h
}

// readAll reads the whole queue page by page, as the tracker asks for it.
func readAll(b *testing.B, h *hub.Hub, etags map[int]string, want int) {
	b.Helper()
	t := h.Transport()
	for page := 1; page <= 100; page++ {
		r, err := http.NewRequest("GET", fmt.Sprintf(
			"https://api.github.com/repos/acme/shop/issues?state=open&labels=tech-debt&sort=created&direction=asc&per_page=100&page=%d", page), nil)
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("If-None-Match", etags[page])
		resp, err := t.RoundTrip(r)
		if err != nil || resp.StatusCode != want {
			b.Fatal(err, resp.Status)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			b.Fatal(err)
		}
		etags[page] = resp.Header.Get("ETag")
	}
}

func BenchmarkListTenThousand(b *testing.B) {
	h := tenThousand(b)
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, h, map[int]string{}, 200)
	}
}

func BenchmarkListTenThousandUnchanged(b *testing.B) {
	h := tenThousand(b)
	etags := map[int]string{}
	readAll(b, h, etags, 200)
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, h, etags, 304)
	}
}

// BenchmarkListingPullRequests reads a page of a hundred among a thousand, of
// which forty are open, each of a branch of its own.
func BenchmarkListingPullRequests(b *testing.B) {
	list := seeds(960)
	for i := range list {
		list[i].Pull, list[i].State = true, "closed"
	}
	s, g := withGit(b, hubtest.Unchecked(), hubtest.RateLimit(0), hubtest.Seed(list...))
	for i := range 40 {
		openPull(b, s, g, fmt.Sprintf("debt/%d", i), "Closes #1")
	}
	for b.Loop() {
		if e := ask(b, s, "GET", shop+"/pulls?state=all&per_page=100", nil); e.status != 200 {
			b.Fatal(e.body)
		}
	}
}

// BenchmarkMerging opens a pull request and merges it.
func BenchmarkMerging(b *testing.B) {
	s, g := withGit(b, hubtest.Unchecked(), hubtest.RateLimit(0), hubtest.Seed(seeds(3)...))
	for i := 0; b.Loop(); i++ {
		n := openPull(b, s, g, fmt.Sprintf("debt/%d", i), "Closes #1")
		if e := mergeOf(b, s, n); e.status != 200 {
			b.Fatal(e.body)
		}
	}
}
