package checkout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

// history is what the bound of tier 4 speaks of: 1,000 open issues on 200 files
// of a repository with 10,000 commits.
type history struct {
	*repo
	starts []Start
}

const (
	benchCommits = 10_000
	benchFiles   = 200
	benchIssues  = 1_000
)

// newHistory builds the repository with git fast-import. Every commit edits one
// file; moved files are renamed on the way, with an edit: all of them in one
// commit when there are 200, else one by one.
func newHistory(tb testing.TB, moved int) *history {
	tb.Helper()
	h := &history{repo: newRepo(tb)}
	rng := rand.New(rand.NewPCG(1, uint64(moved)))
	files := make([][]string, benchFiles)
	names := make([]string, benchFiles)
	for i := range files {
		names[i] = fmt.Sprintf("src/part%02d/file%03d.go", i%20, i)
		for j := range 250 {
			files[i] = append(files[i], fmt.Sprintf("\tstatement(%d, %d)", i, j))
		}
	}
	type cite struct {
		file, line int
		path       string
	}
	cites := make([][]cite, benchCommits)
	for range benchIssues {
		at := rng.IntN(benchCommits)
		cites[at] = append(cites[at], cite{file: rng.IntN(benchFiles), line: 1 + rng.IntN(200)})
	}
	var b bytes.Buffer
	blob := func(i int) {
		text := strings.Join(files[i], "\n") + "\n"
		fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n%s\n", names[i], len(text), text)
	}
	edit := func(i int) {
		at := rng.IntN(len(files[i]))
		switch line := fmt.Sprintf("\tedited(%d)", rng.IntN(1<<30)); rng.IntN(4) {
		case 0:
			files[i][at] = line
		case 1:
			if len(files[i]) > 220 {
				files[i] = append(files[i][:at:at], files[i][at+1:]...)
			}
		default:
			files[i] = append(files[i][:at:at], append([]string{line, "\t}"}, files[i][at:]...)...)
		}
	}
	rename := func(i int) {
		fmt.Fprintf(&b, "D %s\n", names[i])
		names[i] = strings.Replace(names[i], "src/", "app/", 1)
		edit(i)
		blob(i)
	}
	for n := range benchCommits {
		at := day0.Add(time.Duration(n) * time.Hour)
		fmt.Fprintf(&b, "commit refs/heads/main\nmark :%d\ncommitter ana <ana@example.test> %d +0000\ndata 1\nx\n", n+1, at.Unix())
		switch {
		case n == 0:
			for i := range files {
				blob(i)
			}
		case moved == benchFiles && n == benchCommits/2:
			for i := range files {
				rename(i)
			}
		case moved < benchFiles && n%(benchCommits/(moved+1)) == 0:
			rename((n/(benchCommits/(moved+1)) - 1) % benchFiles)
		default:
			i := rng.IntN(benchFiles)
			edit(i)
			blob(i)
		}
		for _, c := range cites[n] {
			h.starts = append(h.starts, Start{Number: len(h.starts) + 1, Path: names[c.file], Line: c.line,
				Head: fmt.Sprint(n + 1), CreatedAt: at.Add(time.Minute)})
		}
	}
	marks := realTemp(tb) + "/marks"
	err := h.run.Git(tb.Context(), Call{Dir: h.dir, Stdin: &b, Args: []string{"fast-import", "--quiet", "--export-marks=" + marks}})
	if err != nil {
		tb.Fatal(err)
	}
	h.git("read-tree", "--reset", "-u", "HEAD")
	h.cite(marks)
	return h
}

// cite puts the commits' names into the starts; every second one goes by its date.
func (h *history) cite(marks string) {
	data, err := os.ReadFile(marks)
	if err != nil {
		h.tb.Fatal(err)
	}
	byMark := map[string]string{}
	for line := range strings.Lines(string(data)) {
		mark, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		byMark[strings.TrimPrefix(mark, ":")] = id
	}
	for i := range h.starts {
		if h.starts[i].Head = byMark[h.starts[i].Head]; i%2 == 1 {
			h.starts[i].Head = ""
		}
	}
}

// BenchmarkFollow is bounded by 2 s for a first answer.
func BenchmarkFollow(b *testing.B) {
	for _, moved := range []int{0, 20, benchFiles} {
		h := newHistory(b, moved)
		name := fmt.Sprintf("1000 issues, 10000 commits, %d of 200 files renamed/", moved)
		ask := func(b *testing.B, c *Checkout) {
			at, err := c.Follow(b.Context(), h.starts, nil)
			if err != nil {
				b.Fatal(err)
			}
			found := 0
			for _, p := range at {
				if p.Known {
					found++
				}
			}
			b.ReportMetric(float64(found), "known")
		}
		b.Run(name+"first", func(b *testing.B) {
			for b.Loop() {
				c := h.open()
				if err := os.RemoveAll(c.CommonDir() + "/gh-debt"); err != nil {
					b.Fatal(err)
				}
				ask(b, c)
			}
		})
		b.Run(name+"kept", func(b *testing.B) {
			for b.Loop() {
				ask(b, h.open())
			}
		})
	}
}
