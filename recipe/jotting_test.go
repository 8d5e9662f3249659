package recipe

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func jotted(kind JottingKind, numbers ...int) JottingOf {
	return JottingOf{Kind: kind, Numbers: numbers}
}

// find gives the texts that are kept under a name.
func find(t *testing.T, j Jottings, of JottingOf) map[string]string {
	t.Helper()
	got, _, damaged, err := j.Find(of)
	if err != nil || len(damaged) > 0 {
		t.Fatal(damaged, err)
	}
	return got.Texts
}

func keep(t *testing.T, j Jottings, of JottingOf, answer string) Jotting {
	t.Helper()
	got, err := j.Save(of, map[string]string{"answer": answer, "question": " "})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestJottingIsFoundAgainByItsName(t *testing.T) {
	j := Jottings{Dir: filepath.Join(t.TempDir(), "state", "jottings")}
	about := jotted(JottedTriage, 1402)
	about.About = "grade severity important"
	keep(t, j, jotted(JottedRegrade, 1402), "It is reached.")
	keep(t, j, about, "By the retry.")
	keep(t, j, jotted(JottedDecline, 1402, 96), "Both are one.")
	cases := []struct {
		name string
		of   JottingOf
		want map[string]string
	}{
		{"a re-grade", jotted(JottedRegrade, 1402), map[string]string{"answer": "It is reached."}},
		{"an answer of triage", about, map[string]string{"answer": "By the retry."}},
		{"another answer of triage", jotted(JottedTriage, 1402), nil},
		{"the same issues in another order", jotted(JottedDecline, 96, 1402), map[string]string{"answer": "Both are one."}},
		{"one of those issues", jotted(JottedDecline, 96), map[string]string{"answer": "Both are one."}},
		{"more issues than those", jotted(JottedDecline, 96, 1402, 7), nil},
		{"another issue", jotted(JottedRegrade, 96), nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, find(t, j, c.of)); diff != "" {
				t.Errorf("the texts (-want +got):\n%s", diff)
			}
		})
	}
	all, _, err := j.List()
	if err != nil || len(all) != 3 {
		t.Fatalf("the list is %v, %v", all, err)
	}
	files, err := filepath.Glob(filepath.Join(j.Dir, "*"))
	if err != nil || len(files) != 3 {
		t.Fatalf("the files are %v, %v", files, err)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v, want 0600", name, info.Mode(), err)
		}
	}
}

func TestEmptyJottingIsNotKept(t *testing.T) {
	j := Jottings{Dir: t.TempDir()}
	keep(t, j, jotted(JottedDecline, 96), "Not ours.")
	keep(t, j, jotted(JottedDecline, 96), "")
	if got := find(t, j, jotted(JottedDecline, 96)); got != nil {
		t.Errorf("kept: %v", got)
	}
}

// What was given to some of the issues is kept for the others.
func TestJottingThatWasGiven(t *testing.T) {
	j := Jottings{Dir: t.TempDir()}
	both := jotted(JottedDecline, 1402, 96)
	keep(t, j, both, "Both are one.")
	if rest, err := j.Give(both, nil); err != nil || len(rest.Numbers) != 2 {
		t.Fatal(rest, err)
	}
	rest, err := j.Give(both, []int{1402})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(jotted(JottedDecline, 96), rest); diff != "" {
		t.Errorf("the rest (-want +got):\n%s", diff)
	}
	if got := find(t, j, both); got != nil {
		t.Errorf("still kept for both: %v", got)
	}
	if diff := cmp.Diff(map[string]string{"answer": "Both are one."}, find(t, j, rest)); diff != "" {
		t.Errorf("the texts (-want +got):\n%s", diff)
	}
	if _, err := j.Give(rest, []int{96}); err != nil {
		t.Fatal(err)
	}
	if all, _, _ := j.List(); len(all) != 0 {
		t.Errorf("still kept: %v", all)
	}
	if _, err := j.Give(rest, []int{96}); err != nil {
		t.Errorf("giving what is not there: %v", err)
	}
}

