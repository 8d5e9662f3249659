package drain

import (
	"fmt"
	"strings"

	"gh-debt/model"
)

// VerdictError says why what a worker printed is refused as a verdict or a report.
type VerdictError struct {
	Part   string // the field that is wrong; "" when it is the whole
	Reason string // one sentence
}

// Error is the sentence.
func (e *VerdictError) Error() string { return e.Reason }

func refuse(part, format string, args ...any) *VerdictError {
	return &VerdictError{Part: part, Reason: fmt.Sprintf(format, args...)}
}

// The bounds of what a worker may print.
const (
	maxFindings = 200
	maxName     = 300    // of a theme, a class, a model …
	maxText     = 20_000 // of a finding, a summary …
	maxPath     = 4096
)

// ParseVerdict reads a reviewer's verdict of a head (section 7 of draining): one
// JSON object, alone. The error is a *VerdictError: a verdict for another head, one
// without its proof (which model ran, with which effort), one that contradicts
// itself, an unknown or repeated field, or anything around the object. The strings
// are data, kept as they are; show them through model.Visible.
func ParseVerdict(data []byte, head string) (Verdict, error) {
	var v Verdict
	if err := parseObject(data, &v); err != nil {
		return Verdict{}, err
	}
	if err := v.check(head); err != nil {
		return Verdict{}, err
	}
	if v.Findings == nil {
		v.Findings = []Finding{}
	}
	return v, nil
}

// ParseReport reads an implementing worker's report: one JSON object, alone. It must
// say which model ran and what was done. The error is a *VerdictError.
func ParseReport(data []byte) (Report, error) {
	var r Report
	if err := parseObject(data, &r); err != nil {
		return Report{}, err
	}
	if strings.TrimSpace(r.Model) == "" {
		return Report{}, refuse("model", "the report does not say which model ran: model is empty")
	}
	if strings.TrimSpace(r.Summary) == "" {
		return Report{}, refuse("summary", "the report does not say what was done: summary is empty")
	}
	for _, f := range []bounded{{"model", r.Model, maxName}, {"effort", r.Effort, maxName}, {"summary", r.Summary, maxText}, {"notes", r.Notes, maxText}} {
		if err := f.check(); err != nil {
			return Report{}, err
		}
	}
	return r, nil
}

// bounded is a string with the most bytes it may have.
type bounded struct {
	part string
	text string
	most int
}

func (b bounded) check() error {
	if len(b.text) > b.most {
		return refuse(b.part, "%s has %d bytes, at most %d are taken", b.part, len(b.text), b.most)
	}
	return nil
}

func (v Verdict) check(head string) error {
	switch v.Verdict {
	case Pass, NeedsChanges:
	default:
		return unknownWord("verdict", v.Verdict, Pass, NeedsChanges)
	}
	switch {
	case v.HeadSHA == "":
		return refuse("headSha", "the verdict does not say which head it is for: headSha is empty")
	case !strings.EqualFold(v.HeadSHA, head):
		return refuse("headSha", "the verdict is for another head: %s, and %s was to be reviewed", shown(v.HeadSHA), shown(head))
	case strings.TrimSpace(v.Model) == "":
		return refuse("model", "the verdict comes without its proof: model is empty")
	case strings.TrimSpace(v.Effort) == "":
		return refuse("effort", "the verdict comes without its proof: effort is empty")
	case len(v.Findings) > maxFindings:
		return refuse("findings", "the verdict has %d findings, at most %d are taken", len(v.Findings), maxFindings)
	case v.Verdict == NeedsChanges && len(v.Findings) == 0:
		return refuse("findings", "the verdict is %s and names no finding", NeedsChanges)
	}
	for _, f := range []bounded{{"model", v.Model, maxName}, {"effort", v.Effort, maxName}} {
		if err := f.check(); err != nil {
			return err
		}
	}
	for i, f := range v.Findings {
		part := fmt.Sprintf("findings[%d]", i)
		if err := f.check(part); err != nil {
			return err
		}
		if f.Blocking && v.Verdict == Pass {
			return refuse(part+".blocking", "the verdict is %s and %s is blocking: it is one or the other", Pass, part)
		}
	}
	return nil
}

func (f Finding) check(part string) error {
	switch {
	case strings.TrimSpace(f.Theme) == "":
		return refuse(part+".theme", "%s.theme is empty", part)
	case strings.TrimSpace(f.Text) == "":
		return refuse(part+".text", "%s.text is empty", part)
	case f.Line < 0:
		return refuse(part+".line", "%s.line is %d, and no line has that number", part, f.Line)
	}
	if f.Subject != SubjectCode && f.Subject != SubjectEvidence {
		return unknownWord(part+".subject", f.Subject, SubjectCode, SubjectEvidence)
	}
	if f.Confidence != "high" && f.Confidence != "medium" && f.Confidence != "low" {
		return unknownWord(part+".confidence", f.Confidence, "high", "medium", "low")
	}
	for _, b := range []bounded{
		{part + ".theme", f.Theme, maxName}, {part + ".class", f.Class, maxName},
		{part + ".file", f.File, maxPath}, {part + ".text", f.Text, maxText},
	} {
		if err := b.check(); err != nil {
			return err
		}
	}
	return nil
}

func unknownWord(part, word string, known ...string) error {
	hint := ""
	if near, ok := model.Nearest(word, known); ok {
		hint = " (did you mean " + near + "?)"
	}
	return refuse(part, "%s is %s, and it must be %s%s", part, shown(word), strings.Join(known, " or "), hint)
}

// shown puts a piece of what a worker printed into a sentence.
func shown(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return `"` + model.Visible(s) + `"`
}
