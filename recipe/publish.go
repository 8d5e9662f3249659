package recipe

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"gh-debt/model"
)

// Publish files what the clone's embedded tracker holds open and GitHub does
// not know yet (section 7); section 3 decides what is known.
//
// What became of a finding is noted in the local issue by a comment with the
// number it got, and the local issue is closed: the finding lives on GitHub
// from then on. Comment and closing come after the filing, so that an
// interruption leaves an issue that the next run finds on GitHub and notes.
type Publish struct {
	File  File // pointed at GitHub
	Local func(ctx context.Context) (Tracker, error)
}

func newPublish(d Deps) Publish { return Publish{File: newFile(d), Local: d.Local} }

// PublishInput says how to publish.
type PublishInput struct {
	New         bool // file although an older finding may have moved there
	NotSecurity bool // a person has judged all of them
	DryRun      bool
	Progress    Progress
}

// Published is what became of one local issue.
type Published struct {
	Local  int // its number in the embedded tracker
	Title  string
	Result FileResult
	Noted  bool  // the local issue holds the number and is closed
	Err    error // the filing, or noting it
	Left   bool  // not begun, since the run was interrupted
}

// MarshalJSON prints the result of section 8 with the local number before it.
func (p Published) MarshalJSON() ([]byte, error) {
	item, err := json.Marshal(FiledItem{Result: p.Result, Err: p.Err, Left: p.Left})
	if err != nil {
		return nil, err
	}
	head, err := json.Marshal(struct {
		Local int    `json:"local"`
		Title string `json:"title"`
		Noted bool   `json:"noted"`
	}{p.Local, p.Title, p.Noted})
	if err != nil {
		return nil, err
	}
	return slices.Concat(head[:len(head)-1], []byte(","), item[1:]), nil
}

// PublishResult holds the local issues in ascending number.
type PublishResult struct {
	DryRun bool        `json:"dryRun"`
	Items  []Published `json:"items"`
}

// Tally counts how the findings ended.
func (r PublishResult) Tally() Tally {
	var many FileManyResult
	for _, i := range r.Items {
		many.Items = append(many.Items, FiledItem{Result: i.Result, Err: i.Err, Left: i.Left})
	}
	return many.Tally()
}

// StepPublish counts the findings of a publishing run.
const StepPublish = "publish the findings"

// publishing is one run of Publish.
type publishing struct {
	Publish
	in    PublishInput
	p     Progress
	local Tracker
	by    string // the embedded tracker's viewer
}

// Run publishes the local issues one by one; a failure in one does not stop the
// rest. The error is a *UsageError where there is no embedded tracker, and a
// *model.Fault when that one cannot be read.
func (r Publish) Run(ctx context.Context, in PublishInput) (PublishResult, error) {
	res := PublishResult{DryRun: in.DryRun, Items: []Published{}}
	if r.Local == nil {
		return res, usagef("there is no embedded tracker here whose findings could be published")
	}
	s := &publishing{Publish: r, in: in, p: in.Progress.serial()}
	var err error
	if s.local, err = r.Local(ctx); err != nil {
		return res, err
	}
	own, err := s.local.Repository(ctx)
	if err != nil {
		return res, err
	}
	s.by = own.Viewer
	open, err := s.local.Issues(ctx, model.Open, nil)
	if err != nil {
		return res, err
	}
	open = slices.Clone(open)
	slices.SortFunc(open, func(a, b model.Issue) int { return a.Number - b.Number })
	s.File.shared, s.File.Drafts = &sharedFacts{}, nil
	stopped := false
	for i, issue := range open {
		s.p(Step{Name: StepPublish, State: StepRunning, Detail: model.Visible(issue.Title), Done: i, Total: len(open)})
		item := Published{Local: issue.Number, Title: issue.Title, Result: FileResult{Findings: []Remark{}}}
		if stopped || ctx.Err() != nil {
			item.Left = true
		} else {
			item = s.one(ctx, issue, item)
			stopped = hopeless(item.Err)
		}
		res.Items = append(res.Items, item)
	}
	s.p(Step{Name: StepPublish, State: StepDone, Done: len(open), Total: len(open)})
	return res, nil
}

