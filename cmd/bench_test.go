//go:build !windows

package cmd_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/hub"
)

// BenchmarkCommand times whole commands, each a process of the built binary, on
// embedded trackers of 1,000 and 10,000 open issues with bodies of 2 KB. It
// reports medians of the time from start to end and of the process's own time, and
// the peak memory of one run. .github/bench runs it.
func BenchmarkCommand(b *testing.B) {
	binary := buildBinary(b)
	for _, issues := range []int{1000, 10000} {
		clone := seededClone(b, issues)
		name := func(what string) string { return fmt.Sprintf("%s/%d issues", what, issues) }
		cache := filepath.Join(clone, ".git", "gh-debt", "cache")
		b.Run(name("list the first time, 100 ms per request"), func(b *testing.B) {
			runs(b, func() *exec.Cmd {
				if err := os.RemoveAll(cache); err != nil {
					b.Fatal(err)
				}
				return inClone(clone, binary, "list", "--local", "--tracker-delay", "100ms")
			}, 0)
		})
		b.Run(name("list again, 100 ms per request"), func(b *testing.B) {
			runs(b, func() *exec.Cmd { return inClone(clone, binary, "list", "--local", "--tracker-delay", "100ms") }, 0)
		})
		b.Run(name("list"), func(b *testing.B) {
			runs(b, func() *exec.Cmd { return inClone(clone, binary, "list", "--local") }, 0)
		})
		b.Run(name("dedup"), func(b *testing.B) {
			runs(b, func() *exec.Cmd {
				return inClone(clone, binary, "dedup", "--local", "--path", "src/f0007.ts", "--line", "1")
			}, 1)
		})
	}
	clone := seededClone(b, 1)
	b.Run("check --pre-file", func(b *testing.B) {
		runs(b, func() *exec.Cmd {
			return inClone(clone, binary, "check", "--pre-file", "--labels", "tech-debt,severity:important", "--body-file", "body.md")
		}, 0)
	})
}

func inClone(clone, binary string, args ...string) *exec.Cmd {
	c := exec.Command(binary, args...)
	c.Dir = clone
	c.Env = gittest.Env("GH_CONFIG_DIR="+clone, "GH_DEBUG=")
	return c
}

// runs runs the command once for each turn of the benchmark; want is the exit
// status that it must have.
func runs(b *testing.B, command func() *exec.Cmd, want int) {
	var walls, own []float64
	for b.Loop() {
		b.StopTimer()
		c := command()
		b.StartTimer()
		began := time.Now()
		err := c.Run()
		walls = append(walls, float64(time.Since(began).Microseconds())/1000)
		var ended *exec.ExitError
		if err != nil && !errors.As(err, &ended) || c.ProcessState.ExitCode() != want {
			b.Fatalf("%v, want exit status %d", err, want)
		}
		spent := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		own = append(own, float64(spent.Microseconds())/1000)
	}
	b.ReportMetric(0, "ns/op") // the median says it
	b.ReportMetric(median(walls), "ms")
	b.ReportMetric(median(own), "ms-own")
	if peak, ok := peakMemory(command()); ok {
		b.ReportMetric(peak, "MB-peak")
	}
}

// peakMemory runs the command once more below GNU time, where there is one, and
// gives its peak memory in megabytes. The benchmark itself cannot ask the system:
// a process counts the memory of the one that started it as its own peak.
func peakMemory(c *exec.Cmd) (float64, bool) {
	const timer = "/usr/bin/time"
	if _, err := os.Stat(timer); err != nil {
		return 0, false
	}
	measured := exec.Command(timer, append([]string{"-q", "-f", "%M", c.Path}, c.Args[1:]...)...)
	measured.Dir, measured.Env = c.Dir, c.Env
	var said strings.Builder
	measured.Stderr = &said
	_ = measured.Run() // its exit status is the command's, which was looked at
	lines := strings.Fields(said.String())
	if len(lines) == 0 {
		return 0, false
	}
	kilobytes, err := strconv.Atoi(lines[len(lines)-1])
	return float64(kilobytes) * 1024 / 1e6, err == nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// seededClone makes a clone and an embedded tracker of so many open issues, five
// about each of its files.
func seededClone(b *testing.B, issues int) string {
	b.Helper()
	files := max(issues/5, 1)
	clone := b.TempDir()
	write := func(name, text string) {
		path := filepath.Join(clone, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			b.Fatal(err)
		}
	}
	for i := range files {
		write(fmt.Sprintf("src/f%04d.ts", i), strings.Repeat("a line of code\n", issues/files+1))
	}
	write("body.md", "<!-- gaia-debt-key: v1 class=io/lost path=src/f001.ts line=1 -->\n\n"+strings.Repeat("Words about the finding.\n", 80))
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"commit", "-q", "-m", "Begin"}} {
		if out, err := inClone(clone, "git", args...).CombinedOutput(); err != nil {
			b.Fatalf("git %s: %v\n%s", args[0], err, out)
		}
	}
	seeds := make([]hub.SeedIssue, issues)
	severities := []string{"severity:critical", "severity:important", "severity:suggestion"}
	began := time.Now().Add(-time.Duration(issues) * time.Minute)
	for i := range seeds {
		body := fmt.Sprintf("<!-- gaia-debt-key: v1 class=io/lost-%d path=src/f%04d.ts line=%d -->\n\n", i%files, i%files, i/files+1)
		body += strings.Repeat("Words about the finding.\n", (2000-len(body))/25)
		seeds[i] = hub.SeedIssue{
			Number: i + 1, Title: fmt.Sprintf("Finding %d is about a line", i+1), State: "open", User: "bo", Body: &body,
			Labels: []string{"tech-debt", severities[i%3], "footprint:narrow"}, CreatedAt: began.Add(time.Duration(i) * time.Minute),
		}
	}
	dir := filepath.Join(clone, ".git", "gh-debt")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	h, err := hub.Open(ctx, filepath.Join(dir, "hub.db"), hub.Options{Owner: "local", Name: filepath.Base(clone)})
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(h.Seed(ctx, seeds), h.Close()); err != nil {
		b.Fatal(err)
	}
	return clone
}
