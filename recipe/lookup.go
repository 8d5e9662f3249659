package recipe

import (
	"context"
	"encoding/json"
	"strings"

	"gh-debt/model"
)

// DedupTracker is what Dedup asks of the tracker.
type DedupTracker interface {
	IssueLister
	IssueReader
	DuplicateReader
}

// DedupCheckout is what Dedup asks of git.
type DedupCheckout interface {
	TrackedLister
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
	// DefaultBranch is the repository's where it is known already; "" lets the
	// clone say.
	DefaultBranch string
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
// cannot stand in a key is a *UsageError. A path is looked for as the tree has
// it, whichever Unicode form it is given in (C-37).
func (r Dedup) Run(ctx context.Context, in DedupInput) (DedupResult, error) {
	if _, err := model.NewKey(model.Unclassified, in.Path, in.Line); err != nil {
		return DedupResult{}, &UsageError{Err: err}
	}
	in.Progress = in.Progress.serial()
	var open, closed []model.Issue
	var files tracked
	err := sideBySide(ctx,
		func(ctx context.Context) (err error) {
			open, closed, err = readBoth(ctx, r.Tracker, in.Progress)
			return err
		},
		func(ctx context.Context) error {
			files = r.tracked(ctx)
			return nil
		})
	if err != nil {
		return DedupResult{}, err
	}
	in.Path = files.stored(in.Path)
	x := model.NewIndex(open, closed)
	res := DedupResult{Open: open}
	match, ok := x.Find(in.Path, in.Line)
	if ok && match.Source == model.SourceKey {
		res.Match = &match
		return res, nil
	}
	original, err := r.original(ctx, x.Duplicates(in.Path, in.Line))
	if err != nil {
		return DedupResult{}, err
	}
	if m, is := matchOriginal(original); is {
		match, ok = m, true
	}
	if ok {
		res.Match = &match
		return res, nil
	}
	if err := r.moved(ctx, x, in, files, &res); err != nil || res.Match != nil {
		return res, err
	}
	res.CameBack = cameBack(x, in, original)
	return res, nil
}
