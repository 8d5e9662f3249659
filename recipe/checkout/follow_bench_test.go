package checkout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// story writes a history for git fast-import.
type story struct {
	bytes.Buffer
	rng   *rand.Rand
	names []string
	files [][]string // the lines of each file as they stand
}

func newStory(seed uint64) *story {
	s := &story{rng: rand.New(rand.NewPCG(1, seed))}
	for i := range benchFiles {
		s.names = append(s.names, fmt.Sprintf("src/part%02d/file%03d.go", i%20, i))
		var lines []string
		for j := range 250 {
			lines = append(lines, fmt.Sprintf("\tstatement(%d, %d)", i, j))
		}
		s.files = append(s.files, lines)
	}
	return s
}

func (s *story) commit(mark int, at time.Time) {
	fmt.Fprintf(s, "commit refs/heads/main\nmark :%d\ncommitter ana <ana@example.test> %d +0000\ndata 1\nx\n", mark, at.Unix())
}

// store writes a file into the present commit.
func (s *story) store(i int) {
	text := strings.Join(s.files[i], "\n") + "\n"
	fmt.Fprintf(s, "M 100644 inline %s\ndata %d\n%s\n", s.names[i], len(text), text)
}

// edit changes a line of a file, removes one, or adds two.
func (s *story) edit(i int) {
	f := s.files[i]
	at := s.rng.IntN(len(f))
	line := fmt.Sprintf("\tedited(%d)", s.rng.IntN(1<<30))
	switch kind := s.rng.IntN(4); {
	case kind == 0:
		f[at] = line
	case kind == 1 && len(f) > 220:
		s.files[i] = slices.Delete(f, at, at+1)
	default:
		s.files[i] = slices.Insert(f, at, line, "\t}")
	}
	s.store(i)
}

// rename moves a file to another folder, with an edit.
func (s *story) rename(i int) {
	fmt.Fprintf(s, "D %s\n", s.names[i])
	s.names[i] = strings.Replace(s.names[i], "src/", "app/", 1)
	s.edit(i)
}

// newHistory builds the repository. Every commit edits one file; moved files are
// renamed on the way: all of them in one commit when there are 200, else one by
// one. The issues cite lines of commits all along.
func newHistory(tb testing.TB, moved int) *history {
	tb.Helper()
	h := &history{repo: newRepo(tb)}
	s := newStory(uint64(moved))
	cited := map[int]int{}
	for range benchIssues {
		cited[s.rng.IntN(benchCommits)]++
	}
	for n := range benchCommits {
		at := day0.Add(time.Duration(n) * time.Hour)
		s.commit(n+1, at)
		each := benchCommits / (moved + 1)
		switch {
		case n == 0:
			for i := range s.files {
				s.store(i)
			}
		case moved == benchFiles && n == benchCommits/2:
			for i := range s.files {
				s.rename(i)
			}
		case moved < benchFiles && n%each == 0:
			s.rename(n/each - 1)
		default:
			s.edit(s.rng.IntN(benchFiles))
		}
		for range cited[n] {
			h.starts = append(h.starts, Start{Number: len(h.starts) + 1, Path: s.names[s.rng.IntN(benchFiles)],
				Line: 1 + s.rng.IntN(200), Head: fmt.Sprint(n + 1), CreatedAt: at.Add(time.Minute)})
		}
	}
	marks := filepath.Join(realTemp(tb), "marks")
	err := h.run.Git(tb.Context(), Call{Dir: h.dir, Stdin: s, Args: []string{"fast-import", "--quiet", "--export-marks=" + marks}})
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

// BenchmarkFollowKept asks for the kept answers of 20,000 issues.
func BenchmarkFollowKept(b *testing.B) {
	r := newRepo(b)
	for i := range 500 {
		r.write(fmt.Sprintf("app/part%d/file%d.ts", i%20, i), numbered("line", 300))
	}
	head := r.commit("first")
	var starts []Start
	for i := range 20_000 {
		path := fmt.Sprintf("app/part%d/file%d.ts", i%20, i%500)
		starts = append(starts, Start{Number: i + 1, Path: path, Line: 1 + i/500, Head: head})
	}
	c := r.open()
	for b.Loop() {
		if _, err := c.Follow(b.Context(), starts, nil); err != nil {
			b.Fatal(err)
		}
	}
}
