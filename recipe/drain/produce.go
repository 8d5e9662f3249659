package drain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/worker"
)

// Produce lets a worker write the change, or the fix of what a review or the
// checks found (sections 6 and 7 of draining).
type Produce struct{ base }

// ProduceInput says who works.
type ProduceInput struct {
	Input
	Worker string // "" is the unit's implementer
}

// producing is one run of Produce.
type producing struct {
	step
	kind   rule.WorkKind
	worker rule.Worker
	at     checkout.Work // before the work
}

// Run renders the brief, lets the worker work, and looks at what came of it. A bad
// end is written down with its name and leaves the unit where it was. A person
// works in a shell or, without one, anywhere: what they committed is taken up when
// the step is run again.
func (s Produce) Run(ctx context.Context, in ProduceInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepProduce, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.expect(rule.StepProduce, rule.StepFix) {
		return st.end(), nil
	}
	p := &producing{step: *st, kind: rule.Produce}
	if now, _ := rule.Next(st.u); now == rule.StepFix {
		p.kind, p.res.Step = rule.Fix, rule.StepFix
	}
	if p.worker, err = p.worksAs(in.Worker, rule.Implement); err != nil {
		return Result{}, err
	}
	if err := p.open(ctx); err != nil {
		return Result{}, err
	}
	return p.run(ctx)
}

// worksAs finds the worker that was asked for, or the unit's implementer.
func (s *step) worksAs(name string, role rule.Role) (rule.Worker, error) {
	if name == "" {
		name = s.u.Implementer()
	}
	for _, w := range s.Workers {
		if w.Name == name && slices.Contains(w.Roles, role) {
			return w, nil
		}
	}
	return rule.Worker{}, usagef(s.Command("status", "--workers")+" lists them", "there is no worker %s who may %s and whose command exists", name, role)
}

// open looks at the workspace. One that was deleted by hand is made anew: what was
// pushed, or is on the branch, is all there.
func (p *producing) open(ctx context.Context) (err error) {
	p.at, err = p.workspace(ctx)
	return err
}

// workspace gives the state of the unit's workspace, making one that is gone anew.
func (s *step) workspace(ctx context.Context) (checkout.Work, error) {
	w, err := s.Git.Workspace(ctx, s.u.Place.Dir)
	if !gone(err) || s.in.DryRun {
		return w, err
	}
	free, err := s.alone(ctx)
	if err != nil {
		return w, err
	}
	defer free()
	place, err := s.place(ctx)
	if err != nil {
		return w, err
	}
	if err := s.make(ctx, place); err != nil {
		return w, err
	}
	s.res.wrote("the workspace was gone: %s", placeWords(place, s.u.Branch.Branch))
	if err := s.write(ctx, place); err != nil {
		return w, err
	}
	return s.Git.Workspace(ctx, place.Dir)
}

func (p *producing) run(ctx context.Context) (Result, error) {
	if why := p.elsewhere(p.at); why != "" {
		return p.refuse("%s", why)
	}
	if waits, next, err := p.turn(ctx); err != nil {
		return Result{}, err
	} else if waits != "" {
		return p.laterOn(waits, next)
	}
	if over, err := p.overtaken(ctx); err != nil || over {
		return p.end(), err
	}
	if why, err := p.discreet(ctx); err != nil || why != "" {
		return p.withheld(why, err)
	}
	if p.worker.Name != rule.Me && len(p.at.Dirty) > 0 {
		return p.refuse("the workspace %s holds changes that were not committed (%s): commit them, or take them away", p.u.Place.Dir, p.at.Dirty[0])
	}
	brief, err := p.brief(ctx, p.kind, p.worker.Name)
	if err != nil {
		return Result{}, err
	}
	file, err := p.keep(string(p.kind)+".md", brief)
	if err != nil {
		return Result{}, err
	}
	if p.in.DryRun {
		p.res.will("let %s work in %s, by the brief %s", rule.Who(p.worker.Name), p.u.Place.Dir, file)
		return p.end(), nil
	}
	if p.worker.Name == rule.Me {
		return p.person(ctx, file)
	}
	return p.program(ctx, brief)
}

// person opens a shell in the workspace, and then takes up what was committed.
func (p *producing) person(ctx context.Context, brief string) (Result, error) {
	if p.u.Working == nil {
		if err := p.write(ctx, rule.Began{Work: p.kind, Worker: rule.Me, Head: p.at.Head}); err != nil {
			return Result{}, err
		}
	}
	if p.Shell != nil {
		if err := p.Shell(ctx, p.u.Place.Dir, brief, "gh debt "+p.u.ID); err != nil {
			return Result{}, err
		}
	}
	why, after, err := p.looked(ctx)
	switch {
	case err != nil:
		return Result{}, err
	case why == nothingNew:
		p.res.note("work in %s on %s, by the brief %s, commit, and run this again", p.u.Place.Dir, p.u.Branch.Branch, brief)
		return p.end(), nil
	case why != "":
		return p.refuse("%s", why)
	}
	return p.worked(ctx, after, rule.Report{})
}

