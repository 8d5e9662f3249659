package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
)

// graphqlRequest is the body of POST /graphql.
type graphqlRequest struct {
	Query         string         `json:"query"`
	Variables     map[string]any `json:"variables"`
	OperationName string         `json:"operationName"`
}

// graphqlError is one entry of "errors" in an answer.
type graphqlError struct {
	Type       string             `json:"type,omitempty"`
	Path       []string           `json:"path,omitempty"`
	Extensions *graphqlExtensions `json:"extensions,omitempty"`
	Locations  []graphqlLocation  `json:"locations,omitempty"`
	Message    string             `json:"message"`
}

type graphqlExtensions struct {
	Code      string `json:"code"`
	TypeName  string `json:"typeName,omitempty"`
	FieldName string `json:"fieldName,omitempty"`
}

type graphqlLocation struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Error is the message.
func (e *graphqlError) Error() string { return e.Message }

func locations(p *ast.Position) []graphqlLocation {
	if p == nil {
		return nil
	}
	return []graphqlLocation{{p.Line, p.Column}}
}

// postGraphQL serves POST /graphql. As on GitHub the status is 200 whatever
// the document does.
func postGraphQL(ctx context.Context, c *call) (answer, error) {
	if !c.signed {
		return answer{}, refuse(http.StatusUnauthorized, "/graphql/guides/forming-calls-with-graphql#authenticating-with-graphql",
			"This endpoint requires you to be authenticated.")
	}
	var in graphqlRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	if strings.TrimSpace(in.Query) == "" {
		return view(http.StatusOK, map[string][]*graphqlError{
			"errors": {{Message: "A query attribute must be specified and must be a string."}}})
	}
	e, errs := c.prepare(in)
	if errs != nil {
		return view(http.StatusOK, map[string][]*graphqlError{"errors": errs})
	}
	if err := c.followForGraphQL(ctx, in.Query); err != nil {
		return answer{}, err
	}
	var data bytes.Buffer
	if err := e.run(ctx, &data); err != nil {
		return answer{}, err
	}
	var b bytes.Buffer
	b.WriteString(`{"data":`)
	b.Write(data.Bytes())
	if len(e.errors) > 0 {
		b.WriteString(`,"errors":`)
		if err := encode(&b, e.errors); err != nil {
			return answer{}, err
		}
	}
	b.WriteByte('}')
	a := ok(http.StatusOK, b.Bytes(), "")
	a.header = e.header
	return a, nil
}

// followForGraphQL brings the pull requests to what git has, where a document
// speaks of any.
func (c *call) followForGraphQL(ctx context.Context, document string) error {
	if c.hub.opt.Git == nil || !strings.Contains(document, "ullRequest") {
		return nil
	}
	merging := false
	err := c.hub.reading(ctx, func(r *reader) (err error) {
		merging, err = r.hasIntents(ctx)
		return err
	})
	if err == nil && merging {
		err = c.hub.settleMerges(ctx)
	}
	if err != nil {
		return err
	}
	return c.hub.followBranches(ctx)
}

// prepare parses the document and sees that all of it can be executed, before
// any of it is.
func (c *call) prepare(in graphqlRequest) (*execution, []*graphqlError) {
	doc, err := parser.ParseQuery(&ast.Source{Input: in.Query})
	if err != nil {
		return nil, []*graphqlError{parseError(err)}
	}
	op := doc.Operations.ForName(in.OperationName)
	if op == nil {
		return nil, []*graphqlError{{Message: "An operation name is required"}}
	}
	if op.Operation == ast.Subscription {
		return nil, []*graphqlError{{Message: "Schema is not configured for subscriptions", Locations: locations(op.Position)}}
	}
	e := &execution{c: c, doc: doc, op: op, vars: map[string]any{}, types: c.hub.gql, header: http.Header{}}
	if errs := e.bind(in.Variables); errs != nil {
		return nil, errs
	}
	root := rootType(op)
	if errs := e.validate(root, op.SelectionSet, []string{string(op.Operation)}); errs != nil {
		return nil, errs
	}
	return e, nil
}

func rootType(op *ast.OperationDefinition) string {
	if op.Operation == ast.Mutation {
		return "Mutation"
	}
	return "Query"
}

func parseError(err error) *graphqlError {
	e := &graphqlError{Message: "Parse error: " + err.Error()}
	var g *gqlerror.Error
	if errors.As(err, &g) {
		e.Message = "Parse error: " + g.Message
		for _, l := range g.Locations {
			e.Locations = append(e.Locations, graphqlLocation{l.Line, l.Column})
		}
	}
	return e
}

// bind gives the variables their values.
func (e *execution) bind(given map[string]any) (errs []*graphqlError) {
	for _, v := range e.op.VariableDefinitions {
		got, ok := given[v.Variable]
		if !ok && v.DefaultValue != nil {
			var err error
			if got, err = v.DefaultValue.Value(nil); err != nil {
				errs = append(errs, &graphqlError{Message: err.Error(), Locations: locations(v.Position)})
			}
			ok = true
		}
		if v.Type.NonNull && got == nil {
			errs = append(errs, &graphqlError{Locations: locations(v.Position), Message: fmt.Sprintf(
				"Variable $%s of type %s was provided invalid value", v.Variable, v.Type)})
		}
		if ok {
			e.vars[v.Variable] = got
		}
	}
	return errs
}

// faultOf makes a GraphQL error of any error that a field met.
func faultOf(err error) *graphqlError {
	var g *graphqlError
	if errors.As(err, &g) {
		return g
	}
	p := problemOf(err)
	kind := map[int]string{
		http.StatusNotFound: "NOT_FOUND", http.StatusForbidden: "FORBIDDEN",
		http.StatusUnprocessableEntity: "UNPROCESSABLE",
	}[p.status]
	message := p.body.Message
	if len(p.body.Errors) > 0 && p.body.Errors[0].Message != "" {
		message = p.body.Errors[0].Message
	}
	return &graphqlError{Type: kind, Message: message}
}

// UnmarshalJSON keeps integers whole when the request is read.
func (r *graphqlRequest) UnmarshalJSON(raw []byte) error {
	type same graphqlRequest
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode((*same)(r))
}
