package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"gh-debt/model"
)

// escapeHidden writes the control and format characters within a JSON text as
// \uXXXX: the value stays the same, and a terminal that shows it is not moved.
func escapeHidden(data []byte) []byte {
	if !bytes.ContainsFunc(data, hidden) {
		return data
	}
	out := make([]byte, 0, len(data)+64)
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case !hidden(r):
			out = append(out, data[:size]...)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		data = data[size:]
	}
	return out
}

// hidden reports whether a character controls how others are shown. Line breaks
// between the values of a JSON text are none.
func hidden(r rune) bool {
	return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// readable gives the JSON with every string made fit to be shown, for output
// that a person looks at.
func readable(data []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, fmt.Errorf("could not read the result again: %w", err)
	}
	return marshal(readableValue(value))
}

func readableValue(value any) any {
	switch v := value.(type) {
	case string:
		return model.VisibleText(v)
	case []any:
		for i := range v {
			v[i] = readableValue(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = readableValue(v[key])
		}
	}
	return value
}
