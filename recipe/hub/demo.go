package hub

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"time"

	"gh-debt/model"
)

// demoFolder holds the sample: _shop is the checkout as it is now, _before the
// files that were different or there at all in its first commit, issues.json
// the queue. The folders begin with a line so that Go does not build them.
//
//go:embed demo/issues.json all:demo/_shop demo/_before
var demoFolder embed.FS

// demoDays are how long ago the two commits of the sample checkout were made:
// the oldest issue lies between them.
const (
	demoFirst  = 92.0
	demoSecond = 11.0
)

// demoIssue is an issue of the sample queue. Times are days before now.
type demoIssue struct {
	Number      int     `json:"number"`
	Title       string  `json:"title"`
	Days        float64 `json:"days"`
	User        string  `json:"user"`
	State       string  `json:"state"`
	Reason      string  `json:"reason"`
	DuplicateOf int     `json:"duplicateOf"`
	ClosedDays  float64 `json:"closedDays"`
	ClosedBy    string  `json:"closedBy"`

	Class     string   `json:"class"`
	Path      string   `json:"path"`
	Line      int      `json:"line"`
	Branch    string   `json:"branch"`
	Changed   string   `json:"changed"`
	Failure   string   `json:"failure"`
	Fix       string   `json:"fix"`
	Severity  string   `json:"severity"`
	Footprint string   `json:"footprint"`
	Difficult string   `json:"difficulty"`
	Fold      string   `json:"fold"`
	Question  string   `json:"question"`
	SettledBy string   `json:"settledBy"`
	Labels    []string `json:"labels"` // beside the grades; all of them where there is a body
	Body      string   `json:"body"`   // of an issue that was filed by hand

	Events []struct {
		SeedEvent
		Days float64 `json:"days"`
	} `json:"events"`
	Comments []struct {
		User string  `json:"user"`
		Days float64 `json:"days"`
		Body string  `json:"body"`
	} `json:"comments"`
}

// SeedDemo fills a fresh hub with the sample queue, whose ages are counted
// back from the hub's clock: findings in the files of DemoFiles, with every
// grade, a batch, a stale and a moved one, open questions, a claimed and a
// parked one, one that was filed by hand, and some that are closed.
func (h *Hub) SeedDemo(ctx context.Context) error {
	issues, err := demoIssues(h.opt.Clock())
	if err != nil {
		return err
	}
	var labels []model.Label
	for _, l := range model.Vocabulary(model.DefaultRules()) {
		if !l.Unasked {
			labels = append(labels, l.Label)
		}
	}
	return h.Seed(ctx, issues, labels...)
}

func demoIssues(now time.Time) ([]SeedIssue, error) {
	raw, err := demoFolder.ReadFile("demo/issues.json")
	if err != nil {
		return nil, fmt.Errorf("read the sample queue: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var list []demoIssue
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("read the sample queue: %w", err)
	}
	issues := make([]SeedIssue, 0, len(list))
	for _, i := range list {
		seed, err := i.seed(now)
		if err != nil {
			return nil, fmt.Errorf("read the sample queue: issue %d: %w", i.Number, err)
		}
		issues = append(issues, seed)
	}
	return issues, nil
}

func daysBefore(now time.Time, days float64) time.Time {
	return now.Add(-time.Duration(days * 24 * float64(time.Hour))).Truncate(time.Second)
}

func (i demoIssue) seed(now time.Time) (SeedIssue, error) {
	body, labels, err := i.content()
	if err != nil {
		return SeedIssue{}, err
	}
	s := SeedIssue{Number: i.Number, Title: i.Title, State: string(model.Open), Labels: labels, Body: &body,
		CreatedAt: daysBefore(now, i.Days), User: i.User, ClosedBy: i.ClosedBy, DuplicateOf: i.DuplicateOf}
	if i.State != "" {
		s.State = i.State
		s.ClosedAt = daysBefore(now, i.ClosedDays)
		s.StateReason = &i.Reason
	}
	for _, e := range i.Events {
		e.SeedEvent.At = daysBefore(now, e.Days)
		s.Events = append(s.Events, e.SeedEvent)
	}
	for _, c := range i.Comments {
		s.Comments = append(s.Comments, SeedComment{User: c.User, CreatedAt: daysBefore(now, c.Days), Body: c.Body})
	}
	return s, nil
}

// content gives the body and the labels of the issue, as a filing would.
func (i demoIssue) content() (string, []string, error) {
	if i.Body != "" {
		return i.Body, i.Labels, nil
	}
	key, err := model.NewKey(i.Class, i.Path, i.Line)
	if err != nil {
		return "", nil, err
	}
	f := model.Finding{Key: key, Origin: model.NewOrigin(i.Branch, i.Changed, "", ""), Title: i.Title,
		FailureMode: i.Failure, Fix: i.Fix,
		Grades:   model.Grades{Severity: i.Severity, Footprint: i.Footprint, Difficulty: i.Difficult, Fold: i.Fold},
		Research: model.Research{Question: i.Question, SettledBy: i.SettledBy}}
	return f.Body(), append(f.Labels(model.DefaultRules()), i.Labels...), nil
}

// DemoFiles are the files of the sample checkout as they are now.
func DemoFiles() (fs.FS, error) { return fs.Sub(demoFolder, "demo/_shop") }

// DemoCommit is one commit of the sample checkout: its message, its author,
// when it was made, and all files that it holds.
type DemoCommit struct {
	Message string
	Author  string
	At      time.Time
	Files   map[string][]byte // by slash-separated path
}

// DemoCommits are the commits that lead to DemoFiles, the oldest first. The
// second one deletes a file that an issue is about and moves the cited line of
// another, so that the sample queue has a stale and a moved issue.
func DemoCommits(now time.Time) ([]DemoCommit, error) {
	present, err := readTree("demo/_shop")
	if err != nil {
		return nil, err
	}
	before, err := readTree("demo/_before")
	if err != nil {
		return nil, err
	}
	first := map[string][]byte{}
	for _, tree := range []map[string][]byte{present, before} {
		for path, content := range tree {
			first[path] = content
		}
	}
	return []DemoCommit{
		{"Open the shop", "Ana", daysBefore(now, demoFirst), first},
		{"Greet customers by name, and render pages without a cache", "Chidi", daysBefore(now, demoSecond), present},
	}, nil
}

func readTree(root string) (map[string][]byte, error) {
	files := map[string][]byte{}
	sub, err := fs.Sub(demoFolder, root)
	if err != nil {
		return nil, fmt.Errorf("read the sample checkout: %w", err)
	}
	err = fs.WalkDir(sub, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path], err = fs.ReadFile(sub, path)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the sample checkout: %w", err)
	}
	return files, nil
}
