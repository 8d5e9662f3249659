package drain

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
)

// Start claims a unit (section 3 of draining).
type Start struct{ base }

// StartInput says what to claim.
type StartInput struct {
	Input
	Numbers []int
	// Named says that a person typed the numbers: each must be free, and losing
	// one ends the run. Members that were only offered are dropped instead.
	Named bool
	// Force takes a batch over its budget.
	Force       bool
	Autonomous  bool   // the engine may split at the brake
	Implementer string // "" is Me
	Target      string // the branch to go back to; "" lets settings and probe decide
	HighRisk    bool   // every review looks at everything
}

// Run checks every number, claims the issues in queue order and creates the
// unit's branch on the remote, which exactly one of two sessions can. What was
// refused is in Result.Refused, a line for each number, and nothing was claimed
// then. A run that was killed is taken up by the same numbers.
func (s Start) Run(ctx context.Context, in StartInput) (Result, error) {
	repo, err := s.probe(ctx)
	if err != nil {
		return Result{}, err
	}
	if in.Implementer == "" {
		in.Implementer = rule.Me
	}
	if !slices.ContainsFunc(s.Workers, func(w rule.Worker) bool { return w.Name == in.Implementer && w.Has(rule.Implement) }) {
		return Result{}, usagef(s.Command("status", "--workers")+" lists them", "there is no worker %s who may implement and whose command exists", in.Implementer)
	}
	members, said, err := s.check(ctx, in, repo)
	if err != nil || said.Refused != "" {
		return said, err
	}
	id := rule.UnitID(numbersOf(members))
	if said.Unit.ID != "" {
		in.Named = said.Unit.Chosen.Named // as it was begun, however it is taken up
		id = said.Unit.ID                 // also where a member has left
	}
	unlock := func() {}
	if !in.DryRun {
		if unlock, err = s.Ledger.Lock(ctx, id, "start"); err != nil {
			return Result{}, err
		}
	}
	defer unlock()
	st := &starting{step: step{base: s.base, in: in.Input, res: said}, start: in, repo: repo, members: members}
	st.u.ID = id
	return st.run(ctx)
}

// check reads the numbers and says of each what stands against it. Numbers that were
// only offered are left out for it, and the rest goes on.
func (s Start) check(ctx context.Context, in StartInput, repo model.Repository) ([]rule.Member, Result, error) {
	res := Result{Step: rule.StepClaim}
	if len(in.Numbers) == 0 {
		return nil, res, usagef(s.Command("start", "12"), "no issue is named")
	}
	resumed, err := s.resumed(ctx, in.Numbers)
	if err != nil {
		return nil, res, err
	}
	if resumed != nil {
		res.Unit = *resumed
		return resumed.Members(), res, nil
	}
	given, err := s.unclaimed(ctx, in, &res)
	if err != nil {
		return nil, res, err
	}
	against, err := s.against(ctx, given)
	if err != nil {
		return nil, res, err
	}
	var issues []model.Issue
	var lines []string
	for _, c := range given {
		if why := against[c.Number]; why != "" {
			lines = append(lines, why)
		} else {
			issues = append(issues, c.Issue)
		}
	}
	if len(lines) > 0 && (in.Named || len(issues) == 0) {
		res.Refused = strings.Join(lines, "\n")
		return nil, res, nil
	}
	for _, why := range lines {
		res.note("%s", why)
	}
	q := model.NewQueue(issues, model.Facts{})
	if why := s.batch(&q, repo, in.Force); why != "" {
		res.Refused = why
		return nil, res, nil
	}
	return unsaid(rule.MembersOf(&q), repo.Private), res, nil
}

// read reads each number that was given.
func (s Start) read(ctx context.Context, numbers []int) ([]rule.Candidate, error) {
	var given []rule.Candidate
	for _, n := range rule.Numbers(numbers) {
		issue, err := s.Tracker.Issue(ctx, n)
		given = append(given, rule.Candidate{Number: n, Found: err == nil, ReadErr: err, Issue: issue})
	}
	return given, ctx.Err()
}

// unclaimed reads the numbers, and takes those claims away behind which nothing lives
// any more. A dry run says so, and goes on as if they were gone.
func (s Start) unclaimed(ctx context.Context, in StartInput, res *Result) ([]rule.Candidate, error) {
	given, err := s.read(ctx, in.Numbers)
	if err != nil {
		return nil, err
	}
	var held []model.Issue
	for _, c := range given {
		if why, _ := rule.Refuse(c, s.Rules); why == rule.AlreadyClaimed {
			held = append(held, c.Issue)
		}
	}
	stripped, notes, err := s.strip(ctx, held, in.DryRun)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		res.note("%s", note)
	}
	for i, c := range given {
		if !slices.Contains(stripped, c.Number) {
			continue
		}
		given[i].Issue = recipe.Unclaimed(c.Issue)
		if in.DryRun {
			res.will("take in-progress off #%d: nothing lives behind that claim", c.Number)
		} else {
			res.wrote("took in-progress off #%d: nothing lived behind that claim", c.Number)
		}
	}
	return given, nil
}

// against says what stands against each number: the first matching reason, or a branch
// that names it already.
func (s Start) against(ctx context.Context, given []rule.Candidate) (map[int]string, error) {
	why := map[int]string{}
	for _, r := range rule.Refusals(given, s.Rules) {
		why[r.Number] = r.Sentence
	}
	if len(why) == len(given) {
		return why, nil
	}
	branches, err := s.Tracker.Branches(ctx)
	if err != nil {
		return nil, err
	}
	naming, err := s.naming(ctx)
	if err != nil {
		return nil, err
	}
	for _, b := range branches {
		for _, n := range naming(b) {
			if why[n] == "" {
				why[n] = fmt.Sprintf("#%d is being drained already: the branch %s names it; whoever made it goes on with it, or deletes it when nothing lives on it", n, model.Visible(b))
			}
		}
	}
	return why, nil
}

// resumed gives the unit of these very numbers that was begun here already.
func (s Start) resumed(ctx context.Context, numbers []int) (*rule.Unit, error) {
	u, _, err := s.Ledger.Unit(ctx, rule.UnitID(rule.Numbers(numbers)))
	if absent(err) || err == nil && !u.Active() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	here, err := s.here(ctx, u)
	if err == nil && !here {
		err = s.foreign(u)
	}
	return &u, err
}

// batch says what stands against several issues as one unit, "" for nothing.
func (s Start) batch(q *model.Queue, repo model.Repository, force bool) string {
	if len(q.Entries) < 2 {
		return ""
	}
	var lines []string
	for _, r := range rule.BatchRefusals(q, repo.Private) {
		lines = append(lines, r.Sentence)
		if r.Why == rule.BatchSpec {
			lines = append(lines, "  parks it: "+s.Command("start", strconv.Itoa(r.Number)))
		}
	}
	if len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	b := rule.NewBudget(q.Entries)
	if b.Fits || force {
		return ""
	}
	lines = []string{fmt.Sprintf("together they cost %d points, and the limit is %d", b.Total, b.Limit)}
	for _, c := range b.Costs {
		lines = append(lines, fmt.Sprintf("  #%d  %d  %s", c.Number, c.Points, c.Why))
	}
	for _, set := range b.Subsets {
		lines = append(lines, "  fits: "+s.Command(append([]string{"start"}, numbersAsWords(set)...)...))
	}
	return strings.Join(append(lines, "  or take them all with --force"), "\n")
}

func numbersAsWords(numbers []int) []string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = strconv.Itoa(n)
	}
	return out
}
