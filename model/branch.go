package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The modes of a branch (section 5) and the word for what cannot be told.
const (
	ModeDrain       = "drain"
	ModePlan        = "plan"
	ModeMaintenance = "maintenance"
	ModeAdhoc       = "adhoc"
	Unknown         = "unknown"
)

// maxBranch is how many bytes a minted branch name may have.
const maxBranch = 64

// maintenancePrefixes are the rows of section 5 that a prefix alone decides.
func maintenancePrefixes() []string {
	return []string{
		"audit/", "harden/", "fitness/", "residue/", "deps/", "update/",
		"release/", "forensics/", "wiki/sync-", "wiki-sync/",
	}
}

// normalBranch drops one leading "worktree-" and turns every '+' into '/'.
func normalBranch(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "worktree-"), "+", "/")
}

// ClassifyBranch gives the mode and the unit that a branch name stands for: the
// first row of section 5's table that matches the normalised name. No branch
// (the empty name) is unknown in both; a branch that matches no row is adhoc.
func ClassifyBranch(name string) (mode, unit string) {
	if name == "" {
		return Unknown, Unknown
	}
	b := normalBranch(name)
	if rest, ok := strings.CutPrefix(b, "debt/"); ok {
		if members, ok := batchMembers(rest); ok {
			return ModeDrain, members
		}
		return ModeDrain, orUnknown(rest[:digits(rest)])
	}
	if rest, ok := strings.CutPrefix(b, "plan/spec-"); ok {
		if n, ok := planNumber(rest); ok {
			return ModePlan, "SPEC-" + n
		}
	}
	if rest, ok := strings.CutPrefix(b, "plan/plan-"); ok {
		if n, ok := planNumber(rest); ok {
			return ModePlan, "plan-" + n
		}
	}
	if maintains(b) {
		_, unit, _ := strings.Cut(b, "/")
		return ModeMaintenance, orUnknown(unit)
	}
	return ModeAdhoc, Unknown
}

func orUnknown(s string) string {
	if s == "" {
		return Unknown
	}
	return s
}

// digits counts the ASCII digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// batchMembers gives "<n>-<n>…" of "<n>-<n>…-batch", which needs two numbers.
func batchMembers(rest string) (string, bool) {
	members, ok := strings.CutSuffix(rest, "-batch")
	if !ok || !strings.Contains(members, "-") {
		return "", false
	}
	for m := range strings.SplitSeq(members, "-") {
		if m == "" || digits(m) != len(m) {
			return "", false
		}
	}
	return members, true
}

// planNumber gives the number of "<nnn>[-…]", with its leading zeros.
func planNumber(rest string) (string, bool) {
	n := digits(rest)
	return rest[:n], n > 0 && (n == len(rest) || rest[n] == '-')
}

// maintains reports whether a normalised name is one of the maintenance rows.
func maintains(b string) bool {
	for _, p := range maintenancePrefixes() {
		if strings.HasPrefix(b, p) {
			return true
		}
	}
	rest, ok := strings.CutPrefix(b, "chore/")
	const stamp = "-0000-00-00-0000"
	if !ok || len(rest) < len(stamp) {
		return false
	}
	tail := rest[len(rest)-len(stamp):]
	for i := range len(stamp) {
		if stamp[i] == '-' && tail[i] != '-' || stamp[i] == '0' && digits(tail[i:]) == 0 {
			return false
		}
	}
	return true
}

// BranchMembers gives the issues that a drain branch names: every member of a
// batch, the one of a single, none of any other branch. They stand in the order
// of the name; what cannot be an issue number is left out.
func BranchMembers(name string) []int {
	rest, ok := strings.CutPrefix(normalBranch(name), "debt/")
	if !ok {
		return nil
	}
	members, batch := batchMembers(rest)
	if !batch {
		members = rest[:digits(rest)]
	}
	var out []int
	for m := range strings.SplitSeq(members, "-") {
		n, err := strconv.Atoi(m)
		if err == nil && n > 0 && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// MintBranch names the branch of a drain unit (section 5): debt/<n>[-<slug>] for
// one issue, debt/<a>-<b>-…-batch, ascending and without repeats, for several, in
// which a slug has no place and is ignored. The slug is brought to kebab-case and
// cut at a word so that the name has at most 64 bytes. It is an error when there
// is no number, a number below 1, or a name that cannot fit or that git refuses.
func MintBranch(numbers []int, slug string) (string, error) {
	members := slices.Clone(numbers)
	slices.Sort(members)
	members = slices.Compact(members)
	if len(members) == 0 {
		return "", fmt.Errorf("a branch needs the number of at least one issue")
	}
	if members[0] < 1 {
		return "", fmt.Errorf("%d is no issue number", members[0])
	}
	var name string
	if len(members) == 1 {
		name = singleBranch(members[0], Slug(slug))
	} else {
		var b strings.Builder
		b.WriteString("debt/")
		for _, n := range members {
			b.WriteString(strconv.Itoa(n) + "-")
		}
		name = b.String() + "batch"
	}
	if len(name) > maxBranch {
		return "", fmt.Errorf("the branch name %s has %d bytes, %d more than fit: make the batch smaller",
			name, len(name), len(name)-maxBranch)
	}
	if err := CheckBranchName(name); err != nil {
		return "", err
	}
	return name, nil
}

// singleBranch puts the slug, or as much of it as fits, behind the number. A slug
// that would make the name read as a batch ("2024-batch") loses its last word.
func singleBranch(n int, slug string) string {
	base := "debt/" + strconv.Itoa(n)
	slug = cutSlug(slug, maxBranch-len(base)-len("-"))
	if _, batch := batchMembers(strconv.Itoa(n) + "-" + slug); batch {
		slug = strings.TrimSuffix(slug, "-batch")
	}
	if slug == "" {
		return base
	}
	return base + "-" + slug
}

// cutSlug shortens a slug to at most room bytes, at the end of a word; a first
// word that is longer than that is cut within.
func cutSlug(slug string, room int) string {
	if len(slug) <= room {
		return slug
	}
	cut := slug[:room]
	if slug[room] == '-' {
		return cut
	}
	if i := strings.LastIndexByte(cut, '-'); i > 0 {
		return cut[:i]
	}
	return cut
}

// CheckBranchName applies the rules of git's check-ref-format to the name of a
// branch. The error, if any, says what git would not take.
func CheckBranchName(name string) error {
	refuse := func(why string) error { return fmt.Errorf("git refuses the branch name %q: %s", name, why) }
	switch {
	case name == "":
		return refuse("it is empty")
	case name == "@" || name == "HEAD":
		return refuse("the name is taken by git itself")
	case name[0] == '-':
		return refuse("it begins with a dash")
	case strings.Contains(name, ".."):
		return refuse("it holds two dots in a row")
	case strings.Contains(name, "@{"):
		return refuse("it holds @{")
	case strings.HasSuffix(name, "."):
		return refuse("it ends in a dot")
	}
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c == 0x7f || strings.IndexByte(`~^:?*[\`, c) >= 0 {
			return refuse(fmt.Sprintf("it holds %q", string(c)))
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		switch {
		case part == "":
			return refuse("a part between slashes is empty")
		case part[0] == '.':
			return refuse("a part begins with a dot")
		case strings.HasSuffix(part, ".lock"):
			return refuse("a part ends in .lock")
		}
	}
	return nil
}
