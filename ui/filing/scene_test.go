package filing_test

import (
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/filing"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// scene is the form on a stage.
type scene struct {
	*screentest.Stage
	m     *filing.Model
	desk  *desk
	file  *filer
	keep  *filer
	shelf *shelf
	deps  filing.Deps
}

func vocabulary() []recipe.LabelRow {
	var rows []recipe.LabelRow
	for _, v := range model.Vocabulary(model.DefaultRules()) {
		rows = append(rows, recipe.LabelRow{Name: v.Name, Axis: v.Axis, State: recipe.LabelPresent, Spelled: v.Name})
	}
	return rows
}

func newScene(t *testing.T, o theme.Options, start recipe.FindingInput) *scene {
	t.Helper()
	s := &scene{
		Stage: screentest.NewStageWith(t, o),
		desk: &desk{
			rows: vocabulary(), caps: recipe.CapResult{Asked: true, Open: []int{1377, 1433}, Cap: 3},
			repo:  model.Repository{Host: "github.com", Owner: "acme", Name: "shop", HasIssues: true, CanWrite: true, CanLabel: true},
			found: recipe.DedupResult{Open: []model.Issue{open(1377, "severity:investigate"), open(1433, "severity:investigate"), open(1402, "severity:critical")}},
		},
		file:  &filer{res: recipe.FileResult{Outcome: recipe.OutcomeFiled, Number: 1434, Title: "A timeout reaches the empty catch"}},
		keep:  &filer{res: recipe.FileResult{Outcome: recipe.OutcomeFiled, Number: 3, Title: "A timeout reaches the empty catch"}},
		shelf: &shelf{kept: map[string]recipe.FindingInput{}},
	}
	rules := model.DefaultRules()
	rules.Classes = []string{"concurrency/race", "error-handling/swallowed"}
	s.deps = filing.Deps{
		Place: "acme/shop", Rules: rules, File: s.file, Keep: s.keep, Dedup: dedups{s.desk}, Cap: cappers{s.desk},
		Labels: labels{s.desk}, Rights: rights{s.desk}, Code: codes{s.desk}, Paths: paths{s.desk}, Origin: origins{}, Drafts: s.shelf,
		Editor: filing.Editor{Command: "ed -s"},
	}
	s.m = filing.New(s.Env, s.deps, start)
	return s
}

// begin is a started form, looked at until nothing waits.
func begin(t *testing.T, start recipe.FindingInput, width, height int) *scene {
	t.Helper()
	s := newScene(t, screentest.Plain(), start)
	s.Start(s.m, width, height)
	s.rest()
	return s
}

// rest lets what waits for typing to rest happen, until nothing does.
func (s *scene) rest() {
	for range 6 {
		s.Elapse(s.m)
	}
}

func (s *scene) press(keys ...string)  { s.Press(s.m, keys...) }
func (s *scene) send(msg tea.Msg)      { s.Run(s.m, s.m.Update(msg)) }
func (s *scene) has(words string) bool { return strings.Contains(flat(s.m.View()), words) }

// to opens a field by its label.
func (s *scene) to(t *testing.T, label string) {
	t.Helper()
	for range 20 {
		s.press("shift+tab")
	}
	for range 20 {
		if strings.Contains(s.m.View(), "▌"+label) {
			return
		}
		s.press("tab")
	}
	t.Fatalf("there is no field %q", label)
}

// flat is a frame without its borders and with wrapped words on one line, the
// left pane before the right one.
func flat(frame string) string {
	var left, right []string
	for _, line := range strings.Split(frame, "\n") {
		l, r, _ := strings.Cut(line, "││")
		left, right = append(left, l), append(right, r)
	}
	all := strings.Join(append(left, right...), "\n")
	return strings.Join(strings.Fields(strings.ReplaceAll(all, "│", " ")), " ")
}

func (s *scene) must(t *testing.T, words ...string) {
	t.Helper()
	for _, w := range words {
		if !s.has(w) {
			t.Errorf("the screen does not show %q:\n%s", w, s.m.View())
		}
	}
}

func (s *scene) mustNot(t *testing.T, words ...string) {
	t.Helper()
	for _, w := range words {
		if s.has(w) {
			t.Errorf("the screen shows %q:\n%s", w, s.m.View())
		}
	}
}

// whole is a finding with nothing left to fill in.
func whole() recipe.FindingInput {
	return recipe.FindingInput{
		Path: "app/pay/refund.ts", Line: 118, Class: "error-handling/swallowed",
		FailureMode: "A timeout reaches the empty catch and the refund counts as done, although the gateway never paid. The ledger then differs from the bank.",
		Fix:         "Rethrow, and let the caller retry.", Severity: "important", Footprint: "narrow", Difficulty: "medium",
	}
}

// watched is the form with every frame that it shows while commands run.
type watched struct {
	*filing.Model
	frames []string
}

func (w *watched) Update(msg tea.Msg) tea.Cmd {
	cmd := w.Model.Update(msg)
	w.frames = append(w.frames, w.View())
	return cmd
}
