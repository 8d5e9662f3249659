package tracker

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

func commitJSON(n int) string {
	return fmt.Sprintf(`{"sha":"%040d","commit":{"message":"Fix %d\n\nwhy","author":{"name":"Ana","email":"a@x","date":"2026-01-02T03:04:05Z"}},"author":null,"parents":[]}`, n, n)
}

func commitList(first, last int) string {
	var list []string
	for n := first; n <= last; n++ {
		list = append(list, commitJSON(n))
	}
	return strings.Join(list, ",")
}

func TestAllCommitsOfAPullRequestAreRead_C41(t *testing.T) {
	const pull, commits = "GET pulls/9", "GET pulls/9/commits?per_page=100"
	compare := "GET compare/" + base + "..." + head + "?per_page=100"
	n := func(n int) string { return fmt.Sprintf(`"commits":%d`, n) }
	pushed := `"head":{"label":"acme:debt/7","ref":"debt/7","sha":"` + newer + `","repo":null}`
	tests := []struct {
		name  string
		story func(*script)
		want  int
		kind  model.FaultKind
	}{
		{"one", func(s *script) { s.on(pull, 200, pullJSON(9, n(1))).on(commits, 200, "["+commitList(1, 1)+"]") }, 1, 0},
		{"two pages", func(s *script) {
			s.on(pull, 200, pullJSON(9, n(130))).on(commits, 200, "["+commitList(1, 100)+"]", "Link", linkTo(2)).
				on(commits+"&page=2", 200, "["+commitList(101, 130)+"]")
		}, 130, 0},
		{"more than GitHub lists", func(s *script) {
			s.on(pull, 200, pullJSON(9, n(260)))
			s.on(compare, 200, `{"status":"ahead","total_commits":260,"commits":[`+commitList(1, 100)+`],"files":[]}`, "Link", linkTo(3))
			s.on(compare+"&page=2", 200, `{"total_commits":260,"commits":[`+commitList(101, 200)+`]}`)
			s.on(compare+"&page=3", 200, `{"total_commits":260,"commits":[`+commitList(201, 260)+`]}`)
		}, 260, 0},
		{"pushed to meanwhile", func(s *script) {
			s.on(pull, 200, pullJSON(9, n(1))).on(pull, 200, pullJSON(9, n(2), pushed))
			s.on(commits, 200, "["+commitList(1, 1)+"]").on(commits, 200, "["+commitList(1, 2)+"]")
		}, 2, 0},
		{"fewer than there are", func(s *script) {
			s.on(pull, 200, pullJSON(9, n(2))).on(commits, 200, "["+commitList(1, 1)+"]")
		}, 0, model.FaultUnstable},
		{"a page fails", func(s *script) {
			s.on(pull, 200, pullJSON(9, n(130))).on(commits, 200, "["+commitList(1, 100)+"]", "Link", linkTo(2)).on(commits+"&page=2", 500, `{}`)
		}, 0, model.FaultOffline},
		{"not there", func(s *script) { s.on(pull, 404, `{"message":"Not Found"}`) }, 0, model.FaultNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).PullCommits(context.Background(), 9)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "acme/shop#9")
			} else if err != nil {
				t.Error(err)
			}
			if len(got) != tt.want {
				t.Fatalf("%d commits, want %d", len(got), tt.want)
			}
			for i, c := range got {
				want := model.CommitMessage{
					SHA: fmt.Sprintf("%040d", i+1), Message: fmt.Sprintf("Fix %d\n\nwhy", i+1), Author: "Ana",
					At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
				}
				if diff := cmp.Diff(want, c); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}

func TestAllFilesOfAPullRequestAreRead(t *testing.T) {
	const pull, files = "GET pulls/9", "GET pulls/9/files?per_page=100"
	tests := []struct {
		name  string
		story func(*script)
		want  []string
		kind  model.FaultKind
	}{
		{"a renamed one has two names", func(s *script) {
			s.on(pull, 200, pullJSON(9, `"changed_files":2`))
			s.on(files, 200, `[{"filename":"z.go","status":"modified"},{"filename":"b.go","previous_filename":"a.go","status":"renamed"}]`)
		}, []string{"a.go", "b.go", "z.go"}, 0},
		{"none", func(s *script) { s.on(pull, 200, pullJSON(9, `"changed_files":0`)).on(files, 200, `[]`) }, nil, 0},
		{"more than GitHub lists", func(s *script) { s.on(pull, 200, pullJSON(9, `"changed_files":3001`)) }, nil, model.FaultInvalid},
		{"fewer than there are", func(s *script) {
			s.on(pull, 200, pullJSON(9, `"changed_files":2`)).on(files, 200, `[{"filename":"z.go"}]`)
		}, nil, model.FaultUnstable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).PullFiles(context.Background(), 9)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "read the files of the pull request acme/shop#9")
			} else if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
