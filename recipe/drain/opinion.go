package drain

import (
	"context"
	"encoding/json"
	"fmt"

	rule "gh-debt/model/drain"
)

// Opinion is a person's verdict, in their own words.
type Opinion struct {
	Input
	Pass bool
	// Text says what must change, where it does not pass.
	Text string
	// Theme is the word or two by which later rounds know it again; "" takes Text.
	Theme string
}

// Opine gives a person's verdict on the head that was pushed, as Run does with one
// that is JSON.
func (s Review) Opine(ctx context.Context, o Opinion) (Result, error) {
	u, err := s.unit(ctx, o.Unit)
	if err != nil {
		return Result{}, err
	}
	data, err := json.Marshal(rule.PersonVerdict(u.Pushed, o.Pass, o.Theme, o.Text))
	if err != nil {
		return Result{}, fmt.Errorf("write the verdict down: %w", err)
	}
	return s.Run(ctx, ReviewInput{Input: o.Input, Worker: rule.Me, Verdict: data})
}
