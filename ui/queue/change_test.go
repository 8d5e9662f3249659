package queue_test

import (
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// TestDeclineOne: reason, pending, and the row goes (C-29).
func TestDeclineOne(t *testing.T) {
	s := shop(t, 80, 23)
	s.press("d")
	q := s.yes(t, "by design")
	if d := cmp.Diff("Decline #1388?", q.Title); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]recipe.DeclineInput{{Numbers: []int{1388}, Reason: "by design"}}, s.decline.Runs); d != "" {
		t.Error(d)
	}
	if slices.Contains(s.listed(), 1388) {
		t.Errorf("a declined issue is still in the queue:\n%s", s.m.View())
	}
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if d := cmp.Diff(screen.Toast{Level: screen.Success, Text: "declined: #1388", Next: "u takes it back"}, toasts[len(toasts)-1]); d != "" {
		t.Error(d)
	}
}

// TestOurWriteOutlivesAnOlderList: the next read is told what we wrote, and a read
// that began before the write does not bring the old state back (C-29).
func TestOurWriteOutlivesAnOlderList(t *testing.T) {
	s := shop(t, 80, 23)
	was := s.queue.Issues[1]
	closed := queuetest.Closed(was, 0, model.NotPlanned)
	reading := s.m.Update(screen.Refresh{}) // the read is under way
	s.send(screen.Changed{Change: 5, Numbers: []int{1388}, Issues: []model.Issue{closed}})
	s.Run(s.m, reading) // and its answer comes: the list from before the write
	if slices.Contains(s.listed(), 1388) {
		t.Errorf("a read that began before the write brought #1388 back:\n%s", s.m.View())
	}
	s.send(screen.Refresh{})
	inputs := s.queue.Inputs()
	told := inputs[len(inputs)-1].Written
	if len(told) != 1 || told[0].Issue.Number != 1388 || told[0].Issue.State != model.Closed {
		t.Errorf("the next read was told %+v", told)
	}
}

// TestOurWritesAreLaidOverByTheRecipesRule: one that lost the queue's label leaves,
// and one that the list knows in a newer state is shown in that (C-29).
func TestOurWritesAreLaidOverByTheRecipesRule(t *testing.T) {
	s := shop(t, 80, 23)
	released, older := s.queue.Issues[1], s.queue.Issues[0]
	released.Labels = []string{"severity:critical"}
	older.State, older.UpdatedAt = model.Closed, older.UpdatedAt.Add(-1)
	s.send(screen.Changed{Change: 5, Numbers: []int{1388, 1402}, Issues: []model.Issue{released, older}})
	if got := s.listed(); slices.Contains(got, 1388) || !slices.Contains(got, 1402) {
		t.Errorf("shown are %v, want 1402 and not 1388", got)
	}
}

// TestPendingIsShownAndTakenBack: the row says what is under way, takes no second
// change, and is as before when it fails; the failure names the issue (C-29).
func TestPendingIsShownAndTakenBack(t *testing.T) {
	s := shop(t, 80, 23)
	s.send(screen.Pending{Change: 77, Numbers: []int{1388}, Doing: "being declined"})
	s.must(t, "being declined…")
	for _, action := range []string{"decline", "regrade"} {
		if why := disabled(s, action); why != "#1388 is still being declined" {
			t.Errorf("%s while one is under way: %q", action, why)
		}
	}
	if q, ok := s.m.Leave(); !ok || len(q.Lines) != 1 || q.Lines[0] != "#1388: being declined" {
		t.Errorf("quitting meanwhile asks %+v", q)
	}
	s.send(screen.Unchanged{Change: 77, Numbers: []int{1388}})
	if s.has("being declined") {
		t.Error("what did not go through is still shown")
	}
	s.decline.Fail = map[int]error{1388: &model.Fault{Kind: model.FaultNoPermission, Op: "label #1388", Detail: "Resource not accessible", Hint: "ask for the triage role"}}
	s.press("d")
	s.yes(t, "no")
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	want := screen.Toast{Level: screen.Failure, Text: "#1388 could not be declined: could not label #1388: Resource not accessible", Next: "ask for the triage role"}
	if d := cmp.Diff(want, toasts[len(toasts)-1]); d != "" {
		t.Error(d)
	}
	s.must(t, "#1388")
}

