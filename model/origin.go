package model

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const originOpener = "<!-- gaia-debt-origin:"

// Origin says where a finding was made (section 1.2). No field is ever empty:
// what is not known is Unknown.
type Origin struct {
	Branch  string
	Mode    string
	Unit    string
	Changed string // "0", "1" or Unknown: whether the branch touched the file
	Head    string // 40 hexadecimal digits, or Unknown
	Session string
}

// NewOrigin makes an origin of what could be resolved; the empty string stands
// for what could not. Mode and unit follow from the branch alone (section 5). It
// fails open: a value that cannot stand in the line, or that its field does not
// allow, becomes Unknown. So does a branch with white space or a control
// character, which git allows no branch to have, and a session with white space
// of any kind; what is left has no space and no line break, so that FindOrigin
// reads back exactly what Comment prints.
func NewOrigin(branch, changed, head, session string) Origin {
	o := Origin{Branch: Unknown, Mode: Unknown, Unit: Unknown}
	if isBranch(branch) {
		o.Branch = branch
		o.Mode, o.Unit = ClassifyBranch(branch)
		o.Mode, o.Unit = orUnknown(o.Mode), orUnknown(o.Unit)
	}
	o.Changed = changedValue(changed)
	o.Head = headValue(head)
	o.Session = sessionValue(session)
	return o
}

// isBranch reports whether the name can be one: not empty, UTF-8, and without
// ASCII white space and control characters.
func isBranch(name string) bool {
	for i := 0; i < len(name); i++ {
		if name[i] <= ' ' || name[i] == 0x7F {
			return false
		}
	}
	return name != "" && utf8.ValidString(name)
}

func changedValue(s string) string {
	if s == "0" || s == "1" {
		return s
	}
	return Unknown
}

func headValue(s string) string {
	if len(s) != 40 {
		return Unknown
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return Unknown
		}
	}
	return s
}

func sessionValue(s string) string {
	odd := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	if s == "" || !utf8.ValidString(s) || strings.IndexFunc(s, odd) >= 0 {
		return Unknown
	}
	return s
}

// Comment is the whole origin line, without a line break.
func (o Origin) Comment() string {
	return originOpener +
		" branch=" + encode(o.Branch) +
		" mode=" + encode(o.Mode) +
		" unit=" + encode(o.Unit) +
		" changed=" + encode(o.Changed) +
		" head=" + encode(o.Head) +
		" session=" + encode(o.Session) + commentEnd
}

// encode writes a value so that it cannot end the comment: "%" first, then ">".
// An empty value is written as unknown.
func encode(s string) string {
	if strings.IndexByte(s, '%') >= 0 || strings.IndexByte(s, '>') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "%", "%25"), ">", "%3E")
	}
	return orUnknown(s)
}

// decode is the exact inverse of encode. A "%" that encode would not have
// written stays as it is.
func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "%3E", ">"), "%25", "%")
}

// FindOrigin reads the first origin line of a body that is not in fenced code.
// The order of the fields does not matter; one that is unknown is passed over;
// one that is missing, empty, or there twice with two values is Unknown, and so
// is a changed or head that its field does not allow.
func FindOrigin(body string) (Origin, bool) {
	s := scan(body)
	for {
		l, ok := s.next()
		if !ok {
			return Origin{}, false
		}
		if l.fenced || !strings.HasPrefix(l.text, originOpener) {
			continue
		}
		fields, ok := strings.CutSuffix(strings.TrimRight(l.text[len(originOpener):], " \t"), "-->")
		if ok && !strings.Contains(fields, "-->") {
			return parseOrigin(fields), true
		}
	}
}

func parseOrigin(fields string) Origin {
	var o Origin
	for field := range strings.SplitSeq(fields, " ") {
		name, value, _ := strings.Cut(field, "=")
		switch value = decode(value); name {
		case "branch":
			settle(&o.Branch, value)
		case "mode":
			settle(&o.Mode, value)
		case "unit":
			settle(&o.Unit, value)
		case "changed":
			settle(&o.Changed, changedValue(value))
		case "head":
			settle(&o.Head, headValue(value))
		case "session":
			settle(&o.Session, value)
		}
	}
	for _, p := range []*string{&o.Branch, &o.Mode, &o.Unit, &o.Changed, &o.Head, &o.Session} {
		*p = orUnknown(*p)
	}
	return o
}

// settle gives a field its value; a second, different one makes it unknown,
// since which of the two came first must not matter.
func settle(field *string, value string) {
	value = orUnknown(value)
	if *field != "" && *field != value {
		value = Unknown
	}
	*field = value
}

// Sentence says the origin in words: "found while draining #1121, file not
// touched". It is fit to be shown.
func (o Origin) Sentence() string {
	s := o.occasion()
	switch o.Changed {
	case "0":
		s += ", file not touched"
	case "1":
		s += ", file touched"
	}
	return Visible(s)
}

func (o Origin) occasion() string {
	known := o.Unit != Unknown && o.Unit != ""
	switch {
	case o.Mode == ModeDrain && known:
		return "found while draining " + numberList(strings.Split(o.Unit, "-"))
	case o.Mode == ModeDrain:
		return "found while draining"
	case o.Mode == ModePlan && known:
		return "found while working on " + o.Unit
	case o.Mode == ModePlan:
		return "found while working on a plan"
	case o.Mode == ModeMaintenance && known:
		return "found during maintenance (" + o.Unit + ")"
	case o.Mode == ModeMaintenance:
		return "found during maintenance"
	case o.Branch != Unknown && o.Branch != "":
		return "found on branch " + o.Branch
	}
	return "where it was found is not known"
}

// numberList joins issue numbers as people do: #1, #2 and #3.
func numberList(numbers []string) string {
	var b strings.Builder
	for i, n := range numbers {
		switch {
		case i > 0 && i == len(numbers)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString("#" + n)
	}
	return b.String()
}
