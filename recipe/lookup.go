package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
)

// DedupTracker is what Dedup asks of the tracker.
type DedupTracker interface {
	IssueLister
	IssueReader
	DuplicateReader
}

// DedupCheckout is what Dedup asks of git.
type DedupCheckout interface {
	Follower
	Quoter
}

// Dedup says whether a finding is known already (section 3). It is the one
// lookup: the command, the live check and each look of a filing go through it.
type Dedup struct {
	Tracker  DedupTracker
	Checkout DedupCheckout // nil: tier 4 is not asked
}

func newDedup(d Deps) Dedup {
	r := Dedup{Tracker: d.Tracker}
	if d.Checkout != nil {
		r.Checkout = d.Checkout
	}
	return r
}

// DedupInput is the finding that is looked for. Class and Text only serve to
// find likely matches; without them none are looked for.
type DedupInput struct {
	Path     string
	Line     int
	Class    string
	Text     string // the cited line as it reads now
	Progress Progress
}

// DedupResult says what is known of a finding. Printed as JSON it is what
// `dedup` prints (section 7).
type DedupResult struct {
	Match *model.Match // nil: none of the tiers hit
	// MovedUnknown says that there is no match, but that an issue of this file
	// could not be carried forward, so that it may be the same finding.
	MovedUnknown bool
	// Likely are open issues that a person should look at before filing (no match only).
	Likely []model.Suspect
	// CameBack is the issue under which the finding was resolved before (no match only).
	CameBack *model.Issue
	// Open is the whole open list that was read.
	Open []model.Issue
}

// MarshalJSON prints the object of section 7: {"match":false}, or the match.
func (r DedupResult) MarshalJSON() ([]byte, error) {
	if r.Match == nil {
		return json.Marshal(struct {
			Match bool   `json:"match"`
			Moved string `json:"moved,omitempty"`
		}{Moved: r.movedWord()})
	}
	m := r.Match
	return json.Marshal(struct {
		Match    bool         `json:"match"`
		Number   int          `json:"number"`
		State    string       `json:"state"`
		Declined bool         `json:"declined"`
		Source   model.Source `json:"source"`
		InnerKey *string      `json:"inner_key"`
	}{true, m.Issue.Number, strings.ToUpper(string(m.Issue.State)), m.Declined, m.Source, orNull(m.Inner)})
}

func (r DedupResult) movedWord() string {
	if r.MovedUnknown {
		return "unknown"
	}
	return ""
}

// orNull gives nil for the empty string, which JSON shows as null.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Run reads both lists whole and asks tier after tier. An error of the tracker
// means that nothing is known: there is no result "no match" then. A path that
// cannot stand in a key is a *UsageError.
func (r Dedup) Run(ctx context.Context, in DedupInput) (DedupResult, error) {
	if _, err := model.NewKey(model.Unclassified, in.Path, in.Line); err != nil {
		return DedupResult{}, &UsageError{Err: err}
	}
	p := in.Progress.serial()
	open, closed, err := readBoth(ctx, r.Tracker, p)
	if err != nil {
		return DedupResult{}, err
	}
	x := model.NewIndex(open, closed)
	res := DedupResult{Open: open}
	if m, ok := x.Find(in.Path, in.Line); ok && m.Source == model.SourceKey {
		res.Match = &m
		return res, nil
	}
	original, err := r.original(ctx, x.Duplicates(in.Path, in.Line))
	if err != nil {
		return DedupResult{}, err
	}
	if m, ok := matchOriginal(original); ok {
		res.Match = &m
		return res, nil
	}
	if m, ok := x.Find(in.Path, in.Line); ok {
		res.Match = &m
		return res, nil
	}
	if err := r.moved(ctx, x, in, &res); err != nil || res.Match != nil {
		return res, err
	}
	res.CameBack = cameBack(x, in, original)
	return res, nil
}

// cameBack is the issue under which the finding was resolved before, the
// highest number where there are two.
func cameBack(x *model.Index, in DedupInput, original *model.Issue) *model.Issue {
	is, ok := x.Resolved(in.Path, in.Line)
	switch {
	case ok && (original == nil || is.Number > original.Number):
		return &is
	case original != nil && original.State == model.Closed:
		return original
	}
	return nil
}