func disabled(s *scene, action string) string {
	for _, b := range s.m.Table().Bindings {
		if b.Action == action {
			return b.Disabled()
		}
	}
	return "no such action"
}

// TestDeclineManyShowsTheEditsFirst: rights and edits are found out by a dry run
// before anything is written.
func TestDeclineManyShowsTheEditsFirst(t *testing.T) {
	s := shop(t, 80, 23)
	s.press("space", "space", "d")
	first := s.yes(t, "not worth it")
	if first.Title != "Decline 2 issues?" || first.Field != "Reason" || !strings.HasPrefix(first.Lines[0], "#1388  Lock file") {
		t.Errorf("the first question: %+v", first)
	}
	second := s.yes(t, "")
	want := []string{"#1388  + wontfix · comment · closed as not planned", "#1402  + wontfix · comment · closed as not planned", "", "Reason: not worth it"}
	if d := cmp.Diff(want, second.Lines); d != "" {
		t.Error(d)
	}
	if len(s.decline.Runs) != 2 || !s.decline.Runs[0].DryRun || s.decline.Runs[1].DryRun {
		t.Errorf("runs: %+v", s.decline.Runs)
	}
}

// TestUndoShowsWhatItTakesBack, and brings the issue back into the queue.
func TestUndoShowsWhatItTakesBack(t *testing.T) {
	s := shop(t, 80, 23)
	s.press("u")
	if toasts := screentest.SentOf[screen.Toast](s.Stage); len(toasts) != 1 || toasts[0].Text != "there is no re-grade and no decline to take back" {
		t.Errorf("toasts: %+v", toasts)
	}
	s.press("3")
	s.press("1")
	s.undo.Plan = []recipe.IssueChange{{Number: 1207, Outcome: recipe.Changed, Edit: model.LabelEdit{Remove: []string{"wontfix"}}, Reopened: true}}
	s.undo.Change = "the third"
	s.press("u")
	q := s.yes(t, "")
	if d := cmp.Diff([]string{"#1207  − wontfix · reopened"}, q.Lines); d != "" {
		t.Error(d)
	}
	s.must(t, "#1207")
	runs := s.undo.Runs[len(s.undo.Runs)-2:]
	if d := cmp.Diff([]recipe.UndoInput{{DryRun: true}, {Change: "the third"}}, runs); d != "" {
		t.Errorf("the yes is not about what was asked:\n%s", d)
	}
}

// TestAnIssueInBothListsIsTheNewer: it was closed elsewhere after the open ones were
// read, and the closed ones know more of it.
func TestAnIssueInBothListsIsTheNewer(t *testing.T) {
	for range 12 { // which list is looked at first differs
		s := shop(t, 80, 23)
		s.queue.Issues[1] = queuetest.Closed(s.queue.Issues[1], 0, model.NotPlanned)
		s.queue.Issues[1].Title = "Lock file outlives its holder"
		s.press("3")
		s.undo.Plan = []recipe.IssueChange{{Number: 1388, Outcome: recipe.Changed, Reopened: true}}
		s.press("u")
		s.yes(t, "")
		told := screentest.SentOf[screen.Changed](s.Stage)
		if len(told) != 1 || len(told[0].Issues) != 1 || told[0].Issues[0].Title != "Lock file outlives its holder" {
			t.Fatalf("told of %+v", told)
		}
	}
}

// TestMarksGoWithTheAction: what an action is about are the marked issues in the
// queue's order, else the one under the cursor.
func TestMarksGoWithTheAction(t *testing.T) {
	s := shop(t, 80, 23)
	s.press("j", "j", "space", "g", "space", "r")
	opened := screentest.SentOf[screen.OpenRegrade](s.Stage)
	var got []int
	for _, is := range opened[0].Issues {
		got = append(got, is.Number)
	}
	if d := cmp.Diff([]int{1388, 1290}, got); d != "" {
		t.Error(d)
	}
	s.must(t, "2 marked")
	s.press("esc", "r")
	if got := screentest.SentOf[screen.OpenRegrade](s.Stage)[1].Issues; len(got) != 1 {
		t.Errorf("after the marks were dropped the action is about %d issues", len(got))
	}
	s.press("*")
	s.must(t, "7 marked")
	s.press("*")
	if s.has("marked") {
		t.Error("marking all a second time does not unmark them")
	}
}
