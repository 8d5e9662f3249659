package drain

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/worker"
)

// Brief renders the text that a worker gets.
type Brief struct{ base }

// BriefInput says which unit and for what.
type BriefInput struct {
	Unit string
	Kind rule.WorkKind
}

// Run renders the brief from what is written down and from the issues as they are;
// it writes nothing. A fact that it needs and lacks is a *rule.MissingFact.
func (s Brief) Run(ctx context.Context, in BriefInput) (string, error) {
	u, err := s.unit(ctx, in.Unit)
	if err != nil {
		return "", err
	}
	st := &step{base: s.base, in: Input{Unit: u.ID, DryRun: true}, u: u}
	worker := u.Implementer()
	if in.Kind == rule.ReviewIt {
		reviewer, _ := rule.Reviewer(s.Workers, u.Hands()...)
		worker = reviewer.Name
	}
	return st.brief(ctx, in.Kind, worker)
}

// brief gathers the facts of a unit and renders them for a worker.
func (s *step) brief(ctx context.Context, kind rule.WorkKind, by string) (string, error) {
	if _, err := os.Stat(s.u.Place.Dir); s.u.Place.Dir != "" && os.IsNotExist(err) {
		return "", &rule.MissingFact{Name: "workspace"} // it was deleted by hand: a step makes it anew
	}
	f := rule.BriefFacts{Unit: s.u, Repo: s.Home, Worker: by}
	for _, m := range s.u.Members() {
		issue, err := s.briefIssue(ctx, m)
		if err != nil {
			return "", err
		}
		f.Issues = append(f.Issues, issue)
	}
	if s.u.Place.Dir != "" {
		f.Gates = worker.Detect(os.DirFS(s.u.Place.Dir), s.Settings.Gates)
	}
	if kind == rule.ReviewIt && s.u.Place.Dir != "" && s.u.Pushed != "" {
		var err error
		f.Head = s.u.Pushed
		if f.Scope, err = s.scope(ctx); err != nil {
			return "", err
		}
		if f.Files, err = s.Git.Files(ctx, s.u.Place.Dir, s.u.Branch.Base, s.u.Pushed); err != nil {
			return "", err
		}
		if f.Files == nil {
			f.Files = []string{}
		}
	}
	return rule.Brief(kind, f)
}

// briefIssue reads one member with the comments that correct it and the code that
// it cites, as the base holds it: the work itself may have moved it since.
func (s *step) briefIssue(ctx context.Context, m rule.Member) (rule.BriefIssue, error) {
	issue, err := s.Tracker.Issue(ctx, m.Number)
	if err != nil {
		return rule.BriefIssue{}, err
	}
	out := rule.BriefIssue{Number: m.Number, Title: issue.Title, Body: issue.Body}
	if issue.Comments > 0 {
		comments, err := s.Tracker.Comments(ctx, m.Number)
		if err != nil {
			return out, err
		}
		out.Corrections = corrections(comments)
	}
	body := model.Citations(issue.Body)
	cited := body
	if key, ok := model.FindKey(issue.Body); ok {
		cited = append([]model.Citation{{Path: key.Path, Line: key.Line}}, cited...)
	}
	seen := map[model.Citation]bool{}
	for _, c := range cited {
		if seen[c] {
			continue
		}
		seen[c] = true
		from := max(1, c.Line-around)
		lines, ok, err := s.Git.LinesIn(ctx, s.u.Branch.Base, c.Path, from, c.Line+around)
		if err != nil {
			return out, err
		}
		switch {
		case ok:
			out.Cited = append(out.Cited, rule.Excerpt{Path: c.Path, From: from, At: c.Line, Lines: lines})
		case !slices.Contains(body, c):
			// The line of a key drifts: what the body cites stands for it.
		default:
			place, err := s.isPlace(ctx, c)
			if err != nil {
				return out, err
			}
			if place {
				return out, &rule.MissingFact{Name: fmt.Sprintf("cited code of #%d at %s:%d", m.Number, model.Visible(c.Path), c.Line)}
			}
		}
	}
	return out, nil
}

// isPlace reports whether what looks like a citation is one of this repository, as
// the screens take it: "v1.2:3" or a host and its port are none.
func (s *step) isPlace(ctx context.Context, c model.Citation) (bool, error) {
	if strings.Contains(c.Path, "/") {
		return true, nil
	}
	_, there, err := s.Git.LinesIn(ctx, s.u.Branch.Base, c.Path, 1, 1)
	return there, err
}

// corrections are the comments that supersede a body, newest first.
func corrections(comments []model.Comment) []model.Comment {
	var out []model.Comment
	for _, p := range rule.Superseding(comments) {
		for _, c := range comments {
			if c.ID == p.Comment {
				out = append(out, c)
			}
		}
	}
	return out
}
