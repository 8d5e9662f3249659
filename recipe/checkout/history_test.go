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

	"gh-debt/model"
)

// history is a long one, with issues that cite lines of it.
type history struct {
	*repo
	*story
	starts []Start
}

// historyFiles is how many files it has.
const historyFiles = 200

// story writes a history for git fast-import.
type story struct {
	bytes.Buffer
	rng   *rand.Rand
	names []string
	files [][]string // the lines of each file as they stand
}

func newStory(seed uint64) *story {
	s := &story{rng: rand.New(rand.NewPCG(1, seed))}
	for i := range historyFiles {
		s.names = append(s.names, fmt.Sprintf("src/part%02d/file%03d.go", i%20, i))
		var lines []string
		for j := range 250 {
			lines = append(lines, fmt.Sprintf("\tstatement(%d, %d)", i, j))
		}
		s.files = append(s.files, lines)
	}
	return s
}

func (s *story) begin(mark int, at time.Time) {
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
func newHistory(tb testing.TB, commits, issues, moved int) *history {
	tb.Helper()
	s := newStory(uint64(moved))
	h := &history{repo: newRepo(tb), story: s}
	cited := map[int]int{}
	for range issues {
		cited[s.rng.IntN(commits)]++
	}
	for n := range commits {
		at := day0.Add(time.Duration(n) * time.Hour)
		s.begin(n+1, at)
		each := commits / (moved + 1)
		switch {
		case n == 0:
			for i := range s.files {
				s.store(i)
			}
		case moved == historyFiles && n == commits/2:
			for i := range s.files {
				s.rename(i)
			}
		case moved < historyFiles && n%each == 0:
			s.rename(n/each - 1)
		default:
			s.edit(s.rng.IntN(historyFiles))
		}
		for range cited[n] {
			h.starts = append(h.starts, Start{Number: len(h.starts) + 1, Path: s.names[s.rng.IntN(historyFiles)],
				Line: 1 + s.rng.IntN(200), Head: fmt.Sprint(n + 1), CreatedAt: at.Add(time.Minute)})
		}
	}
	marks := filepath.Join(realTemp(tb), "marks")
	err := h.run.Git(tb.Context(), Call{Dir: h.dir, Stdin: &s.Buffer, Args: []string{"fast-import", "--quiet", "--export-marks=" + marks}})
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

// TestFollowLongHistory follows hundreds of lines through hundreds of commits:
// each line has a text of its own, so that it is known where it is, and a line
// that is still there must be found there.
func TestFollowLongHistory(t *testing.T) {
	for _, moved := range []int{0, 20, historyFiles} {
		t.Run(fmt.Sprint(moved, " files renamed"), func(t *testing.T) {
			h := newHistory(t, 600, 300, moved)
			c := h.open()
			got, err := c.Follow(t.Context(), h.starts, nil)
			if err != nil {
				t.Fatal(err)
			}
			cited, err := c.LinesAt(t.Context(), h.starts)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range h.starts {
				want := h.find(cited[s.Number], s.Path)
				if strings.Contains(cited[s.Number], "(") && got[s.Number] != want {
					t.Errorf("#%d: %s:%d (%s) is at %v, want %v", s.Number, s.Path, s.Line, cited[s.Number], got[s.Number], want)
				}
			}
		})
	}
}

// find is where a line stands now, of a file that may have been renamed.
func (s *story) find(text, path string) model.Position {
	i := slices.IndexFunc(s.names, func(n string) bool { return n[len("src"):] == path[len("src"):] })
	at := slices.Index(s.files[i], text)
	return model.Position{Path: s.names[i], Line: at + 1, Known: at >= 0}
}
