package hubtest

import (
	"net/http"
	"testing"
)

// checker holds exchanges against GitHub's own description.
type checker struct{}

func newChecker(testing.TB) *checker { return nil }

func (c *checker) exchange(*http.Request, []byte, *http.Response) {}
