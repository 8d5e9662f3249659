package drain

import "slices"

// Active reports whether the unit was chosen and has neither been delivered nor
// ended otherwise.
func (u *Unit) Active() bool {
	return u.Chosen.Members != nil && u.Deliver == nil && u.Ended == nil
}

// Members gives those of the chosen issues that did not leave, in queue order.
func (u *Unit) Members() []Member {
	var in []Member
	for _, m := range u.Chosen.Members {
		if !u.left(m.Number) {
			in = append(in, m)
		}
	}
	return in
}

// Numbers gives the numbers of the members, in queue order.
func (u *Unit) Numbers() []int {
	var in []int
	for _, m := range u.Chosen.Members {
		if !u.left(m.Number) {
			in = append(in, m.Number)
		}
	}
	return in
}

// left reports whether a number is that of a former member.
func (u *Unit) left(number int) bool {
	return slices.ContainsFunc(u.Left, func(l Left) bool { return l.Number == number })
}

// Implementer names the worker that was let work on the branch and did not end, else
// the one that did the newest work; before any, the one that was chosen to.
func (u *Unit) Implementer() string {
	if u.working() {
		return u.Working.Worker
	}
	if n := len(u.Done); n > 0 {
		return u.Done[n-1].Worker
	}
	return u.Chosen.Implementer
}

// implemented reports whether a worker has a part in what is on the branch. Before
// anything was written down, that is the one who was chosen to.
func (u *Unit) implemented(worker string) bool {
	if len(u.Done) == 0 {
		return worker == u.Chosen.Implementer
	}
	return slices.ContainsFunc(u.Done, func(w Worked) bool { return w.Worker == worker })
}

// Reviewed reports whether a round about this head was completed, whatever its
// verdict.
func (u *Unit) Reviewed(head string) bool { return u.verdictOn(head) != nil }

// verdictOn gives the newest round about a head, nil when there is none. A verdict
// says something of one head alone, and the newest one counts.
func (u *Unit) verdictOn(head string) *Reviewed {
	for i := len(u.Rounds) - 1; i >= 0 && head != ""; i-- {
		if u.Rounds[i].Verdict.HeadSHA == head {
			return &u.Rounds[i]
		}
	}
	return nil
}

// ApprovedHead gives the head of the remote branch when the newest round about it
// passed it, and whether that was independent of who wrote it. An approval of an
// older head is none.
func (u *Unit) ApprovedHead() (head string, independent, ok bool) {
	r := u.verdictOn(u.Pushed)
	if r == nil || r.Verdict.Verdict != Pass {
		return "", false, false
	}
	return u.Pushed, r.Independent, true
}

// approvedAt reports whether a head has an approval that counts: an independent
// one, or one that a person accepted for this head though it is not.
func (u *Unit) approvedAt(head string) bool {
	r := u.verdictOn(head)
	if r == nil || r.Verdict.Verdict != Pass {
		return false
	}
	return r.Independent || u.accepted(AcceptOwnReview, head)
}

// GreenHead gives the head of the remote branch when its checks were last seen
// green, or when a person accepted for it what they lack.
func (u *Unit) GreenHead() (head string, ok bool) {
	if !u.greenAt(u.Pushed) {
		return "", false
	}
	return u.Pushed, true
}

// greenAt reports whether a head's checks, as they were last seen, let it be
// merged. What was seen of another head says nothing of this one.
func (u *Unit) greenAt(head string) bool {
	c := u.checksOf(head)
	if c == nil {
		return false
	}
	what := c.Answer.Accepts()
	return c.Answer.Color == Green || what != "" && u.accepted(what, head)
}

// Unaccepted gives what a person must still accept of the head of the remote branch
// (Accept constants) so that it may be merged: an approval that is not independent,
// or checks that said nothing for it. It is empty where nothing can be accepted, and
// where nothing needs to be.
func (u *Unit) Unaccepted() []string {
	h := u.Pushed
	var lacks []string
	if r := u.verdictOn(h); r != nil && r.Verdict.Verdict == Pass && !u.approvedAt(h) {
		lacks = append(lacks, AcceptOwnReview)
	}
	if c := u.checksOf(h); c != nil && c.Answer.Accepts() != "" && !u.greenAt(h) {
		lacks = append(lacks, c.Answer.Accepts())
	}
	return lacks
}

// checksOf gives what was last seen of a head's checks, nil when nothing was.
func (u *Unit) checksOf(head string) *Checked {
	if u.Checks == nil || head == "" || u.Checks.Head != head {
		return nil
	}
	return u.Checks
}

