package drain_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
	"gh-debt/recipe/worker/workertest"
)

// The words of a security-shaped issue that must be said nowhere, each in one place
// of it: its title, its body and its path.
const (
	secretTitle = "SQL injection in the zebrafish form"
	secretPath  = "app/quokka.go"
	secretWord  = "wolverine"
)

func secretWords() []string { return []string{"zebrafish", "quokka", secretWord, "injection"} }

// secretBody is the body of such an issue, whose path is in the repository.
func secretBody() string {
	return strings.Replace(issueBody(secretPath, 4), "It fails.", "An attacker sends a "+secretWord+": SQL injection.", 1)
}

func secretIssue(number int) hub.SeedIssue {
	is := seed(number, secretTitle, secretPath, 4)
	is.Body = body(secretBody())
	return is
}

// vault is a yard in which the secret path is in the repository.
func vault(t *testing.T, issues []hub.SeedIssue, options ...hubtest.Option) *yard {
	t.Helper()
	y := newYard(t, issues, options...)
	git(t, y.clone, "pull", "--quiet")
	y.file(y.clone, secretPath, source)
	git(t, y.clone, "add", ".")
	git(t, y.clone, "commit", "--quiet", "-m", "Grow")
	git(t, y.clone, "push", "--quiet", "origin", "main")
	return y
}

// becomesSecret lets somebody re-title an issue and write a weakness into its body.
func (y *yard) becomesSecret(number int) {
	y.t.Helper()
	y.hub.Peer("bo").Do("PATCH", fmt.Sprintf("/issues/%d", number), map[string]string{"title": secretTitle, "body": secretBody()}, nil)
}

// listener keeps all that the steps say: results as their JSON, live lines, progress.
type listener struct {
	y    *yard
	said []string
}

// run takes a step, keeps what it says, and gives the result.
func (l *listener) run(step rule.Step, unit string, answers drain.Answers) drain.Result {
	l.y.t.Helper()
	in := drain.Input{Unit: unit, Output: func(line string) { l.said = append(l.said, line) }}
	for _, dry := range []bool{true, false} {
		in.DryRun = dry
		res, err := l.y.steps.Take(context.Background(), step, in, answers)
		if err != nil {
			l.y.t.Fatalf("%s: %v", step, err)
		}
		l.heard(res)
		if !dry {
			return res
		}
	}
	return drain.Result{}
}

// heard keeps a result, but for what a worker itself reported, which the person reads.
func (l *listener) heard(res drain.Result) {
	l.y.t.Helper()
	res.Unit.Done = nil
	data, err := json.Marshal(res)
	if err != nil {
		l.y.t.Fatal(err)
	}
	l.said = append(l.said, string(data))
}

// tells gives the secret words that were said, or sent to the tracker, or that the
// remote holds in the name of a branch or a commit's message.
func (l *listener) tells() []string {
	l.y.t.Helper()
	all := append([]string(nil), l.said...)
	for _, r := range l.y.hub.Requests() {
		all = append(all, r.Method+" "+r.Path, r.Body)
	}
	all = append(all, git(l.y.t, l.y.bare, "for-each-ref"), git(l.y.t, l.y.bare, "log", "--all", "--format=%B"))
	text := strings.ToLower(strings.Join(all, "\n"))
	var told []string
	for _, w := range secretWords() {
		if strings.Contains(text, w) {
			told = append(told, w)
		}
	}
	return told
}

const withheld12 = "1 member of unit 12 is a matter of security, and acme/shop is not private: nothing of the unit goes out; take it to a private channel, and release the unit"

