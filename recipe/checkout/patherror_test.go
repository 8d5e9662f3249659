package checkout

import "testing"

// TestAPathErrorShowsEveryNameAsData: also the names that git gave.
func TestAPathErrorShowsEveryNameAsData(t *testing.T) {
	const name = "a\x1b]0;b\x07.go"
	tests := map[string]struct {
		err  PathError
		want string
	}{
		"the nearest": {PathError{Kind: PathUntracked, Path: "a.go", Nearest: name},
			`a.go is not tracked by git, perhaps "a\x1b]0;b\a.go"`},
		"the link": {PathError{Kind: PathSymlink, Path: "a.go", Detail: name},
			`a.go lies behind the symbolic link "a\x1b]0;b\a.go", which is not followed`},
		"the submodule": {PathError{Kind: PathSubmodule, Path: "a.go", Detail: name},
			`a.go belongs to the submodule "a\x1b]0;b\a.go": file it in that repository`},
		"itself": {PathError{Kind: PathDirectory, Path: name},
			`"a\x1b]0;b\a.go" is a directory: name a file in it`},
	}
	for which, tt := range tests {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%s: %s, want %s", which, got, tt.want)
		}
	}
}
