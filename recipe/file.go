package recipe

import (
	"context"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/clock"
)

// FindingInput is one finding as a person or a program states it, with the JSON
// keys that `file --input` takes (section 8). Class may be left empty.
type FindingInput struct {
	Path        string `json:"path"`
	Line        int    `json:"line"`
	Title       string `json:"title,omitempty"` // "" takes the first sentence of the failure mode
	FailureMode string `json:"failureMode"`
	Fix         string `json:"fix"`
	Severity    string `json:"severity"`
	Footprint   string `json:"footprint"`
	Class       string `json:"class,omitempty"`
	Difficulty  string `json:"difficulty,omitempty"`
	Fold        string `json:"fold,omitempty"`
	Audience    string `json:"audience,omitempty"`
	Question    string `json:"question,omitempty"`
	SettledBy   string `json:"settledBy,omitempty"`
	Branch      string `json:"branch,omitempty"`
	Changed     string `json:"changed,omitempty"`
}

// Grades are the finding's grades.
func (f FindingInput) Grades() model.Grades {
	return model.Grades{
		Severity: f.Severity, Footprint: f.Footprint, Difficulty: f.Difficulty,
		Fold: f.Fold, Audience: f.Audience,
	}
}

// FileInput is a finding and how it is to be filed.
type FileInput struct {
	FindingInput
	New         bool   // file although an older finding may have moved here (tier 4 and likely matches)
	NotSecurity bool   // a person has judged that it tells nobody how to break in
	DryRun      bool   // everything but the writes
	DraftID     string // the draft that holds the text already, "" when there is none
	Progress    Progress
}

// Outcome says what became of a filing (section 8).
type Outcome string

// The outcomes of a filing.
const (
	OutcomeFiled    Outcome = "filed"
	OutcomeMatched  Outcome = "matched"
	OutcomeDeclined Outcome = "declined"
	OutcomeRefused  Outcome = "refused"
)

// FileResult is the result of a filing; printed as JSON it is that of section 8.
type FileResult struct {
	Outcome  Outcome // "" beside an error: nothing is known
	Number   int     // 0 when there is no issue
	URL      string
	State    model.State
	Source   model.Source // of a match
	InnerKey string       // the issue's own, "" for one without a key
	Findings []Remark

	MissingLabels []string // labels that the new issue lacks (exit status 1)
	DraftID       string   // the draft that still holds the text, "" when it was removed
	Keepable      bool     // the tracker cannot be reached: KeepLocal can keep the finding

	// What is, or in a dry run would be, sent.
	DryRun    bool
	Title     string
	Body      string
	Labels    []string
	NewLabels []string // labels that the repository lacks and that are made
}

// The steps of a filing, as a person reads them (section 8).
const (
	StepCite   = "check the cited line"
	StepLook   = "look for a match"
	StepLabels = "create missing labels"
	StepCheck  = "check the finding"
	StepCap    = "count the open investigations"
	StepAgain  = "look once more"
	StepCreate = "create the issue"
	StepTwin   = "look for a twin"
	StepMarker = "touch the marker"
)

// FileSteps gives the names of the steps in the order in which they run, so
// that a screen can draw them before the first begins.
func FileSteps() []string {
	return []string{StepCite, StepLook, StepLabels, StepCheck, StepCap, StepAgain, StepCreate, StepTwin, StepMarker}
}

// FileTracker is what File asks of the tracker.
type FileTracker interface {
	DedupTracker
	OwnIssueLister
	RepositoryReader
	CommentReader
	LabelReader
	LabelKeeper
	IssueCreator
	LabelEditor
	Commenter
	StateEditor
}

// DraftStore keeps the text of a finding until it is filed.
type DraftStore interface {
	Save(id string, f FindingInput) (Draft, error)
	Remove(id string) error
}

// File files one finding, once (section 8).
//
// The promises hold whatever fails and whoever files the same: nothing is
// created after a failed check; a finding is never lost, since its text is on
// disk before the first request and until it has its disposition; and of open
// issues with one key one is left at the end. The last works without a lock,
// because issue numbers grow: whoever created the higher number looks after
// having created, so that it sees the lower one, and closes its own. What neither
// carries the queue's label nor was opened by this account cannot be seen and is
// filed once more: see mayHide.
type File struct {
	Tracker FileTracker
	Files   CodeReader // nil where there is no checkout
	Dedup   Dedup
	Origin  Origin
	Rules   model.Rules
	Secrets Secrets
	Drafts  DraftStore
	Log     Changelog
	Marker  Marker
	Now     Clock
	// Pause waits between two looks for an issue whose creation is not certain.
	Pause func(ctx context.Context, d time.Duration) error
	// HasLocal says that a finding can be kept in the embedded tracker.
	HasLocal bool

	shared *sharedFacts // of a run over many, else nil
}

// sharedFacts are what a run over many findings reads once: the repository, and
// its labels for as long as none is missing.
type sharedFacts struct {
	repo   *model.Repository
	labels *labelSet
}

// repository reads the repository, once in a run over many.
func (r File) repository(ctx context.Context) (model.Repository, error) {
	if r.shared != nil && r.shared.repo != nil {
		return *r.shared.repo, nil
	}
	repo, err := r.Tracker.Repository(ctx)
	if err == nil && r.shared != nil {
		r.shared.repo = &repo
	}
	return repo, err
}

func newFile(d Deps) File {
	r := File{
		Tracker: d.Tracker, Dedup: newDedup(d), Origin: newOrigin(d), Rules: d.Rules,
		Drafts: newDrafts(d), Log: newChangelog(d), Marker: newMarker(d), Now: d.Now,
		Pause: clock.System{}.Wait, HasLocal: d.Local != nil,
	}
	if d.Checkout != nil {
		r.Files = d.Checkout
	}
	return r
}

// Run files the finding, or says why not.
//
// A refusal is no error: the result's outcome is refused and its findings say
// why and what to do. The error is a *UsageError where there is no checkout to
// confirm the cited line, and otherwise a *model.Fault; one of kind
// FaultUnknownResult says that it is not known whether an issue was created, and
// that running it again is safe. The result beside an error still tells what is
// known: the draft, whether the finding can be kept, an issue that was created.
func (r File) Run(ctx context.Context, in FileInput) (FileResult, error) {
	f := &filing{File: r, post: post{op: OpFile, fresh: in.New, judged: in.NotSecurity, dryRun: in.DryRun}, p: in.Progress.serial()}
	f.res = FileResult{Findings: []Remark{}, DryRun: in.DryRun, DraftID: in.DraftID}
	f.keepDraft(in)
	if r.Files == nil {
		return f.res, errNoCheckout()
	}
	err := f.prepare(ctx, in)
	if err == nil && f.res.Outcome == "" {
		err = f.run(ctx)
	}
	f.end(err)
	return f.res, err
}
