package recipe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe/tracker"
)

// checkChanges refuses axes and values that do not exist.
func checkChanges(changes map[model.Axis]string) error {
	if len(changes) == 0 {
		return &UsageError{Err: errors.New("nothing is to be changed"), Hint: "name an axis and its value: severity=important"}
	}
	for _, axis := range sortedAxes(changes) {
		if err := model.CheckGrade(axis, changes[axis]); err != nil {
			return &UsageError{Err: err}
		}
	}
	return nil
}

// checkTexts refuses texts that cannot stand in a body.
func checkTexts(in RegradeInput) error {
	if in.Answer != "" {
		if v := model.CheckAnswer(in.Answer); v.Level == model.Wrong {
			return &UsageError{Err: errors.New(v.Text)}
		}
	}
	if in.Research == (model.Research{}) {
		return nil
	}
	for _, v := range model.CheckResearchFields(model.Grades{Severity: model.Investigate}, in.Research) {
		if v.Level == model.Wrong {
			return &UsageError{Err: errors.New(v.Text), Hint: "give both --question and --settled-by"}
		}
	}
	return nil
}

// sortedAxes gives the axes of a change in their order; unknown ones come last.
func sortedAxes(changes map[model.Axis]string) []model.Axis {
	var out []model.Axis
	for _, a := range model.Axes() {
		if _, ok := changes[a]; ok {
			out = append(out, a)
		}
	}
	known := len(out)
	for a := range changes {
		if !slices.Contains(out[:known], a) {
			out = append(out, a)
		}
	}
	slices.Sort(out[known:])
	return out
}

// regrading is one run of Regrade.
type regrading struct {
	Regrade
	changeRun
	in     RegradeInput
	labels labelSet
	opened []int // investigations that a dry run would have opened so far
}

// begin reads what all issues share: the rights, and the repository's labels,
// of which the missing ones are created.
func (r Regrade) begin(ctx context.Context, in RegradeInput) (*regrading, error) {
	s := &regrading{Regrade: r, in: in}
	repo, err := Rights{Tracker: r.Tracker}.Run(ctx, RightsInput{})
	if err != nil {
		return nil, err
	}
	s.changeRun = changeRun{op: OpRegrade, group: newGroup(), repo: repo, log: r.Log, marker: r.Marker, now: r.Now, dryRun: in.DryRun}
	text := strings.Join([]string{in.Answer, in.Research.Question, in.Research.SettledBy}, "\n")
	if err := refuseSecret(r.Secrets, repo, in.NotSecurity, text); err != nil {
		return nil, err
	}
	var wanted []string
	for _, axis := range sortedAxes(in.Changes) {
		if v := in.Changes[axis]; v != "" {
			wanted = append(wanted, model.LabelFor(axis, v))
		}
	}
	keeper := labelEnsurer{Tracker: r.Tracker, Rules: r.Rules, DryRun: in.DryRun}
	s.labels, err = keeper.ensure(ctx, wanted, in.Progress)
	return s, err
}

// refuseSecret refuses a text with a live secret where anybody would read it.
func refuseSecret(s Secrets, repo model.Repository, judged bool, text string) error {
	if judged || private(repo) {
		return nil
	}
	found, err := s.Find(text)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return nil
	}
	return &UsageError{
		Err:  fmt.Errorf("the text holds what looks like a live secret (%s), and anybody can read %s", found[0].Rule, repo.Slug()),
		Hint: "take it out of the text and revoke it",
	}
}

// private reports whether only those who may see the repository read what is
// written in it; the embedded tracker is on the owner's own disk.
func private(repo model.Repository) bool { return repo.Private || repo.Host == tracker.LocalHost }

// plan says what is to be done to the issue, or why nothing may be. It writes
// nothing.
func (s *regrading) plan(ctx context.Context, issue model.Issue) IssueChange {
	c := IssueChange{
		Title: issue.Title, URL: issue.URL, Before: model.ReadGrades(issue.Labels),
		OldBody: issue.Body, NewBody: issue.Body,
	}
	if refusal, ok := s.seenOtherwise(issue, c); ok {
		return refusal
	}
	edit, err := model.PlanRegrade(issue.Labels, s.labels.spelled, s.in.Changes)
	if err != nil {
		return c.refuse(CodeLabelCeiling, err.Error())
	}
	c.Edit = edit
	c.After = model.ReadGrades(edited(issue.Labels, edit))
	if c = s.planBody(ctx, issue, c); c.Outcome != "" {
		return c
	}
	if n := model.BodyExcess(c.NewBody); c.ChangesBody() && n > 0 {
		return c.refuse(CodeBodyTooLong, fmt.Sprintf("the body of #%d would be %d characters too long for GitHub; shorten the text", issue.Number, n))
	}
	c.Outcome = Changed
	if len(edit.Add)+len(edit.Remove) == 0 && !c.ChangesBody() {
		c.Outcome = Unchanged
	}
	return c
}

