package issue_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/issue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// reader tells of the issues of a queue what a test says.
type reader struct {
	queue  *queuetest.Queue
	body   string
	err    error
	inputs []recipe.IssueInput
}

func (r *reader) Run(_ context.Context, in recipe.IssueInput) (recipe.IssueResult, error) {
	r.inputs = append(r.inputs, in)
	if r.err != nil {
		return recipe.IssueResult{}, r.err
	}
	q := model.NewQueue(r.queue.Issues, r.queue.Facts)
	e, _, ok := q.Find(in.Number)
	if !ok {
		return recipe.IssueResult{}, errors.New("there is no such issue")
	}
	res := recipe.IssueResult{Entry: *e}
	if r.body != "" {
		res.Entry.Issue.Body = r.body
	}
	for _, n := range e.Mates() {
		mate, _, _ := q.Find(n)
		res.Mates = append(res.Mates, *mate)
	}
	now := queuetest.Now()
	res.Comments = []model.Comment{
		{Author: "bo", CreatedAt: now.AddDate(0, 0, -2), Body: "Three customers *this week*; see `refund.ts`."},
		{CreatedAt: now.Add(-3 * time.Hour), Body: "Agreed.\r\n\r\nWhoever takes this should take #1410 along."},
	}
	res.History = []recipe.AxisHistory{
		{Axis: model.Severity, Changes: []recipe.AxisChange{
			{To: model.Important, At: now.AddDate(0, 0, -21), Actor: "alice"},
			{From: model.Important, To: model.Critical, At: now.AddDate(0, 0, -2), Actor: "bob"},
		}},
		{Axis: model.Difficulty, Changes: []recipe.AxisChange{{From: "hard", At: now.AddDate(0, 0, -9), Actor: "bob"}}},
	}
	if e.Path != "" {
		ex, _ := queuetest.Code{}.Run(context.Background(), recipe.CodeInput{Path: e.Path, Line: e.Line})
		res.Excerpt = &ex
	}
	return res, nil
}

type scene struct {
	*screentest.Stage
	m       *issue.Model
	reader  *reader
	queue   *queuetest.Queue
	decline *queuetest.Decline
	undo    *queuetest.Undo
}

func newScene(t *testing.T, o theme.Options, number int, issues []model.Issue) *scene {
	t.Helper()
	s := &scene{Stage: screentest.NewStageWith(t, o), queue: &queuetest.Queue{Issues: issues}, decline: &queuetest.Decline{}, undo: &queuetest.Undo{}}
	s.reader = &reader{queue: s.queue}
	q := model.NewQueue(issues, model.Facts{})
	msg := screen.OpenIssue{Number: number}
	if e, _, ok := q.Find(number); ok {
		msg.Entry = *e
	}
	s.m = issue.New(s.Env, issue.Deps{Place: "acme/shop", Issue: s.reader, Queue: s.queue, Decline: s.decline, Undo: s.undo}, msg)
	return s
}

// shop is a started scene of the small queue's first issue.
func shop(t *testing.T, width, height int) *scene {
	t.Helper()
	issues := queuetest.Shop()
	origin := model.NewOrigin("debt/1121-refunds", "0", "", "")
	issues[0].Body = strings.Replace(issues[0].Body, "\n", "\n"+origin.Comment()+"\n", 1)
	s := newScene(t, screentest.Plain(), 1402, issues)
	s.Start(s.m, width, height)
	return s
}

func (s *scene) press(keys ...string) { s.Press(s.m, keys...) }
func (s *scene) send(msg tea.Msg)     { s.Run(s.m, s.m.Update(msg)) }

func (s *scene) must(t *testing.T, words ...string) {
	t.Helper()
	screentest.Shows(t, s.m.View(), words...)
}

// yes answers the question that was asked last.
func (s *scene) yes(t *testing.T, text string) {
	t.Helper()
	s.Answer(s.m, text)
}
