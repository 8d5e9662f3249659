package cmd

import (
	"strings"
	"time"

	"gh-debt/model"
)

// listFields are the fields of `list --json` (section 7).
func listFields() []string {
	return []string{
		"number", "title", "url", "state", "createdAt", "updatedAt", "labels",
		"severity", "footprint", "difficulty", "fold", "audience",
		"key", "origin", "annotations", "batch", "excluded", "stale", "ageDays",
	}
}

type keyJSON struct {
	Class string `json:"class"`
	Path  string `json:"path"`
	Line  int    `json:"line"`
}

type originJSON struct {
	Branch  string `json:"branch"`
	Mode    string `json:"mode"`
	Unit    string `json:"unit"`
	Changed string `json:"changed"`
	Head    string `json:"head"`
	Session string `json:"session"`
}

type batchJSON struct {
	Members []int    `json:"members"`
	Signal  string   `json:"signal"`
	Paths   []string `json:"paths"`
}

// entryJSON is one entry with the fields that were asked for. It is a map, as
// in gh, since which fields there are is up to the caller.
type entryJSON map[string]any

// exportEntries keeps the given fields of each entry.
func exportEntries(entries []model.Entry, fields []string, now time.Time) []entryJSON {
	out := make([]entryJSON, len(entries))
	for i := range entries {
		row := entryJSON{}
		for _, f := range fields {
			row[f] = exportField(&entries[i], f, now)
		}
		out[i] = row
	}
	return out
}

// exportField gives the value of a field of listFields.
func exportField(e *model.Entry, field string, now time.Time) any {
	switch field {
	case "number":
		return e.Issue.Number
	case "title":
		return e.Issue.Title
	case "url":
		return e.Issue.URL
	case "state":
		return strings.ToUpper(string(e.Issue.State))
	case "createdAt":
		return e.Issue.CreatedAt.UTC()
	case "updatedAt":
		return e.Issue.UpdatedAt.UTC()
	case "labels":
		return append([]string{}, e.Issue.Labels...)
	case "excluded":
		return orNull(string(e.Excluded))
	case "stale":
		return e.Stale
	case "ageDays":
		return e.AgeDays(now)
	case "annotations":
		texts := make([]string, len(e.Annotations))
		for i, a := range e.Annotations {
			texts[i] = a.Text()
		}
		return texts
	}
	return exportParsed(e, field)
}

// exportParsed gives the fields that are read from the body or the labels.
func exportParsed(e *model.Entry, field string) any {
	switch field {
	case "key":
		if e.HasKey {
			return keyJSON{e.Key.Class, e.Key.Path, e.Key.Line}
		}
		return nil
	case "origin":
		if e.HasOrigin {
			return originJSON(e.Origin)
		}
		return nil
	case "batch":
		if e.Batch != nil {
			return batchJSON{e.Batch.Members, e.Batch.Signal, e.Batch.Paths}
		}
		return nil
	}
	return orNull(e.Grades.Get(model.Axis(field)))
}

// orNull is the text, or JSON's null for an empty one.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
