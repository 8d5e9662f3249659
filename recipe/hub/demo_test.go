package hub_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// demo is a hub with the sample queue, and its issues as the model has them.
func demo(t *testing.T) (*hubtest.Server, []model.Issue) {
	t.Helper()
	s := hubtest.New(t)
	if err := s.SeedDemo(t.Context()); err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Number      int
		Title, Body string
		State       model.State
		StateReason model.StateReason `json:"state_reason"`
		Labels      []struct{ Name string }
		CreatedAt   time.Time `json:"created_at"`
	}
	ask(t, s, "GET", shop+"/issues?state=all&per_page=100", nil).into(t, &list)
	var issues []model.Issue
	for _, i := range list {
		m := model.Issue{Number: i.Number, Title: i.Title, Body: i.Body, State: i.State, StateReason: i.StateReason, CreatedAt: i.CreatedAt}
		for _, l := range i.Labels {
			m.Labels = append(m.Labels, l.Name)
		}
		issues = append(issues, m)
	}
	return s, issues
}

// lineOf is a line of a file of the sample checkout, trimmed.
func lineOf(t *testing.T, content []byte, line int) string {
	t.Helper()
	lines := strings.Split(string(content), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[line-1])
}

func TestEachCitedLineOfTheSampleShowsItsDefect(t *testing.T) {
	commits, err := hub.DemoCommits(time.Unix(1_790_000_000, 0))
	if err != nil {
		t.Fatal(err)
	}
	then, now := commits[0].Files, commits[1].Files
	want := map[int]string{
		1342: `const order: Step[] = ['cart', 'address', 'payment', 'review', 'done'];`,
		1347: "3. All: the database. Fail over with `scripts/failover.sh`, then call the team.",
		1356: `net += lineTotal(line);`,
		1365: `pg_dump shop | gzip > "$dump"`,
		1377: `return { approved: true, reason: 'risk service did not answer' };`,
		1388: `os.Remove(path)`,
		1398: `return [json.loads(line) for line in path.read_text().splitlines() if line]`,
		1402: `} catch { }`,
		1410: `continue;`,
		1419: `.map((line) => Math.round(lineTotal(line) * percent) / 100)`,
		1423: `const pattern = new RegExp(wanted, 'i');`,
		1426: `with open(argv[2], "a") as out:`,
		1431: "_, err = db.ExecContext(ctx, `UPDATE stock SET pieces = $1 WHERE sku = $2`, left-quantity, sku)",
		1433: `'UPDATE orders SET paid_cents = paid_cents + ? WHERE id = ?',`,
	}
	_, issues := demo(t)
	got := map[int]string{}
	for _, i := range issues {
		key, ok := model.FindKey(i.Body)
		if !ok || i.State != model.Open {
			continue
		}
		switch i.Number {
		case 1290: // stale: in the first commit only
			if _, there := now[key.Path]; there || lineOf(t, then[key.Path], key.Line) != "return `${path}?${query}`;" {
				t.Errorf("#1290 cites %s, which must be gone now and have been right", key.Location())
			}
		case 1405: // moved: six lines down since
			const text = `db.execute("UPDATE orders SET confirmed = 1 WHERE paid AND NOT confirmed")`
			if lineOf(t, then[key.Path], key.Line) != text || lineOf(t, now[key.Path], key.Line+6) != text {
				t.Errorf("#1405 cites %s, which must have moved by six lines", key.Location())
			}
		default:
			got[i.Number] = lineOf(t, now[key.Path], key.Line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := lineOf(t, now["app/catalog/search.ts"], 34); got != "void show(field.value);" {
		t.Errorf("#1428 cites %q", got)
	}
	for path := range then {
		if filepath.IsAbs(path) || strings.HasPrefix(path, "_") {
			t.Errorf("a file of the sample is called %s", path)
		}
	}
}

func TestTheSampleQueueShowsEverythingThatAQueueCanShow(t *testing.T) {
	s, issues := demo(t)
	var open []model.Issue
	closed := map[model.StateReason]int{}
	severities, excluded := map[string]int{}, map[model.Exclusion]int{}
	for _, i := range issues {
		if i.State == model.Open {
			open = append(open, i)
		} else {
			closed[i.StateReason]++
		}
	}
	queue := model.NewQueue(open, model.Facts{})
	for _, e := range queue.Entries {
		severities[e.Grades.Severity]++
		excluded[e.Excluded]++
		if problems := model.CheckIssue(e.Issue.Labels, e.Issue.Body, model.DefaultRules()); len(problems) > 0 && e.Issue.Number != 1428 {
			t.Errorf("#%d: %v", e.Issue.Number, problems)
		}
	}
	if diff := cmp.Diff(map[model.StateReason]int{model.NotPlanned: 1, model.Completed: 1, model.Duplicate: 1}, closed); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"critical": 3, "important": 8, "suggestion": 4, "investigate": 2}, severities); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[model.Exclusion]int{"": 13, model.InProgress: 1, model.SpecParked: 1, model.Investigating: 2}, excluded); diff != "" {
		t.Error(diff)
	}
	batches := map[string]string{}
	for _, b := range queue.Clusters {
		batches[fmt.Sprint(b.Members)] = b.Signal
	}
	if diff := cmp.Diff(map[string]string{"[1402 1410]": "path", "[1356 1419]": "class-dir", "[1423 1428]": "path"}, batches); diff != "" {
		t.Error(diff)
	}
	want := []string{"labeled by ana: tech-debt ededed", "labeled by ana: footprint:narrow d4c5f9", "labeled by ana: difficulty:easy bfe3df",
		"labeled by ana: severity:important fbca04", "labeled by bo: severity:critical b60205", "unlabeled by bo: severity:important fbca04"}
	var labels []string
	for _, line := range history(t, s, 1402) {
		if strings.Contains(line, "label") {
			labels = append(labels, line)
		}
	}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Error(diff)
	}
}

func TestTheSampleCheckoutIsItsLastCommit(t *testing.T) {
	files, err := hub.DemoFiles()
	if err != nil {
		t.Fatal(err)
	}
	commits, err := hub.DemoCommits(time.Unix(1_790_000_000, 0))
	if err != nil {
		t.Fatal(err)
	}
	last, n := commits[len(commits)-1].Files, 0
	err = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, path)
		if !bytes.Equal(content, last[path]) {
			t.Errorf("%s differs", path)
		}
		n++
		return err
	})
	if err != nil || n != len(last) || n < 12 {
		t.Errorf("%d files, %d in the last commit (%v)", n, len(last), err)
	}
	if !commits[0].At.Before(commits[1].At) {
		t.Errorf("the commits are of %s and %s", commits[0].At, commits[1].At)
	}
}
