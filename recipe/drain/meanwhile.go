package drain

import (
	"context"
	"fmt"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// overtaken looks whether the pull request was merged while nobody looked, by
// somebody else or by what was asked for. It is written down, and the step has nothing
// more to do.
func (s *step) overtaken(ctx context.Context) (bool, error) {
	if s.u.Pull.Pull == 0 || s.u.Merged != nil {
		return false, nil
	}
	pull, err := s.Tracker.Pull(ctx, s.u.Pull.Pull)
	if err != nil || !pull.Merged {
		return false, err
	}
	if s.in.DryRun {
		s.res.will("look after the merge of pull request #%d", pull.Number)
		return true, nil
	}
	return true, s.mergedAs(ctx, pull)
}

// mergedAs writes down that the pull request is merged.
func (s *step) mergedAs(ctx context.Context, pull model.PullRequest) error {
	by, whom := "", ""
	if s.u.Asked == nil {
		by, whom = "somebody else", " by somebody else"
	}
	s.res.wrote("pull request #%d is merged as %s%s", pull.Number, short(pull.MergeSHA), whom)
	return s.write(ctx, rule.Merged{Head: pull.HeadSHA, SHA: pull.MergeSHA, By: by})
}

// unfit names what others changed so that a head must not go out, the first member or
// the target: why, and the command that lets it go.
func (s *step) unfit(ctx context.Context, head string) (why, next string, err error) {
	theirs, err := s.theirBranches(ctx)
	if err != nil {
		return "", "", err
	}
	for _, m := range s.u.Members() {
		issue, err := s.Tracker.Issue(ctx, m.Number)
		if err != nil {
			return "", "", err
		}
		if why := changed(issue, theirs[m.Number]); why != "" {
			return why + ", or let it go", s.way(m.Number), nil
		}
	}
	return s.rewritten(ctx, head)
}

// changed says what others did to a member, "" for nothing that matters; branch is one
// of theirs that names it.
func changed(issue model.Issue, branch string) string {
	switch {
	case issue.State == model.Closed:
		return fmt.Sprintf("#%d was closed meanwhile: open it again", issue.Number)
	case model.ReadGrades(issue.Labels).Severity == model.Investigate:
		return fmt.Sprintf("#%d was graded investigate meanwhile: answer its question and re-grade it", issue.Number)
	case branch != "":
		return fmt.Sprintf("#%d is being drained elsewhere too: settle that with whoever made the branch %s", issue.Number, model.Visible(branch))
	}
	return ""
}

// strayed ends a step for a member that others changed.
func (s *step) strayed(why, next string, err error) (Result, error) {
	if err != nil {
		return Result{}, err
	}
	s.res.Refused = said("%s", why)
	res := s.end()
	res.Next = next
	return res, nil
}
