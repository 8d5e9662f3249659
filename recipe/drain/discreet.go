package drain

import (
	"context"
	"fmt"

	rule "gh-debt/model/drain"
)

// discreet looks anew, before anything is told of a unit, whether it may be: on a
// repository that is not private nothing of a security-shaped member goes out, also
// where the repository was private when the screens were passed, or the issue was
// harmless (section 4 of draining). Refused says why the step must not go on; of the
// member no more than a count. A visibility that changed is written down.
func (s *step) discreet(ctx context.Context) (refused string, err error) {
	repo, err := s.Tracker.Repository(ctx)
	if err != nil {
		return "", err
	}
	if !repo.Private {
		n, err := s.secrets(ctx)
		if err != nil {
			return "", err
		}
		if n > 0 {
			return fmt.Sprintf("%s, and %s is not private: nothing of the unit goes out; take it to a private channel, and release the unit",
				secretWords(n, s.u.ID), repo.Slug()), nil
		}
	}
	return "", s.seen(ctx, repo.Private)
}

// withheld ends a step of a unit of which nothing may be told, or that could not be
// asked.
func (s *step) withheld(why string, err error) (Result, error) {
	if err != nil {
		return Result{}, err
	}
	return s.before(rule.StepRelease, "%s", why)
}

func secretWords(n int, unit string) string {
	if n == 1 {
		return "1 member of unit " + unit + " is a matter of security"
	}
	return fmt.Sprintf("%d members of unit %s are matters of security", n, unit)
}

// secrets counts whom nothing may be told of: members, and those who were dropped
// when there was work on the branch already, which may be about them.
func (s *step) secrets(ctx context.Context) (n int, err error) {
	told := s.u.Numbers()
	if len(s.u.Done) > 0 {
		for _, l := range s.u.Left {
			if l.Why == rule.Dropped || l.Why == rule.Descoped {
				told = append(told, l.Number)
			}
		}
	}
	for _, number := range told {
		issue, err := s.Tracker.Issue(ctx, number)
		if err != nil {
			return n, err
		}
		if s.chosenAsSecret(number) || rule.SecurityShaped(issue) {
			n++
		}
	}
	return n, nil
}

// chosenAsSecret reports whether a member was security-shaped when it was chosen.
func (s *step) chosenAsSecret(number int) bool {
	for _, m := range s.u.Chosen.Members {
		if m.Number == number {
			return m.Security
		}
	}
	return false
}

// seen keeps the visibility by which texts are rendered from here on.
func (s *step) seen(ctx context.Context, private bool) error {
	if s.u.Passed.Private == private {
		return nil
	}
	passed := rule.Screened{Members: s.u.Numbers(), Diverted: s.u.Passed.Diverted, Private: private}
	if s.in.DryRun || rule.Allowed(s.u, passed) != nil {
		s.u.Passed.Private = private // for the texts of this run alone
		return nil
	}
	return s.write(ctx, passed)
}

// unsaid takes the words of security-shaped members out, which are written down
// nowhere on a repository that is not private.
func unsaid(members []rule.Member, private bool) []rule.Member {
	out := make([]rule.Member, len(members))
	for i, m := range members {
		if out[i] = m; m.Security && !private {
			out[i] = rule.Member{Number: m.Number, Severity: m.Severity, Security: true}
		}
	}
	return out
}
