package queue_test

import (
	"strconv"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/queue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// scene is the queue screen on a stage, with what it calls.
type scene struct {
	*screentest.Stage
	m       *queue.Model
	queue   *queuetest.Queue
	decline *queuetest.Decline
	undo    *queuetest.Undo
}

func newScene(t *testing.T, o theme.Options, issues []model.Issue) *scene {
	t.Helper()
	s := &scene{
		Stage: screentest.NewStageWith(t, o),
		queue: &queuetest.Queue{Issues: issues}, decline: &queuetest.Decline{}, undo: &queuetest.Undo{},
	}
	s.m = queue.New(s.Env, queue.Deps{
		Place: "acme/shop", Rules: model.DefaultRules(), Queue: s.queue, Decline: s.decline, Undo: s.undo,
		Code: queuetest.Code{}, History: queuetest.History{},
	})
	return s
}

// shop is a started scene of the small queue.
func shop(t *testing.T, width, height int) *scene {
	t.Helper()
	s := newScene(t, screentest.Plain(), queuetest.Shop())
	s.Start(s.m, width, height)
	return s
}

func (s *scene) press(keys ...string) { s.Press(s.m, keys...) }

func (s *scene) send(msg tea.Msg) { s.Run(s.m, s.m.Update(msg)) }

func (s *scene) has(words string) bool { return strings.Contains(s.m.View(), words) }

// listed are the numbers of the rows that are seen, in order.
func (s *scene) listed() []int {
	var out []int
	for _, line := range strings.Split(s.m.View(), "\n") {
		number, ok := strings.CutPrefix(strings.TrimLeft(line, "│●▌ "), "#")
		if !ok {
			continue
		}
		if n, err := strconv.Atoi(strings.Fields(number)[0]); err == nil {
			out = append(out, n)
		}
	}
	return out
}

func (s *scene) must(t *testing.T, words ...string) {
	t.Helper()
	screentest.Shows(t, s.m.View(), words...)
}

// yes answers the question that was asked last.
func (s *scene) yes(t *testing.T, text string) screen.Question {
	t.Helper()
	return s.Answer(s.m, text)
}

// asked is the question that was asked last.
func (s *scene) asked(t *testing.T) screen.Question {
	t.Helper()
	asked := screentest.SentOf[screen.Ask](s.Stage)
	if len(asked) == 0 {
		t.Fatal("nothing was asked")
	}
	return asked[len(asked)-1].Question
}

// TestOrderIsTheContracts: severity, then age, then number; no severity counts
// as suggestion (section 4).
func TestOrderIsTheContracts(t *testing.T) {
	s := shop(t, 80, 40)
	if d := cmp.Diff([]int{1388, 1402, 1290, 1410, 96, 1311, 1377}, s.listed()); d != "" {
		t.Error(d)
	}
	s.must(t, "▎CRITICAL", "▎IMPORTANT", "▎SUGGESTION", "▎INVESTIGATE", "no severity")
}

// selected is the number on the row with the bar.
func selected(s *scene) string {
	for _, line := range strings.Split(s.m.View(), "\n")[1:] {
		if _, rest, ok := strings.Cut(line, "▌"); ok {
			return strings.Fields(rest)[0]
		}
	}
	return ""
}

func lineNumber(s *scene, words string) int {
	for i, line := range strings.Split(s.m.View(), "\n") {
		if strings.Contains(line, words+" ") {
			return i
		}
	}
	return -1
}

// TestTheCursorComesBackWhileAFilterIsTyped: letters that hide its issue for a
// moment do not lose it, unless the cursor is moved meanwhile.
func TestTheCursorComesBackWhileAFilterIsTyped(t *testing.T) {
	cases := []struct {
		name string
		keys []string
		want string
	}{
		{"hidden and shown again", []string{"x", "q", "backspace", "backspace"}, "#1410"},
		{"hidden, and the filter dropped", []string{"x", "q", "esc"}, "#1410"},
		{"hidden to the end", []string{"sev:critical"}, "#1402"},
		{"moved meanwhile", []string{"s", "up", "backspace"}, "#1290"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := shop(t, 80, 30)
			s.press("j", "j", "j")
			if got := selected(s); got != "#1410" {
				t.Fatalf("before, the cursor is on %s", got)
			}
			s.press("/")
			s.press(c.keys...)
			if got := selected(s); got != c.want {
				t.Errorf("the cursor is on %s, want %s:\n%s", got, c.want, s.m.View())
			}
		})
	}
}

