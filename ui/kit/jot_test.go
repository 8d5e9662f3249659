package kit_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

func declined(numbers ...int) recipe.JottingOf {
	return recipe.JottingOf{Kind: recipe.JottedDecline, Numbers: numbers}
}

func reason(text string) map[string]string { return map[string]string{"reason": text} }

// onDisk are the texts that are kept, by the issues they are for.
func onDisk(t *testing.T, store recipe.Jottings) map[string]string {
	t.Helper()
	all, damaged, err := store.List()
	if err != nil || len(damaged) > 0 {
		t.Fatal(damaged, err)
	}
	out := map[string]string{}
	for _, one := range all {
		out[kit.Numbers(one.Numbers...)] = one.Texts["reason"]
	}
	return out
}

func run(cmd tea.Cmd) tea.Msg {
	if cmd == nil {
		return nil
	}
	return cmd()
}

// Savings may come to their end in any order: the last text counts, and what was
// cleared stays so.
func TestJotKeepsTheLastText(t *testing.T) {
	env := screentest.NewStage(t).Env
	store := recipe.Jottings{Dir: t.TempDir()}
	j := kit.NewJot(store, declined(96))
	if j.Wrote(env, reason("by")) == nil {
		t.Error("nothing was arranged")
	}
	early := j.Save()
	if j.Wrote(env, reason("by design")) == nil || j.Wrote(env, reason("by design!")) != nil {
		t.Error("one saving is due while a text is typed")
	}
	late := j.Save()
	run(late)
	run(early)
	if d := cmp.Diff(map[string]string{"#96": "by design!"}, onDisk(t, store)); d != "" {
		t.Errorf("on disk (-want +got):\n%s", d)
	}
	j.Wrote(env, reason("no"))
	early = j.Save()
	run(j.Clear())
	run(early)
	if d := cmp.Diff(map[string]string{}, onDisk(t, store)); d != "" {
		t.Errorf("on disk (-want +got):\n%s", d)
	}
}

// What was typed for several issues is offered for each, and stays as it is for
// the others whatever becomes of it here.
func TestJotOfSeveralIssues(t *testing.T) {
	cases := []struct {
		name string
		do   func(*screentest.Stage, *kit.Jot, screen.Question)
		want map[string]string
	}{
		{"nothing is done", func(*screentest.Stage, *kit.Jot, screen.Question) {}, map[string]string{"#96 and #97": "both are one"}},
		{"another text is typed", func(s *screentest.Stage, j *kit.Jot, q screen.Question) { q.Typed("mine"); run(j.Save()) },
			map[string]string{"#96": "mine", "#96 and #97": "both are one"}},
		{"it is cleared", func(_ *screentest.Stage, _ *kit.Jot, q screen.Question) { run(q.Typed("")) }, map[string]string{"#97": "both are one"}},
		{"it is given", func(s *screentest.Stage, j *kit.Jot, _ screen.Question) { give(s, j, 96) }, map[string]string{"#97": "both are one"}},
		{"another text is given", func(s *screentest.Stage, j *kit.Jot, q screen.Question) { q.Typed("mine"); give(s, j, 96) },
			map[string]string{"#97": "both are one"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := screentest.NewStage(t)
			store := recipe.Jottings{Dir: t.TempDir()}
			if _, err := store.Save(declined(97, 96), reason("both are one")); err != nil {
				t.Fatal(err)
			}
			j := kit.NewJot(store, declined(96))
			ask, ok := run(j.Ask(s.Env, screen.Question{Field: "Reason"})).(screen.Ask)
			if !ok || ask.Question.Text != "both are one" {
				t.Fatalf("asked %+v", ask)
			}
			c.do(s, j, ask.Question)
			if d := cmp.Diff(c.want, onDisk(t, store)); d != "" {
				t.Errorf("on disk (-want +got):\n%s", d)
			}
		})
	}
}

func give(s *screentest.Stage, j *kit.Jot, number int) {
	_, _ = j.Around(changed(number))(s.Env.Writing)
}

// A damaged text is told with the name it has now, and the question is asked.
func TestJotTellsOfDamage(t *testing.T) {
	s := screentest.NewStage(t)
	j := kit.NewJot(damaged{}, declined(96))
	s.Run(&deaf{}, j.Ask(s.Env, screen.Question{Field: "Reason"}))
	if len(screentest.SentOf[screen.Ask](s)) != 1 {
		t.Error("it is not asked")
	}
	toasts := screentest.SentOf[screen.Toast](s)
	if len(toasts) != 1 || !strings.Contains(toasts[0].Text, "x.json.damaged") {
		t.Errorf("the toasts are %v", toasts)
	}
}

// A secret is told once.
func TestJotTellsOfASecret(t *testing.T) {
	s := screentest.NewStage(t)
	j := kit.NewJot(recipe.Jottings{Dir: t.TempDir()}, declined(96))
	token := "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	for _, text := range []string{token, token + " is", token + " is revoked"} {
		j.Wrote(s.Env, reason(text))
		s.Run(&deaf{}, j.Save())
	}
	if toasts := screentest.SentOf[screen.Toast](s); len(toasts) != 1 || toasts[0].Level != screen.Warning {
		t.Errorf("the toasts are %v", toasts)
	}
}

// Without a store everything goes on and nothing is kept.
func TestJotWithoutAStore(t *testing.T) {
	s := screentest.NewStage(t)
	j := kit.NewJot(nil, declined(96))
	if ask, ok := run(j.Ask(s.Env, screen.Question{Field: "Reason"})).(screen.Ask); !ok || ask.Question.Typed != nil {
		t.Errorf("asked %+v", ask)
	}
	if j.Wrote(s.Env, reason("no")) != nil || j.Save() != nil || j.Clear() != nil || j.Find() != nil || j.Keeps() {
		t.Error("something is kept")
	}
	if res, err := j.Around(changed(96))(s.Env.Writing); err != nil || !res.Clean() {
		t.Error(res, err)
	}
	if (*kit.Jot)(nil).Save() != nil {
		t.Error("no jot saves something")
	}
}

// damaged is a store with a damaged file.
type damaged struct{ recipe.Jottings }

func (damaged) Find(recipe.JottingOf) (recipe.Jotting, bool, []recipe.DamagedText, error) {
	return recipe.Jotting{}, false, []recipe.DamagedText{{File: "jottings/x.json.damaged", Err: errors.New("cut short")}}, nil
}

// changed is a change of one issue that goes through.
func changed(number int) func(context.Context) (recipe.ChangeResult, error) {
	return func(context.Context) (recipe.ChangeResult, error) {
		return recipe.ChangeResult{Issues: []recipe.IssueChange{{Number: number, Outcome: recipe.Changed}}}, nil
	}
}
