package model

import "strings"

const (
	researchOpener = "<!-- gaia-investigate: v1 -->"
	questionLabel  = "**Question:**"
	settledLabel   = "**Settled by:**"
)

// Research is what an issue graded severity:investigate asks (section 1.3).
type Research struct {
	Question  string // what must be determined
	SettledBy string // the evidence, test or measurement that would answer it
}

// Block is the research block, three lines without a line break at the end.
// Line breaks inside a value become spaces, since each value is one line.
func (r Research) Block() string {
	return researchOpener + "\n" +
		strings.TrimRight(questionLabel+" "+oneLine(r.Question), " ") + "\n" +
		strings.TrimRight(settledLabel+" "+oneLine(r.SettledBy), " ")
}

// oneLine puts a text on one line: line breaks with the white space around them
// become one space, and the ends are trimmed.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '\r' || r == '\n' })
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return strings.Join(parts, " ")
}

// FindResearch gives the research blocks of a body, in order. A block is its
// opening line, outside fenced code, and the two labelled lines beneath it, in
// either order, with nothing but blank lines between. A missing line or one
// without content gives an empty value.
func FindResearch(body string) []Research {
	var all []Research
	for _, b := range researchBlocks(body) {
		all = append(all, b.research)
	}
	return all
}

// researchBlock is a block with the bytes it owns: body[start:end], from its
// opening line to its last labelled line with that line's break.
type researchBlock struct {
	research   Research
	number     int // of the opening line
	start, end int
}

func researchBlocks(body string) []researchBlock {
	if !strings.Contains(body, "gaia-investigate:") {
		return nil
	}
	var all []researchBlock
	var open bool // the last block can still take a line
	var question, settled bool
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok {
			return all
		}
		if !l.fenced && strings.TrimRight(l.text, " \t") == researchOpener {
			all = append(all, researchBlock{number: l.number, start: max(l.start, bodyStart(body)), end: l.next})
			open, question, settled = true, false, false
			continue
		}
		if !open || strings.TrimSpace(l.text) == "" {
			continue
		}
		last := &all[len(all)-1]
		if text, ok := strings.CutPrefix(l.text, questionLabel); ok && !l.fenced && !question {
			last.research.Question, question, last.end = content(text), true, l.next
		} else if text, ok := strings.CutPrefix(l.text, settledLabel); ok && !l.fenced && !settled {
			last.research.SettledBy, settled, last.end = content(text), true, l.next
		} else {
			open = false
		}
	}
}

// content is the trimmed text, or nothing when no character of it can be seen.
func content(text string) string {
	text = strings.TrimSpace(text)
	for _, r := range text {
		if !concealed(r) && !lookalikeSpace(r) && r != ' ' {
			return text
		}
	}
	return ""
}
