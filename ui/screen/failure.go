package screen

import (
	"errors"

	"gh-debt/model"
	"gh-debt/recipe"
)

// Failed is the toast of an error: its sentence, and the way out where the error
// knows one.
func Failed(err error) Toast {
	t := Toast{Level: Failure, Text: err.Error()}
	if fault, ok := errors.AsType[*model.Fault](err); ok {
		t.Next = fault.Hint
	}
	if usage, ok := errors.AsType[*recipe.UsageError](err); ok {
		t.Next = usage.Hint
	}
	return t
}
