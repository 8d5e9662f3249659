package drain

import (
	"fmt"
	"strconv"
	"strings"

	"gh-debt/model"
)

// PublicName is what a member is called where others read along: its number and
// title, or the number alone when it is security-shaped and the repository is not
// private.
func PublicName(m Member, private bool) string {
	n := "#" + strconv.Itoa(m.Number)
	if m.Security && !private || strings.TrimSpace(m.Title) == "" {
		return n
	}
	return n + " " + model.Visible(strings.TrimSpace(m.Title))
}

// BranchName names a unit's branch (section 5 of the contract): the slug of a single
// member's title, but none of a security-shaped one where the repository is not
// private. Errors are MintBranch's.
func BranchName(members []Member, private bool) (string, error) {
	numbers := make([]int, 0, len(members))
	for _, m := range members {
		numbers = append(numbers, m.Number)
	}
	slug := ""
	if len(members) == 1 && (private || !members[0].Security) {
		slug = members[0].Title
	}
	return model.MintBranch(numbers, slug)
}

// PullTitle is the title of a unit's pull request. It closes nothing, whatever the
// titles of its members say.
func PullTitle(u Unit) string {
	members := u.Members()
	if len(members) == 1 {
		return Defuse("Debt " + cutLine(PublicName(members[0], u.Passed.Private), model.MaxTitle))
	}
	return "Debt " + numberList(members)
}

// PullBody is the body of a unit's pull request: one closing line a member, alone,
// where the base is the default branch; where it is not, that merging closes
// nothing; then what was done and how the gates went. Only the closing lines close
// anything. With a security-shaped member in a repository that is not private,
// nothing of what the worker wrote is told.
func PullBody(u Unit) string {
	members := u.Members()
	var closing, rest strings.Builder
	if u.Branch.Default {
		for _, m := range members {
			fmt.Fprintf(&closing, "Closes #%d\n", m.Number)
		}
	} else {
		fmt.Fprintf(&rest, "%s is not the default branch, so merging this closes no issue.\n", inCode(u.Branch.Target))
	}
	rest.WriteString("\n")
	for _, m := range members {
		fmt.Fprintf(&rest, "- %s\n", PublicName(m, u.Passed.Private))
	}
	if summary := publicSummary(u); summary != "" {
		rest.WriteString("\n" + summary + "\n")
	}
	if u.Gates != nil {
		rest.WriteString("\n" + gateLines(*u.Gates))
	}
	return closing.String() + Defuse(rest.String())
}

// publicSummary is what the workers say they did, oldest first; nothing where it
// could tell of a weakness in public.
func publicSummary(u Unit) string {
	if tellsNothing(u) {
		return ""
	}
	var parts []string
	for _, w := range u.Done {
		if s := strings.TrimSpace(model.VisibleText(w.Report.Summary)); s != "" {
			parts = append(parts, s)
		}
	}
	return cutText(strings.Join(parts, "\n\n"), maxTold)
}

// maxTold is how many characters of what workers wrote are told in one text, which
// GitHub lets have model.MaxBody in all.
const maxTold = 30_000

// cutText cuts a text to so many characters, and says so.
func cutText(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return strings.TrimSpace(s[:i]) + "…\n\nThe rest is too long for this text."
		}
		n++
	}
	return s
}

// tellsNothing reports whether what workers wrote about a unit must stay unsaid. A
// former member counts: what was written may be about it.
func tellsNothing(u Unit) bool {
	for _, m := range u.Chosen.Members {
		if m.Security && !u.Passed.Private {
			return true
		}
	}
	return false
}

// gateLines tells how the gates went, without what they printed.
func gateLines(g Gated) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Gates on %s:\n\n", shortHead(g.Head))
	for _, r := range g.Gates {
		fmt.Fprintf(&b, "- %s: %s\n", r.Kind, strings.ReplaceAll(string(r.Outcome), "-", " "))
	}
	fmt.Fprintf(&b, "\nOpen findings on the touched files: %d before, %d after.\n", g.Before, g.After)
	return b.String()
}

// SquashTitle is the first line of the commit that the merge makes. It closes
// nothing.
func SquashTitle(u Unit) string {
	title := PullTitle(u)
	if u.Pull.Pull > 0 {
		title = Defuse(fmt.Sprintf("%s (#%d)", title, u.Pull.Pull))
	}
	return title
}

// SquashMessage is the rest of that commit's message, given explicitly so that no
// commit's text is gathered into it. It closes nothing: the body of the pull request
// is the only carrier.
func SquashMessage(u Unit) string {
	var b strings.Builder
	for _, m := range u.Members() {
		b.WriteString("- " + PublicName(m, u.Passed.Private) + "\n")
	}
	if summary := publicSummary(u); summary != "" {
		b.WriteString("\n" + summary + "\n")
	}
	return strings.TrimRight(Defuse(b.String()), "\n")
}

// ReviewBody is what is posted of a completed round, as a review or a comment. It
// closes nothing, and with a security-shaped member in a repository that is not
// private it tells the verdict alone.
func ReviewBody(u Unit, r Reviewed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Round %d: %s on %s, by %s (%s, %s).\n", r.Round, strings.ReplaceAll(r.Verdict.Verdict, "_", " "),
		shortHead(r.Verdict.HeadSHA), model.Visible(r.Worker), model.Visible(r.Verdict.Model), r.Diversity.Words())
	if tellsNothing(u) {
		return Defuse(b.String())
	}
	for _, f := range r.Verdict.Findings {
		b.WriteString("\n- " + findingLine(f) + "\n")
	}
	return Defuse(cutText(b.String(), maxTold))
}

// findingLine is a finding on one line.
func findingLine(f Finding) string {
	var b strings.Builder
	if f.Blocking {
		b.WriteString("blocking, ")
	}
	fmt.Fprintf(&b, "%s", model.Visible(f.Theme))
	if f.File != "" {
		fmt.Fprintf(&b, " at %s", model.Visible(f.File))
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d", f.Line)
		}
	}
	fmt.Fprintf(&b, ": %s", strings.Join(strings.Fields(model.VisibleText(f.Text)), " "))
	return b.String()
}

// HandOff is the one text, to be copied, by which a parked issue gets its design: it
// names the issue and says that the implementing pull request closes it. It holds
// nothing of the issue's own text.
func HandOff(number int, url string) string {
	return fmt.Sprintf("Write the design for issue #%d (%s). It is parked until the design is there. "+
		"The pull request that implements the design closes the issue: its body has the line \"Closes #%d\".",
		number, model.Visible(url), number)
}

// numberList is "#10, #11 and #12".
func numberList(members []Member) string {
	var b strings.Builder
	for i, m := range members {
		switch {
		case i == 0:
		case i == len(members)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "#%d", m.Number)
	}
	return b.String()
}

// cutLine cuts a line to so many characters, with a sign that it was cut.
func cutLine(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}
