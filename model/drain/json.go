package drain

import (
	"encoding/json"
	"time"
)

// MarshalJSON gives the unit with the numbers of those who are its members now: the
// chosen ones without those who left.
func (u Unit) MarshalJSON() ([]byte, error) {
	type fields Unit
	numbers := u.Numbers()
	if numbers == nil {
		numbers = []int{}
	}
	return json.Marshal(struct {
		fields
		Numbers []int `json:"numbers"`
	}{fields(u), numbers})
}

// MarshalJSON gives the event with its kind, its data as the ledger keeps them, and
// the sentence that a person reads.
func (e Event) MarshalJSON() ([]byte, error) {
	out := struct {
		ID       int64           `json:"id"`
		At       time.Time       `json:"at"`
		Unit     string          `json:"unit"`
		By       string          `json:"by"`
		Kind     Kind            `json:"kind,omitempty"`
		Sentence string          `json:"sentence"`
		Data     json.RawMessage `json:"data,omitempty"`
	}{ID: e.ID, At: e.At, Unit: e.Unit, By: e.By, Sentence: Sentence(e)}
	if e.Fact != nil {
		data, err := EncodeFact(e.Fact)
		if err != nil {
			return nil, err
		}
		out.Kind, out.Data = e.Fact.Kind(), data
	}
	return json.Marshal(out)
}
