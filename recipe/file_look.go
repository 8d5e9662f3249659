package recipe

import (
	"context"
	"fmt"

	"gh-debt/model"
)

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
		DefaultBranch: defaultBranch(f.repo),
	})
	if err != nil {
		end("", err)
		return err
	}
	hidden, err := f.hidden(ctx)
	if err != nil {
		end("", err)
		return err
	}
	m := found.Match
	if m != nil && m.Source == model.SourceMoved && f.fresh {
		m = nil
	}
	if m == nil {
		if m, err = f.matchHidden(ctx, hidden); err == nil && m == nil {
			m, err = f.ownUnlisted(ctx, found.Open)
		}
		if err != nil {
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
		return f.matched(ctx, *m, withHidden(found.Open, hidden))
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

// ownUnlisted finds an issue that was filed from this clone for this place,
// under whatever account, and that the queue's list cannot show, since somebody
// took its label away or it never had one.
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
	numbers, err := f.Log.filings(slug(f.repo), f.key)
	if err != nil {
		return nil
	}
	return numbers
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
