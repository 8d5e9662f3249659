package recipe

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

func triageOf(t *testing.T, d Deps) TriageResult {
	t.Helper()
	res, err := newTriage(d).Run(context.Background(), TriageInput{})
	if err != nil {
		t.Fatalf("triage: %v", err)
	}
	return res
}

// asked are the items as lines: number, kind, axis, code, and the answers.
func asked(res TriageResult) []string {
	out := []string{}
	for _, it := range res.Items {
		line := fmt.Sprintf("#%d %s", it.Entry.Issue.Number, it.Kind)
		if it.Axis != "" {
			line += " " + string(it.Axis)
		}
		if it.Code != "" {
			line += " (" + string(it.Code) + ")"
		}
		var answers []string
		for _, a := range it.Answers {
			answers = append(answers, a.Value)
		}
		out = append(out, line+": "+strings.Join(answers, " "))
	}
	return out
}

func TestTriageFindsEveryLooseEndInQueueOrder(t *testing.T) {
	c := newClone(t)
	c.write("a.go", lines(1, 40))
	c.write("gone.go", lines(1, 40))
	head := c.commit("Begin")
	c.write("a.go", lines(101, 105)+lines(1, 40))
	c.git("rm", "--quiet", "gone.go")
	c.commit("Change")
	fine := []string{"severity:important", "difficulty:easy"}
	s := hubtest.New(t, hubtest.Seed(
		seed(1, keyed("a.go", 38, ""), "difficulty:easy"),
		seed(2, keyed("a.go", 20, "head="+head), fine...),
		seed(3, keyed("gone.go", 20, "head="+head), fine...),
		seed(4, "By hand, about `a.go:7` it seems.", fine...),
		seed(5, keyed("a.go", 39, ""), "severity:important", "handler:plan", "difficulty:easy"),
		seed(6, keyed("a.go", 40, ""), "severity:important"),
		seed(7, keyed("a.go", 41, "")+block, "severity:investigate"),
		seed(8, keyed("a.go", 42, "")+block, fine...),
		seed(9, keyed("a.go", 43, ""), "severity:investigate"),
		seed(10, keyed("a.go", 44, ""), fine...),
		seed(11, keyed("a.go", 44, ""), fine...),
		seed(12, keyed("a.go", 45, ""), "severity:critical", "severity:suggestion", "difficulty:easy", "difficulty:hard"),
		seed(13, keyed("a.go", 30, ""), "severity:important", "severity:<tier>", "difficulty:easy"),
		seed(14, keyed("a.go", 31, ""), "severity:<tier>", "difficulty:easy"),
		shut(seed(15, "closed"), "completed"),
		seed(16, keyed("a.go", 32, ""), fine...), // nothing is loose here
	))
	d, _ := reading(t, s, c.open())
	res := triageOf(t, d)
	want := []string{
		"#12 grade severity (severity-count): critical important suggestion investigate",
		"#12 grade difficulty (difficulty-count): easy medium hard none",
		"#2 moved: follow",
		"#3 stale: elsewhere",
		"#4 key (missing-dedup-key): there elsewhere",
		"#5 spelling: everywhere here",
		"#6 grade difficulty: easy medium hard",
		"#8 block (stray-investigate-block): drop answer",
		"#11 twin (duplicate-dedup-key): same",
		"#13 label severity (severity-value): drop",
		"#1 grade severity (severity-count): critical important suggestion investigate",
		"#14 label severity (severity-value): drop",
		"#14 grade severity: critical important suggestion investigate",
		"#7 question severity: critical important suggestion",
		"#9 block (missing-investigate-block): ask",
	}
	if diff := cmp.Diff(want, asked(res)); diff != "" || res.Issues != 15 {
		t.Errorf("%d issues (-want +got):\n%s", res.Issues, diff)
	}
}

// answer gives the answer of a value to the first item of a kind.
func answer(t *testing.T, res TriageResult, kind TriageKind, value string) TriageAnswer {
	t.Helper()
	for _, it := range res.Items {
		for _, a := range it.Answers {
			if it.Kind == kind && a.Value == value {
				return a
			}
		}
	}
	t.Fatalf("there is no answer %s to %s in %q", value, kind, asked(res))
	return TriageAnswer{}
}

