package hub

import (
	"unicode/utf8"
)

// GitHub's limits, in characters (Unicode code points).
const (
	maxTitle       = 256
	maxBody        = 65536
	maxLabels      = 100 // on one issue
	maxLabelName   = 50
	maxDescription = 100
)

func checkTitle(title string) []fieldError {
	field := fieldError{Resource: "Issue", Field: "title"}
	switch {
	case title == "":
		field.Code = "missing_field"
		return []fieldError{field}
	case utf8.RuneCountInString(title) > maxTitle:
		field.Code, field.Message = "custom", "title is too long (maximum is 256 characters)"
		return []fieldError{field}
	}
	return nil
}

func checkBody(body *string) []fieldError {
	if body == nil || utf8.RuneCountInString(*body) <= maxBody {
		return nil
	}
	return []fieldError{{Resource: "Issue", Code: "custom", Field: "body",
		Message: "body is too long (maximum is 65536 characters)"}}
}

func checkComment(body string) []fieldError {
	switch {
	case body == "":
		return []fieldError{{Resource: "IssueComment", Code: "missing_field", Field: "body"}}
	case utf8.RuneCountInString(body) > maxBody:
		return []fieldError{{Resource: "IssueComment", Code: "unprocessable", Field: "data",
			Message: "Body is too long (maximum is 65536 characters)"}}
	}
	return nil
}