// TestFilterWhileTyping: fields, states, negation, free text, fuzzy.
func TestFilterWhileTyping(t *testing.T) {
	cases := []struct {
		typed string
		want  []int
	}{
		{"sev:critical", []int{1388, 1402}},
		{"path:app/pay", []int{1402, 1410, 1311}},
		{"is:investigate", []int{1377}},
		{"-is:claimed sev:important", []int{1410}},
		{"1311", []int{1311}},
		{"refnd", []int{1402, 1410}}, // a letter left out: the title of one, the path of both
		{"REFUND swallows", []int{1402}},
	}
	for _, c := range cases {
		t.Run(c.typed, func(t *testing.T) {
			s := shop(t, 80, 30)
			s.press("/", c.typed)
			if d := cmp.Diff(c.want, s.listed()); d != "" {
				t.Error(d)
			}
			// Typed in one go or letter by letter and back, the result is the same.
			typed := s.m.View()
			s.press("x", "backspace")
			if d := cmp.Diff(typed, s.m.View()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestPasteIntoTheFilter: once, as text, its line breaks as spaces; no key of the
// list is pressed by it (C-28).
func TestPasteIntoTheFilter(t *testing.T) {
	s := shop(t, 80, 23)
	s.press("/")
	s.Paste(s.m, "q\nd\ty\n")
	s.must(t, "/ q d y ")
	if len(screentest.SentOf[screen.Ask](s.Stage))+len(screentest.SentOf[screen.Quit](s.Stage)) > 0 {
		t.Error("a paste pressed a key")
	}
	s.Paste(s.m, strings.Repeat("the quick brown fox ", 3500))
	s.must(t, "Nothing matches.")
	s.press("esc")
	s.Paste(s.m, "q\nd\ty\n")
	if len(screentest.SentOf[screen.Ask](s.Stage)) > 0 {
		t.Error("a paste without a field pressed a key")
	}
}

// TestAHintIsShownWhole: what is known instead stands at its end, and the list
// makes room for it.
func TestAHintIsShownWhole(t *testing.T) {
	for _, size := range []screen.Size{{Width: 120, Height: 39}, {Width: 80, Height: 23}, {Width: 60, Height: 14}} {
		s := shop(t, size.Width, size.Height)
		s.press("/", "is:wrong")
		s.must(t, "closed, declined")
		screentest.Inside(t, s.m.View(), size.Width, size.Height)
		s.press("ctrl+u", "-is:wrong")
		s.must(t, "closed, declined")
		s.send(tea.MouseMsg{X: 10, Y: lineNumber(s, "#1402"), Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		if got := selected(s); got != "#1402" {
			t.Errorf("a click under the hint chose %q:\n%s", got, s.m.View())
		}
	}
}

// TestTheWayOutOfAFilterIsInTheFooter, and that from the marks; without either
// there is no key to name.
func TestTheWayOutOfAFilterIsInTheFooter(t *testing.T) {
	s := shop(t, 120, 39)
	footer := func() string {
		for _, b := range s.m.Table().Bindings {
			if b.Action == "back" && b.Footer {
				return b.Help
			}
		}
		return ""
	}
	for _, step := range []struct{ keys, want string }{
		{"", ""}, {"space", "unmark all"}, {"/refund", ""}, {"enter", "show all"}, {"esc", "unmark all"}, {"esc", ""},
	} {
		if rest, typed := strings.CutPrefix(step.keys, "/"); typed {
			s.press("/", rest)
		} else if step.keys != "" {
			s.press(step.keys)
		}
		if got := footer(); got != step.want {
			t.Errorf("after %q the footer names %q, want %q", step.keys, got, step.want)
		}
	}
}

// TestMouse: the wheel scrolls, a click chooses, a second click opens.
func TestMouse(t *testing.T) {
	s := shop(t, 120, 39)
	row := lineNumber(s, "#1402")
	click := tea.MouseMsg{X: 10, Y: row, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
	s.send(click)
	if got := selected(s); got != "#1402" {
		t.Errorf("the click chose %s", got)
	}
	s.send(click)
	if got := screentest.SentOf[screen.OpenIssue](s.Stage); len(got) != 1 || got[0].Number != 1402 {
		t.Errorf("the second click opened %+v", got)
	}
	s.send(tea.MouseMsg{X: 12, Y: 1, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	s.must(t, "▸Closed 1")
}

// TestKeysAreSound: no key has two meanings in one table, each has a help.
func TestKeysAreSound(t *testing.T) {
	screentest.Sound(t, queue.Keys()...)
}
