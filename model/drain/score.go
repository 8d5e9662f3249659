package drain

import (
	"slices"

	"gh-debt/model"
)

// Score counts the open findings on the touched files (section 6 of draining): the
// open issues of the queue whose key lies in one of them, without the given numbers,
// which are the members when the score after the work is asked for.
func Score(issues []model.Issue, files []string, without []int) int {
	n := 0
	for _, is := range issues {
		if is.State == model.Closed || slices.Contains(without, is.Number) {
			continue
		}
		if key, ok := model.FindKey(is.Body); ok && slices.Contains(files, key.Path) {
			n++
		}
	}
	return n
}
