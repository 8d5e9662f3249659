package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"gh-debt/recipe/sqlitefile"
)

// execution is one GraphQL operation under way.
type execution struct {
	c      *call
	doc    *ast.QueryDocument
	op     *ast.OperationDefinition
	vars   map[string]any
	types  map[string]objectType
	read   *reader // what the fields read from
	write  *writer // in a mutation
	header http.Header
	errors []*graphqlError
}

// run executes the operation and writes its data. A query reads everything
// from one sight of the file. The fields of a mutation are executed in their
// order, each in a transaction of its own: what one has done stands when a
// later one fails.
func (e *execution) run(ctx context.Context, b *bytes.Buffer) error {
	if e.op.Operation != ast.Mutation {
		return e.c.hub.reading(ctx, func(r *reader) error {
			e.settle(r)
			return e.selection(ctx, b, queryRoot{}, e.op.SelectionSet, nil)
		})
	}
	b.WriteByte('{')
	for i, f := range e.collect("Mutation", e.op.SelectionSet, nil) {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := e.mutate(ctx, b, f); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// settle lets the fields read from r and names things after its repository.
func (e *execution) settle(r *reader) {
	e.read = r
	e.c.at = placesOf(e.c.r, r.repo.Repository)
}

// mutate executes one field of a mutation. When anything in it fails, nothing
// of it is stored and the field is null.
func (e *execution) mutate(ctx context.Context, b *bytes.Buffer, f collected) error {
	key, err := json.Marshal(f.key)
	if err != nil {
		return fmt.Errorf("write a field: %w", err)
	}
	before := len(e.errors)
	var out bytes.Buffer
	err = e.c.hub.writing(ctx, func(ctx context.Context, w *writer) error {
		e.write = w
		e.settle(&w.reader)
		if err := e.field(ctx, &out, mutationRoot{}, f, nil); err != nil {
			return err
		}
		if len(e.errors) > before {
			return e.errors[before]
		}
		return nil
	})
	b.Write(key)
	b.WriteByte(':')
	if err == nil {
		b.Write(out.Bytes())
		return nil
	}
	b.WriteString("null")
	noteFault(ctx, err)
	if len(e.errors) == before {
		g := faultOf(err)
		g.Path, g.Locations = []string{f.key}, locations(f.field.Position)
		e.errors = append(e.errors, g)
	}
	return nil
}

// collected is a field to execute, with the selections of all its mentions.
type collected struct {
	key   string
	field *ast.Field
	set   ast.SelectionSet
}

// collect gives the fields that a selection has for an object's type, in the
// order of their first mention.
func (e *execution) collect(typeName string, set ast.SelectionSet, into []collected) []collected {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if !e.included(s.Directives) {
				continue
			}
			key := responseKey(s)
			i := slices.IndexFunc(into, func(c collected) bool { return c.key == key })
			if i < 0 {
				into = append(into, collected{key, s, s.SelectionSet})
			} else {
				into[i].set = slices.Concat(into[i].set, s.SelectionSet)
			}
		case *ast.InlineFragment:
			if e.included(s.Directives) && e.applies(typeName, s.TypeCondition) {
				into = e.collect(typeName, s.SelectionSet, into)
			}
		case *ast.FragmentSpread:
			f := e.doc.Fragments.ForName(s.Name)
			if e.included(s.Directives) && e.applies(typeName, f.TypeCondition) {
				into = e.collect(typeName, f.SelectionSet, into)
			}
		}
	}
	return into
}

// applies reports whether a fragment's condition holds for an object type.
func (e *execution) applies(typeName, condition string) bool {
	return condition == "" || slices.Contains(e.possible(condition), typeName)
}

// included is what @skip and @include say.
func (e *execution) included(list ast.DirectiveList) bool {
	for _, d := range list {
		a := d.Arguments.ForName("if")
		if a == nil {
			continue
		}
		v, err := a.Value.Value(e.vars)
		if err != nil {
			continue
		}
		if is, _ := v.(bool); is == (d.Name == "skip") {
			return false
		}
	}
	return true
}

// selection writes an object.
func (e *execution) selection(ctx context.Context, b *bytes.Buffer, o object, set ast.SelectionSet, path []string) error {
	b.WriteByte('{')
	for i, f := range e.collect(o.typeName(), set, nil) {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(f.key)
		if err != nil {
			return fmt.Errorf("write a field: %w", err)
		}
		b.Write(key)
		b.WriteByte(':')
		if err := e.field(ctx, b, o, f, path); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// field writes one field's value; a field that fails is null and its error is
// kept with its path.
func (e *execution) field(ctx context.Context, b *bytes.Buffer, o object, f collected, path []string) error {
	path = append(slices.Clone(path), f.key)
	if f.field.Name == "__typename" {
		return encode(b, o.typeName())
	}
	args := arguments{}
	for _, a := range f.field.Arguments {
		v, err := a.Value.Value(e.vars)
		if err != nil {
			return e.fail(b, err, path, f.field)
		}
		args[a.Name] = v
	}
	if err := checkConnection(f, args); err != nil {
		return e.fail(b, err, path, f.field)
	}
	v, err := e.types[o.typeName()][f.field.Name].get(ctx, e, o, args)
	if err != nil {
		return e.fail(b, err, path, f.field)
	}
	switch {
	case v.json != nil:
		b.Write(v.json)
	case v.object != nil:
		return e.selection(ctx, b, v.object, f.set, path)
	case v.isList:
		b.WriteByte('[')
		for i, item := range v.list {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := e.selection(ctx, b, item, f.set, append(slices.Clone(path), itoa(i))); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	default:
		b.WriteString("null")
	}
	return nil
}

func (e *execution) fail(b *bytes.Buffer, err error, path []string, f *ast.Field) error {
	if sqlitefile.IsFault(err) {
		return err
	}
	g := *faultOf(err)
	g.Path, g.Locations = path, locations(f.Position)
	e.errors = append(e.errors, &g)
	b.WriteString("null")
	return nil
}
