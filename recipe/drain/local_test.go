package drain_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAUnitIsDrainedWithoutGitHub: the gates are the checks, and the squash lands on
// the target branch in the clone, beside changes that are not ours.
func TestAUnitIsDrainedWithoutGitHub(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, m *mortal) {
		m.whole()
		files := map[string]string{"app/pay.go": "package app // mended\n"}
		if m.mess != "" {
			files["app/cache.go"], files["notes.txt"] = source+"// mine\n", "mine\n"
		}
		for path, text := range files {
			if got, err := os.ReadFile(filepath.Join(m.clone, path)); err != nil || string(got) != text {
				t.Errorf("%s: %q, %v", path, got, err)
			}
		}
	}, "a branch, no GitHub", "a worktree, no GitHub")
}
