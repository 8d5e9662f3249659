package recipe

import (
	"context"
	"strings"

	"gh-debt/model"
)

// Origin says where a finding comes from (section 1.2).
type Origin struct {
	Head    HeadReader // nil where there is no checkout
	Session string     // CLAUDE_CODE_SESSION_ID, "" where it is not set
	HeadRef string     // GITHUB_HEAD_REF, "" where it is not set
}

func newOrigin(d Deps) Origin {
	r := Origin{Session: d.Session, HeadRef: d.HeadRef}
	if d.Checkout != nil {
		r.Head = d.Checkout
	}
	return r
}

// OriginInput is what a caller may say itself of a finding's origin.
type OriginInput struct {
	Branch  string // --branch, "" to look for it
	Changed string // --changed: "0", "1", anything else is unknown
}

// Run finds the origin. It fails open: whatever cannot be found out is unknown,
// and the error is always nil, so that no filing is ever blocked by it. The
// branch is the first that resolves of the given one, GITHUB_HEAD_REF and the
// checkout's own.
func (r Origin) Run(ctx context.Context, in OriginInput) (model.Origin, error) {
	head := ""
	branches := []string{in.Branch, r.HeadRef}
	if r.Head != nil {
		if b, ok, err := r.Head.Branch(ctx); err == nil && ok {
			branches = append(branches, b)
		}
		if h, ok, err := r.Head.Head(ctx); err == nil && ok {
			head = h
		}
	}
	return model.NewOrigin(firstBranch(branches), in.Changed, head, r.Session), nil
}

// firstBranch is the first name that can be a branch: not empty, and without
// ASCII white space or control characters, which git allows in no branch and
// which would break the origin line.
func firstBranch(names []string) string {
	for _, n := range names {
		if n != "" && !strings.ContainsFunc(n, breaksValue) {
			return n
		}
	}
	return ""
}

func breaksValue(r rune) bool { return r <= ' ' || r == 0x7f }
