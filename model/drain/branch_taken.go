package drain

import (
	"fmt"
	"strings"

	"gh-debt/model"
)

// BranchTaken says why a branch cannot be made beside those that are there, and
// which of them is in the way; both are empty when it can. One of the very name is
// somebody's work: it is offered, never reset. One that is a folder of the name, or
// lies below it, blocks it, since git keeps branches as files and folders.
func BranchTaken(name string, branches []string) (by, why string) {
	for _, b := range branches {
		if b == name {
			return b, fmt.Sprintf("the branch %s is there already: go on with it, or delete it when nothing lives on it", model.Visible(b))
		}
	}
	for _, b := range branches {
		switch {
		case strings.HasPrefix(name, b+"/"):
			return b, fmt.Sprintf("a branch named %s is there, and git keeps no branch %s beside it: rename that one", model.Visible(b), model.Visible(name))
		case strings.HasPrefix(b, name+"/"):
			return b, fmt.Sprintf("the branch %s lies below the name %s, and git keeps no such branch beside it: rename that one", model.Visible(b), model.Visible(name))
		}
	}
	return "", ""
}
