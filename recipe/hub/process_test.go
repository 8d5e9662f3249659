package hub_test

import (
	"bufio"
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
	"testing"

	"gh-debt/recipe/hub"
)

// childVariable makes the test binary a process that files issues into the
// hub at the path that it holds, until it is killed or has filed childCount; with childGit it
// merges pull requests instead.
const (
	childVariable = "HUB_TEST_CHILD"
	childCount    = "HUB_TEST_COUNT"
)

func TestMain(m *testing.M) {
	path := os.Getenv(childVariable)
	if path == "" {
		os.Exit(m.Run())
	}
	work := func() error { return fileUntilKilled(path, os.Stdout) }
	if git := os.Getenv(childGit); git != "" {
		work = func() error { return mergeUntilKilled(path, git, os.Stdout) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// fileUntilKilled files issues one after another and writes the number of
// each on a line once it has been answered.
func fileUntilKilled(path string, out io.Writer) error {
	count, err := strconv.Atoi(os.Getenv(childCount))
	if err != nil {
		return err
	}
	h, err := hub.Open(context.Background(), path, hub.Options{Owner: "acme", Name: "shop", Viewer: "child"})
	if err != nil {
		return err
	}
	defer h.Close()
	for range count {
		n, err := fileOne(h, "filed by the child")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, n); err != nil {
			return err
		}
	}
	return nil
}

func fileOne(h *hub.Hub, title string) (int, error) {
	body, err := json.Marshal(map[string]any{"title": title, "body": title, "labels": []string{"tech-debt", "severity:important"}})
	if err != nil {
		return 0, err
	}
	client := &http.Client{Transport: h.Transport()}
	resp, err := client.Post("https://api.github.com/repos/acme/shop/issues", "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var made struct {
		Number int
		Labels []struct{ Name string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&made); err != nil {
		return 0, err
	}
	if resp.StatusCode != http.StatusCreated || len(made.Labels) != 2 {
		return 0, fmt.Errorf("status %s, labels %v", resp.Status, made.Labels)
	}
	return made.Number, nil
}

// child starts the test binary as a process of its own.
func child(t *testing.T, path string, count int) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+path, childCount+"="+strconv.Itoa(count))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

func TestKillingAProcessLosesNothingThatWasAnswered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hub.db")
	var answered []int
	for _, kill := range []int{0, 1, 3, 10, 25, 60} {
		cmd, lines := child(t, path, 1<<20)
		for range kill {
			if !lines.Scan() {
				t.Fatalf("the child ended by itself: %v", cmd.Wait())
			}
			answered = append(answered, lineNumber(t, lines))
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // what it answered before the kill came
			answered = append(answered, lineNumber(t, lines))
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the child was not killed")
		}
		h := open(t, path)
		stored := allNumbers(t, h)
		for _, n := range answered {
			if !slices.Contains(stored, n) {
				t.Errorf("killed after %d: issue %d was answered and is lost", kill, n)
			}
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func lineNumber(t *testing.T, lines *bufio.Scanner) int {
	t.Helper()
	n, err := strconv.Atoi(lines.Text())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// allNumbers are the numbers of all issues, each of which must be whole: with
// both labels and both label events.
func allNumbers(t *testing.T, h *hub.Hub) []int {
	t.Helper()
	all := []int{}
	for page := 1; ; page++ {
		e := get(t, h, fmt.Sprintf("%s/issues?state=all&direction=asc&per_page=100&page=%d", shop, page))
		var list []listedIssue
		e.into(t, &list)
		for _, i := range list {
			all = append(all, i.Number)
			if len(i.Labels) != 2 {
				t.Errorf("issue %d has the labels %v", i.Number, i.Labels)
			}
		}
		if len(list) < 100 {
			break
		}
	}
	for i, n := range all {
		if n != i+1 {
			t.Fatalf("the numbers have a gap before %d", n)
		}
	}
	return all
}

func TestTwoProcessesMayUseOneFileAtOnce(t *testing.T) {
	const each = 20
	path := filepath.Join(t.TempDir(), "hub.db")
	one, lines1 := child(t, path, each)
	two, lines2 := child(t, path, each)
	h := open(t, path)
	got := map[int]int{}
	for range each {
		n, err := fileOne(h, "filed by the test")
		if err != nil {
			t.Fatal(err)
		}
		got[n]++
	}
	for _, c := range []struct {
		cmd   *exec.Cmd
		lines *bufio.Scanner
	}{{one, lines1}, {two, lines2}} {
		for c.lines.Scan() {
			got[lineNumber(t, c.lines)]++
		}
		if err := c.cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 3*each || len(allNumbers(t, h)) != 3*each {
		t.Errorf("%d numbers were answered and %d issues stored, want %d", len(got), len(allNumbers(t, h)), 3*each)
	}
}
