package drain

import (
	"errors"

	"gh-debt/model"
)

// Access is what a look at the repository says before anything is done.
type Access string

// The answers of the probe (section 2 of draining).
const (
	AccessReady   Access = "ready"
	AccessNo      Access = "no"      // definitely not: exit 2, nothing done
	AccessPerhaps Access = "perhaps" // not known now: exit 3, nothing done
)

// Probe says whether a repository can be drained: it is reachable, its issues are
// on, and the viewer may write. It takes what reading the repository gave; the
// sentence is empty when it is ready.
func Probe(repo model.Repository, err error) (Access, string) {
	if err != nil {
		return probeFault(err), err.Error()
	}
	switch {
	case repo.Archived:
		return AccessNo, model.Visible(repo.Slug()) + " is archived, so nothing in it can be changed"
	case !repo.HasIssues:
		return AccessNo, "the issues of " + model.Visible(repo.Slug()) + " are turned off"
	case !repo.CanWrite, !repo.CanLabel:
		return AccessNo, "you may not write to " + model.Visible(repo.Slug()) + ", so no branch could be made there"
	}
	return AccessReady, ""
}

// probeFault tells a fault that stays from one that may pass. What is not known to
// stay may pass.
func probeFault(err error) Access {
	var fault *model.Fault
	if !errors.As(err, &fault) {
		return AccessPerhaps
	}
	switch fault.Kind {
	case model.FaultNotSignedIn, model.FaultNoPermission, model.FaultNotFound, model.FaultIssuesOff, model.FaultArchived:
		return AccessNo
	}
	return AccessPerhaps
}
