package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gh-debt/recipe/checkout"
	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/hub"
)

// childGit is the git directory in which the child merges instead of filing.
const childGit = "HUB_TEST_GIT"

// bare is a bare repository whose main has one commit, and n branches of one
// commit each, debt/1 and so on.
func bare(t *testing.T, n int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop.git")
	run := func(in string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Stdin, cmd.Env = strings.NewReader(in), gittest.Env()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	run("", "init", "--quiet", "--bare", "--initial-branch=main", dir)
	var b strings.Builder
	commit := func(branch, from, message, file string) {
		fmt.Fprintf(&b, "commit refs/heads/%s\ncommitter Ana <ana@example.test> 1700000000 +0000\ndata %d\n%s\n", branch, len(message), message)
		if from != "" {
			fmt.Fprintf(&b, "from refs/heads/%s\n", from)
		}
		fmt.Fprintf(&b, "M 100644 inline %s\ndata 2\nx\n\n", file)
	}
	commit("main", "", "Begin", "README.md")
	for i := 1; i <= n; i++ {
		commit(fmt.Sprintf("debt/%d", i), "main", fmt.Sprintf("Fix %d", i), fmt.Sprintf("f%d.go", i))
	}
	run(b.String(), "--git-dir", dir, "fast-import", "--quiet")
	return dir
}

func openOver(path, gitDir string) (*hub.Hub, error) {
	return hub.Open(context.Background(), path, hub.Options{Owner: "acme", Name: "shop", Viewer: "ana",
		Git: checkout.OpenStore(gitDir, checkout.NewGit(gittest.Env()))})
}

// send asks a hub and reads its answer.
func send(h *hub.Hub, method, path string, in, out any) (int, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return 0, err
	}
	r, err := http.NewRequest(method, "https://api.github.com"+shop+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	resp, err := h.Transport().RoundTrip(r)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err == nil && out != nil && resp.StatusCode < 300 {
		err = json.Unmarshal(raw, out)
	}
	return resp.StatusCode, err
}

// mergeUntilKilled merges the open pull requests one after another and writes
// the number of each on a line once it has been answered.
func mergeUntilKilled(path, gitDir string, out io.Writer) error {
	h, err := openOver(path, gitDir)
	if err != nil {
		return err
	}
	defer h.Close()
	var open []struct{ Number int }
	if _, err := send(h, "GET", "/pulls?direction=asc&per_page=100", nil, &open); err != nil {
		return err
	}
	for _, p := range open {
		status, err := send(h, "PUT", fmt.Sprintf("/pulls/%d/merge", p.Number), map[string]string{"merge_method": "squash"}, nil)
		if err != nil || status != http.StatusOK {
			return fmt.Errorf("merge %d: status %d: %w", p.Number, status, err)
		}
		if _, err := fmt.Fprintln(out, p.Number); err != nil {
			return err
		}
	}
	return nil
}

func TestKillingAMergeLeavesItDoneOrNotDone(t *testing.T) {
	const pulls = 24
	gitDir, path := bare(t, pulls), filepath.Join(t.TempDir(), "hub.db")
	h, err := openOver(path, gitDir)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= pulls; i++ {
		var issue struct{ Number int }
		if _, err := send(h, "POST", "/issues", map[string]string{"title": "debt"}, &issue); err != nil {
			t.Fatal(err)
		}
		status, err := send(h, "POST", "/pulls", map[string]string{"title": "Fix it", "head": fmt.Sprintf("debt/%d", i), "base": "main",
			"body": fmt.Sprintf("Closes #%d", issue.Number)}, nil)
		if err != nil || status != http.StatusCreated {
			t.Fatalf("status %d, %v", status, err)
		}
	}
	for _, kill := range []int{1, 2, 3, 5, 1, 0} { // 0: to the end
		answered := mergeAndKill(t, path, gitDir, kill)
		checkMerges(t, h, gitDir, answered)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
}

// mergeAndKill lets a process merge, kills it after some answers, at a moment
// that nobody chooses, and gives what it answered.
func mergeAndKill(t *testing.T, path, gitDir string, after int) (answered []int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+path, childGit+"="+gitDir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	raw := make([]byte, 1)
	line := ""
	for {
		n, err := out.Read(raw)
		if n == 0 || err != nil {
			break
		}
		if raw[0] != '\n' {
			line += string(raw)
			continue
		}
		number, err := strconv.Atoi(line)
		if err != nil {
			t.Fatal(err)
		}
		answered, line = append(answered, number), ""
		if len(answered) == after {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); (err == nil) == (after > 0) {
		t.Fatalf("the child ended with %v", err)
	}
	return answered
}

// checkMerges sees that each pull request is merged if it was answered, and
// that it is merged, its issue closed and its commit on main, all or none.
func checkMerges(t *testing.T, h *hub.Hub, gitDir string, answered []int) {
	t.Helper()
	cmd := exec.Command("git", "--git-dir", gitDir, "log", "--format=%s", "main")
	cmd.Env = gittest.Env()
	log, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		Number   int
		MergedAt *string `json:"merged_at"`
	}
	if _, err := send(h, "GET", "/pulls?state=all&per_page=100", nil, &all); err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		merged := p.MergedAt != nil
		if slices.Contains(answered, p.Number) && !merged {
			t.Errorf("pull request %d was answered as merged and is not", p.Number)
		}
		commits := strings.Count(string(log), fmt.Sprintf("(#%d)\n", p.Number))
		var issue struct{ State string }
		if _, err := send(h, "GET", fmt.Sprintf("/issues/%d", p.Number-1), nil, &issue); err != nil {
			t.Fatal(err)
		}
		if merged != (commits == 1) || commits > 1 || merged != (issue.State == "closed") {
			t.Errorf("pull request %d: merged %v, %d commits on main, its issue %s", p.Number, merged, commits, issue.State)
		}
	}
}
