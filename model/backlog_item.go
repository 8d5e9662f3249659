package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ParseBacklogItems reads the array that backlog --from takes: what list --json
// prints, and what other programs that order a backlog print. A label is a name or
// an object with a name. A key is an object, an inner key, or null (there is none);
// where the field is absent it is read from the body. Fields that are not known are
// passed over. The error names the item, counted from 1, and what is wrong.
func ParseBacklogItems(data []byte) ([]BacklogItem, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	var raw []json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the backlog is empty, it must be a JSON array of issues")
		}
		return nil, fmt.Errorf("the backlog is no JSON array of issues: %w", err)
	}
	if raw == nil {
		return nil, errors.New("the backlog is null, it must be a JSON array of issues")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind the backlog's array")
	}
	items := make([]BacklogItem, len(raw))
	seen := make(map[int]int, len(raw))
	for i, one := range raw {
		var written writtenItem
		if err := json.Unmarshal(one, &written); err != nil {
			return nil, fmt.Errorf("item %d of the backlog cannot be read: %w", i+1, err)
		}
		n := written.Number
		if n < 1 {
			return nil, fmt.Errorf("item %d of the backlog has no issue number", i+1)
		}
		if first, twice := seen[n]; twice {
			return nil, fmt.Errorf("items %d and %d of the backlog are both #%d", first, i+1, n)
		}
		seen[n] = i + 1
		items[i] = written.item()
	}
	return items, nil
}

// writtenItem is an item as JSON holds it.
type writtenItem struct {
	Number    int            `json:"number"`
	Labels    []writtenLabel `json:"labels"`
	Key       writtenKey     `json:"key"`
	Body      string         `json:"body"`
	Footprint string         `json:"footprint"`
}

func (w writtenItem) item() BacklogItem {
	item := BacklogItem{Number: w.Number, Path: w.Key.path, Class: w.Key.class, Footprint: w.Footprint}
	for _, l := range w.Labels {
		item.Labels = append(item.Labels, string(l))
	}
	if item.Footprint == "" {
		item.Footprint = ReadGrades(item.Labels).Footprint
	}
	if !w.Key.given {
		if key, ok := FindKey(w.Body); ok {
			item.Path, item.Class = key.Path, key.Class
		}
	}
	if item.Path == "" {
		item.Class = ""
		item.Path, _, _ = FirstCitation(w.Body)
	}
	return item
}

type writtenLabel string

// UnmarshalJSON reads "name" or {"name":"name"}.
func (l *writtenLabel) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("{")) {
		var object struct {
			Name *string `json:"name"`
		}
		if err := json.Unmarshal(data, &object); err != nil || object.Name == nil {
			return errors.New("a label is neither a name nor an object with a name")
		}
		*l = writtenLabel(*object.Name)
		return nil
	}
	return json.Unmarshal(data, (*string)(l))
}

// writtenKey is a key as JSON holds it; given is false where the field is absent.
type writtenKey struct {
	given       bool
	path, class string
}

// UnmarshalJSON reads null, an inner key, or {"class":…,"path":…,"line":…}.
func (k *writtenKey) UnmarshalJSON(data []byte) error {
	*k = writtenKey{given: true}
	switch {
	case bytes.Equal(data, []byte("null")):
		return nil
	case bytes.HasPrefix(data, []byte(`"`)):
		var inner string
		if err := json.Unmarshal(data, &inner); err != nil {
			return err
		}
		key, err := ParseInner(inner)
		if err != nil {
			return fmt.Errorf("the key %q: %w", inner, err)
		}
		k.path, k.class = key.Path, key.Class
		return nil
	}
	var object struct{ Class, Path string }
	if err := json.Unmarshal(data, &object); err != nil {
		return errors.New("a key is neither null, nor an inner key, nor an object with class, path and line")
	}
	k.path, k.class = object.Path, object.Class
	return nil
}
