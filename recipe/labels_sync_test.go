package recipe

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// vocabulary is what a repository holds after a sync.
func vocabulary() []model.Label {
	var out []model.Label
	for _, v := range model.Vocabulary(model.DefaultRules()) {
		out = append(out, v.Label)
	}
	return out
}

// without leaves labels out by their names.
func without(labels []model.Label, names ...string) []model.Label {
	var out []model.Label
	for _, l := range labels {
		if !hasFold(names, l.Name) {
			out = append(out, l)
		}
	}
	return out
}

func syncLabels(t *testing.T, s *hubtest.Server, in SyncInput) SyncResult {
	t.Helper()
	d, _ := reading(t, s, nil)
	res, err := newSyncLabels(d).Run(context.Background(), in)
	if err != nil {
		t.Fatalf("sync the labels: %v", err)
	}
	return res
}

// acts are the acts of a sync as lines.
func acts(res SyncResult) []string {
	out := []string{}
	for _, a := range res.Actions {
		line := fmt.Sprintf("%s %s", a.Act, a.Name)
		if a.From != "" {
			line += " from " + a.From
		}
		if a.Done {
			line += ", done"
		}
		out = append(out, line)
	}
	return out
}

// writes are the requests that change something.
func writes(s *hubtest.Server) []string {
	out := []string{}
	for _, r := range s.Requests() {
		if r.Method != http.MethodGet && !strings.Contains(r.Path, "graphql") {
			out = append(out, r.Method+" "+r.Path)
		}
	}
	return out
}

func TestSyncLabelsCreatesWhatLacks(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(without(vocabulary(), "severity:critical", "fold:required")...))
	res := syncLabels(t, s, SyncInput{})
	if diff := cmp.Diff([]string{"create severity:critical, done", "create fold:required, done"}, acts(res)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := syncLabels(t, s, SyncInput{}); len(again.Actions) > 0 {
		t.Errorf("the second sync does %v", acts(again))
	}
}

func TestSyncLabelsReadsEveryPage_C06(t *testing.T) {
	for _, more := range []int{45, 130, 260} {
		t.Run(fmt.Sprint(more), func(t *testing.T) {
			var labels []model.Label
			for i := range more {
				labels = append(labels, model.Label{Name: fmt.Sprintf("a-%03d", i), Color: "ededed"})
			}
			s := hubtest.New(t, hubtest.Labels(append(labels, vocabulary()...)...))
			if res := syncLabels(t, s, SyncInput{}); len(res.Actions) > 0 || len(writes(s)) > 0 {
				t.Errorf("it does %v with %v", acts(res), writes(s))
			}
		})
	}
}

func TestSyncLabelsComparesNamesWithoutCase(t *testing.T) {
	labels := vocabulary()
	for i := range labels {
		labels[i].Name = strings.ToUpper(labels[i].Name)
	}
	if res := syncLabels(t, hubtest.New(t, hubtest.Labels(labels...)), SyncInput{Adopt: true}); len(res.Actions) > 0 {
		t.Errorf("it does %v", acts(res))
	}
}

