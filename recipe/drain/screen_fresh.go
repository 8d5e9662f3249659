package drain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
)

// around is how many lines of code are shown on either side of a cited one.
const around = 4

// fresh asks whether what an issue says still holds. What can be seen without a
// person is decided at once; the rest are questions.
func (s *screening) fresh(ctx context.Context, issue model.Issue) (stays bool, err error) {
	var comments []model.Comment
	if issue.Comments > 0 {
		if comments, err = s.Tracker.Comments(ctx, issue.Number); err != nil {
			return false, err
		}
	}
	for _, p := range rule.Premises(issue, comments) {
		stays, err := s.premise(ctx, issue, p)
		if err != nil || !stays {
			return false, err
		}
	}
	return true, nil
}

// premise looks at one premise; false when the member has left the unit for it.
func (s *screening) premise(ctx context.Context, issue model.Issue, p rule.Premise) (stays bool, err error) {
	holds, known := s.asked(issue.Number, p.ID)
	switch p.Kind {
	case rule.PremisePath:
		if there, err := s.has(ctx, p.Path); err != nil || there {
			return true, err
		}
		return false, s.out(ctx, issue.Number, rule.Stale, model.Visible(p.Path)+" is not in the index any more")
	case rule.PremiseEnd:
		if known && holds {
			return true, s.confirm(ctx, issue.Number, p, true)
		}
		return false, s.out(ctx, issue.Number, rule.Stale, fmt.Sprintf("%s says %q", orSomebody(p.By), model.Visible(p.What)))
	}
	if p.Kind == rule.PremiseCited && noFile(p.Path) {
		if there, err := s.has(ctx, p.Path); err != nil || !there {
			return true, err
		}
	}
	lines, gone, err := s.shown(ctx, issue, p)
	switch {
	case err != nil:
		return false, err
	case gone != "":
		return false, s.out(ctx, issue.Number, rule.Stale, gone)
	case known && !holds:
		if err := s.confirm(ctx, issue.Number, p, false); err != nil {
			return false, err
		}
		return false, s.out(ctx, issue.Number, rule.Stale, "it no longer holds that "+premiseWords(p))
	case known:
		return true, s.confirm(ctx, issue.Number, p, true)
	}
	s.res.Questions = append(s.res.Questions, Question{
		ID: questionID(issue.Number, p.ID), Number: issue.Number, Title: premiseTitle(issue.Number, p), Lines: lines,
		Yes: "it still holds", No: "it does not: let the issue go",
	})
	return true, nil
}

// confirm writes an answer down, once.
func (s *screening) confirm(ctx context.Context, number int, p rule.Premise, holds bool) error {
	for _, c := range s.u.Answers {
		if c.Number == number && c.What == p.ID && c.Holds == holds {
			return nil
		}
	}
	if s.in.DryRun {
		return nil
	}
	return s.write(ctx, rule.Confirmed{Number: number, What: p.ID, Says: model.Visible(p.What), Holds: holds})
}

func premiseTitle(number int, p rule.Premise) string {
	switch p.Kind {
	case rule.PremiseCount:
		return fmt.Sprintf("#%d counts %q: is that still so?", number, model.Visible(p.What))
	case rule.PremiseComment:
		return fmt.Sprintf("%s corrects #%d: is it still debt with that?", orSomebody(p.By), number)
	}
	return fmt.Sprintf("#%d cites %s: does the code still say what the issue says?", number, model.Visible(p.What))
}

func premiseWords(p rule.Premise) string {
	switch p.Kind {
	case rule.PremiseCount:
		return "there are " + model.Visible(p.What)
	case rule.PremiseComment:
		return "it is debt, with what " + orSomebody(p.By) + " corrected"
	}
	return "the code at " + model.Visible(p.What) + " says what the issue says"
}

// shown gives what a person needs to see for a premise: what is said of a cited place
// and the code around it, the line that states a count, a correction against the part
// that it replaces. gone is a sentence where a cited place is not there.
func (s *screening) shown(ctx context.Context, issue model.Issue, p rule.Premise) (lines []string, gone string, err error) {
	switch p.Kind {
	case rule.PremiseComment:
		lines = append([]string{"the issue says:"}, indented(rule.Replaced(issue.Body, p.Text))...)
		lines = append(lines, orSomebody(p.By)+" says:")
		return append(lines, indented(p.Text)...), "", nil
	case rule.PremiseCount:
		return indented(p.Text), "", nil
	}
	code, gone, err := s.excerpt(ctx, p)
	if said := rule.Said(issue.Body, p.What); said != "" {
		lines = append(append([]string{"the issue says:"}, indented(said)...), "the code says:")
	}
	return append(lines, code...), gone, err
}

// indented are the lines of a text from outside, made visible.
func indented(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(model.VisibleText(strings.TrimSpace(text)), "\n") {
		lines = append(lines, strings.TrimRight("  "+line, " "))
	}
	return lines
}

// noFile reports whether what stands before a colon and a number hardly names a file:
// "v1.2:3", "12.30:45".
func noFile(name string) bool {
	_, end, _ := strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ".")
	end = end[strings.LastIndexByte(end, '.')+1:]
	return !strings.Contains(name, "/") && (end == "" || end[0] >= '0' && end[0] <= '9')
}

// has reports whether a path is there: in the commit that the work begins from, which
// is the index of the workspace to come, or else in the index of the clone, which may
// be on anything.
func (s *screening) has(ctx context.Context, path string) (bool, error) {
	if s.base == "" {
		return s.files.Has(path), nil
	}
	return s.Git.PathIn(ctx, s.base, path)
}

// excerpt gives the code around a cited line, or says why it is not there.
func (s *screening) excerpt(ctx context.Context, p rule.Premise) (lines []string, gone string, err error) {
	switch there, err := s.has(ctx, p.Path); {
	case err != nil:
		return nil, "", err
	case !there && !strings.Contains(p.Path, "/"):
		// It may be a host, "shop.test:80", and no place at all: a person can tell.
		return []string{"no file of the name " + model.Visible(p.Path) + " is in the root"}, "", nil
	case !there:
		return nil, model.Visible(p.What) + " is not in the index any more", nil
	}
	from := max(1, p.Line-around)
	code, ok, err := s.code(ctx, p, from)
	switch {
	case err != nil:
		return nil, "", err
	case !ok || p.Line < 1 || p.Line-from >= len(code):
		return nil, model.Visible(p.What) + " is no line of a text any more", nil
	}
	for i, text := range code {
		mark := " "
		if from+i == p.Line {
			mark = ">"
		}
		shown := model.Visible(strings.ReplaceAll(text, "\t", "    "))
		lines = append(lines, fmt.Sprintf("%s %5d  %s", mark, from+i, shown))
	}
	return lines, "", nil
}

// code gives the lines around a cited one; ok is false where they cannot be read as
// text.
func (s *screening) code(ctx context.Context, p rule.Premise, from int) (lines []string, ok bool, err error) {
	if s.base != "" {
		return s.Git.LinesIn(ctx, s.base, p.Path, from, p.Line+around)
	}
	lines, err = s.Git.Lines(ctx, p.Path, from, p.Line+around)
	if _, unreadable := errors.AsType[*checkout.PathError](err); unreadable {
		return nil, false, nil
	}
	return lines, err == nil, err
}
