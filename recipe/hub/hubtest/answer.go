package hubtest

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
)

// Answer makes an answer out of the request and the hub's own answer.
type Answer func(r *http.Request, resp *http.Response) *http.Response

// Status is an answer with a status and GitHub's error object.
func Status(status int, message string) Answer {
	return With(status, nil, `{"message":`+strconv.Quote(message)+
		`,"documentation_url":"https://docs.github.com/rest","status":"`+strconv.Itoa(status)+`"}`)
}

// With is an answer of any kind. The content type is JSON's unless the header
// has another.
func With(status int, header http.Header, body string) Answer {
	return func(r *http.Request, _ *http.Response) *http.Response {
		h := header.Clone()
		if h == nil {
			h = http.Header{}
		}
		if h.Get("Content-Type") == "" {
			h.Set("Content-Type", "application/json; charset=utf-8")
		}
		return respond(r, status, h, []byte(body))
	}
}

// HTML is the page that a proxy or a broken GitHub sends.
func HTML(status int) Answer {
	return With(status, http.Header{"Content-Type": {"text/html; charset=utf-8"}},
		"<!DOCTYPE html><html><head><title>Unicorn!</title></head><body><p>We had issues.</p></body></html>")
}

// Cut is the hub's own answer, ended in the middle.
func Cut(r *http.Request, resp *http.Response) *http.Response {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		body = nil
	}
	return respond(r, resp.StatusCode, resp.Header, body[:len(body)/2])
}

// SecondaryLimit is the refusal of too many requests in too short a time;
// with 0 it does not say when to come back.
func SecondaryLimit(status, retryAfter int) Answer {
	header := http.Header{}
	if retryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(retryAfter))
	}
	return With(status, header, `{"message":"You have exceeded a secondary rate limit and have been temporarily blocked `+
		`from content creation. Please retry your request again later.",`+
		`"documentation_url":"https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"}`)
}

// PrimaryLimit is the refusal of an account that has had all its requests
// until reset, in seconds since 1970.
func PrimaryLimit(reset int64) Answer {
	return With(http.StatusForbidden, http.Header{
		"X-Ratelimit-Limit":     {"5000"},
		"X-Ratelimit-Remaining": {"0"},
		"X-Ratelimit-Used":      {"5000"},
		"X-Ratelimit-Reset":     {strconv.FormatInt(reset, 10)},
		"X-Ratelimit-Resource":  {"core"},
	}, `{"message":"API rate limit exceeded for user ID 40000001.","documentation_url":`+
		`"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api","status":"403"}`)
}

func respond(r *http.Request, status int, header http.Header, body []byte) *http.Response {
	return &http.Response{
		Status:     strconv.Itoa(status) + " " + http.StatusText(status),
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}
}
