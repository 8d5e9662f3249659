//go:build !windows

package cmd_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gh-debt/recipe/hub"
)

// manyIssues makes n findings whose bodies have about 2 KB, spread over files,
// severities and days.
func manyIssues(n int) []hub.SeedIssue {
	severities := []string{"critical", "important", "suggestion", "suggestion", "important"}
	day := time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)
	text := strings.Repeat("A timeout reaches the empty catch and the refund is lost. ", 33)
	issues := make([]hub.SeedIssue, n)
	for i := range issues {
		path := fmt.Sprintf("app/part%d/file%d.ts", i%40, i%400)
		body := fmt.Sprintf("<!-- gaia-debt-key: v1 class=io/lost-%d path=%s line=%d -->\n\n`%s:%d`\n\n## Failure mode\n\n%s\n\n## Suggested fix\n\nRethrow.\n", i%400, path, i+1, path, i+1, text)
		issues[i] = hub.SeedIssue{
			Number: i + 1, Title: fmt.Sprintf("Finding %d swallows an error that its caller waits for", i+1), State: "open",
			Labels:    []string{"tech-debt", "severity:" + severities[i%5], "footprint:narrow", "difficulty:easy"},
			CreatedAt: day.Add(time.Duration(i) * 17 * time.Minute), User: "ana",
			Body: &body,
		}
	}
	return issues
}

// BenchmarkFirstFrame measures from the start of the process to the first frame
// of the app, drawn from the queue as it was known last time.
func BenchmarkFirstFrame(b *testing.B) {
	binary := buildBinary(b)
	for _, n := range []int{1_000, 10_000} {
		p := clonePlace(b)
		seed(b, p.dir, manyIssues(n))
		if _, status := p.run(b, "", binary, "list", "--local"); status != 0 {
			b.Fatalf("list ended with %d", status)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s := startTerminal(b, 120, 40, p.dir, p.env, binary, "--local", "--tracker-delay", "5s")
				s.see("CRITICAL", "#1 ")
				b.StopTimer()
				s.press("\x03")
				s.end()
				b.StartTimer()
			}
		})
	}
}
