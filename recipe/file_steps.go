package recipe

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gh-debt/model"
)

// run takes a prepared post through steps 2 to 8 of section 8. It stops as soon
// as the result has an outcome.
func (f *filing) run(ctx context.Context) error {
	f.res.Title, f.res.Body, f.res.Labels = f.title, f.body, f.labels
	for _, step := range []func(context.Context) error{
		f.look, f.guard, f.makeLabels, f.check, f.countOpen, f.lookAgain, f.createAndSettle,
	} {
		if err := step(ctx); err != nil || f.res.Outcome != "" {
			return err
		}
	}
	return nil
}

// end puts what is left to do behind a filing: the marker, the draft, and what
// a caller may offer after an error.
func (f *filing) end(err error) {
	if err != nil && f.res.Outcome == "" {
		f.res.Keepable = f.HasLocal && unreachable(err)
	}
	if f.dryRun {
		return
	}
	switch f.res.Outcome {
	case OutcomeFiled, OutcomeMatched, OutcomeDeclined:
	default:
		return
	}
	if err != nil || f.Drafts == nil || f.res.DraftID == "" {
		return
	}
	if err := f.Drafts.Remove(f.res.DraftID); err != nil {
		f.remark(CodeDraft, err.Error(), 0)
		return
	}
	f.res.DraftID = ""
}

// unreachable reports whether the tracker could not be asked or did not answer.
func unreachable(err error) bool {
	switch faultKind(err) {
	case model.FaultOffline, model.FaultAnswer, model.FaultRateLimited, model.FaultUnstable, model.FaultUnknownResult:
		return true
	}
	return false
}

// guard refuses a finding that tells how to break in where anybody reads it.
func (f *filing) guard(context.Context) error {
	secrets, err := f.Secrets.Find(f.texts)
	if err != nil {
		return err
	}
	if len(secrets) > 0 && (f.judged || private(f.repo)) {
		f.remark(CodeSecret, fmt.Sprintf("it holds what looks like a live secret (%s): revoke it", secrets[0].Rule), 0)
	}
	if f.judged || private(f.repo) {
		return nil
	}
	why, shaped := "", false
	if len(secrets) > 0 {
		why, shaped = fmt.Sprintf("it holds what looks like a live secret (%s)", secrets[0].Rule), true
	} else {
		why, shaped = model.SecurityShaped(f.key.Class, f.title, f.texts)
	}
	if !shaped {
		return nil
	}
	f.refuse(Remark{Code: CodeSecurity, Message: fmt.Sprintf(
		"%s, and anybody can read %s: report it in private at %s, or as its SECURITY.md says; a person who judges it harmless files it with --not-security",
		why, f.repo.Slug(), securityPage(f.repo))})
	return nil
}

// securityPage is where a repository says how a weakness is reported in private.
func securityPage(repo model.Repository) string {
	return strings.TrimSuffix(repo.URL, "/") + "/security"
}

// makeLabels is step 3. A post that the check of step 4 will stop makes none, so
// that a refusal leaves nothing half done.
func (f *filing) makeLabels(ctx context.Context) error {
	f.inStep = StepLabels
	if len(f.problems()) > 0 {
		f.p.report(Step{Name: StepLabels, State: StepSkipped})
		return nil
	}
	if f.shared != nil && f.shared.labels != nil && f.shared.labels.hold(f.labels) {
		f.spell = *f.shared.labels
		f.spell.made = nil
		f.begin(StepLabels)("none", nil)
	} else {
		set, err := labelEnsurer{Tracker: f.Tracker, Rules: f.Rules, DryRun: f.dryRun}.ensure(ctx, f.labels, f.p)
		if err != nil {
			return err
		}
		f.spell = set
		if f.shared != nil {
			f.shared.labels = &set
		}
	}
	f.res.NewLabels = f.spell.made
	f.res.Labels = f.spell.all(f.labels)
	return nil
}

// check is step 4.
func (f *filing) check(context.Context) error {
	end := f.begin(StepCheck)
	if wrong := f.problems(); len(wrong) > 0 {
		end("", errors.New(wrong[0].Message))
		f.refuse(wrong...)
		return nil
	}
	end("clean", nil)
	return nil
}

// problems are what stands against the post itself: check --pre-file, the texts,
// and GitHub's limit.
func (f *filing) problems() []Remark {
	out := append([]Remark{}, f.wrong...)
	for _, p := range model.CheckFiling(f.labels, f.body, f.Rules) {
		out = append(out, Remark{Code: p.Code, Message: p.Message})
	}
	if err := model.BodyError(f.body); err != nil {
		out = append(out, Remark{Code: CodeBodyTooLong, Message: err.Error()})
	}
	return out
}

// countOpen is step 5. A tracker that cannot answer is reported and the filing
// goes on.
func (f *filing) countOpen(ctx context.Context) error {
	f.inStep = StepCap
	check := CapCheck{Issues: f.Tracker, Rules: f.Rules}
	res, err := check.Run(ctx, CapInput{Labels: f.labels, Progress: f.p})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		f.remark(CodeCapUnknown, "the open investigations could not be counted: "+err.Error(), 0)
	case res.Problem != nil:
		f.refuse(Remark{Code: res.Problem.Code, Message: res.Problem.Message})
	case !res.Asked:
		f.p.report(Step{Name: StepCap, State: StepSkipped})
	}
	return nil
}

// mayFile says what stands against filing in the repository, or nil. Anybody
// who may read a repository may open an issue in it.
func mayFile(repo model.Repository) error {
	repo.CanWrite = true
	return mayWrite(repo, false)
}
