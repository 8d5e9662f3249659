package tracker

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// heavy makes n issues with bodies of 2 KB.
func heavy(n int) []hub.SeedIssue {
	issues := debt(1, n)
	for i := range issues {
		body := fmt.Sprintf("<!-- gaia-debt-key: v1 class=holistic/unclassified path=app/pay/f%d.go line=%d -->\n", i%200, i+1)
		body += strings.Repeat("a \"quoted\" line of the failure mode, with <marks> and é\n", 40)
		body = body[:2000]
		issues[i].Body = &body
	}
	return issues
}

// warm reads a list once, so that it lies on disk.
func warm(b *testing.B, n int) (*hubtest.Server, string) {
	b.Helper()
	s := hubtest.New(b, hubtest.Unchecked(), hubtest.RateLimit(0), hubtest.Seed(heavy(n)...))
	dir := b.TempDir()
	if _, err := newClient(b, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil); err != nil {
		b.Fatal(err)
	}
	return s, dir
}

// live is the memory in use after a collection, in MB.
func live() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}

func BenchmarkKnown10000(b *testing.B) {
	s, dir := warm(b, 10000)
	b.ReportAllocs()
	before := live()
	var issues []model.Issue
	for b.Loop() {
		var ok bool
		issues, _, ok = newClient(b, s, cacheIn(dir)).Known(context.Background(), model.Open)
		if !ok || len(issues) != 10000 {
			b.Fatalf("%v %d", ok, len(issues))
		}
	}
	b.ReportMetric(live()-before, "MB-kept")
	runtime.KeepAlive(issues)
}

// BenchmarkUnchangedList measures the client's own work: each page is answered by
// 304 at once.
func BenchmarkUnchangedList(b *testing.B) {
	unchanged := tripper(func(r *http.Request) (*http.Response, error) { return reply(r, 304, ""), nil })
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			_, dir := warm(b, n)
			b.ReportAllocs()
			before := live()
			var issues []model.Issue
			for b.Loop() {
				var err error
				issues, err = newClient(b, unchanged, cacheIn(dir)).Issues(context.Background(), model.Open, nil)
				if err != nil || len(issues) != n {
					b.Fatalf("%v %d", err, len(issues))
				}
			}
			b.ReportMetric(live()-before, "MB-kept")
			runtime.KeepAlive(issues)
		})
	}
}

func BenchmarkFirstList10000(b *testing.B) {
	s, _ := warm(b, 10000)
	b.ReportAllocs()
	for b.Loop() {
		issues, err := newClient(b, s, cacheIn(b.TempDir())).Issues(context.Background(), model.Open, nil)
		if err != nil || len(issues) != 10000 {
			b.Fatalf("%v %d", err, len(issues))
		}
	}
}

// BenchmarkKnownAsJSON10000 is why the cache is not JSON (see store_format.go).
func BenchmarkKnownAsJSON10000(b *testing.B) {
	_, dir := warm(b, 10000)
	issues, _, _ := newClient(b, unused(b), cacheIn(dir)).Known(context.Background(), model.Open)
	data, err := json.Marshal(issues)
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "issues.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		var back []model.Issue
		if err := json.Unmarshal(data, &back); err != nil || len(back) != 10000 {
			b.Fatalf("%v %d", err, len(back))
		}
	}
}
