package drain

import (
	"fmt"
	"strings"

	"gh-debt/model"
)

// Sentence says an event in one line, for a person who reads a unit's story. It
// holds no text of an issue, and of a member that left for security no number.
func Sentence(e Event) string {
	switch f := e.Fact.(type) {
	case Chosen, Claiming, Claimed, Branching, Branched, Left, Unclaimed:
		return claimSentence(f, e.By)
	case Renamed:
		return "the repository is " + model.Visible(f.Home) + " by now"
	case Confirmed, Screened, Isolated, Began, Worked, Failed, Gated:
		return workSentence(f, e.By)
	case Pushed, Proposed, Reviewed, Checked, Accepted, Braked, Decided:
		return reviewSentence(f, e.By)
	case Merging, Merged, Blocked, Delivered, Ending, Ended:
		return mergeSentence(f)
	}
	if e.Fact == nil {
		return "nothing is known of it"
	}
	return fmt.Sprintf("%s, which this version cannot read", e.Fact.Kind())
}

func claimSentence(f Fact, by string) string {
	switch f := f.(type) {
	case Chosen:
		return fmt.Sprintf("chosen: %s, to be done by %s", numbersInWords(memberNumbers(f.Members)), model.Visible(doneBy(f.Implementer, by)))
	case Claiming:
		return fmt.Sprintf("about to claim #%d", f.Number)
	case Claimed:
		return fmt.Sprintf("claimed #%d", f.Number)
	case Branching:
		return "about to create the branch " + model.Visible(f.Branch)
	case Branched:
		return fmt.Sprintf("created the branch %s at %s (%s)", model.Visible(f.Branch), model.Visible(f.Target), shortHead(f.Base))
	case Left:
		if f.Why == Diverted {
			return "a member left for a private channel"
		}
		return withReason(fmt.Sprintf("#%d left: %s", f.Number, inWords(string(f.Why))), f.Reason)
	case Unclaimed:
		return fmt.Sprintf("took in-progress off #%d", f.Number)
	}
	return ""
}

func workSentence(f Fact, by string) string {
	switch f := f.(type) {
	case Confirmed:
		if f.Holds {
			return fmt.Sprintf("#%d: %s still holds", f.Number, model.Visible(f.What))
		}
		return fmt.Sprintf("#%d: %s does not hold", f.Number, model.Visible(f.What))
	case Screened:
		return "passed the screens: " + numbersInWords(f.Members)
	case Isolated:
		return fmt.Sprintf("made the workspace (%s) %s", f.Mode, model.Visible(f.Dir))
	case Began:
		return fmt.Sprintf("%s began at %s, by %s", workWords(f.Work), shortHead(f.Head), model.Visible(doneBy(f.Worker, by)))
	case Worked:
		return fmt.Sprintf("%s, to %s, by %s", Commits(f.Commits), shortHead(f.Head), model.Visible(doneBy(f.Worker, by)))
	case Failed:
		return withReason(f.Step+" went wrong", f.Reason)
	case Gated:
		parts := make([]string, len(f.Gates))
		for i, g := range f.Gates {
			parts[i] = fmt.Sprintf("%s %s", g.Kind, inWords(string(g.Outcome)))
		}
		return fmt.Sprintf("gates on %s: %s", shortHead(f.Head), strings.Join(parts, ", "))
	}
	return ""
}

func reviewSentence(f Fact, by string) string {
	switch f := f.(type) {
	case Pushed:
		return "the branch is at " + shortHead(f.Head)
	case Proposed:
		if f.Again {
			return fmt.Sprintf("pull request #%d is open again", f.Pull)
		}
		return fmt.Sprintf("opened pull request #%d", f.Pull)
	case Reviewed:
		return fmt.Sprintf("round %d: %s on %s, by %s", f.Round, f.Verdict.Verdict, shortHead(f.Verdict.HeadSHA), model.Visible(doneBy(f.Worker, by)))
	case Checked:
		return withReason(fmt.Sprintf("checks of %s: %s", shortHead(f.Head), f.Answer.Color), f.Answer.Why)
	case Accepted:
		return fmt.Sprintf("accepted for %s: %s", shortHead(f.Head), inWords(f.What))
	case Braked:
		return withReason(fmt.Sprintf("the brake, after round %d", f.Round), f.Diagnosis.Why)
	case Decided:
		return fmt.Sprintf("decided at round %d: %s", f.Round, inWords(string(f.Choice)))
	}
	return ""
}

func mergeSentence(f Fact) string {
	switch f := f.(type) {
	case Merging:
		return fmt.Sprintf("asked for the merge of %s (%s)", shortHead(f.Head), f.Way)
	case Merged:
		return fmt.Sprintf("merged %s as %s", shortHead(f.Head), shortHead(f.SHA))
	case Blocked:
		return withReason("the merge was stopped", f.Reason)
	case Delivered:
		return "delivered: closed " + numbersInWords(f.Closed)
	case Ending:
		return withReason("giving up as "+inWords(string(f.End)), f.Reason)
	case Ended:
		return withReason("ended as "+inWords(string(f.End)), f.Reason)
	}
	return ""
}

func withReason(words, reason string) string {
	if reason == "" {
		return words
	}
	return words + ": " + model.Visible(reason)
}

// workWords names a kind of work as what goes on.
func workWords(w WorkKind) string {
	switch w {
	case Fix:
		return "the fix"
	case ReviewIt:
		return "the review"
	}
	return "the change"
}

// Commits says how many commits there are.
func Commits(n int) string { return model.Counted(n, "commit", "commits") }

func inWords(name string) string { return strings.ReplaceAll(name, "-", " ") }

func memberNumbers(members []Member) []int {
	out := make([]int, len(members))
	for i, m := range members {
		out[i] = m.Number
	}
	return out
}

func numbersInWords(numbers []int) string {
	if len(numbers) == 0 {
		return "nothing"
	}
	parts := make([]string, len(numbers))
	for i, n := range numbers {
		parts[i] = fmt.Sprintf("#%d", n)
	}
	return strings.Join(parts, ", ")
}
