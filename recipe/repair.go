package recipe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
)

// RepairKind names one of the repairs that triage makes; the sweep only names
// what is wrong.
type RepairKind string

// The repairs.
const (
	RepairKey      RepairKind = "key"      // a key line for an issue that was filed by hand
	RepairRekey    RepairKind = "rekey"    // a key in the place of the one that is there
	RepairAxis     RepairKind = "axis"     // of several values of an axis one is kept
	RepairBlock    RepairKind = "block"    // a stranded research block goes
	RepairSpelling RepairKind = "spelling" // former spellings become today's
	RepairQuestion RepairKind = "question" // an investigation gets the question it lacks
	RepairGrade    RepairKind = "grade"    // a grade that lacks is set
	RepairLabel    RepairKind = "label"    // a label with a value that there is not goes
	RepairTwin     RepairKind = "twin"     // a second issue of one key is closed as a duplicate
)

// RepairTracker is what Repair asks of the tracker.
type RepairTracker interface {
	RegradeTracker
	StateEditor
}

// Repair puts right what a check found, by a person's decision: as label edits
// or as the smallest edit of the body.
type Repair struct {
	Regrade Regrade
	States  StateEditor
	Files   CodeReader // nil where there is no checkout: a place is taken as it is given
}

func newRepair(d Deps) Repair {
	r := newRegrade(d)
	repair := Repair{Regrade: r, States: d.Tracker}
	if d.Checkout != nil {
		repair.Files = d.Checkout
	}
	return repair
}

// RepairInput says what is to be put right on one issue.
type RepairInput struct {
	Number   int
	Kind     RepairKind
	Key      model.Key      // RepairKey, RepairRekey
	Axis     model.Axis     // RepairAxis, RepairGrade
	Value    string         // RepairAxis: the value that is kept; RepairGrade: the new one
	Research model.Research // RepairQuestion
	Labels   []string       // RepairLabel: what goes
	Original int            // RepairTwin: the issue that stays
	// Seen is the body that the person saw; "" does not compare. A body that
	// changed since is not touched.
	Seen        string
	NotSecurity bool
	DryRun      bool
	Progress    Progress
}

// Run makes the repair and gives the one issue's change.
func (r Repair) Run(ctx context.Context, in RepairInput) (ChangeResult, error) {
	if in.Kind == RepairGrade {
		return r.Regrade.Run(ctx, RegradeInput{
			Numbers: []int{in.Number}, Changes: map[model.Axis]string{in.Axis: in.Value},
			Research: in.Research, NotSecurity: in.NotSecurity, DryRun: in.DryRun, Progress: in.Progress,
		})
	}
	numbers, err := uniqueNumbers([]int{in.Number})
	if err != nil {
		return ChangeResult{}, err
	}
	if err := checkRepair(in); err != nil {
		return ChangeResult{}, err
	}
	in.Progress = in.Progress.serial()
	repo, err := Rights{Tracker: r.Regrade.Tracker}.Run(ctx, RightsInput{})
	if err != nil {
		return ChangeResult{}, err
	}
	text := in.Research.Question + "\n" + in.Research.SettledBy
	if err := refuseSecret(r.Regrade.Secrets, repo, in.NotSecurity, text); err != nil {
		return ChangeResult{}, err
	}
	s := &repairing{Regrade: r.Regrade, states: r.States, files: r.Files, in: in}
	s.changeRun = changeRun{
		op: OpRepair, group: newGroup(), repo: repo, log: r.Regrade.Log, marker: r.Regrade.Marker,
		now: r.Regrade.Now, dryRun: in.DryRun,
	}
	issues := s.each(ctx, numbers, in.Progress, func(n int) IssueChange { return s.one(ctx, n) })
	return s.result(in.DryRun, issues), nil
}

func checkRepair(in RepairInput) error {
	switch in.Kind {
	case RepairKey, RepairRekey:
		if _, err := model.NewKey(in.Key.Class, in.Key.Path, in.Key.Line); err != nil {
			return &UsageError{Err: err}
		}
	case RepairAxis:
		if in.Value == "" {
			return usagef("name the value of %s that is kept", in.Axis)
		}
		if err := model.CheckGrade(in.Axis, in.Value); err != nil {
			return &UsageError{Err: err}
		}
	case RepairQuestion:
		if strings.TrimSpace(in.Research.Question) == "" || strings.TrimSpace(in.Research.SettledBy) == "" {
			return &UsageError{Err: errors.New("an investigation takes a question and what would settle it")}
		}
	case RepairLabel:
		return checkLabelsThatGo(in.Labels)
	case RepairTwin:
		if in.Original < 1 || in.Original == in.Number {
			return usagef("#%d cannot be a duplicate of #%d", in.Number, in.Original)
		}
	case RepairBlock, RepairSpelling:
	default:
		return usagef("there is no repair %q", in.Kind)
	}
	return nil
}

// repairing is one run of Repair.
type repairing struct {
	Regrade
	changeRun
	states StateEditor
	files  CodeReader
	in     RepairInput
}

