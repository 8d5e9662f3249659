package model

import (
	"fmt"
	"strconv"
	"strings"
)

// checkKeys gives the verdicts on the key lines of a body: missing when no line
// begins as one; malformed on each candidate that is not well-formed, whether or
// not another one is; duplicate when more than one is well-formed; and the path
// of each whose path can be read.
func checkKeys(body string) []Problem {
	candidates := KeyLines(body)
	if len(candidates) == 0 {
		return []Problem{problemf(CodeMissingKey, "the body has no key line; put <!-- gaia-debt-key: v1 class=CLASS path=PATH line=N --> on its first line%s", strayKey(body))}
	}
	var malformed, paths []Problem
	var wellFormed []string
	for _, l := range candidates {
		if l.Err != nil {
			malformed = append(malformed, problemf(CodeMalformedKey, "line %d is no well-formed key: %v: %s", l.Number, l.Err, quoted(l.Text)))
		} else {
			wellFormed = append(wellFormed, strconv.Itoa(l.Number))
		}
		if err := l.Key.PathError(); err != nil {
			paths = append(paths, problemf(CodeKeyPath, "line %d: %v", l.Number, err))
		}
	}
	problems := malformed
	if len(wellFormed) > 1 {
		problems = append(problems, problemf(CodeDuplicateKey, "the body has %d key lines (lines %s); keep exactly one",
			len(wellFormed), orList(wellFormed, "and")))
	}
	return append(problems, paths...)
}

// strayKey says where a key stands that does not count because it does not begin
// its line, or lies in fenced code.
func strayKey(body string) string {
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok {
			return ""
		}
		switch {
		case !strings.Contains(l.text, keyOpener):
		case l.fenced:
			return fmt.Sprintf(" (the one on line %d lies in a code block)", l.number)
		default:
			return fmt.Sprintf(" (the one on line %d does not begin its line)", l.number)
		}
	}
}

// Warnings says what in a body looks like a slip and is no finding: the opening of
// a key within a line that the line does not close, which other readers may take
// for the real one.
func Warnings(body string) []string {
	var warnings []string
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok {
			return warnings
		}
		if l.fenced || beginsKey(l.text) {
			continue
		}
		if _, rest, found := strings.Cut(l.text, keyOpener); found && !strings.Contains(rest, "-->") {
			warnings = append(warnings, fmt.Sprintf("line %d opens a key in the middle of a sentence and does not close it", l.number))
		}
	}
}

// checkResearch gives the verdicts on the research block: exactly one when the
// finding is an investigation, with content behind both labels, and none else.
func checkResearch(investigating bool, body string) []Problem {
	blocks := researchBlocks(body)
	if !investigating {
		var problems []Problem
		if len(blocks) > 0 {
			problems = append(problems, problemf(CodeStrayInvestigate,
				"the body has a research block (line %s) and the severity is not investigate; take the block out or grade it investigate", blockLines(blocks)))
		}
		return problems
	}
	if len(blocks) == 0 {
		return []Problem{problemf(CodeMissingInvestigate,
			"severity:investigate needs a research block; add the line %s, and beneath it %s and %s", researchOpener, questionLabel, settledLabel)}
	}
	var problems []Problem
	if len(blocks) > 1 {
		problems = append(problems, problemf(CodeDuplicateInvestigate,
			"the body has %d research blocks (lines %s); keep exactly one", len(blocks), blockLines(blocks)))
	}
	for _, b := range blocks {
		if b.research.Question == "" {
			problems = append(problems, problemf(CodeQuestion,
				"the research block on line %d asks nothing; write behind %s what must be determined", b.number, questionLabel))
		}
	}
	for _, b := range blocks {
		if b.research.SettledBy == "" {
			problems = append(problems, problemf(CodeSettledBy,
				"the research block on line %d does not say what would answer it; write behind %s the evidence, test or measurement", b.number, settledLabel))
		}
	}
	return problems
}

func blockLines(blocks []researchBlock) string {
	numbers := make([]string, len(blocks))
	for i, b := range blocks {
		numbers[i] = strconv.Itoa(b.number)
	}
	return orList(numbers, "and")
}
