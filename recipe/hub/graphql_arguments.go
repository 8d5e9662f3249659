package hub

import (
	"encoding/json"
	"math"
)

// arguments are a field's arguments, or an input object, as they came.
type arguments map[string]any

// str is a text argument; empty when it is absent or null.
func (a arguments) str(name string) string {
	s, _ := a[name].(string)
	return s
}

// flag is a Boolean argument.
func (a arguments) flag(name string, otherwise bool) bool {
	if b, ok := a[name].(bool); ok {
		return b
	}
	return otherwise
}

// number is an integer argument; given is false when it is absent or null.
func (a arguments) number(name string) (n int, given bool) {
	switch v := a[name].(type) {
	case int64:
		return int(v), true
	case json.Number:
		i, err := v.Int64()
		return int(i), err == nil
	case float64:
		return int(v), v == math.Trunc(v)
	}
	return 0, false
}

// strings is a list of texts; a single text counts as a list of one.
func (a arguments) strings(name string) []string {
	switch v := a[name].(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				list = append(list, s)
			}
		}
		return list
	}
	return nil
}

// object is an input object.
func (a arguments) object(name string) arguments {
	o, _ := a[name].(map[string]any)
	return o
}
