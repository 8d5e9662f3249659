package model

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Level is how a live check stands.
type Level int

// The levels. Only Wrong keeps a finding from being filed.
const (
	Fine Level = iota
	Advice
	Wrong
)

// Verdict is what a live check says to the person who types: Text is a few words
// in lower case without a full stop, to be shown beside a mark for the level.
type Verdict struct {
	Level Level
	Text  string
}

func fine(text string) Verdict { return Verdict{Fine, text} }
func wrong(format string, args ...any) Verdict {
	return Verdict{Wrong, fmt.Sprintf(format, args...)}
}

// CheckFailureMode looks at the failure mode. It is wrong when it is empty, and
// when it has fewer than three words, for so few name no outcome: what goes wrong,
// and when. Chinese, Japanese, Thai and the like, which do not put spaces between
// words, count two characters as a word.
func CheckFailureMode(text string) Verdict {
	switch words := countWords(text); {
	case words == 0:
		return wrong("the failure mode is empty")
	case words < 3:
		return wrong("the failure mode names no outcome")
	}
	return ownText("the failure mode", text, "the failure mode names an outcome")
}

// CheckFix looks at the suggested fix; it is wrong only when it is empty.
func CheckFix(text string) Verdict {
	if countWords(text) == 0 {
		return wrong("the suggested fix is empty")
	}
	return ownText("the suggested fix", text, "a fix is suggested")
}

// CheckAnswer looks at the answer that ends an investigation.
func CheckAnswer(text string) Verdict {
	if countWords(text) == 0 {
		return wrong("the answer is empty")
	}
	return ownText("the answer", text, "the question is answered")
}

// ownText refuses a text with a line of its own that readers of the body would
// take for the body's.
func ownText(what, text, good string) Verdict {
	switch {
	case !utf8.ValidString(text):
		return wrong("%s is not UTF-8", what)
	case len(KeyLines(text)) > 0:
		return wrong("%s holds a line that begins as a key line", what)
	case len(researchBlocks(text)) > 0:
		return wrong("%s holds a research block", what)
	}
	return fine(good)
}

// CheckTitle looks at the title. An empty one is made from the failure mode.
func CheckTitle(title, failureMode string) Verdict {
	const most = 256 // what GitHub stores
	if strings.TrimSpace(title) == "" {
		if TitleFrom(failureMode) == "" {
			return wrong("the title is empty")
		}
		return fine("the title comes from the failure mode")
	}
	if n := utf8.RuneCountInString(title); n > most {
		return wrong("the title is %d characters over GitHub's limit of %d", n-most, most)
	}
	return fine("there is a title")
}

// CheckPath looks at the path as text: whether a key can hold it.
func CheckPath(path string) Verdict {
	if strings.TrimSpace(path) == "" {
		return wrong("the path is empty")
	}
	if _, err := NewKey(Unclassified, path, 1); err != nil {
		return wrong("%v", err)
	}
	return fine("the path can stand in a key")
}

// CheckClass looks at the class. One that the rules do not list is no mistake, but
// a misspelling is pointed out. Rules without a list know every class.
func CheckClass(class string, r Rules) Verdict {
	if class == "" {
		return fine("no class is given: " + Unclassified)
	}
	if err := classError(class); err != nil {
		return wrong("%v", err)
	}
	if class == Unclassified || len(r.Classes) == 0 || slices.Contains(r.Classes, class) {
		return fine("the class is " + Visible(class))
	}
	if near, ok := Nearest(class, r.Classes); ok {
		return Verdict{Advice, fmt.Sprintf("the class is not a known one; did you mean %s?", Visible(near))}
	}
	return Verdict{Advice, "the class is not a known one"}
}

// CheckNewGrade looks at one grade of a new finding: exactly one severity, always a
// footprint, an audience where the rules ask for it, and no value that there is
// not. There is nothing to say of an optional grade that is absent or fits.
func CheckNewGrade(a Axis, value string, r Rules) (v Verdict, said bool) {
	owed := a == Severity || a == Footprint || (a == Audience && r.AudienceRequired)
	switch {
	case value == "" && owed:
		return wrong("the %s is missing: %s", a, orList(Values(a), "or")), true
	case value != "" && !slices.Contains(Values(a), value):
		return wrong("%s is no %s: %s", quoted(value), a, orList(Values(a), "or")), true
	case owed:
		return fine("one " + string(a)), true
	}
	return Verdict{}, false
}

// CheckResearchFields looks at the two fields that an investigation owes; it says
// nothing for another severity.
func CheckResearchFields(g Grades, res Research) []Verdict {
	if g.Severity != Investigate {
		return nil
	}
	question, settled := fine("the question is asked"), fine("it says what would settle it")
	if content(res.Question) == "" {
		question = wrong("the question is empty: what must be determined?")
	}
	if content(res.SettledBy) == "" {
		settled = wrong("it does not say what would settle the question")
	}
	return []Verdict{question, settled}
}

// CheckSize looks at the whole body: GitHub's limit and its encoding.
func CheckSize(body string) Verdict {
	if err := BodyError(body); err != nil {
		return wrong("%v", err)
	}
	return fine("the body fits")
}

// countWords counts the runs of letters and digits; of scripts that put no spaces
// between words, two characters are a word.
func countWords(text string) int {
	words, dense, in := 0, 0, false
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			dense++
			in = false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !in {
				words++
			}
			in = true
		case in && (r == '\'' || r == '’' || unicode.Is(unicode.M, r)):
		default:
			in = false
		}
	}
	return words + (dense+1)/2
}
