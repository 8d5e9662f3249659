package recipe

import (
	"context"
	"slices"
	"strings"

	"gh-debt/model"
)

// CapCheck says whether one more investigation may be opened (section 7,
// check --investigate-cap).
type CapCheck struct {
	Issues IssueLister
	Rules  model.Rules
}

func newCapCheck(d Deps) CapCheck { return CapCheck{Issues: d.Tracker, Rules: d.Rules} }

// CapInput is the label set that is about to be filed or set.
type CapInput struct {
	Labels   []string
	Progress Progress
}

// CapResult says whether the tracker was asked at all, and what was found.
type CapResult struct {
	Asked   bool           // false: the set holds no investigation, no request was made
	Open    []int          // the open investigations, ascending
	Cap     int            // how many there may be
	Problem *model.Problem // nil when one more may be opened
}

// Run reads the whole open list when, and only when, the set holds
// severity:investigate. A tracker that cannot answer is an error.
func (r CapCheck) Run(ctx context.Context, in CapInput) (CapResult, error) {
	res := CapResult{Cap: r.Rules.InvestigateCap}
	if !holdsInvestigate(in.Labels) {
		return res, nil
	}
	res.Asked = true
	end := in.Progress.step("count the open investigations")
	open, err := r.Issues.Issues(ctx, model.Open, nil)
	if err != nil {
		end("", err)
		return res, err
	}
	for _, i := range open {
		if holdsInvestigate(i.Labels) {
			res.Open = append(res.Open, i.Number)
		}
	}
	slices.Sort(res.Open)
	if p, full := model.CheckCap(in.Labels, open, r.Rules); full {
		res.Problem = &p
	}
	end("", nil)
	return res, nil
}

// NeedsCap reports whether a label set opens an investigation, so that the cap
// has to be checked at all.
func NeedsCap(labels []string) bool { return holdsInvestigate(labels) }

func holdsInvestigate(labels []string) bool {
	want := model.LabelFor(model.Severity, model.Investigate)
	return slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, want) })
}
