package hub

import (
	"context"
	"fmt"
	"strings"
)

// ref is a branch as a GraphQL object. One without a commit is the default
// branch of a repository without commits.
type ref struct{ name, sha string }

func (ref) typeName() string { return "Ref" }

func refType() objectType {
	return objectType{
		"id":     plain(func(_ *execution, r ref) string { return refNodeID(r.name) }),
		"name":   plain(func(_ *execution, r ref) string { return r.name }),
		"prefix": plain(func(*execution, ref) string { return headsPrefix }),
		"target": field("GitObject", func(ctx context.Context, e *execution, r ref, _ arguments) (value, error) {
			if r.sha == "" && e.c.hub.opt.Git != nil {
				var err error
				if r.sha, _, err = e.c.hub.opt.Git.Branch(ctx, r.name); err != nil {
					return value{}, fmt.Errorf("read the branch %s: %w", r.name, err)
				}
			}
			if r.sha == "" {
				return nullValue()
			}
			return objectValue(commit{r.sha})
		}),
	}
}

// findRef gives the branch of a full or a short name.
func findRef(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
	if e.c.hub.opt.Git == nil {
		return nullValue()
	}
	name := strings.TrimPrefix(a.str("qualifiedName"), headsPrefix)
	sha, found, err := e.c.hub.opt.Git.Branch(ctx, name)
	if err != nil {
		return value{}, fmt.Errorf("read the branch %s: %w", name, err)
	}
	if !found {
		return nullValue()
	}
	return objectValue(ref{name, sha})
}

// findRefs gives the branches, by name; a hub has no refs of other kinds. As on
// GitHub what a branch is called begins behind the prefix.
func findRefs(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
	var list []object
	if e.c.hub.opt.Git != nil {
		all, err := e.c.hub.opt.Git.Branches(ctx)
		if err != nil {
			return value{}, fmt.Errorf("list the branches: %w", err)
		}
		for _, name := range sortedNames(all) {
			if strings.HasPrefix(headsPrefix+name, a.str("refPrefix")) && strings.Contains(name, a.str("query")) {
				list = append(list, ref{name, all[name]})
			}
		}
	}
	return objectValue(paged("RefConnection", len(list), a, func(_ context.Context, _ *execution, from, to int) ([]object, error) {
		return list[from:to], nil
	}))
}