// seenOtherwise refuses when an axis that changes holds another value than the
// caller saw (C-13). One that already holds the new value is no quarrel.
func (s *regrading) seenOtherwise(issue model.Issue, c IssueChange) (IssueChange, bool) {
	seen, ok := s.in.Seen[issue.Number]
	if !ok {
		return c, false
	}
	for _, axis := range sortedAxes(s.in.Changes) {
		was, is := seen.Get(axis), c.Before.Get(axis)
		if was == is || is == s.in.Changes[axis] {
			continue
		}
		c.After = c.Before
		return c.refuse(CodeChangedSince, fmt.Sprintf("%s of #%d was %s and is %s now; look again and repeat the change if it still holds",
			axis, issue.Number, orNone(was), orNone(is))), true
	}
	return c, false
}

func orNone(value string) string {
	if value == "" {
		return "not set"
	}
	return value
}

// planBody plans the body edit that leaving or entering investigate takes.
func (s *regrading) planBody(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	to, changes := s.in.Changes[model.Severity]
	under := holdsInvestigate(issue.Labels)
	blocks := model.FindResearch(issue.Body)
	switch {
	case !changes || to != model.Investigate && !under && len(blocks) == 0:
		if s.in.Answer != "" && len(s.in.Numbers) == 1 && !holdsText(issue.Body, s.in.Answer) {
			return c.refuse(CodeAnswerUnused, fmt.Sprintf("#%d is not being investigated, so there is nothing to answer", issue.Number))
		}
		return c
	case to == model.Investigate:
		return s.planEntering(ctx, issue, c, under, blocks)
	}
	return s.planLeaving(issue, c, under, blocks)
}

// planLeaving writes the answer and takes the block away. An issue whose labels
// are changed already but that still holds its block is the second half of a
// change that was interrupted.
func (s *regrading) planLeaving(issue model.Issue, c IssueChange, under bool, blocks []model.Research) IssueChange {
	answered := strings.TrimSpace(s.in.Answer) != ""
	switch {
	case answered && len(blocks) == 0 && holdsText(issue.Body, s.in.Answer):
		return c // the first half is done
	case answered && holdsText(issue.Body, s.in.Answer):
		c.NewBody = model.WithoutResearch(issue.Body)
	case answered:
		c.NewBody = model.WithAnswer(issue.Body, s.in.Answer)
	case !under:
		c.remark(model.CodeStrayInvestigate, fmt.Sprintf("#%d still holds a research block; give --answer to put the answer in its place", issue.Number))
	default:
		return c.refuse(CodeAnswerMissing, fmt.Sprintf("#%d is being investigated; say what was found out with --answer", issue.Number))
	}
	return c
}

// holdsText reports whether the body holds the text, whatever its line ends.
func holdsText(body, text string) bool {
	plain := func(s string) string { return strings.ReplaceAll(s, "\r", "") }
	return strings.Contains(plain(body), strings.TrimSpace(plain(text)))
}

// planEntering adds the question, and obeys the cap.
func (s *regrading) planEntering(ctx context.Context, issue model.Issue, c IssueChange, under bool, blocks []model.Research) IssueChange {
	asked := model.Research{
		Question:  strings.TrimSpace(s.in.Research.Question),
		SettledBy: strings.TrimSpace(s.in.Research.SettledBy),
	}
	given := asked.Question != "" || asked.SettledBy != ""
	complete := asked.Question != "" && asked.SettledBy != ""
	whole := len(blocks) == 1 && blocks[0].Question != "" && blocks[0].SettledBy != ""
	switch {
	case whole && (!given || asked.Block() == blocks[0].Block()):
	case !complete && under && !given:
		return c // a question that lacks is triage's, not this change's
	case !complete:
		return c.refuse(model.CodeMissingInvestigate, fmt.Sprintf("investigating #%d takes a question and what would settle it: --question and --settled-by", issue.Number))
	default:
		c.NewBody = model.WithResearch(model.WithoutResearch(issue.Body), asked)
	}
	if under {
		return c
	}
	return s.planCap(ctx, issue, c)
}

// planCap refuses an investigation over the cap. A tracker that cannot say how
// many there are ends the change, since nothing was written yet.
func (s *regrading) planCap(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	if issue.State != model.Open {
		return c
	}
	open, err := s.Tracker.Issues(ctx, model.Open, nil)
	if err != nil {
		return c.fail(err)
	}
	open = slices.DeleteFunc(slices.Clone(open), func(i model.Issue) bool { return i.Number == issue.Number })
	label := model.LabelFor(model.Severity, model.Investigate)
	for _, n := range s.opened {
		open = append(open, model.Issue{Number: n, State: model.Open, Labels: []string{label}})
	}
	if p, full := model.CheckCap([]string{label}, open, s.Rules); full {
		return c.refuse(p.Code, p.Message)
	}
	if s.in.DryRun {
		s.opened = append(s.opened, issue.Number)
	}
	return c
}

// edited gives the labels as they are after the edit.
func edited(labels []string, edit model.LabelEdit) []string {
	var out []string
	for _, l := range labels {
		if !hasFold(edit.Remove, l) {
			out = append(out, l)
		}
	}
	for _, l := range edit.Add {
		if !hasFold(out, l) {
			out = append(out, l)
		}
	}
	return out
}

func hasFold(list []string, name string) bool {
	return slices.ContainsFunc(list, func(l string) bool { return strings.EqualFold(l, name) })
}
