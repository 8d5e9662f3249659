package kit

import (
	"strings"

	"gh-debt/model"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// IssueIn gives an issue as a queue has it; there is none in no queue.
func IssueIn(q *model.Queue, number int) (model.Issue, bool) {
	if q == nil {
		return model.Issue{}, false
	}
	e, _, ok := q.Find(number)
	if !ok {
		return model.Issue{}, false
	}
	return e.Issue, true
}

// CopyAddresses copies the addresses of issues, one a line.
func CopyAddresses(issues ...model.Issue) tea.Cmd {
	what := "the address of "
	if len(issues) > 1 {
		what = "the addresses of "
	}
	urls, numbers := make([]string, len(issues)), make([]int, len(issues))
	for i, is := range issues {
		urls[i], numbers[i] = is.URL, is.Number
	}
	return screen.Send(screen.CopyText{Text: strings.Join(urls, "\n"), What: what + Numbers(numbers...)})
}