// TestNothingIsToldOfASecurityShapedMember: whenever an issue turns out to be one, on
// a repository that is not private no title, body or path of it is sent or said, and
// releasing the unit tells nothing either.
func TestNothingIsToldOfASecurityShapedMember(t *testing.T) {
	leaky := edit("package app // 1\n", "Close the zebrafish hole in "+secretPath)
	leaky.Say = []string{"mending"}
	steps := []rule.Step{rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview, rule.StepMerge}
	for name, before := range map[string]rule.Step{
		"re-titled before the screens": rule.StepScreen, "re-titled before the work": rule.StepProduce,
		"re-titled before the push": rule.StepPropose, "re-titled before the review": rule.StepReview,
		"re-titled before the merge": rule.StepMerge,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := vault(t, []hub.SeedIssue{seed(12, "Refund swallows the error", "app/pay.go", 4)})
			made := leaky
			if before == rule.StepReview || before == rule.StepMerge {
				made = edit("package app // 1\n", "Handle the error") // it is out by then
			}
			y.crew([]workertest.Run{made}, []workertest.Run{verdict(rule.Pass)})
			y.begin(12)
			l := &listener{y: y}
			answers := drain.Answers{"12:app/pay.go:4": true}
			if before == rule.StepScreen {
				y.becomesSecret(12)
				l.run(rule.StepScreen, "12", answers)
				if u := y.unit("12"); u.Ended == nil || u.Ended.End != rule.Diverted {
					t.Errorf("%+v", u.Ended)
				}
			} else {
				l.run(rule.StepScreen, "12", answers)
				l.run(rule.StepIsolate, "12", nil)
				l.until(steps, before)
				y.becomesSecret(12)
				res := l.run(before, "12", nil)
				if res.Refused != withheld12 || res.Next != "gh debt drain release 12" {
					t.Errorf("%s: %q, next %q", before, res.Refused, res.Next)
				}
				l.run(rule.StepRelease, "12", nil)
				if u := y.unit("12"); u.Active() {
					t.Errorf("it is %s", u.Stage)
				}
			}
			if y.issue(12).HasLabel("in-progress") {
				t.Error("the claim is still there")
			}
			if told := l.tells(); told != nil {
				t.Errorf("it tells %q", told)
			}
		})
	}
}

// until takes the steps before one.
func (l *listener) until(steps []rule.Step, before rule.Step) {
	l.y.t.Helper()
	for _, step := range steps {
		if step == before {
			return
		}
		if step == rule.StepMerge {
			return
		}
		if res := l.run(step, "12", nil); res.Refused != "" {
			l.y.t.Fatalf("%s: %s", step, res.Refused)
		}
		if step == rule.StepReview {
			l.y.green("12", "build")
			l.run(rule.StepCI, "12", nil)
		}
	}
}

// TestARepositoryThatBecomesPublicIsToldNothing: what was screened while it was
// private is screened for those who read along now. Texts about harmless members
// tell their titles again, and nothing of what a worker wrote about others.
func TestARepositoryThatBecomesPublicIsToldNothing(t *testing.T) {
	for name, before := range map[string]rule.Step{
		"before the work": rule.StepProduce, "before the push": rule.StepPropose, "before the review": rule.StepReview, "before the merge": rule.StepMerge,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := vault(t, []hub.SeedIssue{secretIssue(12)}, hubtest.Private())
			y.crew([]workertest.Run{edit("package app // 1\n", "Handle the error")}, []workertest.Run{verdict(rule.Pass)})
			y.begin(12)
			l := &listener{y: y}
			l.run(rule.StepScreen, "12", drain.Answers{"12:" + secretPath + ":4": true})
			l.run(rule.StepIsolate, "12", nil)
			l.until([]rule.Step{rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview, rule.StepMerge}, before)
			y.hub.Set(func(r *hub.Repository) { r.Private = false })
			y.hub.Reset()
			l.said = nil
			res := l.run(before, "12", nil)
			if res.Refused != withheld12 || res.Next != "gh debt drain release 12" {
				t.Errorf("%s: %q, next %q", before, res.Refused, res.Next)
			}
			l.run(rule.StepRelease, "12", nil)
			for _, r := range y.hub.Requests() {
				for _, w := range secretWords() {
					if strings.Contains(strings.ToLower(r.Body), w) {
						t.Errorf("%s %s tells %q: %s", r.Method, r.Path, w, r.Body)
					}
				}
			}
			if y.issue(12).HasLabel("in-progress") || y.unit("12").Stage != rule.StageEnded {
				t.Errorf("%s, %v", y.unit("12").Stage, y.issue(12).Labels)
			}
		})
	}
}

