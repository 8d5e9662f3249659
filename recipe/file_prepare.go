package recipe

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"gh-debt/model"
)

// post is an issue on its way to the tracker.
type post struct {
	key    model.Key
	cited  string // the cited line as it reads now, "" when there is none
	title  string
	body   string
	labels []string // in the vocabulary's spelling
	texts  string   // what a person wrote, to be looked through for secrets
	wrong  []Remark // what its checks found
	op     Op       // what the log calls it

	fresh  bool // --new
	judged bool // --not-security
	dryRun bool
}

// filing is one run of File.
type filing struct {
	File
	post
	p      Progress
	res    FileResult
	repo   model.Repository
	spell  labelSet
	inStep string
}

// keepDraft puts the text on disk before anything else happens.
func (f *filing) keepDraft(in FileInput) {
	if f.Drafts == nil || in.DryRun {
		return
	}
	d, err := f.Drafts.Save(in.DraftID, in.FindingInput)
	if err != nil {
		f.remark(CodeDraft, err.Error(), 0)
		return
	}
	f.res.DraftID = d.ID
}

func (f *filing) remark(code model.Code, message string, number int) {
	f.res.Findings = append(f.res.Findings, Remark{Code: code, Message: message, Number: number})
}

// refuse ends the filing because a rule stands against it.
func (f *filing) refuse(remarks ...Remark) {
	f.res.Outcome = OutcomeRefused
	f.res.Findings = append(f.res.Findings, remarks...)
}

// prepare is step 1: the key, the cited line, and from them the title, the body
// and the labels. It makes no request. What a person got wrong is a refusal.
func (f *filing) prepare(ctx context.Context, in FileInput) error {
	end := f.begin(StepCite)
	if name, ok := notText(in.FindingInput); ok {
		end("", errors.New("refused"))
		f.refuse(Remark{Code: CodeNotText, Message: "the " + name + " is not UTF-8; convert it first"})
		return nil
	}
	path, why, err := f.cite(ctx, in.Path, in.Line)
	if err != nil {
		end("", err)
		return err
	}
	code := CodeNoSuchLine
	if why == "" {
		if f.key, err = model.NewKey(orUnclassified(in.Class), path, in.Line); err != nil {
			code, why = model.CodeMalformedKey, err.Error()
		}
	}
	if why != "" {
		end("", errors.New(why))
		f.refuse(Remark{Code: code, Message: why})
		return nil
	}
	end(f.key.Location(), nil)
	return f.build(ctx, in)
}

// build makes what is sent, and checks the texts.
func (f *filing) build(ctx context.Context, in FileInput) error {
	origin, err := f.Origin.Run(ctx, OriginInput{Branch: in.Branch, Changed: in.Changed})
	if err != nil {
		return err
	}
	finding := model.Finding{
		Key: f.key, Origin: origin, Title: oneLine(in.Title), FailureMode: in.FailureMode, Fix: in.Fix,
		Grades: in.Grades(), Research: model.Research{Question: in.Question, SettledBy: in.SettledBy},
	}
	if finding.Title == "" {
		finding.Title = model.TitleFrom(in.FailureMode)
	}
	f.title, f.body, f.labels = finding.Title, finding.Body(), finding.Labels(f.Rules)
	f.texts = strings.Join([]string{in.Class, finding.Title, in.FailureMode, in.Fix, in.Question, in.SettledBy}, "\n")
	f.wrong = wrongTexts(finding)
	if v := model.CheckClass(f.key.Class, f.Rules); v.Level == model.Advice {
		f.remark(CodeClass, v.Text, 0)
	}
	return nil
}

// cite asks the checkout for the cited line. why says, in a sentence, what is
// wrong with the place.
func (f *filing) cite(ctx context.Context, typed string, line int) (path, why string, err error) {
	path, why, err = confirmPlace(ctx, f.Files, typed, line)
	if err != nil || why != "" {
		return path, why, err
	}
	lines, err := f.Files.Lines(ctx, path, line, line)
	if err == nil && len(lines) == 1 {
		f.cited = lines[0]
	}
	return path, "", nil
}

// wrongTexts gives what the live checks of the form find wrong and the check of
// labels and body does not look at.
func wrongTexts(f model.Finding) []Remark {
	var out []Remark
	for _, c := range []struct {
		code    model.Code
		verdict model.Verdict
	}{
		{CodeTitle, model.CheckTitle(f.Title, f.FailureMode)},
		{CodeFailureMode, model.CheckFailureMode(f.FailureMode)},
		{CodeFix, model.CheckFix(f.Fix)},
	} {
		if c.verdict.Level == model.Wrong {
			out = append(out, Remark{Code: c.code, Message: c.verdict.Text})
		}
	}
	if f.Grades.Footprint == "" {
		out = append(out, Remark{Code: model.CodeFootprintCount, Message: "the footprint is missing: narrow, wide or spec"})
	}
	if f.Grades.Severity != model.Investigate && f.Research != (model.Research{}) {
		// It would be written nowhere, and a text that was given is never lost.
		out = append(out, Remark{Code: model.CodeStrayInvestigate,
			Message: "the finding is not graded investigate, so nothing is asked; grade it so, or leave out the question and what would settle it"})
	}
	return out
}

// notText names the first field that is not UTF-8.
func notText(in FindingInput) (string, bool) {
	for _, f := range []struct{ name, value string }{
		{"path", in.Path}, {"title", in.Title}, {"failure mode", in.FailureMode}, {"fix", in.Fix},
		{"severity", in.Severity}, {"footprint", in.Footprint}, {"class", in.Class}, {"difficulty", in.Difficulty},
		{"fold", in.Fold}, {"audience", in.Audience}, {"question", in.Question}, {"evidence", in.SettledBy},
	} {
		if !utf8.ValidString(f.value) {
			return f.name, true
		}
	}
	return "", false
}

func orUnclassified(class string) string {
	if class == "" {
		return model.Unclassified
	}
	return class
}

// oneLine makes a title of one line.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\r' || r == '\n' }), " "))
}

// begin reports that a step begins, and gives what reports its end.
func (f *filing) begin(name string) func(detail string, err error) {
	f.inStep = name
	return f.p.step(name)
}

// within gives a Progress for a recipe that runs inside a step: its own steps
// are shown as the detail of the step.
func (f *filing) within() Progress {
	name := f.inStep
	return func(s Step) {
		if s.State == StepRunning || s.State == StepWaiting {
			f.p(Step{Name: name, State: s.State, Detail: s.Name, Done: s.Done, Total: s.Total})
		}
	}
}