// one publishes one local issue.
func (s *publishing) one(ctx context.Context, issue model.Issue, item Published) Published {
	number, known, err := s.noted(ctx, issue)
	if err != nil {
		item.Err = err
		return item
	}
	if known {
		item.Result.Outcome, item.Result.Number = OutcomeMatched, number
		return s.note(ctx, issue, item, "")
	}
	key, ok := model.FindKey(issue.Body)
	if !ok {
		item.Result.Outcome = OutcomeRefused
		item.Result.Findings = []Remark{{Code: model.CodeMissingKey, Message: "it has no key, so that nobody can tell whether GitHub knows it; give it one in triage first"}}
		return item
	}
	f := &filing{File: s.File, p: s.p}
	f.post = post{
		op: OpPublish, key: key, title: issue.Title, body: issue.Body, labels: filingLabels(issue, s.File.Rules),
		texts: issue.Title + "\n" + issue.Body, fresh: s.in.New, judged: s.in.NotSecurity, dryRun: s.in.DryRun,
	}
	f.res = FileResult{Findings: []Remark{}, DryRun: s.in.DryRun}
	err = f.run(ctx)
	f.end(err)
	item.Result, item.Err = f.res, err
	if err != nil || f.res.Outcome == OutcomeRefused || s.in.DryRun {
		return item
	}
	return s.note(ctx, issue, item, noteText(f.res, f.repo))
}

// filingLabels are the labels that a new filing carries: the queue's own and the
// grades, in today's spelling. What happened to the local issue stays with it.
func filingLabels(issue model.Issue, rules model.Rules) []string {
	grades := model.ReadGrades(issue.Labels)
	return model.Finding{Grades: grades}.Labels(rules)
}

// noteText is the comment that a local issue gets.
func noteText(res FileResult, repo model.Repository) string {
	verb := "Published as"
	if res.Outcome != OutcomeFiled {
		verb = "Already known as"
	}
	return fmt.Sprintf("%s %s#%d", verb, repo.Slug(), res.Number)
}

// noteLine is a comment of noteText.
var noteLine = regexp.MustCompile(`^(?:Published|Already known) as [^\s#]+/[^\s#]+#([0-9]+)\s*$`)

// noted reports whether an earlier run noted the issue's number and was
// interrupted before it closed it.
func (s *publishing) noted(ctx context.Context, issue model.Issue) (number int, ok bool, err error) {
	if issue.Comments == 0 {
		return 0, false, nil
	}
	comments, err := s.local.Comments(ctx, issue.Number)
	if err != nil {
		return 0, false, err
	}
	for _, c := range comments {
		if m := noteLine.FindStringSubmatch(c.Body); m != nil {
			number, err := strconv.Atoi(m[1])
			return number, err == nil, nil
		}
	}
	return 0, false, nil
}

// note writes the number into the local issue and closes it; what GitHub
// declined is declined here too. An empty text was written by an earlier run.
func (s *publishing) note(ctx context.Context, issue model.Issue, item Published, text string) Published {
	if s.in.DryRun {
		return item
	}
	ctx, cancel := finishing(ctx)
	defer cancel()
	if text != "" {
		if err := comment(ctx, s.local, issue.Number, s.by, text); err != nil {
			item.Err = fmt.Errorf("note the number in the local issue #%d: %w", issue.Number, err)
			return item
		}
	}
	reason := model.Completed
	if item.Result.Outcome == OutcomeDeclined {
		reason = model.NotPlanned
	}
	_, err := closeIssue(ctx, s.local, issue.Number, reason, func() error {
		return s.local.Close(ctx, issue.Number, reason)
	})
	if err != nil {
		item.Err = fmt.Errorf("close the local issue #%d: %w", issue.Number, err)
		return item
	}
	item.Noted = true
	return item
}
