package drain

import "fmt"

func (u *Unit) refuseWork(f Fact) string {
	switch f := f.(type) {
	case Confirmed:
		switch {
		case !u.member(f.Number):
			return fmt.Sprintf("#%d is not in this unit", f.Number)
		case u.Branch.Branch == "":
			return "the claim comes before the screens"
		}
	case Screened:
		return u.refuseScreened(f)
	case Isolated:
		switch {
		case u.Passed.Members == nil:
			return "the screens come before the workspace"
		case f.Dir == "":
			return "a workspace has a folder"
		}
	case Began:
		return u.refuseBegan(f)
	case Worked:
		return u.refuseWorked(f)
	case Gated:
		switch {
		case len(u.Done) == 0:
			return "nothing was produced yet"
		case u.working():
			return Does(u.Working.Worker, "is", "are") + " at work on it"
		case f.Head == "" || f.Head == u.Branch.Base:
			return "the branch holds no commit of its own"
		}
	}
	return ""
}

func (u *Unit) refuseScreened(f Screened) string {
	switch {
	case u.Branch.Branch == "":
		return "the claim comes before the screens"
	case len(f.Members) == 0:
		return "no member passed"
	case u.Passed.Members != nil && f.Private == u.Passed.Private && u.Place.Dir != "":
		return "it passed the screens already"
	}
	passed := map[int]bool{}
	for _, n := range f.Members {
		if !u.member(n) {
			return fmt.Sprintf("#%d is not in this unit", n)
		}
		passed[n] = true
	}
	for _, m := range u.Members() {
		switch {
		case !passed[m.Number]:
			return fmt.Sprintf("#%d neither passed nor left", m.Number)
		case m.Security && !f.Private:
			return fmt.Sprintf("#%d leaves the unit first: the repository is not private", m.Number)
		case !u.holds(m.Number):
			return fmt.Sprintf("#%d leaves the unit first: its premise no longer holds", m.Number)
		}
	}
	return ""
}

// holds reports whether everything that was asked about a member still holds. Of
// several answers to one question the newest counts.
func (u *Unit) holds(number int) bool {
	newest := map[string]bool{}
	for _, a := range u.Answers {
		if a.Number == number {
			newest[a.What] = a.Holds
		}
	}
	for _, holds := range newest {
		if !holds {
			return false
		}
	}
	return true
}

// working reports whether an implementing worker was begun and did not end.
func (u *Unit) working() bool { return u.Working != nil && u.Working.Work != ReviewIt }

func (u *Unit) refuseBegan(f Began) string {
	switch {
	case f.Worker == "" || f.Head == "":
		return "the worker and the head it starts from must be known"
	case u.Place.Dir == "":
		return "there is no workspace yet"
	case len(u.Numbers()) == 0:
		return "no member is left"
	case u.stopped():
		return u.stopReason()
	}
	switch f.Work {
	case Produce:
		if u.Pull.Pull != 0 {
			return "it is proposed already: what it needs now is a fix"
		}
	case Fix:
		return u.refuseFix()
	case ReviewIt:
		return u.refuseRound(f.Head)
	default:
		return fmt.Sprintf("%q is no kind of work", string(f.Work))
	}
	return ""
}

// refuseFix refuses a fix that nothing asks for, and one for red checks before the
// verdict on that head is in: a fix starts with the verdict, CI joins it.
func (u *Unit) refuseFix() string {
	switch {
	case u.Pull.Pull == 0:
		return "it is not proposed yet"
	case u.Head != u.Pushed:
		return "" // a fix that is under way
	case u.Blocked != nil && (u.conflicting() || u.Blocked.Why == BlockedKeyword):
		return ""
	case u.FixHead == "" && !u.anyRed():
		return "nothing was found wanting in " + shortHead(u.Pushed)
	case !u.Reviewed(u.Pushed):
		return "the verdict on " + shortHead(u.Pushed) + " is not in yet"
	}
	return ""
}

// anyRed reports whether a check of the pushed head is red, required or not.
func (u *Unit) anyRed() bool {
	c := u.checksOf(u.Pushed)
	return c != nil && someRed(c.Answer)
}

// refuseRound refuses a round about anything but the head of the remote branch, and
// a further one about a head in which changes were asked for: it is fixed first.
func (u *Unit) refuseRound(head string) string {
	switch {
	case u.Pull.Pull == 0:
		return "it is not proposed yet"
	case head != u.Pushed:
		return fmt.Sprintf("the branch is at %s, not at %s", shortHead(u.Pushed), shortHead(head))
	case u.working():
		return Does(u.Working.Worker, "is", "are") + " at work on it"
	case u.unanswered():
		return "changes were asked for in " + shortHead(head) + ": they come first"
	}
	return ""
}

func (u *Unit) refuseWorked(f Worked) string {
	switch {
	case !u.working() || u.Working.Work != f.Work || u.Working.Worker != f.Worker:
		return "no such work was begun"
	case f.Commits < 1 || f.Head == "" || f.Head == u.Branch.Base:
		return "the branch holds no commit of its own"
	case f.Work == Fix && f.Head == u.Pushed:
		return "the fix changed nothing"
	}
	return ""
}
