package recipe

import (
	"encoding/json"
	"strings"

	"gh-debt/model"
)

// MarshalJSON prints the result of section 8. The further keys are there only
// when they say something.
func (r FileResult) MarshalJSON() ([]byte, error) {
	out := struct {
		Outcome  *string  `json:"outcome"`
		Number   *int     `json:"number"`
		URL      *string  `json:"url"`
		State    *string  `json:"state"`
		Source   *string  `json:"source"`
		InnerKey *string  `json:"inner_key"`
		Findings []Remark `json:"findings"`

		Missing   []string `json:"missingLabels,omitempty"`
		Draft     string   `json:"draft,omitempty"`
		DryRun    bool     `json:"dryRun,omitempty"`
		Title     string   `json:"title,omitempty"`
		Body      string   `json:"body,omitempty"`
		Labels    []string `json:"labels,omitempty"`
		NewLabels []string `json:"newLabels,omitempty"`
	}{
		Outcome: orNull(string(r.Outcome)), URL: orNull(r.URL), Source: orNull(string(r.Source)),
		State: orNull(strings.ToUpper(string(r.State))), InnerKey: orNull(r.InnerKey),
		Findings: noNil(r.Findings), Missing: r.MissingLabels, Draft: r.DraftID,
	}
	if r.Number > 0 {
		out.Number = &r.Number
	}
	if r.DryRun {
		out.DryRun, out.Title, out.Body, out.Labels, out.NewLabels = true, r.Title, r.Body, r.Labels, r.NewLabels
	}
	return json.Marshal(out)
}

// Clean reports whether the finding has its disposition: filed with all its
// labels, or known already (exit status 0).
func (r FileResult) Clean() bool {
	switch r.Outcome {
	case OutcomeFiled, OutcomeMatched, OutcomeDeclined:
		return len(r.MissingLabels) == 0
	}
	return false
}

// Has reports whether the findings hold a code.
func (r FileResult) Has(code model.Code) bool {
	for _, f := range r.Findings {
		if f.Code == code {
			return true
		}
	}
	return false
}
