package recipe

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func sampleFinding() FindingInput {
	return FindingInput{
		Path: "app/pay/refund.ts", Line: 118,
		FailureMode: "A timeout reaches the empty catch, so the refund is lost.",
		Fix:         "Rethrow, and let the caller retry.",
		Severity:    "important", Footprint: "narrow",
	}
}

func TestDraftSurvivesAndIsForItsOwnerAlone(t *testing.T) {
	d := Drafts{Dir: filepath.Join(t.TempDir(), "state", "drafts")}
	saved, err := d.Save("", sampleFinding())
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(saved.File)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode().Perm())
	}
	got, damaged, err := d.List()
	if err != nil || len(damaged) != 0 {
		t.Fatal(damaged, err)
	}
	if len(got) != 1 {
		t.Fatalf("%d drafts, want 1", len(got))
	}
	if diff := cmp.Diff(sampleFinding(), got[0].Finding); diff != "" {
		t.Errorf("draft (-saved +read):\n%s", diff)
	}
	if err := d.Remove(saved.ID); err != nil {
		t.Fatal(err)
	}
	if err := d.Remove(saved.ID); err != nil {
		t.Errorf("removing it again: %v", err)
	}
	if got, _, _ := d.List(); len(got) != 0 {
		t.Errorf("still %d drafts", len(got))
	}
}

func TestDraftsOfDifferentFindingsOnOneLineAreTwo(t *testing.T) {
	d := Drafts{Dir: t.TempDir()}
	one, two := sampleFinding(), sampleFinding()
	two.Fix = "Something else."
	for i, f := range []FindingInput{one, two, one} {
		saved, err := d.Save("", f)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC)
		if err := os.Chtimes(saved.File, at, at); err != nil {
			t.Fatal(err)
		}
	}
	got, _, err := d.List()
	if err != nil {
		t.Fatal(err)
	}
	var fixes []string
	for _, g := range got {
		fixes = append(fixes, g.Finding.Fix)
	}
	want := []string{"Rethrow, and let the caller retry.", "Something else."}
	if diff := cmp.Diff(want, fixes); diff != "" {
		t.Errorf("newest first (-want +got):\n%s", diff)
	}
}

func TestDamagedDraftIsSetAsideWithItsName(t *testing.T) {
	d := Drafts{Dir: t.TempDir()}
	name := filepath.Join(d.Dir, "old.json")
	for _, text := range []string{`{"path":"a.go"`, "\x00\x01"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, damaged, err := d.List()
		if err != nil || len(got) != 0 || len(damaged) != 1 {
			t.Fatal(got, damaged, err)
		}
		kept, err := os.ReadFile(damaged[0].File)
		if err != nil || string(kept) != text {
			t.Errorf("%s holds %q, %v; want %q", damaged[0].File, kept, err, text)
		}
	}
}

func TestDraftIDIsNeverAPath(t *testing.T) {
	d := Drafts{Dir: t.TempDir()}
	for _, id := range []string{"../x", "a/b", ".", "a\x00", strings.Repeat("x", 101)} {
		if _, err := d.Save(id, sampleFinding()); err == nil {
			t.Errorf("%q was taken", id)
		}
	}
}

func TestDraftHoldsNoSecret(t *testing.T) {
	d := Drafts{Dir: t.TempDir()}
	f := sampleFinding()
	f.FailureMode = "The token " + fakeToken + " is in the bundle."
	saved, err := d.Save("", f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(saved.File)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), fakeToken) || !saved.Redacted {
		t.Errorf("redacted %v, file:\n%s", saved.Redacted, text)
	}
	if !strings.Contains(string(text), "The token [secret removed] is in the bundle.") {
		t.Errorf("the rest of the text is not kept:\n%s", text)
	}
}
