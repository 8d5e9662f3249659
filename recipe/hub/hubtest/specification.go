package hubtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
)

// specVariable names the folder with GitHub's description, when it is not
// where it is looked for.
const specVariable = "GH_DEBT_GITHUB_SPEC"

// specification is GitHub's own description of its API. Reading it takes a
// while, so that it is read once in a process, each half when it is first
// needed.
type specification struct {
	rest    func() (*openapi3.T, error)
	graphql func() (*ast.Schema, error)
}

// described finds the description, once in a process.
var described = sync.OnceValues(func() (*specification, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dir, err := specFolder(os.Getenv(specVariable), here)
	if err != nil || dir == "" {
		return nil, err
	}
	return &specification{
		rest:    sync.OnceValues(func() (*openapi3.T, error) { return readREST(filepath.Join(dir, "openapi.json")) }),
		graphql: sync.OnceValues(func() (*ast.Schema, error) { return readGraphQL(filepath.Join(dir, "schema.graphql")) }),
	}, nil
})

// specFolder is the folder that is named, or shared/github beside the folder
// of the module that dir lies in; empty when there is none.
func specFolder(named, dir string) (string, error) {
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", fmt.Errorf("read %s: %w", specVariable, err)
		}
		return named, nil
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
	dir = filepath.Join(filepath.Dir(dir), "shared", "github")
	if _, err := os.Stat(filepath.Join(dir, "openapi.json")); errors.Is(err, os.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	return dir, nil
}

func readREST(path string) (*openapi3.T, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		text, err = withLeftOut(text)
	}
	if err != nil {
		return nil, fmt.Errorf("read GitHub's description: %w", err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, fmt.Errorf("read GitHub's description: %w", err)
	}
	return doc, nil
}

// withLeftOut adds to a description the operations that leftOut describes and
// it does not.
func withLeftOut(text []byte) ([]byte, error) {
	var doc, paths, more map[string]json.RawMessage
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(doc["paths"], &paths); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(leftOut), &more); err != nil {
		return nil, err
	}
	for path, item := range more {
		if _, there := paths[path]; !there {
			paths[path] = item
		}
	}
	var err error
	if doc["paths"], err = json.Marshal(paths); err != nil {
		return nil, err
	}
	return json.Marshal(doc)
}

func readGraphQL(path string) (*ast.Schema, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read GitHub's schema: %w", err)
	}
	doc, err := parser.ParseSchemas(validator.Prelude, &ast.Source{Name: path, Input: string(text)})
	if err != nil {
		return nil, fmt.Errorf("read GitHub's schema: %w", err)
	}
	schema, err := validator.ValidateSchemaDocument(doc)
	if err != nil {
		return nil, fmt.Errorf("read GitHub's schema: %w", err)
	}
	return schema, nil
}

// segments cuts a path at its slashes.
func segments(path string) []string {
	return strings.Split(strings.Trim(path, "/"), "/")
}

// Schema is GitHub's GraphQL schema, or nil where its description is not at
// hand, which is said.
func Schema(tb testing.TB) *ast.Schema {
	tb.Helper()
	c := newChecker(tb)
	if c == nil {
		return nil
	}
	schema, err := c.spec.graphql()
	if err != nil {
		tb.Fatal(err)
	}
	return schema
}
