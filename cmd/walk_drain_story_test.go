//go:build !windows

package cmd_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/worker/workertest"
)

// regions is the file that the batch of the walk is about.
const regions = ".gaia/cli/src/update/regen-regions.ts"

// mend is good work on a file.
func mend(n int, message string) workertest.Run {
	return workertest.Run{
		Commits: []workertest.Commit{{Message: message, Edits: []workertest.Edit{{Path: regions, Text: fmt.Sprintf("// mended %d\n", n)}}}},
		Report:  &rule.Report{Model: "maker-1", Effort: "high", Summary: "Mended it."},
	}
}

func judge(word, theme string) workertest.Run {
	v := rule.Verdict{Verdict: word, HeadSHA: workertest.HeadPlaceholder, Model: "judge-1", Effort: "high", Findings: []rule.Finding{}}
	if theme != "" {
		v.Findings = append(v.Findings, rule.Finding{Theme: theme, Class: "holistic/unclassified", Subject: rule.SubjectCode, File: regions, Line: 1, Confidence: "high", Blocking: true, Text: "Not yet."})
	}
	return workertest.Run{Verdict: &v}
}

// TestWalkDrain drains a batch of two of the real backlog to merged, through changes
// wanted and a red check, killed three times on the way; and sees a race lost, an
// issue parked, one released, one diverted, and the brake.
func TestWalkDrain(t *testing.T) {
	if testing.Short() {
		t.Skip("it walks on the built program: run without -short")
	}
	binary := buildBinary(t)
	y := newYard(t, binary)
	bad := mend(1, "Mend the regions, which fixes #1418 too")
	s := y.clone("ana", map[string]workertest.Script{
		"maker": {Runs: []workertest.Run{bad, mend(2, "Mend the regions again"), mend(3, "Mend the build")}},
		"judge": {Runs: []workertest.Run{judge(rule.NeedsChanges, "missed place"), judge(rule.Pass, "")}, Repeat: true},
	})
	walkRace(t, y, s)
	walkProduce(t, s)
	walkToMerged(t, y, s)
	walkEnds(t, y, s)
	walkBrake(t, y)
}

// walkRace: while one session is about to create the branch, another one is faster.
func walkRace(t *testing.T, y *yard, s *session) {
	t.Helper()
	other := y.clone("bo", nil)
	var raced atomic.Bool
	y.watch(func(r *http.Request) {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/git/refs") || raced.Swap(true) {
			return
		}
		out := other.drain(1, "start", "1170", "1174", "--yes", "--holds")
		if !strings.Contains(out, "#1170 is claimed already") {
			t.Errorf("the second session says:\n%s", out)
		}
	})
	// Killed when the branch was made and nobody was told.
	s.killed(http.MethodPost, "/git/refs", "start", "1170", "1174", "--implementer", "maker", "--yes", "--holds")
	if !raced.Load() {
		t.Error("no race was run")
	}
	out := s.drain(0, "start", "1170", "1174", "--implementer", "maker", "--yes", "--holds")
	if !strings.Contains(out, "debt/1170-1174-batch") {
		t.Errorf("taken up:\n%s", out)
	}
	if _, labels := y.issue(1170); !strings.Contains(labels, "in-progress") {
		t.Errorf("#1170: %s", labels)
	}
}

// walkProduce: a commit message that would close a third issue is refused and named.
func walkProduce(t *testing.T, s *session) {
	t.Helper()
	out := s.drain(1, "produce", "1170")
	if !strings.Contains(out, "fixes #1418") || !strings.Contains(out, "reword it") {
		t.Errorf("the bad message:\n%s", out)
	}
	var story struct {
		Unit rule.Unit `json:"unit"`
	}
	if err := json.Unmarshal([]byte(s.stdout(0, "drain", "status", "1170", "--json")), &story); err != nil {
		t.Fatal(err)
	}
	s.y.git(story.Unit.Place.Dir, "reset", "--quiet", "--hard", story.Unit.Branch.Base)
}

// stdout runs a command and gives its standard output alone.
func (s *session) stdout(status int, args ...string) string {
	s.y.t.Helper()
	out, got := s.run(s.y.t, "", s.y.binary, args...)
	if got != status {
		s.y.t.Fatalf("%v ended with %d:\n%s", args, got, out)
	}
	return out
}

