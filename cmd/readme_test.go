package cmd

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/ui"
)

// TestReadmeListsEveryKey holds the list of keys in the README to the tables
// that the screens dispatch by; -update writes it anew.
func TestReadmeListsEveryKey(t *testing.T) {
	const file = "../README.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(data), "<!-- keys -->\n")
	listed, after, ends := strings.Cut(rest, "<!-- /keys -->")
	if !begins || !ends {
		t.Fatal("the README has no place for the keys")
	}
	want := "\n" + ui.KeyList(tables()) + "\n"
	if updating() {
		if err := os.WriteFile(file, []byte(before+"<!-- keys -->\n"+want+"<!-- /keys -->"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("the README's keys are not those of the app (go test ./cmd -run Readme -update):\n%s", diff)
	}
}
