package recipe

import (
	"context"
	"maps"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
)

// tracked is what git tracks, as far as it could be asked.
type tracked struct {
	files checkout.Files
	known bool
}

func (r Dedup) tracked(ctx context.Context) tracked {
	if r.Checkout == nil {
		return tracked{}
	}
	files, err := r.Checkout.Tracked(ctx)
	return tracked{files: files, known: err == nil}
}

// stored is the path as the tree has it; one that it does not have stays.
func (t tracked) stored(path string) string {
	if stored, _, ok := t.files.Find(path); ok {
		return stored
	}
	return path
}

// mayLieIn reports whether the line of a key can lie in the file now: in a file
// that is still there it stays in that file, since git calls no file renamed
// whose name still exists.
func (t tracked) mayLieIn(key model.Key, path string) bool {
	return !t.known || key.Path == path || !t.files.Has(key.Path)
}

// moved asks tier 4, and where that knows nothing, which issues are likely. Git
// that fails leaves the positions unknown, which is said and never guessed.
func (r Dedup) moved(ctx context.Context, x *model.Index, in DedupInput, files tracked, res *DedupResult) error {
	var at map[int]model.Position
	if r.Checkout == nil {
		res.MovedUnknown = len(x.OnPath(in.Path)) > 0
	} else {
		at = r.positions(ctx, x, in, files)
		m, ok, unknown := x.FindMoved(in.Path, in.Line, at)
		if ok {
			res.Match = &m
			return nil
		}
		res.MovedUnknown = unknown
	}
	if in.Class == "" && in.Text == "" {
		return ctx.Err()
	}
	s := model.Sighting{Class: in.Class, Path: in.Path, Line: in.Line, Text: in.Text}
	res.Likely = x.Likely(s, at, r.quoted(ctx, x, in, at))
	return ctx.Err()
}

// positions says of every candidate where its line lies now. Git is asked only
// about those that can lie in the finding's file.
func (r Dedup) positions(ctx context.Context, x *model.Index, in DedupInput, files tracked) map[int]model.Position {
	candidates := x.Candidates()
	at := make(map[int]model.Position, len(candidates))
	var starts []checkout.Start
	for _, c := range candidates {
		if files.mayLieIn(c.Key, in.Path) {
			starts = append(starts, startOf(c.Issue, c.Key, in.DefaultBranch)) // unknown until git says where
		} else {
			at[c.Issue.Number] = model.Position{Path: c.Key.Path}
		}
	}
	if followed, err := follow(ctx, r.Checkout, starts, in.Progress); err == nil {
		maps.Copy(at, followed)
	}
	return at
}

// quoted reads, for the issues of the finding's file, the text of the line that
// each cited when it was filed. One that cannot be read is left out.
func (r Dedup) quoted(ctx context.Context, x *model.Index, in DedupInput, at map[int]model.Position) map[int]string {
	if r.Checkout == nil || strings.TrimSpace(in.Text) == "" {
		return nil
	}
	var starts []checkout.Start
	for _, c := range x.Candidates() {
		if !c.Declined && (c.Key.Path == in.Path || at[c.Issue.Number].Path == in.Path) {
			starts = append(starts, startOf(c.Issue, c.Key, in.DefaultBranch))
		}
	}
	if len(starts) == 0 {
		return nil
	}
	cited, err := r.Checkout.LinesAt(ctx, starts)
	if err != nil {
		return nil
	}
	return cited
}

// follow carries keys forward and reports how far it is.
func follow(ctx context.Context, f Follower, starts []checkout.Start, p Progress) (map[int]model.Position, error) {
	if len(starts) == 0 {
		return nil, nil
	}
	const name = "follow the cited lines"
	end := p.step(name)
	at, err := f.Follow(ctx, starts, func(done, total int) {
		if p != nil {
			p(Step{Name: name, State: StepRunning, Done: done, Total: total})
		}
	})
	end("", err)
	return at, err
}
