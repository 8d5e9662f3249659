package kit_test

import (
	"context"
	"errors"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

func TestNumbers(t *testing.T) {
	for want, numbers := range map[string][]int{"": nil, "#1": {1}, "#1 and #2": {1, 2}, "#1, #2 and #3": {1, 2, 3}} {
		if got := kit.Numbers(numbers...); got != want {
			t.Errorf("%v is %q, not %q", numbers, got, want)
		}
	}
}

func TestChangeLine(t *testing.T) {
	cases := []struct {
		want   string
		change recipe.IssueChange
	}{
		{"#7  + a · − b · body edited", recipe.IssueChange{Number: 7, Outcome: recipe.Changed, Edit: model.LabelEdit{Add: []string{"a"}, Remove: []string{"b"}}, NewBody: "x"}},
		{"#7  comment · closed as not planned", recipe.IssueChange{Number: 7, Outcome: recipe.Changed, Comment: "no", Closed: model.NotPlanned}},
		{"#7  reopened", recipe.IssueChange{Number: 7, Outcome: recipe.Changed, Reopened: true}},
		{"#7  already so", recipe.IssueChange{Number: 7, Outcome: recipe.Unchanged}},
		{"#7  somebody was faster", recipe.IssueChange{Number: 7, Outcome: recipe.Refused, Edit: model.LabelEdit{Add: []string{"a"}}, Remarks: []recipe.Remark{{Message: "somebody was faster"}}}},
		{"#7  GitHub is down", recipe.IssueChange{Number: 7, Outcome: recipe.Failed, Comment: "no", Err: errors.New("GitHub is down")}},
	}
	for _, c := range cases {
		if got := kit.ChangeLine(look(), c.change); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// TestChangeLinesBeginWithWhatMatters: what is left out, then the edits, and of the
// issues that need none only how many.
func TestChangeLinesBeginWithWhatMatters(t *testing.T) {
	so := func(n int) recipe.IssueChange { return recipe.IssueChange{Number: n, Outcome: recipe.Unchanged} }
	edit := func(n int) recipe.IssueChange {
		return recipe.IssueChange{Number: n, Outcome: recipe.Changed, Edit: model.LabelEdit{Add: []string{"a"}}}
	}
	refused := recipe.IssueChange{Number: 9, Outcome: recipe.Refused, Remarks: []recipe.Remark{{Message: "it is closed"}}}
	cases := []struct {
		changes []recipe.IssueChange
		want    []string
	}{
		{nil, nil},
		{[]recipe.IssueChange{so(1), edit(2), refused, so(3), edit(4), so(5)}, []string{"#9  it is closed", "#2  + a", "#4  + a", "3 issues are so already"}},
		{[]recipe.IssueChange{so(1), edit(2)}, []string{"#2  + a", "#1  already so"}},
	}
	for _, c := range cases {
		if d := cmp.Diff(c.want, kit.ChangeLines(look(), c.changes)); d != "" {
			t.Error(d)
		}
	}
}

// TestUnsuccessful names the issue, why, and the way out (C-29).
func TestUnsuccessful(t *testing.T) {
	got := []screen.Toast{
		kit.Unsuccessful(recipe.IssueChange{Number: 7, Outcome: recipe.Failed, Err: errors.New("GitHub is down"), Remedy: "decline it again"}, "declined"),
		kit.Unsuccessful(recipe.IssueChange{Number: 8, Outcome: recipe.Refused, Remarks: []recipe.Remark{{Message: "it is closed"}, {Message: "and locked"}}}, "declined"),
		kit.Unsuccessful(recipe.IssueChange{Number: 9, Outcome: recipe.Left}, "declined"),
		kit.Unsuccessful(recipe.IssueChange{Number: 10, Err: &model.Fault{Detail: "no", Hint: "sign in"}}, "declined"),
	}
	want := []screen.Toast{
		{Level: screen.Failure, Text: "#7 could not be declined: GitHub is down", Next: "to finish it: decline it again"},
		{Level: screen.Failure, Text: "#8 could not be declined: it is closed; and locked"},
		{Level: screen.Failure, Text: "#9 could not be declined: the run was interrupted before it"},
		{Level: screen.Failure, Text: "#10 could not be declined: " + (&model.Fault{Detail: "no", Hint: "sign in"}).Error(), Next: "sign in"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestApplied(t *testing.T) {
	now := screentest.Now()
	is := model.Issue{Number: 7, State: model.Open, Labels: []string{"tech-debt", "Severity:Critical"}, Body: "old"}
	change := recipe.IssueChange{
		Edit:    model.LabelEdit{Add: []string{"severity:important", "tech-debt"}, Remove: []string{"severity:critical"}},
		OldBody: "old", NewBody: "new", Closed: model.NotPlanned,
	}
	want := model.Issue{
		Number: 7, State: model.Closed, StateReason: model.NotPlanned, Labels: []string{"tech-debt", "severity:important"},
		Body: "new", ClosedAt: now, UpdatedAt: now,
	}
	if d := cmp.Diff(want, kit.Applied(is, change, now)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"tech-debt", "Severity:Critical"}, is.Labels); d != "" {
		t.Errorf("the issue that was given is changed:\n%s", d)
	}
}

// ended is the message of a screen at the end of a write.
type ended struct{ err error }

// sent runs a write without the screen that began it, which may have been left.
func sent(t *testing.T, w kit.Write) []tea.Msg {
	t.Helper()
	stage := screentest.NewStage(t)
	stage.Run(deaf{}, w.Command(stage.Env))
	return stage.Sent
}

// deaf is a screen that takes no message.
type deaf struct{}

func (deaf) Init() tea.Cmd                  { return nil }
func (deaf) Update(tea.Msg) tea.Cmd         { return nil }
func (deaf) SetSize(screen.Size)            {}
func (deaf) View() string                   { return "" }
func (deaf) Table() screen.Table            { return screen.Table{} }
func (deaf) Leave() (screen.Question, bool) { return screen.Question{}, false }

// TestAWriteTellsTheApp before and after, whatever became of it.
func TestAWriteTellsTheApp(t *testing.T) {
	now := screentest.Now()
	known := func(n int) (model.Issue, bool) { return model.Issue{Number: n, State: model.Open}, true }
	begun := screen.Pending{Change: 1, Numbers: []int{7, 8}, Doing: "being declined"}
	fault := errors.New("GitHub is down")
	cases := []struct {
		name   string
		result recipe.ChangeResult
		err    error
		want   []tea.Msg
	}{
		{"one of two", recipe.ChangeResult{Issues: []recipe.IssueChange{
			{Number: 7, Outcome: recipe.Changed, Closed: model.NotPlanned}, {Number: 8, Outcome: recipe.Failed, Err: fault},
		}, Notes: []recipe.Remark{{Message: "the log is full"}}}, nil, []tea.Msg{
			begun, ended{},
			screen.Changed{Change: 1, Numbers: []int{7, 8}, Issues: []model.Issue{{Number: 7, State: model.Closed, StateReason: model.NotPlanned, ClosedAt: now, UpdatedAt: now}}},
			screen.Toast{Level: screen.Failure, Text: "#8 could not be declined: GitHub is down"},
			screen.Toast{Level: screen.Warning, Text: "the log is full"},
			screen.Toast{Level: screen.Success, Text: "declined: #7", Next: "u takes it back"},
		}},
		{"none", recipe.ChangeResult{}, fault, []tea.Msg{
			begun, ended{fault}, screen.Unchanged{Change: 1, Numbers: []int{7, 8}},
			screen.Toast{Level: screen.Failure, Text: "#7 and #8 could not be declined: GitHub is down"},
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := sent(t, kit.Write{
				Numbers: []int{7, 8}, Doing: "being declined", Done: "declined", Next: "u takes it back", Known: known,
				Run:   func(context.Context) (recipe.ChangeResult, error) { return c.result, c.err },
				Ended: func(_ recipe.ChangeResult, err error) tea.Msg { return ended{err} },
			})
			if d := cmp.Diff(c.want, got, cmp.AllowUnexported(ended{}), cmp.Comparer(func(a, b error) bool { return errors.Is(a, b) })); d != "" {
				t.Error(d)
			}
		})
	}
}
