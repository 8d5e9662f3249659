package drain

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"gh-debt/model"
)

// parseObject reads one JSON object, alone in the data but for white space, into
// a struct. Every field must be one of the struct's, spelled as its tag, once. The
// error is a *VerdictError.
func parseObject[T any](data []byte, into *T) error {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return refuse("", "there is no output where one JSON object is expected")
	case data[0] != '{':
		return refuse("", "the output is not one JSON object: it begins with %s", shown(string(data[:min(len(data), 80)])))
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := checkFields(dec, reflect.TypeFor[T](), "", 0); err != nil {
		return err
	}
	if rest := bytes.TrimSpace(data[dec.InputOffset():]); len(rest) > 0 {
		return refuse("", "there is output behind the JSON object: %s", shown(string(rest[:min(len(rest), 80)])))
	}
	if err := json.Unmarshal(data, into); err != nil {
		return parseError(err)
	}
	return nil
}

// maxDepth is how deep objects and arrays may be nested; what is asked for needs two.
const maxDepth = 8

// checkFields walks over one value and sees that its objects hold no field that
// the type does not have and none twice.
func checkFields(dec *json.Decoder, t reflect.Type, part string, depth int) error {
	if depth > maxDepth {
		return refuse("", "the JSON is nested more than %d deep", maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return parseError(err)
	}
	switch token {
	case json.Delim('{'):
		return checkObject(dec, t, part, depth)
	case json.Delim('['):
		var element reflect.Type
		if t != nil && t.Kind() == reflect.Slice {
			element = t.Elem()
		}
		for dec.More() {
			if err := checkFields(dec, element, part, depth+1); err != nil {
				return err
			}
		}
		if _, err := dec.Token(); err != nil {
			return parseError(err)
		}
	}
	return nil
}

func checkObject(dec *json.Decoder, t reflect.Type, part string, depth int) error {
	known := fieldsOf(t)
	var had []string
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return parseError(err)
		}
		name, _ := token.(string)
		field, ok := known[name]
		if known != nil && !ok {
			return unknownField(part+name, name, known)
		}
		if slices.Contains(had, name) {
			return refuse(part+name, "the field %s is there twice", shown(part+name))
		}
		had = append(had, name)
		if err := checkFields(dec, field, part+name+".", depth+1); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return parseError(err)
	}
	return nil
}

// fieldsOf gives the fields of a struct by the names of their tags, nil for what is
// no struct.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	out := make(map[string]reflect.Type)
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		out[name] = f.Type
	}
	return out
}

func unknownField(part, name string, known map[string]reflect.Type) error {
	var all []string
	for k := range known {
		all = append(all, k)
	}
	slices.Sort(all)
	hint := ""
	if near, ok := model.Nearest(name, all); ok {
		hint = " (did you mean " + near + "?)"
	}
	return refuse(part, "there is no field %s%s", shown(part), hint)
}

// parseError says in one sentence what is wrong with the JSON.
func parseError(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return refuse(wrong.Field, "the field %s is a JSON %s, and it must be %s", shown(wrong.Field), model.Visible(wrong.Value), kindWords(wrong.Type))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return refuse("", "the JSON object is cut short")
	}
	return refuse("", "the output is not JSON: %s", model.Visible(strings.TrimPrefix(err.Error(), "json: ")))
}

// kindWords names a type as JSON does.
func kindWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
}
