package drain

import (
	"testing"

	"gh-debt/model"
)

func TestScoreCountsOpenFindingsOnTouchedFiles(t *testing.T) {
	issues := []model.Issue{
		issue(1, "a/b.go"), issue(2, "a/b.go"), issue(3, "c/d.go"), issue(4, "e/f.go"),
		closed(issue(5, "a/b.go")), citing(6, "a/b.go"),
	}
	for _, c := range []struct {
		name    string
		files   []string
		without []int
		want    int
	}{
		{"before", []string{"a/b.go", "c/d.go"}, nil, 3},
		{"after, without the members", []string{"a/b.go", "c/d.go"}, []int{1, 3}, 1},
		{"no file", nil, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Score(issues, c.files, c.without); got != c.want {
				t.Errorf("Score = %d, want %d", got, c.want)
			}
		})
	}
}