// walkToMerged: changes wanted, a red check, killed at the proposal and at the merge.
func walkToMerged(t *testing.T, y *yard, s *session) {
	t.Helper()
	s.hire(map[string]workertest.Script{
		"maker": {Runs: []workertest.Run{mend(1, "Mend the regions"), mend(2, "Mend the regions again"), mend(3, "Mend the build")}},
		"judge": {Runs: []workertest.Run{judge(rule.NeedsChanges, "missed place"), judge(rule.Pass, "")}, Repeat: true},
	})
	y.checks("failure", "success")
	s.killed(http.MethodPost, "/pulls", "--yes", "--holds")
	s.killed(http.MethodPut, "/merge", "--yes", "--holds")
	out := s.drain(0, "--yes", "--holds")
	if !strings.Contains(out, "delivered #1170, #1174") {
		t.Errorf("delivered:\n%s", out)
	}
	story := s.stdout(0, "drain", "report", "1170")
	for _, want := range []string{"NEEDS_CHANGES", "PASS"} {
		if !strings.Contains(story, want) {
			t.Errorf("the report lacks %q:\n%s", want, story)
		}
	}
	for number, want := range map[int]string{1170: "closed", 1174: "closed", 1418: "open"} {
		if state, labels := y.issue(number); state != want || strings.Contains(labels, "in-progress") {
			t.Errorf("#%d is %s, %s", number, state, labels)
		}
	}
	if got := y.git(y.bare, "show", "main:"+regions); got != "// mended 3" {
		t.Errorf("main holds %q", got)
	}
}

// checks is a CI that answers in this order, for each head that is asked about.
func (y *yard) checks(states ...string) {
	var mu sync.Mutex
	seen := map[string]bool{}
	y.watch(func(r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		sha, ok := strings.CutSuffix(r.URL.Path, "/check-runs")
		if sha = filepath.Base(sha); !ok || seen[sha] || len(states) == 0 {
			return
		}
		seen[sha] = true
		y.status(sha, states[0])
		states = states[1:]
	})
}

// status posts what a CI says of a head.
func (y *yard) status(sha, state string) {
	y.t.Helper()
	body := strings.NewReader(fmt.Sprintf(`{"state":%q,"context":"build"}`, state))
	r, err := http.NewRequest(http.MethodPost, "https://api.github.com/repos/acme/shop/statuses/"+sha, body)
	if err != nil {
		y.t.Fatal(err)
	}
	r.Header.Set("Authorization", "token token-of-ana")
	answer, err := y.hub.RoundTrip(r)
	if err != nil || answer.StatusCode != http.StatusCreated {
		y.t.Fatal(answer, err)
	}
	_ = answer.Body.Close()
}

// walkEnds: parked, released, diverted.
func walkEnds(t *testing.T, y *yard, s *session) {
	t.Helper()
	answers := filepath.Join(t.TempDir(), "answers.json")
	if err := os.WriteFile(answers, []byte(`{"1418:design": true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	out := s.drain(0, "start", "1418", "--yes", "--holds", "--answers", answers)
	if _, labels := y.issue(1418); !strings.Contains(labels, "debt:spec-pending") || strings.Contains(labels, "in-progress") || !strings.Contains(out, "Write the design for issue #1418") {
		t.Errorf("parked: %s\n%s", labels, out)
	}
	s.drain(0, "start", "1673", "--yes", "--holds")
	out = s.drain(0, "release", "1673", "--yes")
	if _, labels := y.issue(1673); strings.Contains(labels, "in-progress") || !strings.Contains(out, "handed-back") {
		t.Errorf("released: %s\n%s", labels, out)
	}
	out, _ = s.all(y.binary, "drain", "start", "2900", "--yes", "--holds")
	if _, labels := y.issue(2900); strings.Contains(labels, "in-progress") || strings.Contains(out, "SQL") || !strings.Contains(out, "private channel") {
		t.Errorf("diverted: %s\n%s", labels, out)
	}
	if branches := y.git(y.bare, "branch", "--format=%(refname:short)"); branches != "main" {
		t.Errorf("branches are left: %s", branches)
	}
}

// walkBrake: three rounds of one theme, a class round, and a person hands it back.
func walkBrake(t *testing.T, y *yard) {
	t.Helper()
	s := y.clone("cleo", map[string]workertest.Script{
		"maker": {Runs: []workertest.Run{mend(4, "One"), mend(5, "Two"), mend(6, "Three"), mend(7, "Four"), mend(8, "Five")}},
		"judge": {Runs: []workertest.Run{judge(rule.NeedsChanges, "missed place")}, Repeat: true},
	})
	s.drain(0, "start", "2142", "--implementer", "maker", "--yes", "--holds")
	out, _ := s.all(y.binary, "drain", "--yes", "--holds")
	if !strings.Contains(out, "the brake:") || !strings.Contains(out, "hand-back") {
		t.Errorf("the brake:\n%s", out)
	}
	out = s.drain(0, "brake", "2142", "--choose", "hand-back", "--yes")
	if _, labels := y.issue(2142); strings.Contains(labels, "in-progress") {
		t.Errorf("handed back: %s\n%s", labels, out)
	}
}