// moved asks tier 4, and where that knows nothing, which issues are likely. Git
// that fails leaves the positions unknown, which is said and never guessed.
func (r Dedup) moved(ctx context.Context, x *model.Index, in DedupInput, res *DedupResult) error {
	var at map[int]model.Position
	if r.Checkout == nil {
		res.MovedUnknown = len(x.OnPath(in.Path)) > 0
	} else {
		candidates := x.Candidates()
		starts := make([]checkout.Start, 0, len(candidates))
		for _, c := range candidates {
			starts = append(starts, startOf(c.Issue, c.Key))
		}
		var err error
		at, err = follow(ctx, r.Checkout, starts, in.Progress)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m, ok, unknown := x.FindMoved(in.Path, in.Line, at)
		if ok {
			res.Match = &m
			return nil
		}
		res.MovedUnknown = unknown || err != nil && len(x.OnPath(in.Path)) > 0
	}
	if in.Class == "" && in.Text == "" {
		return nil
	}
	s := model.Sighting{Class: in.Class, Path: in.Path, Line: in.Line, Text: in.Text}
	res.Likely = x.Likely(s, at, r.quoted(ctx, x, in, at))
	return ctx.Err()
}

// quoted reads, for the issues of the finding's file, the text of the line that
// each cited when it was filed. One that cannot be read is left out.
func (r Dedup) quoted(ctx context.Context, x *model.Index, in DedupInput, at map[int]model.Position) map[int]string {
	if r.Checkout == nil || strings.TrimSpace(in.Text) == "" {
		return nil
	}
	cited := map[int]string{}
	for _, c := range x.Candidates() {
		if c.Declined || c.Key.Path != in.Path && at[c.Issue.Number].Path != in.Path {
			continue
		}
		if text, ok, err := r.Checkout.LineAt(ctx, startOf(c.Issue, c.Key)); err == nil && ok {
			cited[c.Issue.Number] = text
		}
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

// maxHops bounds how far a chain of duplicates is followed.
const maxHops = 10

// original follows issues that were closed as a duplicate to the issue they
// stand for: the first that is open, else the first that was declined, else any.
// An original that cannot be known is nil; one that could not be read is an
// error, since it may be the match.
func (r Dedup) original(ctx context.Context, duplicates []model.Issue) (*model.Issue, error) {
	var best *model.Issue
	for _, d := range duplicates {
		is, err := r.follow(ctx, d.Number)
		if err != nil {
			return nil, err
		}
		if is != nil && (best == nil || standing(*is) > standing(*best)) {
			best = is
		}
	}
	return best, nil
}

func standing(is model.Issue) int {
	switch {
	case is.State == model.Open:
		return 2
	case is.Declined():
		return 1
	}
	return 0
}

// follow goes from one duplicate to its original, over further duplicates.
func (r Dedup) follow(ctx context.Context, number int) (*model.Issue, error) {
	seen := map[int]bool{number: true}
	for range maxHops {
		next, ok, err := r.Tracker.DuplicateOf(ctx, number)
		if err != nil {
			return nil, err
		}
		if !ok || seen[next] {
			return nil, nil
		}
		seen[next] = true
		is, err := r.Tracker.Issue(ctx, next)
		var f *model.Fault
		if errors.As(err, &f) && f.Kind == model.FaultNotFound {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if is.State == model.Open || is.StateReason != model.Duplicate {
			return &is, nil
		}
		number = next
	}
	return nil, nil
}

// matchOriginal makes a match of a duplicate's original, unless that was
// resolved: then the finding came back.
func matchOriginal(is *model.Issue) (model.Match, bool) {
	if is == nil || is.State == model.Closed && !is.Declined() {
		return model.Match{}, false
	}
	m := model.Match{Issue: *is, Source: model.SourceKey, Declined: is.Declined()}
	if k, ok := model.FindKey(is.Body); ok {
		asOpen := *is
		asOpen.State = model.Open
		if own, ok := model.NewIndex([]model.Issue{asOpen}, nil).Find(k.Path, k.Line); ok {
			m.Inner = own.Inner
		}
	}
	return m, true
}