// Giving a text takes no other one away: neither the one that was typed for the rest
// alone, nor that of issues which were named twice.
func TestGivingKeepsWhatWasNotGiven(t *testing.T) {
	cases := []struct {
		name  string
		kept  JottingOf
		give  JottingOf
		to    []int
		stays JottingOf
	}{
		{"nothing was kept for both", jotted(JottedDecline, 96), jotted(JottedDecline, 96, 1402), []int{1402}, jotted(JottedDecline, 96)},
		{"an issue named twice", jotted(JottedDecline, 96), jotted(JottedDecline, 96, 96), []int{1402}, jotted(JottedDecline, 96)},
		{"one of three, one named twice", jotted(JottedDecline, 7, 96), jotted(JottedDecline, 96, 7, 96), []int{7}, jotted(JottedDecline, 96)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			j := Jottings{Dir: t.TempDir()}
			keep(t, j, c.kept, "Both are one.")
			rest, err := j.Give(c.give, c.to)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.stays, rest); diff != "" {
				t.Errorf("the rest (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(map[string]string{"answer": "Both are one."}, find(t, j, c.stays)); diff != "" {
				t.Errorf("the texts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDamagedJottingIsSetAsideWithItsName(t *testing.T) {
	for _, text := range []string{`{"kind":"regrade"`, `{"kind":"regrade","numbers":[],"texts":{"answer":"x"}}`, "\x00", ""} {
		j := Jottings{Dir: t.TempDir()}
		if err := os.WriteFile(j.file(jotted(JottedRegrade, 1402)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, ok, damaged, err := j.Find(jotted(JottedRegrade, 1402))
		if ok || err != nil || len(damaged) != 1 {
			t.Fatal(ok, damaged, err)
		}
		keep(t, j, jotted(JottedRegrade, 1402), "It is reached.")
		if kept, err := os.ReadFile(damaged[0].File); err != nil || string(kept) != text {
			t.Errorf("%s holds %q, %v; want %q", damaged[0].File, kept, err, text)
		}
	}
}

func TestJottingHoldsNoSecret(t *testing.T) {
	j := Jottings{Dir: t.TempDir()}
	if !keep(t, j, jotted(JottedDecline, 96), "The token "+fakeToken+" is revoked.").Redacted {
		t.Error("it is not told")
	}
	want := map[string]string{"answer": "The token [secret removed] is revoked."}
	if diff := cmp.Diff(want, find(t, j, jotted(JottedDecline, 96))); diff != "" {
		t.Errorf("the texts (-want +got):\n%s", diff)
	}
}

func TestJottingsAreBounded(t *testing.T) {
	j := Jottings{Dir: t.TempDir()}
	for i := range mostJottings + 2 {
		of := jotted(JottedRegrade, i+1)
		keep(t, j, of, fmt.Sprint(i+1))
		at := time.Date(2001, 1, 1, 0, 0, i, 0, time.UTC) // before whatever is saved now
		if err := os.Chtimes(j.file(of), at, at); err != nil {
			t.Fatal(err)
		}
	}
	all, _, err := j.List()
	if err != nil || len(all) != mostJottings {
		t.Fatalf("%d are kept, %v", len(all), err)
	}
	if oldest := all[len(all)-1].Numbers[0]; oldest != 3 {
		t.Errorf("the oldest is of #%d, want #3", oldest)
	}
}

// Without a place nothing is kept and nothing fails.
func TestNoPlaceForJottings(t *testing.T) {
	j := newJottings(Deps{})
	of := jotted(JottedRegrade, 1402)
	got, err := j.Save(of, map[string]string{"answer": "It is reached."})
	if err != nil || j.Keeps() {
		t.Error(err, j.Keeps())
	}
	if diff := cmp.Diff(Jotting{JottingOf: of}, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the answer (-want +got):\n%s", diff)
	}
	if rest, err := j.Give(of, []int{1402}); err != nil || len(rest.Numbers) != 1 {
		t.Error(rest, err)
	}
	if err := j.Remove(of); err != nil {
		t.Error(err)
	}
	if strings.Contains(j.file(of), string(filepath.Separator)) {
		t.Errorf("the file would be %s", j.file(of))
	}
}
