package hub

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// pagingArguments are those of every connection.
func pagingArguments(more ...string) []string {
	return append([]string{"first", "last", "after", "before"}, more...)
}

// connection is one page of a list. Its nodes are made when they are asked
// for: a count needs none.
type connection struct {
	name     string
	total    int
	from, to int // the page, as indexes
	nodes    func(ctx context.Context, e *execution, from, to int) ([]object, error)
}

func (c connection) typeName() string { return c.name }

type edge struct {
	name  string
	index int
	node  object
}

func (e edge) typeName() string { return e.name }

type pageInfo struct{ connection }

func (pageInfo) typeName() string { return "PageInfo" }

// checkConnection refuses what GitHub refuses: a page without a size, or with
// one above a hundred.
func checkConnection(f collected, a arguments) error {
	pages := false
	for _, s := range f.set {
		if inner, ok := s.(*ast.Field); ok && (inner.Name == "nodes" || inner.Name == "edges") {
			pages = true
		}
	}
	if !pages {
		return nil
	}
	for _, name := range []string{"first", "last"} {
		n, given := a.number(name)
		if !given {
			continue
		}
		if n > largestPage {
			return &graphqlError{Type: "EXCESSIVE_PAGINATION", Message: fmt.Sprintf(
				"Requesting %d records on the `%s` connection exceeds the `%s` limit of 100 records.", n, f.field.Name, name)}
		}
		return nil
	}
	return &graphqlError{Type: "MISSING_PAGINATION_BOUNDARIES", Message: fmt.Sprintf(
		"You must provide a `first` or `last` value to properly paginate the `%s` connection.", f.field.Name)}
}

// paged cuts the page out of a list of total entries.
func paged(name string, total int, a arguments, nodes func(ctx context.Context, e *execution, from, to int) ([]object, error)) connection {
	c := connection{name: name, total: total, to: total, nodes: nodes}
	if i, ok := indexOf(a.str("after")); ok {
		c.from = min(i+1, total)
	}
	if i, ok := indexOf(a.str("before")); ok {
		c.to = max(c.from, min(i, total))
	}
	if n, given := a.number("first"); given {
		c.to = min(c.to, c.from+max(0, n))
	}
	if n, given := a.number("last"); given {
		c.from = max(c.from, c.to-max(0, n))
	}
	return c
}

// cursor is the opaque place of an entry in its list.
func cursor(index int) string {
	return base64.StdEncoding.EncodeToString([]byte("cursor:" + strconv.Itoa(index)))
}

func indexOf(cursor string) (int, bool) {
	raw, err := base64.StdEncoding.DecodeString(cursor)
	if err != nil {
		return 0, false
	}
	text, ok := strings.CutPrefix(string(raw), "cursor:")
	i, err := strconv.Atoi(text)
	return i, ok && err == nil && i >= 0
}

func connectionType(node, edgeName string) objectType {
	return objectType{
		"totalCount": plain(func(_ *execution, c connection) int { return c.total }),
		"nodes": field(node, func(ctx context.Context, e *execution, c connection, _ arguments) (value, error) {
			list, err := c.nodes(ctx, e, c.from, c.to)
			if err != nil {
				return value{}, err
			}
			return listValue(list)
		}),
		"edges": field(edgeName, func(ctx context.Context, e *execution, c connection, _ arguments) (value, error) {
			list, err := c.nodes(ctx, e, c.from, c.to)
			if err != nil {
				return value{}, err
			}
			edges := make([]object, 0, len(list))
			for i, o := range list {
				edges = append(edges, edge{edgeName, c.from + i, o})
			}
			return listValue(edges)
		}),
		"pageInfo": field("PageInfo", func(_ context.Context, _ *execution, c connection, _ arguments) (value, error) {
			return objectValue(pageInfo{c})
		}),
	}
}

func edgeType(node string) objectType {
	return objectType{
		"cursor": plain(func(_ *execution, e edge) string { return cursor(e.index) }),
		"node": field(node, func(_ context.Context, _ *execution, e edge, _ arguments) (value, error) {
			return objectValue(e.node)
		}),
	}
}

func pageInfoType() objectType {
	end := func(p pageInfo, index int) *string {
		if p.from >= p.to {
			return nil
		}
		s := cursor(index)
		return &s
	}
	return objectType{
		"hasNextPage":     plain(func(_ *execution, p pageInfo) bool { return p.to < p.total }),
		"hasPreviousPage": plain(func(_ *execution, p pageInfo) bool { return p.from > 0 }),
		"startCursor":     plain(func(_ *execution, p pageInfo) *string { return end(p, p.from) }),
		"endCursor":       plain(func(_ *execution, p pageInfo) *string { return end(p, p.to-1) }),
	}
}
