package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"
)

// call is one request under way.
type call struct {
	hub    *Hub
	r      *http.Request
	who    Account
	signed bool // the request carried a token that is known, or needs none
	at     places
	repo   Repository // as it was when the request came in
}

// answer is what is sent back.
type answer struct {
	status int
	header http.Header
	body   []byte
	etag   string
}

// handler serves one route. What it returns as an error becomes GitHub's
// error object.
type handler func(ctx context.Context, c *call) (answer, error)

// ok is an answer of JSON with the ETag given.
func ok(status int, body []byte, etag string) answer {
	return answer{status: status, body: body, etag: etag}
}

// encode writes a value as GitHub does: HTML's characters stand as they are.
func encode(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	b.Truncate(b.Len() - 1) // the encoder's line end
	return nil
}

// view answers with one object.
func view(status int, v any) (answer, error) {
	var b bytes.Buffer
	if err := encode(&b, v); err != nil {
		return answer{}, err
	}
	return ok(status, b.Bytes(), ""), nil
}

// viewTagged answers with one object whose ETag is made of the answer itself.
func (c *call) viewTagged(status int, v any) (answer, error) {
	a, err := view(status, v)
	if err != nil {
		return a, err
	}
	if a.etag = c.tag(string(a.body)); c.unchanged(a.etag) {
		return notModified(a.etag), nil
	}
	return a, nil
}

// tag makes an ETag of what the answer depends on. GitHub's depends on the
// credential too, so it is part of it here.
func (c *call) tag(parts ...string) string {
	sum := sha256.New()
	for _, p := range append(parts, c.at.repo, c.r.Header.Get("Authorization")) {
		fmt.Fprintf(sum, "%d:%s", len(p), p)
	}
	return `W/"` + hex.EncodeToString(sum.Sum(nil)) + `"`
}

// unchanged reports whether the client holds the answer with this ETag.
func (c *call) unchanged(etag string) bool {
	if c.r.Method != http.MethodGet && c.r.Method != http.MethodHead {
		return false
	}
	for _, line := range c.r.Header.Values("If-None-Match") {
		for _, held := range strings.Split(line, ",") {
			held = strings.TrimSpace(held)
			if held == "*" || strings.TrimPrefix(held, "W/") == strings.TrimPrefix(etag, "W/") {
				return true
			}
		}
	}
	return false
}

func notModified(etag string) answer { return answer{status: http.StatusNotModified, etag: etag} }

// maxRequest is how long a request's body may be; GitHub's own limit is not
// told, this one is far above what any of its fields may hold.
const maxRequest = 16 << 20

// decode reads the request's JSON object.
func (c *call) decode(into any) error {
	raw, err := io.ReadAll(io.LimitReader(c.r.Body, maxRequest+1))
	if err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	if len(raw) > maxRequest {
		return refuse(http.StatusRequestEntityTooLarge, "", "Payload too large")
	}
	malformed := refuse(http.StatusBadRequest, "", "Problems parsing JSON")
	if !utf8.Valid(raw) {
		return malformed
	}
	if err := json.Unmarshal(raw, into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return refuse(http.StatusUnprocessableEntity, "", "Invalid request.\n\nFor '%s', %s is not a %s.",
				kind.Field, kind.Value, kind.Type)
		}
		return malformed
	}
	return nil
}
