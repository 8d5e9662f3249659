package hubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// checker holds exchanges against GitHub's own description; what does not
// agree fails the test.
type checker struct {
	tb   testing.TB
	spec *specification
}

// newChecker gives nil, and says so, where the description is not at hand.
func newChecker(tb testing.TB) *checker {
	tb.Helper()
	spec, err := described()
	if err != nil {
		tb.Fatal(err)
	}
	if spec == nil {
		tb.Logf("GitHub's description is not there (%s names its folder): requests and answers are not validated", specVariable)
		return nil
	}
	return &checker{tb: tb, spec: spec}
}

// exchange checks one request and the hub's answer to it. The answer's body
// can be read again afterwards.
func (c *checker) exchange(r *http.Request, body []byte, resp *http.Response) {
	c.tb.Helper()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		c.tb.Errorf("%s %s: read the answer: %v", r.Method, r.URL, err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(answer))
	if strings.HasSuffix(r.URL.Path, "/graphql") {
		err = c.document(body)
	} else {
		err = c.rest(r, body, resp, answer)
	}
	if err != nil {
		c.tb.Errorf("%s %s is not as GitHub describes it: %v", r.Method, r.URL, err)
	}
}

// plainPath is the path as the description has it: without the prefix of
// enterprise servers, and by the repository's name.
func plainPath(u *url.URL) string {
	path := strings.TrimPrefix(u.EscapedPath(), "/api/v3")
	if parts := segments(path); parts[0] == "repositories" && len(parts) > 1 {
		path = "/repos/by/id/" + strings.Join(parts[2:], "/")
	}
	return strings.TrimSuffix(path, "/")
}

// route finds the operation of a request and its path parameters. Of several
// that the path fits the one with the most words of its own is meant.
func (c *checker) route(doc *openapi3.T, method, path string) (*routers.Route, map[string]string) {
	want := segments(path)
	var best *routers.Route
	var bestParams map[string]string
	most := -1
	for template, item := range doc.Paths.Map() {
		operation := item.GetOperation(method)
		if operation == nil {
			continue
		}
		have := segments(template)
		params, ok := matchPath(have, want, operation)
		if !ok {
			continue
		}
		if words := len(have) - len(params); words > most {
			most, bestParams = words, params
			best = &routers.Route{Spec: doc, Path: template, PathItem: item, Method: method, Operation: operation}
		}
	}
	return best, bestParams
}

// matchPath gives the parameters that a path has for a template.
func matchPath(have, want []string, op *openapi3.Operation) (map[string]string, bool) {
	if len(have) == 0 || len(want) == 0 {
		return map[string]string{}, len(have) == len(want)
	}
	if !strings.HasPrefix(have[0], "{") {
		if have[0] != want[0] {
			return nil, false
		}
		return matchPath(have[1:], want[1:], op)
	}
	name, longest := strings.Trim(have[0], "{}"), 1
	if spans(op, name) {
		longest = len(want)
	}
	for n := longest; n > 0; n-- {
		params, ok := matchPath(have[1:], want[n:], op)
		value, err := url.PathUnescape(strings.Join(want[:n], "/"))
		if ok && err == nil {
			params[name] = value
			return params, true
		}
	}
	return nil, false
}

// spans reports whether a path parameter may hold slashes.
func spans(op *openapi3.Operation, name string) bool {
	p := op.Parameters.GetByInAndName("path", name)
	if p == nil {
		return false
	}
	multi, _ := p.Extensions["x-multi-segment"].(bool)
	return multi
}

func (c *checker) rest(r *http.Request, body []byte, resp *http.Response, answer []byte) error {
	doc, err := c.spec.rest()
	if err != nil {
		return err
	}
	path := plainPath(r.URL)
	route, params := c.route(doc, r.Method, path)
	if route == nil {
		if resp.StatusCode == http.StatusNotFound {
			return nil // neither GitHub nor the hub knows it
		}
		return fmt.Errorf("there is no such operation")
	}
	u, err := url.Parse("https://api.github.com" + path)
	if err != nil {
		return err
	}
	u.RawQuery = r.URL.RawQuery
	plain := &http.Request{Method: r.Method, URL: u, Header: r.Header, Body: io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body))}
	in := &openapi3filter.RequestValidationInput{Request: plain.WithContext(r.Context()), PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	if resp.StatusCode < http.StatusBadRequest { // what the hub refuses need not be right
		if err := unknownParameter(route.Operation, route.PathItem, u.Query()); err != nil {
			return err
		}
		if err := openapi3filter.ValidateRequest(r.Context(), in); err != nil {
			return fmt.Errorf("the request: %w", err)
		}
	}
	if err := openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: resp.StatusCode, Header: resp.Header,
		Body: io.NopCloser(bytes.NewReader(answer)), Options: in.Options,
	}); err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	return nil
}

// unknownParameter tells of a parameter in the query that the operation does
// not have: GitHub ignores it, so that nobody notices that it does nothing.
func unknownParameter(op *openapi3.Operation, item *openapi3.PathItem, query url.Values) error {
	known := map[string]bool{}
	for _, list := range []openapi3.Parameters{op.Parameters, item.Parameters} {
		for _, p := range list {
			known[p.Value.In+" "+p.Value.Name] = true
		}
	}
	for name := range query {
		if !known["query "+name] {
			return fmt.Errorf("the query has %q, which the operation does not take", name)
		}
	}
	return nil
}

// document checks a GraphQL request: its document and its variables.
func (c *checker) document(body []byte) error {
	schema, err := c.spec.graphql()
	if err != nil {
		return err
	}
	var in struct {
		Query     string
		Variables map[string]any
	}
	numbers := json.NewDecoder(bytes.NewReader(body))
	numbers.UseNumber()
	if err := numbers.Decode(&in); err != nil {
		return err
	}
	doc, err := parser.ParseQuery(&ast.Source{Input: in.Query})
	if err != nil {
		return err
	}
	if errs := validator.ValidateWithRules(schema, doc, rules.NewDefaultRules()); len(errs) > 0 {
		return errs
	}
	for _, op := range doc.Operations {
		if _, err := validator.VariableValues(schema, op, in.Variables); err != nil {
			return err
		}
	}
	return nil
}