// someRed reports whether a check, required or not, is red.
func someRed(a Answer) bool {
	return slices.ContainsFunc(a.Checks, func(c Check) bool { return c.State == CheckFailed })
}

// accepted reports whether a person took something upon themselves for a head.
func (u *Unit) accepted(what, head string) bool {
	return slices.Contains(u.Accepted, Accepted{What: what, Head: head})
}

// ReadyHead gives the head that may be merged: one and the same head of the remote
// branch is approved (independently, or a person accepted that it is not) and
// green (or a person accepted what is lacking), nothing is found wanting in it, and
// the workspace holds nothing beyond it.
func (u *Unit) ReadyHead() (head string, ok bool) {
	h := u.Pushed
	if u.Pull.Pull == 0 || h == "" || u.Head != h || u.FixHead != "" || u.Working != nil ||
		!u.approvedAt(h) || !u.greenAt(h) {
		return "", false
	}
	return h, true
}

// wanting gives the head that needs a fix: the remote branch's, while the workspace
// is still at it, when its newest round asks for changes, a check of it is red and
// nobody accepted that, or it does not merge. "" when no fix is needed, or one is
// made already.
func (u *Unit) wanting() string {
	h := u.Pushed
	if u.Pull.Pull == 0 || h == "" || u.Head != h {
		return ""
	}
	c := u.checksOf(h)
	if u.unanswered() || c != nil && c.Answer.Color == Red && !u.greenAt(h) || u.conflicting() {
		return h
	}
	return ""
}

// unanswered reports whether the newest round about the head of the remote branch
// asks for changes, which no push answered yet.
func (u *Unit) unanswered() bool {
	r := u.verdictOn(u.Pushed)
	return r != nil && r.Verdict.Verdict != Pass
}

// conflicting reports whether the head does not merge with the target any more.
func (u *Unit) conflicting() bool {
	return u.Blocked != nil && u.Blocked.Why == BlockedConflict
}

// gated reports whether the gates ran on the workspace as it was last written down.
func (u *Unit) gated() bool {
	return u.Gates != nil && u.Head != "" && u.Gates.Head == u.Head
}

// brakeDue reports whether the brake must be asked before the unit goes on: the
// newest round asks for changes, it is the third without a PASS or the eighth of
// all, and nobody has decided about it.
func (u *Unit) brakeDue() bool {
	n := len(u.Rounds)
	without := 0
	for i := n - 1; i >= 0 && u.Rounds[i].Verdict.Verdict != Pass; i-- {
		without++
	}
	if without == 0 || without < BrakeAt && n < LastRound {
		return false
	}
	return !slices.ContainsFunc(u.Decided, func(d Decided) bool { return d.Round == n })
}

// stopped reports whether the unit may go into no further round: the brake is due
// or was not decided about, or what was decided ends the rounds.
func (u *Unit) stopped() bool {
	return u.Brake != nil || u.Halt != "" || u.brakeDue()
}

// mayShrink reports whether the unit was split or descoped at the brake and still
// has a member: once one has left, the rest goes on.
func (u *Unit) mayShrink() bool {
	return (u.Halt == ChoiceSplit || u.Halt == ChoiceDescope) && len(u.Numbers()) > 0
}

// stage derives how far the unit is.
func (u *Unit) stage() Stage {
	switch {
	case u.Ended != nil:
		return StageEnded
	case u.Deliver != nil:
		return StageDelivered
	case u.Merged != nil || u.Asked != nil:
		return StageMerging
	case u.Ending != nil && u.Stage != "":
		return u.Stage
	case u.Pull.Pull != 0:
		return u.stageProposed()
	case u.Working == nil && u.gated():
		return StageGated
	case u.Place.Dir != "" && (u.Working != nil || len(u.Done) > 0):
		return StageProducing
	case u.Place.Dir != "":
		return StageIsolated
	case u.Passed.Members != nil:
		return StageScreened
	case len(u.Claims) > 0 || u.Branch.Branch != "" || u.Stage == StageClaimed:
		return StageClaimed
	}
	return StageChosen
}

// stageProposed tells the stages apart that follow a proposal.
func (u *Unit) stageProposed() Stage {
	fixing := u.Working != nil && u.Working.Work == Fix || u.Head != u.Pushed ||
		u.FixHead != "" && (u.Reviewed(u.Pushed) || u.conflicting())
	_, ready := u.ReadyHead()
	switch {
	case fixing && !u.stopped():
		return StageFixing
	case ready:
		return StageMergeReady
	case len(u.Rounds) > 0 || u.Working != nil || u.checksOf(u.Pushed) != nil:
		return StageReviewing
	}
	return StageProposed
}
