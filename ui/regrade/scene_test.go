package regrade_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/regrade"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// grader re-grades as the recipe does, on issues that it holds, or as a test
// says.
type grader struct {
	runs   []recipe.RegradeInput
	err    error
	answer map[int]recipe.IssueChange // in place of what would be done
	past   []recipe.AxisChange
}

func (g *grader) Run(_ context.Context, in recipe.RegradeInput) (recipe.ChangeResult, error) {
	g.runs = append(g.runs, in)
	if g.err != nil {
		return recipe.ChangeResult{}, g.err
	}
	res := recipe.ChangeResult{DryRun: in.DryRun}
	for i, n := range in.Numbers {
		if in.Progress != nil {
			in.Progress(recipe.Step{Name: "re-grade", State: recipe.StepRunning, Done: i, Total: len(in.Numbers)})
		}
		c := recipe.IssueChange{Number: n, Before: in.Seen[n], After: in.Seen[n], Outcome: recipe.Changed}
		for axis, v := range in.Changes {
			if was := c.Before.Get(axis); was != "" {
				c.Edit.Remove = append(c.Edit.Remove, model.LabelFor(axis, was))
			}
			c.Edit.Add = append(c.Edit.Add, model.LabelFor(axis, v))
			c.After.Set(axis, v)
			if !in.DryRun {
				g.past = append(g.past, recipe.AxisChange{From: c.Before.Get(axis), To: v, At: screentest.Now(), Actor: "ana"})
			}
		}
		if told, ok := g.answer[n]; ok {
			c = told
		}
		res.Issues = append(res.Issues, c)
	}
	return res, nil
}

// historian tells the past of severity.
type historian struct {
	*grader
	err error
}

func (h *historian) Run(_ context.Context, in recipe.HistoryInput) (recipe.HistoryResult, error) {
	if h.err != nil {
		return recipe.HistoryResult{}, h.err
	}
	return recipe.HistoryResult{Number: in.Number, Axes: []recipe.AxisHistory{{Axis: model.Severity, Changes: h.past}}}, nil
}

// scene is the screen on a stage.
type scene struct {
	*screentest.Stage
	m       *regrade.Model
	grader  *grader
	history *historian
	deps    regrade.Deps
}

func plain() theme.Options { return theme.Options{Depth: theme.Plain, Dark: true, Unicode: true} }

func begin(t *testing.T, o theme.Options, width, height int, issues ...model.Issue) *scene {
	t.Helper()
	s := &scene{Stage: screentest.NewStageWith(t, o), grader: &grader{past: []recipe.AxisChange{
		{To: "suggestion", At: daysAgo(40), Actor: "bo"}, {From: "suggestion", To: "important", At: daysAgo(2), Actor: "chidi"},
	}}}
	s.history = &historian{grader: s.grader}
	s.deps = regrade.Deps{Place: "acme/shop", Rules: model.DefaultRules(), Regrade: s.grader, History: s.history}
	s.m = regrade.New(s.Env, s.deps, screen.OpenRegrade{Issues: issues})
	s.Start(s.m, width, height)
	return s
}

func daysAgo(n int) time.Time { return screentest.Now().AddDate(0, 0, -n) }

func (s *scene) press(keys ...string) { s.Press(s.m, keys...) }
func (s *scene) send(msg tea.Msg)     { s.Run(s.m, s.m.Update(msg)) }

func (s *scene) must(t *testing.T, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(flat(s.m.View()), w) {
			t.Errorf("the screen does not show %q:\n%s", w, s.m.View())
		}
	}
}

// flat is a frame without its borders, the left pane before the right one.
func flat(frame string) string {
	var left, right []string
	for _, line := range strings.Split(frame, "\n") {
		l, r, _ := strings.Cut(line, "││")
		left, right = append(left, l), append(right, r)
	}
	all := strings.Join(append(left, right...), "\n")
	return strings.Join(strings.Fields(strings.ReplaceAll(all, "│", " ")), " ")
}

func issue(number int, title string, labels ...string) model.Issue {
	return model.Issue{
		Number: number, Title: title, Body: "## Failure mode\n\nIt is wrong.\n", State: model.Open, UpdatedAt: daysAgo(5),
		Labels: append([]string{"tech-debt"}, labels...), URL: fmt.Sprintf("https://github.com/acme/shop/issues/%d", number),
	}
}

