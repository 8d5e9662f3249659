package filing_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/filing"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// filer files as a test says and keeps what it was asked.
type filer struct {
	runs []recipe.FileInput
	res  recipe.FileResult
	err  error
}

func (f *filer) Run(ctx context.Context, in recipe.FileInput) (recipe.FileResult, error) {
	f.runs = append(f.runs, in)
	for i, name := range recipe.FileSteps()[:5] {
		in.Progress(recipe.Step{Name: name, State: recipe.StepRunning})
		if i < 4 {
			in.Progress(recipe.Step{Name: name, State: recipe.StepDone, Detail: "none"})
		}
	}
	if ctx.Err() != nil {
		return recipe.FileResult{DraftID: in.DraftID}, ctx.Err()
	}
	res := f.res
	if res.Outcome != recipe.OutcomeFiled {
		res.DraftID = in.DraftID
	}
	return res, f.err
}

// desk is everything else that the form asks.
type desk struct {
	found    recipe.DedupResult
	dedupErr error
	asked    []recipe.DedupInput
	ended    []error // the context's error at each look for a match

	caps   recipe.CapResult
	capErr error

	rows      []recipe.LabelRow
	labelErr  error
	repo      model.Repository
	rightsErr error
	codeErr   error
	codes     int
}

type (
	dedups  struct{ *desk }
	cappers struct{ *desk }
	labels  struct{ *desk }
	rights  struct{ *desk }
	codes   struct{ *desk }
	paths   struct{ *desk }
	origins struct{}
)

func (d dedups) Run(ctx context.Context, in recipe.DedupInput) (recipe.DedupResult, error) {
	d.asked = append(d.asked, in)
	d.ended = append(d.ended, ctx.Err())
	return d.found, d.dedupErr
}

func (d cappers) Run(context.Context, recipe.CapInput) (recipe.CapResult, error) {
	return d.caps, d.capErr
}

func (d labels) Run(context.Context, recipe.LabelsInput) ([]recipe.LabelRow, error) {
	return d.rows, d.labelErr
}

func (d rights) Run(context.Context, recipe.RightsInput) (model.Repository, error) {
	return d.repo, d.rightsErr
}

func (d codes) Run(_ context.Context, in recipe.CodeInput) (recipe.Excerpt, error) {
	d.codes++
	if d.codeErr != nil {
		return recipe.Excerpt{}, d.codeErr
	}
	e := recipe.Excerpt{Path: in.Path, Line: in.Line, Total: 122}
	switch {
	case !strings.HasSuffix(in.Path, ".ts"):
		e.Problem = "is not tracked by git"
		return e, nil
	case in.Line > 122:
		e.Problem = "past the end: 122 lines"
		return e, nil
	}
	e.First = max(1, in.Line-in.Around)
	for n := e.First; n <= min(in.Line+in.Around, 122); n++ {
		e.Lines = append(e.Lines, fmt.Sprintf("\tawait step(%d)", n))
	}
	return e, nil
}

func (paths) Run(context.Context) (recipe.PathsResult, error) {
	return recipe.PathsResult{Paths: []string{"app/pay/gateway.ts", "app/pay/ledger.ts", "app/pay/refund.ts", "app/pay/total.ts", "README.md"}}, nil
}

func (origins) Run(context.Context, recipe.OriginInput) (model.Origin, error) {
	return model.NewOrigin("debt/1121-refund", "0", "e3b0dc9782a81ca0a9d2231209e6e10a63ca5589", ""), nil
}

// shelf keeps drafts in memory.
type shelf struct {
	kept    map[string]recipe.FindingInput
	saves   int
	err     error
	offered []recipe.Draft
	damaged []recipe.DamagedDraft
}

func (s *shelf) Save(id string, f recipe.FindingInput) (recipe.Draft, error) {
	if s.err != nil {
		return recipe.Draft{}, s.err
	}
	s.saves++
	s.kept[id] = f
	return recipe.Draft{ID: id, Finding: f, File: "drafts/" + id}, nil
}

func (s *shelf) Remove(id string) error {
	delete(s.kept, id)
	return nil
}

func (s *shelf) List() ([]recipe.Draft, []recipe.DamagedDraft, error) {
	return s.offered, s.damaged, nil
}

// only is the one draft that is kept.
func (s *shelf) only(t *testing.T) recipe.FindingInput {
	t.Helper()
	if len(s.kept) != 1 {
		t.Fatalf("%d drafts are kept, not one: %v", len(s.kept), s.kept)
	}
	for _, f := range s.kept {
		return f
	}
	return recipe.FindingInput{}
}

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

func plain() theme.Options { return theme.Options{Depth: theme.Plain, Dark: true, Unicode: true} }

// begin is a started form, looked at until nothing waits.
func begin(t *testing.T, start recipe.FindingInput, width, height int) *scene {
	t.Helper()
	s := newScene(t, plain(), start)
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

func open(number int, labels ...string) model.Issue {
	key, err := model.NewKey("error-handling/swallowed", "app/pay/refund.ts", 100+number%100)
	if err != nil {
		panic(err)
	}
	return model.Issue{
		Number: number, Title: "An older finding", Body: key.Comment() + "\n\nIt was wrong.\n", State: model.Open,
		Labels: append([]string{"tech-debt"}, labels...), URL: fmt.Sprintf("https://github.com/acme/shop/issues/%d", number),
	}
}

func offline() error {
	return &model.Fault{Kind: model.FaultOffline, Op: "read the open issues of acme/shop", Detail: "no connection", Hint: "try again when you are online", Err: errors.New("dial")}
}

func minutesAgo(n int) time.Time { return screentest.Now().Add(-time.Duration(n) * time.Minute) }

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

var _ screen.Screen = (*watched)(nil)
