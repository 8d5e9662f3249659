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
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
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
	damaged []recipe.DamagedText
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

func (s *shelf) List() ([]recipe.Draft, []recipe.DamagedText, error) {
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

var _ screen.Screen = (*watched)(nil)