// TestAPublicBatchTellsNothingOfWhoWasDropped: a member that was one of security and
// has left while there was work on the branch keeps the unit in; the rest of the
// batch is not told.
func TestAPublicBatchTellsNothingOfWhoWasDropped(t *testing.T) {
	y := vault(t, []hub.SeedIssue{secretIssue(12), seed(41, "Retry never ends", "app/pay.go", 9)}, hubtest.Private())
	y.crew([]workertest.Run{edit("package app // 1\n", "Close the zebrafish hole")}, []workertest.Run{verdict(rule.Pass)})
	y.begin(12, 41)
	l := &listener{y: y}
	l.run(rule.StepScreen, "12-41", drain.Answers{"12:" + secretPath + ":4": true, "41:app/pay.go:9": true})
	l.run(rule.StepIsolate, "12-41", nil)
	l.run(rule.StepProduce, "12-41", nil)
	l.run(rule.StepGates, "12-41", nil)
	y.hub.Set(func(r *hub.Repository) { r.Private = false })
	y.hub.Reset()
	l.said = nil
	res, err := y.steps.Drop.Run(context.Background(), drain.DropInput{Input: drain.Input{Unit: "12-41"}, Number: 12})
	y.ok(res, err)
	if res := l.run(rule.StepPropose, "12-41", nil); !strings.HasPrefix(res.Refused, "1 member of unit 12-41 is a matter of security") {
		t.Errorf("%q", res.Refused)
	}
	l.run(rule.StepRelease, "12-41", nil)
	l.said = nil // its first life is told in its unit, which is the ledger's
	if told := l.tells(); told != nil {
		t.Errorf("it tells %q", told)
	}
}

// TestWhatIsWrittenDownInPublicHoldsNoSecret: neither the ledger nor a status nor a
// story nor a report of a unit that was diverted holds its words.
func TestWhatIsWrittenDownInPublicHoldsNoSecret(t *testing.T) {
	y := vault(t, []hub.SeedIssue{secretIssue(12), seed(41, "Retry never ends", "app/pay.go", 9)})
	y.workers()
	l, ctx := &listener{y: y}, context.Background()
	both, err := y.steps.Start.Run(ctx, drain.StartInput{Numbers: []int{12, 41}, Named: true})
	if err != nil || both.Refused == "" {
		t.Fatalf("a batch is taken: %+v, %v", both, err)
	}
	l.heard(both)
	res, err := y.steps.Start.Run(ctx, drain.StartInput{Numbers: []int{12}, Named: true})
	y.ok(res, err)
	l.heard(res)
	over, err := y.steps.Status.All(ctx)
	l.kept(over, err)
	l.run(rule.StepScreen, "12", nil)
	over, err = y.steps.Status.All(ctx)
	l.kept(over, err)
	story, err := y.steps.Status.Story(ctx, "12")
	l.kept(story, err)
	for _, e := range story.Events {
		l.said = append(l.said, rule.Sentence(e))
	}
	report, err := y.steps.Report.Run(ctx, drain.ReportInput{Unit: "12"})
	l.kept(report, err)
	choice, err := y.steps.Choose.Run(ctx, drain.ChooseInput{})
	l.kept(choice, err)
	if told := l.tells(); told != nil {
		t.Errorf("it tells %q:\n%s", told, strings.Join(l.said, "\n"))
	}
}

// kept keeps what something else than a step gives, as its JSON.
func (l *listener) kept(what any, err error) {
	l.y.t.Helper()
	if err != nil {
		l.y.t.Fatal(err)
	}
	data, err := json.Marshal(what)
	if err != nil {
		l.y.t.Fatal(err)
	}
	l.said = append(l.said, string(data))
}
