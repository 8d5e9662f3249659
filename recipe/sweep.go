package recipe

import (
	"context"
	"fmt"
	"slices"

	"gh-debt/model"
)

// SweepTracker is what Sweep asks of the tracker.
type SweepTracker interface {
	IssueLister
	IssueReader
}

// Sweep checks issues that are filed already (section 7, check --issue and
// check --sweep).
type Sweep struct {
	Tracker SweepTracker
	Rules   model.Rules
}

func newSweep(d Deps) Sweep { return Sweep{Tracker: d.Tracker, Rules: d.Rules} }

// SweepInput says what to check.
type SweepInput struct {
	Number   int // one issue; 0 checks every open one
	Progress Progress
}

// SweepFinding is one thing that is wrong with a filed issue.
type SweepFinding struct {
	Number  int        `json:"number"`
	Code    model.Code `json:"code"`
	Message string     `json:"message"`
}

// SweepResult holds the findings by ascending number. Checked is how many
// issues were looked at: an empty queue is no clean one, and is said.
type SweepResult struct {
	Checked  int            `json:"checked"`
	Findings []SweepFinding `json:"findings"`
}

// Run reads the issue or the whole open list and checks each. Two open issues
// with one key are a finding of each but the first.
func (r Sweep) Run(ctx context.Context, in SweepInput) (SweepResult, error) {
	var issues []model.Issue
	if in.Number > 0 {
		end := in.Progress.step(fmt.Sprintf("read #%d", in.Number))
		issue, err := r.Tracker.Issue(ctx, in.Number)
		end("", err)
		if err != nil {
			return SweepResult{}, err
		}
		issues = []model.Issue{issue}
	} else {
		open, err := readList(ctx, r.Tracker, model.Open, in.Progress)
		if err != nil {
			return SweepResult{}, err
		}
		issues = open
	}
	issues = byNumber(issues)
	res := SweepResult{Checked: len(issues), Findings: []SweepFinding{}}
	twins := twinsOf(issues)
	for _, is := range issues {
		for _, p := range r.check(is, twins) {
			res.Findings = append(res.Findings, SweepFinding{Number: is.Number, Code: p.Code, Message: p.Message})
		}
	}
	return res, nil
}

// byNumber gives the issues by ascending number.
func byNumber(issues []model.Issue) []model.Issue {
	return slices.SortedFunc(slices.Values(issues), func(a, b model.Issue) int { return a.Number - b.Number })
}

// check gives all that is wrong with one issue.
func (r Sweep) check(is model.Issue, twins map[int]int) []model.Problem {
	problems := model.CheckIssue(is.Labels, is.Body, r.Rules)
	if first, ok := twins[is.Number]; ok {
		problems = append(problems, model.Problem{
			Code:    model.CodeDuplicateKey,
			Message: fmt.Sprintf("#%d is open with the same key; close one as a duplicate of the other", first),
		})
	}
	return problems
}

// twinsOf finds the open issues whose key an issue of a lower number carries,
// and names that one.
func twinsOf(issues []model.Issue) map[int]int {
	type place struct {
		path string
		line int
	}
	first := map[place]int{}
	twins := map[int]int{}
	for _, is := range issues { // ascending
		key, ok := model.FindKey(is.Body)
		if !ok || is.State == model.Closed {
			continue
		}
		at := place{key.Path, key.Line}
		if n, taken := first[at]; taken {
			twins[is.Number] = n
		} else {
			first[at] = is.Number
		}
	}
	return twins
}
