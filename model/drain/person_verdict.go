package drain

// PersonVerdict is the verdict of a person on a head: a PASS, or one finding that
// must be settled. Theme is the word or two by which later rounds know it again; ""
// takes the beginning of the text.
func PersonVerdict(head string, pass bool, theme, text string) Verdict {
	v := Verdict{Verdict: Pass, HeadSHA: head, Model: "a person", Effort: "by hand", Findings: []Finding{}}
	if pass {
		return v
	}
	if theme == "" {
		theme = cutLine(text, 40)
	}
	v.Verdict = NeedsChanges
	v.Findings = append(v.Findings, Finding{
		Theme: theme, Class: theme, Subject: SubjectCode, Confidence: "high", Blocking: true, Text: text,
	})
	return v
}
