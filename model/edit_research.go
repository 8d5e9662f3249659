package model

import "strings"

const failureModeTitle = "failure mode"

// WithAnswer writes the answer of an investigation at the end of the failure mode
// (before the next heading of its level or above, or the research block) and
// takes the research block away; every other byte stays. In a body without that
// section the answer goes where the block was, or to the end. A fence left open
// in the failure mode is closed before the answer, and one in the answer behind
// it. An answer that is blank adds nothing.
func WithAnswer(body, answer string) string {
	answer = closed(tidy(answer))
	if blank(answer) {
		return WithoutResearch(body)
	}
	blocks := researchBlocks(body)
	at, closer := answerSpot(body, blocks)
	text := "\n\n" + answer
	switch {
	case closer != "":
		text = "\n" + closer + text
	case at == bodyStart(body) && at == len(body):
		text = answer
	case at == bodyStart(body):
		text = answer + "\n\n"
	}
	return rewritten(body, researchCuts(body, blocks), at, text)
}

// answerSpot finds the end of the failure mode: the offset behind its last line
// that is not blank, without that line's end, and the fence that is open there.
func answerSpot(body string, blocks []researchBlock) (at int, closer string) {
	at = bodyStart(body)
	beforeBlock := -1
	inside, seen := false, false
	s := scan(body)
	for {
		l, more := s.next()
		if !more {
			break
		}
		level, title := 0, ""
		if !l.fenced {
			level, title = heading(l.text)
		}
		opens := len(blocks) > 0 && l.number == blocks[0].number
		if opens {
			blocks = blocks[1:]
		}
		if inside && ((level > 0 && level <= 2) || opens) {
			return at, ""
		}
		if opens && beforeBlock < 0 {
			beforeBlock = at
		}
		if level == 2 && !seen && strings.EqualFold(title, failureModeTitle) {
			inside, seen = true, true
		}
		if !blank(l.text) {
			at = l.end - trailingCR(body[l.start:l.end])
			closer = ""
			if s.fence != 0 {
				closer = s.closer()
			}
		}
	}
	if !seen && beforeBlock >= 0 {
		return beforeBlock, ""
	}
	return at, closer
}

// WithResearch puts a research block at the end of a body, behind a blank line;
// every other byte stays. Where the body ends in a code fence that was left open,
// the block stands before the fence. WithoutResearch takes the body back to what
// it was.
func WithResearch(body string, r Research) string {
	block := r.Block()
	s, open := openFence(body)
	start := bodyStart(body)
	switch {
	case open && s.opened <= start:
		return inserted(body, start, block+"\n")
	case open:
		return inserted(body, s.opened, "\n"+block+"\n")
	case len(body) == start:
		return inserted(body, start, block)
	case strings.HasSuffix(body, "\n"):
		return inserted(body, len(body), "\n"+block+"\n")
	}
	return inserted(body, len(body), "\n\n"+block)
}

// WithoutResearch takes every research block out of a body, each with one blank
// line before it where what follows does not need it; every other byte stays.
func WithoutResearch(body string) string {
	return rewritten(body, researchCuts(body, researchBlocks(body)), len(body), "")
}

// researchCuts gives what the blocks own: their lines, and the blank line before
// them when the block is followed by nothing, by another blank line, or by a
// fence, none of which needs it. A block that ends the body without a line end
// owns the line end before it.
func researchCuts(body string, blocks []researchBlock) []cut {
	end := lineEnd(body)
	var cuts []cut
	last := bodyStart(body)
	for _, b := range blocks {
		before, after := body[last:b.start], body[b.end:]
		shorter := trimLineEnd(before, end)
		switch {
		case after == "" && !strings.HasSuffix(body, "\n"):
			before = shorter
			if strings.HasSuffix(before, "\n") {
				before = trimLineEnd(before, end)
			}
		case spareBlank(after) && (shorter == "" || strings.HasSuffix(shorter, "\n")):
			before = shorter
		}
		cuts = append(cuts, cut{last + len(before), b.end})
		last = b.end
	}
	return cuts
}

// spareBlank reports whether a blank line before the text is of no use: the text
// is empty, begins with one itself, or opens a fence.
func spareBlank(after string) bool {
	s := scan(after)
	l, ok := s.next()
	return !ok || blank(l.text) || s.fence != 0
}