// program runs a worker's command with the brief on its standard input.
func (p *producing) program(ctx context.Context, brief string) (Result, error) {
	if err := p.write(ctx, rule.Began{Work: p.kind, Worker: p.worker.Name, Head: p.at.Head}); err != nil {
		return Result{}, err
	}
	p.live("%s works in %s", p.worker.Name, p.u.Place.Dir)
	out, err := p.Runner.Run(ctx, worker.Work(p.worker, p.u.Place.Dir, brief, p.in.Output))
	if err != nil {
		return p.failed(ctx, err.Error())
	}
	report, err := rule.ParseReport(out.Stdout)
	if err != nil {
		return p.failed(ctx, fmt.Sprintf("%s: %v", rule.Who(p.worker.Name), err))
	}
	why, after, err := p.looked(ctx)
	if err != nil {
		return Result{}, err
	}
	if why != "" {
		return p.failed(ctx, why)
	}
	return p.worked(ctx, after, report)
}

// failed writes a bad end down.
func (p *producing) failed(ctx context.Context, reason string) (Result, error) {
	if err := p.fail(ctx, p.worker.Name, reason); err != nil {
		return Result{}, err
	}
	return p.end(), nil
}

// nothingNew says that a worker committed nothing.
const nothingNew = "nothing was committed"

// looked says what is wrong with what a worker left, "" for nothing.
func (p *producing) looked(ctx context.Context) (why string, after checkout.Work, err error) {
	after, err = p.Git.Workspace(ctx, p.u.Place.Dir)
	if err != nil {
		return "", after, err
	}
	from := p.from()
	switch {
	case after.Branch != p.u.Branch.Branch:
		return fmt.Sprintf("the work is on %s, not on %s: bring it there", orNone(after.Branch), p.u.Branch.Branch), after, nil
	case after.Head == from && len(after.Dirty) > 0:
		return fmt.Sprintf("%s, and %s was left changed: commit what belongs to it", nothingNew, after.Dirty[0]), after, nil
	case after.Head == from:
		return nothingNew, after, nil
	case len(after.Dirty) > 0:
		return fmt.Sprintf("%s was left changed and not committed", after.Dirty[0]), after, nil
	}
	messages, err := p.Git.Messages(ctx, p.u.Place.Dir, p.u.Branch.Base, after.Head)
	if err != nil {
		return "", after, err
	}
	if closes := p.closings(messages); closes != "" {
		return closes, after, nil
	}
	return "", after, nil
}

// from is the head behind which new work must lie.
func (p *producing) from() string {
	switch {
	case p.kind == rule.Fix && p.u.FixHead != "":
		return p.u.FixHead
	case len(p.u.Done) > 0:
		return p.u.Done[len(p.u.Done)-1].Head
	}
	return p.u.Branch.Base
}

// closings names the first closing keyword of the messages, "" when there is none.
func (s *step) closings(messages []model.CommitMessage) string {
	for _, m := range messages {
		if found := rule.Closings(m.Message, s.Home); len(found) > 0 {
			return fmt.Sprintf("the message of commit %s holds %q, which would close an issue on the merge: reword it", short(m.SHA), model.Visible(found[0].Quote))
		}
	}
	return ""
}

// worked writes good work down.
func (p *producing) worked(ctx context.Context, after checkout.Work, report rule.Report) (Result, error) {
	files, err := p.Git.Files(ctx, p.u.Place.Dir, p.u.Branch.Base, after.Head)
	if err != nil {
		return Result{}, err
	}
	messages, err := p.Git.Messages(ctx, p.u.Place.Dir, p.from(), after.Head)
	if err != nil {
		return Result{}, err
	}
	done := rule.Worked{Work: p.kind, Worker: p.worker.Name, Report: report, Head: after.Head, Commits: len(messages), Files: files}
	if err := p.write(ctx, done); err != nil {
		return Result{}, err
	}
	p.res.wrote("%s made %s, to %s, in %s", rule.Who(p.worker.Name)+whatRan(report), rule.Commits(done.Commits), short(done.Head), fileWords(files))
	return p.end(), nil
}

// whatRan is what the report says was at work, in brackets, "" when it does not say.
func whatRan(report rule.Report) string {
	if report.Model == "" {
		return ""
	}
	return " (" + strings.TrimSpace(model.Visible(report.Model+" "+report.Effort)) + ")"
}

func fileWords(files []string) string {
	if len(files) == 1 {
		return model.Visible(files[0])
	}
	return fmt.Sprintf("%d files", len(files))
}

func orNone(branch string) string {
	if branch == "" {
		return "no branch"
	}
	return branch
}