func TestSyncLabelsRenamesFormerSpellingsInPlace_C06(t *testing.T) {
	old := model.Label{Name: "handler:plan", Color: "123456", Description: "How it was"}
	s := hubtest.New(t,
		hubtest.Labels(append(without(vocabulary(), "footprint:wide", "in-progress"), old, model.Label{Name: "debt:in-progress", Color: "ffd33d"})...),
		hubtest.Seed(seed(1, "x", "handler:plan"), seed(2, "x", "severity:critical", "handler:plan")))
	res := syncLabels(t, s, SyncInput{})
	want := []string{"rename footprint:wide from handler:plan, done", "rename in-progress from debt:in-progress, done"}
	if diff := cmp.Diff(want, acts(res)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d, _ := reading(t, s, nil)
	for n := 1; n <= 2; n++ {
		issue, err := d.Tracker.Issue(context.Background(), n)
		if err != nil || !issue.HasLabel("footprint:wide") || issue.HasLabel("handler:plan") {
			t.Errorf("#%d carries %v, %v", n, issue.Labels, err)
		}
	}
	labels, err := d.Tracker.Labels(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range labels {
		if l.Name == "footprint:wide" && (l.Color != "123456" || l.Description != "How it was") {
			t.Errorf("renaming changed what a human chose: %+v", l)
		}
	}
}

func TestSyncLabelsLeavesOldAndNewWhereBothExist(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(append(vocabulary(), model.Label{Name: "handler:spec", Color: "ededed"})...))
	res := syncLabels(t, s, SyncInput{Adopt: true})
	if diff := cmp.Diff([]string{"both footprint:spec from handler:spec"}, acts(res)); diff != "" || len(writes(s)) > 0 {
		t.Errorf("%v (-want +got):\n%s", writes(s), diff)
	}
}

func TestSyncLabelsKeepsAHumansColourUnlessItMayAdopt(t *testing.T) {
	labels := vocabulary()
	for i := range labels {
		if labels[i].Name == "severity:critical" {
			labels[i].Name, labels[i].Color = "Severity:Critical", "00ff00"
		}
	}
	s := hubtest.New(t, hubtest.Labels(labels...))
	res := syncLabels(t, s, SyncInput{})
	if diff := cmp.Diff([]string{"keep severity:critical from Severity:Critical"}, acts(res)); diff != "" || len(writes(s)) > 0 {
		t.Errorf("%v (-want +got):\n%s", writes(s), diff)
	}
	res = syncLabels(t, s, SyncInput{Adopt: true})
	if diff := cmp.Diff([]string{"adopt severity:critical from Severity:Critical, done"}, acts(res)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d, _ := reading(t, s, nil)
	rows, err := newLabelsList(d).Run(context.Background(), LabelsInput{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.State != LabelPresent {
			t.Errorf("%s is %s", row.Name, row.State)
		}
		if row.Name == "severity:critical" && (row.Spelled != "Severity:Critical" || row.HasColor != "b60205") {
			t.Errorf("adopted as %+v", row)
		}
	}
}

func TestSyncLabelsDryRunWritesNothing(t *testing.T) {
	s := hubtest.New(t)
	res := syncLabels(t, s, SyncInput{DryRun: true})
	// The 18 labels of the vocabulary but for the audience axis, which the rules do
	// not ask for.
	if len(res.Actions) != 16 || len(res.Commands) > 0 || len(writes(s)) > 0 {
		t.Errorf("%d acts, commands %q, writes %q", len(res.Actions), res.Commands, writes(s))
	}
	for _, a := range res.Actions {
		if a.Done {
			t.Errorf("%s is done", a.Name)
		}
	}
}

func TestSyncLabelsWithoutTheRightGivesTheCommands(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(append(without(vocabulary(), "severity:critical", "footprint:narrow"),
		model.Label{Name: "handler:prompt", Color: "ededed", Description: "Fixed at once; it's small"})...))
	s.SetPermission(hub.Read)
	res := syncLabels(t, s, SyncInput{})
	want := []string{
		`gh label create 'severity:critical' --repo acme/shop --color b60205 --description 'DESCRIPTION'`,
		`gh label edit 'handler:prompt' --repo acme/shop --name 'footprint:narrow' --color ededed --description 'Fixed at once; it'\''s small'`,
	}
	for _, l := range vocabulary() {
		if l.Name == "severity:critical" {
			want[0] = strings.Replace(want[0], "'DESCRIPTION'", shellWord(l.Description), 1)
		}
	}
	if diff := cmp.Diff(want, res.Commands); diff != "" || res.MayWrite || len(writes(s)) > 0 {
		t.Errorf("may write = %v, writes %q (-want +got):\n%s", res.MayWrite, writes(s), diff)
	}
}

func TestSyncLabelsGivesTheCommandsWhenTheTokenTurnsOutToLackTheRight_C33(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(without(vocabulary(), "severity:critical", "fold:required")...))
	s.Before(func(_ int, r *http.Request) error {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/labels") {
			s.SetPermission(hub.Read) // the role may, the token may not
		}
		return nil
	})
	res := syncLabels(t, s, SyncInput{})
	if res.MayWrite || len(res.Commands) != 2 {
		t.Errorf("may write = %v, commands %q", res.MayWrite, res.Commands)
	}
}

func TestSyncLabelsTellsWhatWasDoneBeforeAFault(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(without(vocabulary(), "severity:critical", "severity:important")...))
	posts := 0
	s.Before(func(_ int, r *http.Request) error {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/labels") {
			if posts++; posts > 1 {
				return hubtest.ErrDropped
			}
		}
		return nil
	})
	d, _ := reading(t, s, nil)
	res, err := newSyncLabels(d).Run(context.Background(), SyncInput{})
	if err == nil {
		t.Error("a lost connection was no error")
	}
	if diff := cmp.Diff([]string{"create severity:critical, done", "create severity:important"}, acts(res)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLabelsListIsTheVocabularyBesideTheRepository(t *testing.T) {
	s := hubtest.New(t, hubtest.Labels(model.Label{Name: "Tech-Debt", Color: "000000"}, model.Label{Name: "surface:adopter", Color: "ededed"}))
	d, _ := reading(t, s, nil)
	offline, err := newLabelsList(d).Run(context.Background(), LabelsInput{Offline: true})
	if err != nil || len(offline) != len(vocabulary()) || offline[0].State != LabelUnknown || s.Count() != 0 {
		t.Errorf("offline: %+v, %v, %d requests", offline, err, s.Count())
	}
	rows, err := newLabelsList(d).Run(context.Background(), LabelsInput{})
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]LabelState{}
	for _, r := range rows {
		states[r.Name] = r.State
	}
	for name, want := range map[string]LabelState{
		"tech-debt": LabelDiffers, "severity:critical": LabelMissing, "audience:adopter": LabelFormer,
	} {
		if got, ok := states[name]; ok && got != want || !ok && name != "audience:adopter" {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestCommandsAreQuotedForAShell(t *testing.T) {
	for word, want := range map[string]string{
		"plain-word_1.0/x": "plain-word_1.0/x",
		"":                 "''",
		"two words":        "'two words'",
		"it's":             `'it'\''s'`,
		"$(rm -rf ~)`x`":   "'$(rm -rf ~)`x`'",
		"-x;y&z|*?":        "'-x;y&z|*?'",
	} {
		if got := shellWord(word); got != want {
			t.Errorf("%q is %s, want %s", word, got, want)
		}
	}
}
