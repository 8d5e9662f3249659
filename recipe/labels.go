package recipe

import (
	"context"
	"strings"

	"gh-debt/model"
)

// LabelState says how a label of the vocabulary stands in the repository.
type LabelState string

// The states of a label of the vocabulary.
const (
	LabelPresent LabelState = "present" // as the vocabulary has it
	LabelDiffers LabelState = "differs" // present, with another colour or description
	LabelMissing LabelState = "missing"
	LabelFormer  LabelState = "former" // only under a former spelling
	LabelBoth    LabelState = "both"   // under a former spelling and under today's
	LabelUnasked LabelState = "unused" // missing, and of an axis that the rules do not ask for
	LabelUnknown LabelState = "unknown"
)

// LabelRow is one label of the vocabulary beside what the repository holds.
type LabelRow struct {
	Name        string     `json:"name"`
	Color       string     `json:"color"`
	Description string     `json:"description"`
	Axis        model.Axis `json:"axis"` // "" for a label that is no grade
	State       LabelState `json:"state"`
	Spelled     string     `json:"spelled"` // as the repository spells it, "" where it lacks it
	HasColor    string     `json:"hasColor"`
	Former      []string   `json:"former"` // former spellings that the repository holds
}

// LabelsList is the vocabulary of section 2 beside the repository's labels.
type LabelsList struct {
	Labels LabelReader
	Rules  model.Rules
}

func newLabelsList(d Deps) LabelsList { return LabelsList{Labels: d.Tracker, Rules: d.Rules} }

// LabelsInput says how to list the vocabulary.
type LabelsInput struct {
	// Offline lists the vocabulary alone, without a request; the states are
	// LabelUnknown then.
	Offline  bool
	Progress Progress
}

// Run reads the repository's labels to the last page and says of each label of
// the vocabulary how it stands.
func (r LabelsList) Run(ctx context.Context, in LabelsInput) ([]LabelRow, error) {
	if in.Offline {
		rows := labelRows(nil, r.Rules)
		for i := range rows {
			rows[i].State = LabelUnknown
		}
		return rows, nil
	}
	end := in.Progress.step("read the labels")
	have, err := r.Labels.Labels(ctx)
	end("", err)
	if err != nil {
		return nil, err
	}
	return labelRows(have, r.Rules), nil
}

// labelRows lays the vocabulary beside the labels that a repository holds.
// Names are compared without case, as GitHub does.
func labelRows(have []model.Label, rules model.Rules) []LabelRow {
	byName := map[string]model.Label{}
	former := map[string][]string{}
	for _, l := range have {
		byName[strings.ToLower(l.Name)] = l
		if today, ok := model.CurrentName(l.Name); ok {
			key := strings.ToLower(today)
			former[key] = append(former[key], l.Name)
		}
	}
	rows := []LabelRow{}
	for _, v := range model.Vocabulary(rules) {
		row := LabelRow{
			Name: v.Name, Color: v.Color, Description: v.Description, Axis: v.Axis,
			Former: append([]string{}, former[strings.ToLower(v.Name)]...),
		}
		l, ok := byName[strings.ToLower(v.Name)]
		if ok {
			row.Spelled, row.HasColor = l.Name, strings.ToLower(l.Color)
		}
		row.State = labelState(v.Label, l, ok, len(row.Former) > 0)
		if row.State == LabelMissing && v.Unasked {
			row.State = LabelUnasked
		}
		rows = append(rows, row)
	}
	return rows
}

func labelState(want, has model.Label, present, former bool) LabelState {
	switch {
	case present && former:
		return LabelBoth
	case former:
		return LabelFormer
	case !present:
		return LabelMissing
	case !strings.EqualFold(has.Color, want.Color) || has.Description != want.Description:
		return LabelDiffers
	}
	return LabelPresent
}
