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
	if err != nil {
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

// look is step 2. It begins with what the tracker says of the repository.
func (f *filing) look(ctx context.Context) error {
	end := f.begin(StepLook)
	repo, err := f.repository(ctx)
	if err == nil {
		err = mayFile(repo)
	}
	if err != nil {
		end("", err)
		return err
	}
	f.repo = repo
	return f.lookNow(ctx, end)
}

// lookAgain is step 6: the same look, right before the creation. The open list
// that it reads is also the last word on the cap.
func (f *filing) lookAgain(ctx context.Context) error {
	f.dropInformation()
	return f.lookNow(ctx, f.begin(StepAgain))
}

// lookNow looks for a match and puts one into the result.
func (f *filing) lookNow(ctx context.Context, end func(string, error)) error {
	found, err := f.Dedup.Run(ctx, DedupInput{
		Path: f.key.Path, Line: f.key.Line, Class: f.key.Class, Text: f.cited, Progress: f.within(),
	})
	if err != nil {
		end("", err)
		return err
	}
	m := found.Match
	if m != nil && m.Source == model.SourceMoved && f.fresh {
		m = nil
	}
	if m == nil {
		if m, err = f.ownUnlisted(ctx, found.Open); err != nil {
			end("", err)
			return err
		}
	}
	if back := found.CameBack; m == nil && f.op == OpPublish && back != nil && plainBody(back.Body) == plainBody(f.body) {
		// An earlier run published this very text and was interrupted before it noted so.
		m = &model.Match{Issue: *back, Source: model.SourceKey, Inner: f.key.Inner()}
	}
	if m != nil {
		end(fmt.Sprintf("#%d", m.Issue.Number), nil)
		return f.matched(ctx, *m, found.Open)
	}
	end("none", nil)
	f.inform(found)
	if p, full := model.CheckCap(f.labels, found.Open, f.Rules); full && f.inStep == StepAgain {
		f.refuse(Remark{Code: p.Code, Message: p.Message})
	}
	return nil
}

// matched puts the match into the result; nothing is created.
func (f *filing) matched(ctx context.Context, m model.Match, open []model.Issue) error {
	f.res.Outcome = OutcomeMatched
	if m.Declined {
		f.res.Outcome = OutcomeDeclined
	}
	f.show(m.Issue)
	f.res.Source, f.res.InnerKey = m.Source, m.Inner
	if m.Source == model.SourceKey && m.Issue.State == model.Open {
		return f.leftovers(ctx, open)
	}
	return nil
}

// show puts an issue into the result.
func (f *filing) show(issue model.Issue) {
	f.res.Number, f.res.URL, f.res.State = issue.Number, issue.URL, issue.State
}

// inform tells what a look found beside a match: likely ones, which stop the
// filing, and what a person should know.
func (f *filing) inform(found DedupResult) {
	if !f.fresh {
		var likely []Remark
		for _, s := range found.Likely {
			likely = append(likely, Remark{Code: CodeLikelyMatch, Number: s.Issue.Number, Message: likelyWords(s, f.key)})
		}
		if len(likely) > 0 {
			f.refuse(likely...)
			return
		}
	}
	if found.MovedUnknown {
		f.remark(CodeMovedUnknown, fmt.Sprintf("git cannot say where every older finding of %s lies now, so one of them may be this one", model.Visible(f.key.Path)), 0)
	}
	if found.CameBack != nil {
		f.remark(CodeReturned, fmt.Sprintf("it was resolved before as #%d and came back", found.CameBack.Number), found.CameBack.Number)
	}
}

// dropInformation forgets what an earlier look informed of, since the next one
// says it anew.
func (f *filing) dropInformation() {
	kept := []Remark{}
	for _, r := range f.res.Findings {
		if r.Code != CodeMovedUnknown && r.Code != CodeReturned {
			kept = append(kept, r)
		}
	}
	f.res.Findings = kept
}

func likelyWords(s model.Suspect, key model.Key) string {
	why := "of the same class"
	if s.SameLine {
		why = "with the same line of code"
	}
	return fmt.Sprintf("#%d, %s, cites line %d of this file; if line %d is that finding moved there is nothing to file, if it is another one file it with --new",
		s.Issue.Number, why, s.Key.Line, key.Line)
}

// ownUnlisted finds an issue that was filed from this clone for this place and
// that the queue's list cannot show, since its labels are missing.
func (f *filing) ownUnlisted(ctx context.Context, open []model.Issue) (*model.Match, error) {
	for _, n := range f.ownNumbers() {
		if containsNumber(open, n) {
			continue
		}
		issue, err := f.Tracker.Issue(ctx, n)
		if faultKind(err) == model.FaultNotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		key, ok := model.FindKey(issue.Body)
		if ok && issue.State == model.Open && samePlace(key, f.key) {
			return &model.Match{Issue: issue, Source: model.SourceKey, Inner: key.Inner()}, nil
		}
	}
	return nil, nil
}

// ownNumbers are the issues that the log says were filed from this clone for
// this place. A log that cannot be read says nothing.
func (f *filing) ownNumbers() []int {
	entries, _, err := f.Log.Read(0)
	if err != nil {
		return nil
	}
	var out []int
	for _, e := range entries {
		if e.Op != OpFile && e.Op != OpPublish || e.Repository != slug(f.repo) {
			continue
		}
		if key, err := model.ParseInner(e.Key); err == nil && samePlace(key, f.key) {
			out = append(out, e.Number)
		}
	}
	return out
}

func samePlace(a, b model.Key) bool { return a.Path == b.Path && a.Line == b.Line }

func containsNumber(list []model.Issue, n int) bool {
	for _, i := range list {
		if i.Number == n {
			return true
		}
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
