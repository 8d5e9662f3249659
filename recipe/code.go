package recipe

import (
	"context"
	"errors"
	"fmt"

	"gh-debt/recipe/checkout"
)

// Code shows the code that a finding cites.
type Code struct {
	Files CodeReader // nil where there is no checkout
}

func newCode(d Deps) Code {
	r := Code{}
	if d.Checkout != nil {
		r.Files = d.Checkout
	}
	return r
}

// CodeInput names a line. Around is how many lines before and after it are
// wanted.
type CodeInput struct {
	Path   string
	Line   int // 0: the beginning of the file
	Around int
}

// Excerpt is a few lines of the working tree.
type Excerpt struct {
	Path  string   // as the tree has it, which is how a key spells it
	Line  int      // the cited line, 0 when none is
	First int      // the number of the first of Lines
	Lines []string // raw, without line ends
	Total int      // how many lines the file has
	// Problem says why the place cannot be cited, behind its name: "is not tracked
	// by git", "past the end: 340 lines". It is "" for a line that is there.
	Problem string
	Nearest string // a tracked path that may be meant instead
}

// Text is the cited line; "" where there is none.
func (e Excerpt) Text() string {
	if i := e.Line - e.First; e.Problem == "" && e.Line > 0 && i >= 0 && i < len(e.Lines) {
		return e.Lines[i]
	}
	return ""
}

// Run looks at the file. What is wrong with the place is the excerpt's Problem;
// an error is a git that does not answer, or a missing checkout (*UsageError).
func (r Code) Run(ctx context.Context, in CodeInput) (Excerpt, error) {
	if r.Files == nil {
		return Excerpt{}, errNoCheckout()
	}
	e := Excerpt{Path: in.Path, Line: in.Line}
	file, err := r.Files.Inspect(ctx, in.Path)
	if err != nil {
		return r.problem(ctx, e, err)
	}
	e.Path, e.Total = file.Path, file.Lines
	at := max(in.Line, 1)
	if in.Line != 0 {
		if err := file.CheckLine(in.Line); err != nil {
			if e, err = r.problem(ctx, e, err); err != nil {
				return e, err
			}
			at = file.Lines
		}
	}
	if file.Lines == 0 {
		return e, nil
	}
	e.First = max(1, at-in.Around)
	e.Lines, err = r.Files.Lines(ctx, file.Path, e.First, at+in.Around)
	if err != nil {
		return r.problem(ctx, e, err)
	}
	return e, nil
}

// problem turns what is wrong with a path into the excerpt's Problem. A file
// that was deleted is said to be gone since its commit (C-39).
func (r Code) problem(ctx context.Context, e Excerpt, err error) (Excerpt, error) {
	wrong, ok := errors.AsType[*checkout.PathError](err)
	if !ok {
		return Excerpt{}, err
	}
	e.Problem, e.Nearest = wrong.Reason(), wrong.Nearest
	if wrong.Kind == checkout.PathUntracked || wrong.Kind == checkout.PathMissing {
		if commit, gone, err := r.Files.Gone(ctx, e.Path); err == nil && gone {
			e.Problem = fmt.Sprintf("file gone since %.10s", commit)
		}
	}
	return e, ctx.Err()
}
