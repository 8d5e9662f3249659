package recipe

import (
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
)

// triage finds the loose ends of single issues.
type triage struct {
	rules model.Rules
	twins map[int]int // an issue, and the lower one with the same key
}

// items gives the loose ends of one issue, in the order of the kinds.
func (t triage) items(e model.Entry) []TriageItem {
	found := problemsByCode(model.CheckIssue(e.Issue.Labels, e.Issue.Body, t.rules))
	var out []TriageItem
	out = append(out, t.twin(e)...)
	out = append(out, t.key(e, found)...)
	out = append(out, t.place(e)...)
	out = append(out, t.spelling(e)...)
	for _, axis := range model.Axes() {
		out = append(out, t.label(e, axis, found)...)
		out = append(out, t.grade(e, axis, found)...)
	}
	out = append(out, t.block(e, found)...)
	out = append(out, t.question(e, found)...)
	return append(out, t.unsettled(e, found)...)
}

// problems are what a check found, by code; what is taken out is settled by an
// item.
type problems map[model.Code]string

func problemsByCode(list []model.Problem) problems {
	p := problems{}
	for _, one := range list {
		if before, twice := p[one.Code]; twice {
			p[one.Code] = before + "; " + one.Message
		} else {
			p[one.Code] = one.Message
		}
	}
	return p
}

// take gives the first of the codes that was found, and drops all of them.
func (p problems) take(codes ...model.Code) (model.Code, string, bool) {
	var code model.Code
	for _, c := range codes {
		if _, ok := p[c]; ok && code == "" {
			code = c
		}
	}
	message := p[code]
	for _, c := range codes {
		delete(p, c)
	}
	return code, message, code != ""
}

// item begins an item about the code that the entry cites.
func item(kind TriageKind, e model.Entry, question, detail string) TriageItem {
	it := TriageItem{Kind: kind, Entry: e, Question: question, Detail: detail}
	it.Cited = CodeInput{Path: e.Path, Line: e.Line}
	if e.Moved != nil {
		it.Cited = CodeInput{Path: e.Moved.Path, Line: e.Moved.Line}
	}
	return it
}

// twin asks about a second open issue with one key.
func (t triage) twin(e model.Entry) []TriageItem {
	first, ok := t.twins[e.Issue.Number]
	if !ok {
		return nil
	}
	it := item(TriageTwin, e, fmt.Sprintf("Is it the same finding as #%d?", first),
		fmt.Sprintf("#%d is open with the same key", first))
	it.Code = model.CodeDuplicateKey
	it.Answers = []TriageAnswer{{
		Value: "same", Text: fmt.Sprintf("close this one as a duplicate of #%d", first),
		Repair: &RepairInput{Number: e.Issue.Number, Kind: RepairTwin, Original: first},
	}}
	return []TriageItem{it}
}

// key asks where the finding lies, when the body does not say it as it must.
func (t triage) key(e model.Entry, found problems) []TriageItem {
	code, message, ok := found.take(model.CodeMissingKey, model.CodeMalformedKey, model.CodeKeyPath, model.CodeDuplicateKey)
	if !ok {
		return nil
	}
	it := item(TriageKey, e, "Where does it lie?", message)
	it.Code = code
	at := e.Key
	if !e.HasKey {
		at = model.Key{Class: model.Unclassified, Path: e.Path, Line: e.Line}
	}
	if code == model.CodeDuplicateKey {
		it.Answers = append(it.Answers, rekey(e, at, "first", "keep the first key line, "+at.Location()))
	} else if at.Path != "" && at.Line > 0 && code == model.CodeMissingKey {
		it.Answers = append(it.Answers, rekey(e, at, "there", "it lies at "+at.Location()+", the first place that the body cites"))
	}
	other := rekey(e, at, "elsewhere", "name the path, the line and the class")
	other.Asks = []TriageField{AskPath, AskLine, AskClass}
	it.Answers = append(it.Answers, other)
	return []TriageItem{it}
}

// rekey is the answer that gives the issue a key.
func rekey(e model.Entry, key model.Key, value, text string) TriageAnswer {
	body := "a key line is put first"
	switch n := len(model.KeyLines(e.Issue.Body)); {
	case n > 1:
		body = "one key line stays, and names " + key.Location()
	case n == 1:
		body = "the key line is replaced"
	}
	return TriageAnswer{
		Value: value, Text: text, Body: body,
		Repair: &RepairInput{Number: e.Issue.Number, Kind: RepairRekey, Key: key, Seen: e.Issue.Body},
	}
}

