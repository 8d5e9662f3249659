package cmd

import (
	"io/fs"
	"os"
	"path"
	"regexp"
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

// TestReadmeNamesWhatIsWrittenAnew: the command for it names each package with golden
// files, and no other, since a test that has none refuses the flag.
func TestReadmeNamesWhatIsWrittenAnew(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^    go test \./cmd \./ui \./ui/\{(.*)\} -update$`).FindSubmatch(readme)
	if line == nil {
		t.Fatal("the README names no command that writes golden files anew")
	}
	golden := map[string]bool{}
	err = fs.WalkDir(os.DirFS("../ui"), ".", func(name string, _ fs.DirEntry, err error) error {
		if pkg, _, ok := strings.Cut(name, "/testdata/"); ok && path.Ext(name) == ".golden" {
			golden[pkg] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for name := range strings.SplitSeq(string(line[1]), ",") {
		named[name] = true
	}
	if diff := cmp.Diff(golden, named); diff != "" {
		t.Errorf("golden files (-) and what the README names (+):\n%s", diff)
	}
}
