package recipe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"gh-debt/model"
)

// ParseFindings reads what `file --input` takes: one JSON object, or an array
// of them (many says which). It is strict: an unknown key, a key given twice, a
// value of the wrong kind, text behind the end and bytes that are not UTF-8 are
// each a *UsageError that names the place. What a finding lacks is not looked
// at; filing it says so.
func ParseFindings(text []byte) (findings []FindingInput, many bool, err error) {
	if at, bad := model.BadByte(text); bad {
		return nil, false, usagef("the input is not UTF-8: line %d holds the byte 0x%02X; convert it first",
			1+bytes.Count(text[:at], []byte("\n")), text[at])
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	p := findingParser{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
	p.dec.UseNumber()
	findings, many, err = p.all()
	if err != nil {
		return nil, many, &UsageError{Err: err, Hint: "the keys are " + strings.Join(findingKeys(), " ")}
	}
	return findings, many, nil
}

// findingKeys are the keys of section 8, in its order.
func findingKeys() []string {
	return []string{
		"path", "line", "title", "failureMode", "fix", "severity", "footprint", "class", "difficulty",
		"fold", "audience", "question", "settledBy", "branch", "changed",
	}
}

type findingParser struct {
	text []byte
	dec  *json.Decoder
}

func (p *findingParser) all() (findings []FindingInput, many bool, err error) {
	open, err := p.token()
	if err != nil {
		return nil, false, err
	}
	switch open {
	case json.Delim('{'):
		f, err := p.object()
		if err != nil {
			return nil, false, err
		}
		findings = append(findings, f)
	case json.Delim('['):
		many, findings = true, []FindingInput{}
		for p.dec.More() {
			f, err := p.element()
			if err != nil {
				return nil, true, fmt.Errorf("finding %d: %w", len(findings)+1, err)
			}
			findings = append(findings, f)
		}
		if _, err := p.token(); err != nil {
			return nil, true, err
		}
	default:
		return nil, false, p.here("the input must be a JSON object or an array of them")
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, many, p.here("there is text behind the end of the input")
	}
	return findings, many, nil
}

func (p *findingParser) element() (FindingInput, error) {
	open, err := p.token()
	if err != nil {
		return FindingInput{}, err
	}
	if open != json.Delim('{') {
		return FindingInput{}, p.here("a finding must be a JSON object")
	}
	return p.object()
}

// object reads a finding behind its opening brace.
func (p *findingParser) object() (FindingInput, error) {
	var f FindingInput
	seen := map[string]bool{}
	for p.dec.More() {
		t, err := p.token()
		if err != nil {
			return f, err
		}
		key, _ := t.(string)
		if seen[key] {
			return f, p.here(fmt.Sprintf("the key %q is given twice", key))
		}
		seen[key] = true
		if err := p.value(&f, key); err != nil {
			return f, err
		}
	}
	_, err := p.token()
	return f, err
}

// value reads the value of one key.
func (p *findingParser) value(f *FindingInput, key string) error {
	fields := map[string]*string{
		"path": &f.Path, "title": &f.Title, "failureMode": &f.FailureMode, "fix": &f.Fix,
		"severity": &f.Severity, "footprint": &f.Footprint, "class": &f.Class, "difficulty": &f.Difficulty,
		"fold": &f.Fold, "audience": &f.Audience, "question": &f.Question, "settledBy": &f.SettledBy,
		"branch": &f.Branch,
	}
	field, isText := fields[key]
	if !isText && key != "line" && key != "changed" {
		return p.unknown(key)
	}
	var raw json.RawMessage
	if err := p.dec.Decode(&raw); err != nil {
		return p.broken(err)
	}
	switch {
	case string(raw) == "null":
		return nil
	case key == "changed":
		f.Changed = changedWord(raw)
		return nil
	case key == "line":
		if json.Unmarshal(raw, &f.Line) != nil {
			return p.here(`"line" must be a whole number`)
		}
		return nil
	}
	if json.Unmarshal(raw, field) != nil {
		return p.here(fmt.Sprintf("%q must be a string", key))
	}
	return nil
}

// changedWord reads changed, which fails open: 0 and 1 may be numbers too, and
// anything else is unknown (section 1.2).
func changedWord(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(raw)
	}
	if s == "0" || s == "1" {
		return s
	}
	return "unknown"
}

func (p *findingParser) unknown(key string) error {
	text := fmt.Sprintf("there is no key %q", model.Visible(key))
	if near, ok := model.Nearest(key, findingKeys()); ok {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return p.here(text)
}

func (p *findingParser) token() (json.Token, error) {
	t, err := p.dec.Token()
	if err != nil {
		return nil, p.broken(err)
	}
	return t, nil
}

// broken words an error of the decoder for a person.
func (p *findingParser) broken(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		if len(bytes.TrimSpace(p.text)) == 0 {
			return errors.New("the input is empty")
		}
		return p.here("the input ends too early")
	}
	return p.here(strings.TrimPrefix(err.Error(), "json: "))
}

// here puts the line of the input before a sentence.
func (p *findingParser) here(sentence string) error {
	at := min(int(p.dec.InputOffset()), len(p.text))
	return fmt.Errorf("line %d: %s", 1+bytes.Count(p.text[:at], []byte("\n")), sentence)
}
