package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"gh-debt/recipe/sqlitefile"
)

// problem is an answer that refuses: GitHub's error object with its status.
type problem struct {
	status int
	header http.Header
	body   problemBody
}

type problemBody struct {
	Message string       `json:"message"`
	Errors  []fieldError `json:"errors,omitempty"`
	URL     string       `json:"url,omitempty"`
	Doc     string       `json:"documentation_url"`
	Status  string       `json:"status"`
}

// fieldError is one entry of "errors" in a 422: an object, or where there is a
// text that text alone.
type fieldError struct {
	text     string
	Resource string `json:"resource"`
	Field    string `json:"field,omitempty"`
	Code     string `json:"code"`
	Message  string `json:"message,omitempty"`
}

// MarshalJSON writes either shape.
func (f fieldError) MarshalJSON() ([]byte, error) {
	if f.text != "" {
		return json.Marshal(f.text)
	}
	type object fieldError
	return json.Marshal(object(f))
}

// Error is the message that GitHub would give.
func (p *problem) Error() string { return p.body.Message }

func refuse(status int, doc, format string, args ...any) *problem {
	return &problem{status: status, body: problemBody{
		Message: fmt.Sprintf(format, args...),
		Doc:     "https://docs.github.com/rest" + doc,
		Status:  strconv.Itoa(status),
	}}
}

func notFound(doc string) *problem { return refuse(http.StatusNotFound, doc, "Not Found") }

func invalid(doc string, errs ...fieldError) *problem {
	p := refuse(http.StatusUnprocessableEntity, doc, "Validation Failed")
	p.body.Errors = errs
	return p
}

// The pages of GitHub's documentation that its errors point to.
const (
	docIssues   = "/issues/issues"
	docLabels   = "/issues/labels"
	docComments = "/issues/comments"
	docRefs     = "/git/refs"
	docPulls    = "/pulls/pulls"
	docReviews  = "/pulls/reviews"
	docStatuses = "/commits/statuses"
	docChecks   = "/checks/runs"
	docActions  = "/actions/workflow-runs"
	docRules    = "/repos/rules"
	docBranches = "/branches/branches"
	docTimeline = "/issues/timeline"
	docRepos    = "/repos/repos#get-a-repository"
	docUsers    = "/users/users#get-the-authenticated-user"
	docRedirect = "/guides/best-practices-for-using-the-rest-api#follow-redirects"
)

// problemOf makes an answer of any error: what is none of GitHub's refusals is
// a fault of the hub itself and tells its cause.
func problemOf(err error) *problem {
	var p *problem
	if errors.As(err, &p) {
		return p
	}
	var storage *StorageError
	switch {
	case errors.As(err, &storage) && storage.Kind == sqlitefile.InUse:
		return refuse(http.StatusServiceUnavailable, "", "%v", storage)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return refuse(http.StatusServiceUnavailable, "", "the tracker file is busy: %v", err)
	}
	return refuse(http.StatusInternalServerError, "", "%v", err)
}

func (p *problem) answer() (answer, error) {
	body, err := json.Marshal(p.body)
	if err != nil {
		return answer{}, fmt.Errorf("write an error: %w", err)
	}
	return answer{status: p.status, header: p.header, body: body}, nil
}