// place asks about a key whose path is gone or whose line has moved.
func (t triage) place(e model.Entry) []TriageItem {
	switch {
	case e.Moved != nil:
		to := model.Key{Class: e.Key.Class, Path: e.Moved.Path, Line: e.Moved.Line}
		it := item(TriageMoved, e, "Does the key follow the line?", fmt.Sprintf("%s lies at %s now", e.Key.Location(), to.Location()))
		it.Answers = []TriageAnswer{rekey(e, to, "follow", "the key names "+to.Location())}
		return []TriageItem{it}
	case e.Stale:
		it := item(TriageStale, e, "Where does it lie now?", e.Key.Path+" is not in git's index and was not seen to move; the defect may live on elsewhere")
		it.Answers = []TriageAnswer{rekey(e, e.Key, "elsewhere", "name the path, the line and the class")}
		it.Answers[0].Asks = []TriageField{AskPath, AskLine, AskClass}
		return []TriageItem{it}
	}
	return nil
}

// spelling asks about labels under a former spelling.
func (t triage) spelling(e model.Entry) []TriageItem {
	var edit model.LabelEdit
	var words []string
	for _, l := range e.Issue.Labels {
		today, ok := model.CurrentName(l)
		if !ok {
			continue
		}
		edit.Remove = append(edit.Remove, l)
		if !e.Issue.HasLabel(today) {
			edit.Add = append(edit.Add, today)
		}
		words = append(words, l+" is called "+today+" today")
	}
	if len(edit.Remove) == 0 {
		return nil
	}
	it := item(TriageSpelling, e, "Are the labels renamed?", strings.Join(words, "; "))
	it.Answers = []TriageAnswer{
		{Value: "everywhere", Text: "rename them in the repository; every issue keeps them", Sync: &SyncInput{}},
		{Value: "here", Text: "only on this issue", Edit: edit, Repair: &RepairInput{Number: e.Issue.Number, Kind: RepairSpelling}},
	}
	return []TriageItem{it}
}

// block asks about a research block that does not fit the grade.
func (t triage) block(e model.Entry, found problems) []TriageItem {
	n := e.Issue.Number
	if code, message, ok := found.take(model.CodeStrayInvestigate); ok {
		it := item(TriageBlock, e, "Is the question answered?", message)
		it.Code = code
		it.Answers = []TriageAnswer{
			{Value: "drop", Text: "the question is settled", Body: "the research block is taken away",
				Repair: &RepairInput{Number: n, Kind: RepairBlock, Seen: e.Issue.Body}},
		}
		if v := e.Grades.Severity; v != "" {
			it.Answers = append(it.Answers, TriageAnswer{
				Value: "answer", Text: "write what was found out", Asks: []TriageField{AskAnswer},
				Body:    "the answer takes the research block's place",
				Regrade: &RegradeInput{Numbers: []int{n}, Changes: map[model.Axis]string{model.Severity: v}},
			})
		}
		return []TriageItem{it}
	}
	code, message, ok := found.take(model.CodeMissingInvestigate, model.CodeDuplicateInvestigate, model.CodeQuestion, model.CodeSettledBy)
	if !ok {
		return nil
	}
	it := item(TriageBlock, e, "What must be determined, and what would settle it?", message)
	it.Code = code
	it.Answers = []TriageAnswer{{
		Value: "ask", Text: "write the question and the evidence", Asks: []TriageField{AskQuestion, AskSettledBy},
		Body: "the research block is written anew",
		Repair: &RepairInput{
			Number: n, Kind: RepairQuestion, Seen: e.Issue.Body, Research: firstWhole(model.FindResearch(e.Issue.Body)),
		},
	}}
	return []TriageItem{it}
}

// firstWhole is the first block with both lines, else the first, else nothing.
func firstWhole(blocks []model.Research) model.Research {
	i := slices.IndexFunc(blocks, func(r model.Research) bool { return r.Question != "" && r.SettledBy != "" })
	switch {
	case i >= 0:
		return blocks[i]
	case len(blocks) > 0:
		return blocks[0]
	}
	return model.Research{}
}

// question asks for the answer of an open investigation.
func (t triage) question(e model.Entry, found problems) []TriageItem {
	if !e.Question {
		return nil
	}
	_, twoGrades := found[model.CodeSeverityCount]
	if twoGrades {
		return nil // the grade is asked about first
	}
	asked := firstWhole(model.FindResearch(e.Issue.Body))
	if asked.Question == "" {
		return nil // likewise the block
	}
	it := item(TriageQuestion, e, asked.Question, "settled by: "+asked.SettledBy)
	it.Axis, it.Rubric = model.Severity, model.Rubric(model.Severity)
	for _, a := range regrades(e, model.Severity) {
		if a.Value != model.Investigate {
			it.Answers = append(it.Answers, a)
		}
	}
	return []TriageItem{it}
}

// unsettled tells what else the check found and no answer here puts right.
func (t triage) unsettled(e model.Entry, found problems) []TriageItem {
	var out []TriageItem
	for _, code := range model.Codes() {
		if message, ok := found[code]; ok {
			it := item(TriageUnsettled, e, "What is to be done about it?", message)
			it.Code = code
			out = append(out, it)
		}
	}
	return out
}