func refund() model.Issue {
	return issue(1402, "Refund path swallows the gateway error", "severity:important", "footprint:narrow", "difficulty:easy")
}

func reachable() model.Issue {
	is := issue(1377, "Is the fail-open branch reachable?", "severity:investigate", "footprint:narrow")
	is.Body = model.WithResearch(is.Body, model.Research{Question: "Is it reached?", SettledBy: "A test."})
	return is
}

func lock() model.Issue { return issue(1388, "Lock file is removed while held", "severity:critical") }

func TestKeysAreSound(t *testing.T) {
	for _, table := range regrade.Keys() {
		if got := table.Check(); len(got) > 0 {
			t.Errorf("%s: %v", table.Screen, got)
		}
	}
}

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	color := theme.Options{Depth: theme.TrueColor, Dark: true, Unicode: true}
	none := theme.Options{Depth: theme.Attributes, Unicode: true}
	adopter := refund()
	adopter.Labels = append(adopter.Labels, "audience:adopter")
	cases := []struct {
		name          string
		look          theme.Options
		width, height int
		issues        []model.Issue
		keys          []string
	}{
		{"80x24 calm", plain(), 80, 23, []model.Issue{refund()}, nil},
		{"80x24 changed", plain(), 80, 23, []model.Issue{refund()}, []string{"up", "right", "down"}},
		{"120x40 changed", plain(), 120, 39, []model.Issue{refund()}, []string{"up"}},
		{"60x15 changed", plain(), 60, 14, []model.Issue{refund()}, []string{"up"}},
		{"60x15 audience", plain(), 60, 14, []model.Issue{adopter}, []string{"left"}},
		{"80x24 colour", color, 80, 23, []model.Issue{refund()}, []string{"up"}},
		{"120x40 colour", color, 120, 39, []model.Issue{refund()}, []string{"up"}},
		{"60x15 colour", color, 60, 14, []model.Issue{refund()}, []string{"up"}},
		{"80x24 no colour", none, 80, 23, []model.Issue{refund()}, []string{"up"}},
		{"120x40 no colour", none, 120, 39, []model.Issue{refund()}, []string{"up"}},
		{"60x15 no colour", none, 60, 14, []model.Issue{refund()}, []string{"up"}},
		{"80x24 ascii", theme.Options{Depth: theme.Plain}, 80, 23, []model.Issue{refund()}, []string{"up"}},
		{"80x24 leaving", plain(), 80, 23, []model.Issue{reachable()}, []string{"up", "enter", "It is reached."}},
		{"120x40 leaving", plain(), 120, 39, []model.Issue{reachable()}, []string{"up", "enter", "It is reached."}},
		{"60x15 leaving", plain(), 60, 14, []model.Issue{reachable()}, []string{"up", "enter", "It is reached."}},
		{"60x15 entering", plain(), 60, 14, []model.Issue{refund()}, []string{"down", "down", "enter"}},
		{"80x24 many", plain(), 80, 23, []model.Issue{refund(), reachable(), lock()}, []string{"right", "down", "down"}},
		{"120x40 many", plain(), 120, 39, []model.Issue{refund(), reachable(), lock()}, []string{"right", "down", "down"}},
		{"60x15 many", plain(), 60, 14, []model.Issue{refund(), reachable(), lock()}, []string{"right", "down", "down"}},
	}
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			s := begin(t, c.look, c.width, c.height, c.issues...)
			s.press(c.keys...)
			frame := s.m.View()
			screentest.Inside(t, frame, c.width, c.height)
			screentest.Golden(t, frame)
		})
	}
}

func (u *undoer) Run(_ context.Context, in recipe.UndoInput) (recipe.ChangeResult, error) {
	u.runs = append(u.runs, in)
	return recipe.ChangeResult{DryRun: in.DryRun, Issues: []recipe.IssueChange{{
		Number: 1402, Outcome: recipe.Changed, After: model.Grades{Severity: "suggestion", Footprint: "narrow", Difficulty: "easy"},
		Edit: model.LabelEdit{Add: []string{"severity:suggestion"}, Remove: []string{"severity:important"}},
	}}}, nil
}