func TestTriageAnswersSayWhatTheyEditAndTake(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(
		seed(1, keyed("a.go", 1, "")+block, "severity:investigate", "difficulty:easy"),
		seed(2, keyed("a.go", 2, ""), "difficulty:easy"),
		seed(3, "See a.go:3.", "severity:important", "surface:adopter", "difficulty:easy"),
	))
	d, _ := reading(t, s, nil)
	res := triageOf(t, d)
	type told struct {
		Asks []TriageField
		Edit model.LabelEdit
		Body string
	}
	for _, tt := range []struct {
		kind  TriageKind
		value string
		want  told
	}{
		{TriageQuestion, "important", told{[]TriageField{AskAnswer},
			model.LabelEdit{Add: []string{"severity:important"}, Remove: []string{"severity:investigate"}},
			"the answer takes the research block's place"}},
		{TriageGrade, "critical", told{nil, model.LabelEdit{Add: []string{"severity:critical"}}, ""}},
		{TriageGrade, "investigate", told{[]TriageField{AskQuestion, AskSettledBy},
			model.LabelEdit{Add: []string{"severity:investigate"}}, "the research block is added"}},
		{TriageKey, "there", told{nil, model.LabelEdit{}, "a key line is put first"}},
		{TriageKey, "elsewhere", told{[]TriageField{AskPath, AskLine, AskClass}, model.LabelEdit{}, "a key line is put first"}},
		{TriageSpelling, "here", told{nil, model.LabelEdit{Add: []string{"audience:adopter"}, Remove: []string{"surface:adopter"}}, ""}},
	} {
		a := answer(t, res, tt.kind, tt.value)
		if diff := cmp.Diff(tt.want, told{a.Asks, a.Edit, a.Body}); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.kind, tt.value, diff)
		}
	}
}

func TestTriageIsDoneWhenItsAnswersWereGiven(t *testing.T) {
	ctx := context.Background()
	s := hubtest.New(t, hubtest.Seed(
		seed(1, keyed("a.go", 1, "")+block, "severity:investigate"),
		seed(2, keyed("a.go", 2, "")),
		seed(3, "See a.go:3.", "severity:important", "severity:critical", "handler:spec"),
		seed(4, keyed("a.go", 4, ""), "severity:<tier>", "difficulty:easy"),
		seed(5, keyed("a.go", 5, "")+block, "severity:important", "difficulty:easy"),
		seed(6, keyed("a.go", 6, "")+strings.Replace(block, "A trace.", "", 1), "severity:investigate"),
		seed(7, keyed("a.go", 2, ""), "severity:important", "difficulty:easy"),
		seed(8, keyed("a.go", 8, "")+keyed("a.go", 9, ""), "severity:important", "difficulty:easy"),
	))
	d, clock := reading(t, s, nil)
	book := NewBook(d)
	for round := 0; ; round++ {
		res := triageOf(t, d)
		if len(res.Items) == 0 {
			break
		}
		if round == 30 {
			t.Fatalf("there is no end: %q", asked(res))
		}
		it := res.Items[0]
		if len(it.Answers) == 0 {
			t.Fatalf("no answer to %q", asked(res)[0])
		}
		give(t, ctx, book, it)
		clock.mu.Lock()
		clock.now = clock.now.Add(2 * Grace)
		clock.mu.Unlock()
	}
	left, err := newSweep(d).Run(ctx, SweepInput{})
	if err != nil || left.Checked != 7 || len(left.Findings) > 0 {
		t.Errorf("of %d the sweep still finds %v, %v", left.Checked, findingCodes(left), err)
	}
}

// give gives the first answer to an item, with every text it takes.
func give(t *testing.T, ctx context.Context, book Book, it TriageItem) {
	t.Helper()
	a := it.Answers[0]
	var done ChangeResult
	var err error
	switch {
	case a.Regrade != nil:
		in := *a.Regrade
		if len(a.Asks) > 0 {
			in.Answer, in.Research = "It is reachable.", model.Research{Question: "Why?", SettledBy: "A test."}
			if a.Asks[0] == AskAnswer {
				in.Research = model.Research{}
			} else {
				in.Answer = ""
			}
		}
		done, err = book.Regrade.Run(ctx, in)
	case a.Repair != nil:
		in := *a.Repair
		if it.Kind == TriageBlock && len(a.Asks) > 0 {
			in.Research = model.Research{Question: "Why?", SettledBy: "A test."}
		}
		done, err = book.Repair.Run(ctx, in)
	case a.Sync != nil:
		_, err = book.SyncLabels.Run(ctx, *a.Sync)
	}
	if err != nil || !done.Clean() {
		t.Fatalf("#%d %s %s: %+v, %v", it.Entry.Issue.Number, it.Kind, a.Value, done.Issues, err)
	}
}
