package recipe

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// fixedHead is a checkout's HEAD.
type fixedHead struct {
	branch, head string
	err          error
}

func (f fixedHead) Branch(context.Context) (string, bool, error) {
	return f.branch, f.branch != "", f.err
}

func (f fixedHead) Head(context.Context) (string, bool, error) { return f.head, f.head != "", f.err }

func TestOriginFailsOpenAndTakesTheFirstBranchThatResolves(t *testing.T) {
	const sha = "0123456789abcdef0123456789abcdef01234567"
	here := fixedHead{branch: "main", head: sha}
	tests := map[string]struct {
		recipe Origin
		in     OriginInput
		want   string
	}{
		"the given branch first": {Origin{Head: here, HeadRef: "plan/spec-7", Session: "s1"}, OriginInput{Branch: "debt/12-fix", Changed: "1"},
			"branch=debt/12-fix mode=drain unit=12 changed=1 head=" + sha + " session=s1"},
		"then the pull request's": {Origin{Head: here, HeadRef: "plan/spec-7"}, OriginInput{Changed: "0"},
			"branch=plan/spec-7 mode=plan unit=SPEC-7 changed=0 head=" + sha + " session=unknown"},
		"then the checkout's": {Origin{Head: here}, OriginInput{},
			"branch=main mode=adhoc unit=unknown changed=unknown head=" + sha + " session=unknown"},
		"one that git allows nobody is passed over": {Origin{Head: here, HeadRef: "a\nb"}, OriginInput{Branch: "a b"},
			"branch=main mode=adhoc unit=unknown changed=unknown head=" + sha + " session=unknown"},
		"a detached HEAD has no branch (C-34)": {Origin{Head: fixedHead{head: sha}}, OriginInput{},
			"branch=unknown mode=unknown unit=unknown changed=unknown head=" + sha + " session=unknown"},
		"no commit yet": {Origin{Head: fixedHead{branch: "main"}}, OriginInput{},
			"branch=main mode=adhoc unit=unknown changed=unknown head=unknown session=unknown"},
		"git fails": {Origin{Head: fixedHead{branch: "main", head: sha, err: errors.New("no git")}}, OriginInput{},
			"branch=unknown mode=unknown unit=unknown changed=unknown head=unknown session=unknown"},
		"no checkout": {Origin{}, OriginInput{Changed: "yes"},
			"branch=unknown mode=unknown unit=unknown changed=unknown head=unknown session=unknown"},
		"a session with white space": {Origin{Session: "a b"}, OriginInput{},
			"branch=unknown mode=unknown unit=unknown changed=unknown head=unknown session=unknown"},
		"a branch that would end the comment (C-18)": {Origin{}, OriginInput{Branch: "fix/a>b--c"},
			"branch=fix/a%3Eb--c mode=adhoc unit=unknown changed=unknown head=unknown session=unknown"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o, err := tt.recipe.Run(context.Background(), tt.in)
			if err != nil {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff("<!-- gaia-debt-origin: "+tt.want+" -->", o.Comment()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	o, _ := Origin{}.Run(context.Background(), OriginInput{Branch: "fix/a>b--c"})
	if back, ok := model.FindOrigin(o.Comment()); !ok || back.Branch != "fix/a>b--c" {
		t.Errorf("read back as %+v", back)
	}
}
