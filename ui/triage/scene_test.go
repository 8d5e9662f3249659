package triage_test

import (
	"context"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"
	"gh-debt/ui/triage"

	tea "github.com/charmbracelet/bubbletea"
)

// deeds keeps what the answers did, and answers as a test says.
type deeds struct {
	regrades []recipe.RegradeInput
	repairs  []recipe.RepairInput
	syncs    int
	refuse   bool
	err      error
	mayNot   bool
}

type regrader struct{ *deeds }

func (d regrader) Run(_ context.Context, in recipe.RegradeInput) (recipe.ChangeResult, error) {
	d.regrades = append(d.regrades, in)
	return d.result(in.Numbers[0])
}

type repairer struct{ *deeds }

func (d repairer) Run(_ context.Context, in recipe.RepairInput) (recipe.ChangeResult, error) {
	d.repairs = append(d.repairs, in)
	return d.result(in.Number)
}

type syncer struct{ *deeds }

func (d syncer) Run(context.Context, recipe.SyncInput) (recipe.SyncResult, error) {
	d.syncs++
	return recipe.SyncResult{
		MayWrite: !d.mayNot, Commands: []string{"gh label edit handler:prompt --name footprint:narrow"},
		Actions: []recipe.LabelAction{{Act: recipe.ActRename, Name: "footprint:narrow", From: "handler:prompt", Done: !d.mayNot}},
	}, d.err
}

func (d *deeds) result(number int) (recipe.ChangeResult, error) {
	if d.err != nil {
		return recipe.ChangeResult{}, d.err
	}
	c := recipe.IssueChange{Number: number, Outcome: recipe.Changed, Edit: model.LabelEdit{Add: []string{"difficulty:easy"}}}
	if d.refuse {
		c = recipe.IssueChange{Number: number, Outcome: recipe.Refused, Remarks: []recipe.Remark{{Message: "somebody changed it"}}}
	}
	return recipe.ChangeResult{Issues: []recipe.IssueChange{c}}, nil
}

type scene struct {
	*screentest.Stage
	m      *triage.Model
	deeds  *deeds
	memory *triage.Memory
	deps   triage.Deps
	issues []model.Issue
}

// loose is a queue with a loose end of many a kind.
func loose() []model.Issue {
	issues := []model.Issue{
		queuetest.Issue(1402, 21, "Refund path swallows the gateway error", "app/pay/refund.ts", 118, "severity:critical", "footprint:narrow"),
		queuetest.Issue(1410, 14, "Retry loop never backs off", "app/pay/retry.ts", 201, "severity:important", "handler:prompt", "difficulty:easy"),
		queuetest.Issue(1311, 49, "Totals are rounded before they are summed", "app/pay/total.ts", 77, "footprint:spec", "difficulty:hard"),
		queuetest.Issue(96, 400, "Log lines carry no request id", "app/log/write.ts", 5, "severity:suggestion", "footprint:narrow", "difficulty:easy"),
		queuetest.Issue(1377, 3, "Is the fail-open branch reachable?", "app/auth/gate.ts", 9, "severity:investigate", "footprint:narrow"),
	}
	issues[3].Body = "The log at `app/log/write.ts:5` tells nothing."
	issues[4].Body += "\n" + model.Research{Question: "Does any route reach the branch?", SettledBy: "a trace of a week"}.Block() + "\n"
	return issues
}

func newScene(t *testing.T, o theme.Options, issues []model.Issue, width, height int) *scene {
	t.Helper()
	s := &scene{Stage: screentest.NewStageWith(t, o), deeds: &deeds{}, memory: triage.NewMemory(), issues: issues}
	s.deps = triage.Deps{
		Place: "acme/shop", Triage: recipe.Triage{Queue: recipe.ReadQueue{Rules: model.DefaultRules()}}, Code: queuetest.Code{},
		Regrade: regrader{s.deeds}, Repair: repairer{s.deeds}, Sync: syncer{s.deeds}, Undo: &queuetest.Undo{},
	}
	s.begin(width, height)
	return s
}

// begin enters the screen, as if it had been left.
func (s *scene) begin(width, height int) {
	s.m = triage.New(s.Env, s.deps, s.memory, screen.OpenTriage{Queue: model.NewQueue(s.issues, model.Facts{})})
	s.Start(s.m, width, height)
}

func (s *scene) press(keys ...string) { s.Press(s.m, keys...) }
func (s *scene) send(msg tea.Msg)     { s.Run(s.m, s.m.Update(msg)) }

func (s *scene) must(t *testing.T, words ...string) {
	t.Helper()
	screentest.Shows(t, s.m.View(), words...)
}

func (s *scene) mustNot(t *testing.T, words string) {
	t.Helper()
	if strings.Contains(s.m.View(), words) {
		t.Errorf("the screen shows %q:\n%s", words, s.m.View())
	}
}

// goTo skips until the words are shown.
func (s *scene) goTo(t *testing.T, words string) {
	t.Helper()
	for range 20 {
		if strings.Contains(s.m.View(), words) {
			return
		}
		s.press("s")
	}
	t.Fatalf("%q is never asked:\n%s", words, s.m.View())
}

// TestKeysAreSound: no key has two meanings, each has a help.
func TestKeysAreSound(t *testing.T) {
	screentest.Sound(t, triage.Keys()...)
}