func (s *repairing) one(ctx context.Context, number int) IssueChange {
	issue, err := s.Tracker.Issue(ctx, number)
	if err != nil {
		return IssueChange{}.fail(err)
	}
	grades := model.ReadGrades(issue.Labels)
	c := IssueChange{
		Number: number, Title: issue.Title, URL: issue.URL, Before: grades, After: grades,
		OldBody: issue.Body, NewBody: issue.Body, Outcome: Changed,
	}
	if s.in.Seen != "" && s.in.Seen != issue.Body {
		return c.refuse(CodeChangedSince, fmt.Sprintf("the body of #%d was edited since it was shown; look again", number))
	}
	c = s.plan(ctx, issue, c)
	if c.Outcome != Changed {
		return c
	}
	if c.Edit.Empty() && !c.ChangesBody() && c.Closed == "" {
		c.Outcome = Unchanged
		return c
	}
	if n := model.BodyExcess(c.NewBody); c.ChangesBody() && n > 0 {
		return c.refuse(CodeBodyTooLong, fmt.Sprintf("the body of #%d would be %d characters too long for GitHub", number, n))
	}
	c.After = model.ReadGrades(edited(issue.Labels, c.Edit))
	if s.in.DryRun {
		return c
	}
	return s.write(ctx, number, c)
}

// plan says which edit puts the defect right.
func (s *repairing) plan(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	switch s.in.Kind {
	case RepairKey, RepairRekey:
		if c = s.confirm(ctx, issue, c); c.Outcome != Changed {
			return c
		}
		if s.in.Kind == RepairKey {
			return s.planKey(ctx, issue, c)
		}
		return s.planRekey(ctx, issue, c)
	case RepairLabel:
		return s.planLabel(issue, c)
	case RepairTwin:
		return s.planTwin(ctx, issue, c)
	case RepairAxis:
		return s.planAxis(issue, c)
	case RepairSpelling:
		return s.planSpelling(ctx, issue, c)
	case RepairBlock:
		return s.planBlock(issue, c)
	case RepairQuestion:
		if !holdsInvestigate(issue.Labels) {
			return c.refuse(model.CodeStrayInvestigate, fmt.Sprintf("#%d is not being investigated, so it takes no question", issue.Number))
		}
		c.NewBody = model.WithResearch(model.WithoutResearch(issue.Body), s.in.Research)
	}
	return c
}

// planAxis keeps one of the values that the issue carries.
func (s *repairing) planAxis(issue model.Issue, c IssueChange) IssueChange {
	have := labelsOf(issue.Labels, s.in.Axis)
	at := slices.IndexFunc(have, func(l string) bool { return says(l, s.in.Value) })
	if at < 0 {
		return c.refuse(CodeChangedSince, fmt.Sprintf("%s of #%d is %s now; look again", s.in.Axis, issue.Number, orNone(strings.Join(have, " and "))))
	}
	for i, l := range have {
		if i != at {
			c.Edit.Remove = append(c.Edit.Remove, l)
		}
	}
	if s.in.Axis == model.Severity && s.in.Value != model.Investigate && holdsInvestigate(c.Edit.Remove) {
		c.NewBody = model.WithoutResearch(issue.Body)
	}
	return c
}

// planSpelling replaces every former spelling by today's label. A label that
// the repository holds in its former spelling alone is renamed in place, which
// puts all its issues right, this one too; a second label beside it would not.
func (s *repairing) planSpelling(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	remove, today := formerOn(issue)
	if len(remove) == 0 {
		return c
	}
	if n := len(issue.Labels) + len(today); n > model.MaxLabels {
		return c.refuse(CodeLabelCeiling, (&model.LabelLimitError{Have: len(issue.Labels), Edit: model.LabelEdit{Add: today}}).Error())
	}
	labels, err := labelEnsurer{Tracker: s.Tracker, Rules: s.Rules, DryRun: s.in.DryRun}.ensure(ctx, today, s.in.Progress)
	if err != nil {
		return c.fail(err)
	}
	if len(labels.made) > 0 && !s.in.DryRun {
		c.remark(CodeFormer, "made or renamed in the repository: "+strings.Join(labels.made, ", "))
		if issue, err = s.Tracker.Issue(ctx, issue.Number); err != nil {
			return c.fail(err)
		}
		remove, today = formerOn(issue)
	}
	c.Edit = model.LabelEdit{Add: labels.all(today), Remove: remove}
	return c
}

// formerOn gives the labels of an issue that are former spellings, and today's
// names that it lacks.
func formerOn(issue model.Issue) (remove, today []string) {
	for _, l := range issue.Labels {
		name, former := model.CurrentName(l)
		if !former {
			continue
		}
		remove = append(remove, l)
		if !issue.HasLabel(name) && !hasFold(today, name) {
			today = append(today, name)
		}
	}
	return remove, today
}

// planBlock takes a block away that belongs to no investigation.
func (s *repairing) planBlock(issue model.Issue, c IssueChange) IssueChange {
	if holdsInvestigate(issue.Labels) && len(model.FindResearch(issue.Body)) > 0 {
		return c.refuse(model.CodeStrayInvestigate, fmt.Sprintf("#%d is being investigated, so its question stays; re-grade it to answer", issue.Number))
	}
	c.NewBody = model.WithoutResearch(issue.Body)
	return c
}

// write makes the repair, the body first.
func (s *repairing) write(ctx context.Context, number int, planned IssueChange) IssueChange {
	if planned.Closed != "" {
		return s.closeTwin(ctx, number, planned)
	}
	c := planned
	c.NewBody, c.Edit, c.After = c.OldBody, model.LabelEdit{}, c.Before
	if planned.ChangesBody() {
		if err := editBody(ctx, s.Tracker, number, planned.OldBody, planned.NewBody); err != nil {
			return c.fail(err)
		}
		c.NewBody = planned.NewBody
		var cancel context.CancelFunc
		ctx, cancel = finishing(ctx)
		defer cancel()
	}
	if !planned.Edit.Empty() {
		if err := editLabels(ctx, s.Tracker, number, planned.Edit); err != nil {
			c.Remedy = "make the repair once more"
			return c.fail(err)
		}
		c.Edit, c.After = planned.Edit, planned.After
	}
	return c
}
