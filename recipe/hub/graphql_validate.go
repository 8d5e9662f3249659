package hub

import (
	"fmt"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// validate sees that a selection can be executed on a type: that the fields
// and arguments are there, and that objects, and only they, are selected from.
func (e *execution) validate(typeName string, set ast.SelectionSet, path []string) (errs []*graphqlError) {
	for _, s := range set {
		at := slices.Concat(path)
		switch s := s.(type) {
		case *ast.Field:
			errs = append(errs, e.validateField(typeName, s, append(at, responseKey(s)))...)
		case *ast.InlineFragment:
			on := s.TypeCondition
			if on == "" {
				on = typeName
			}
			errs = append(errs, e.validateFragment(on, s.SelectionSet, append(at, "... on "+on), s.Position)...)
		case *ast.FragmentSpread:
			f := e.doc.Fragments.ForName(s.Name)
			if f == nil {
				errs = append(errs, &graphqlError{Path: append(at, "..."+s.Name), Locations: locations(s.Position),
					Message: fmt.Sprintf("Fragment %s was used, but not defined", s.Name)})
				continue
			}
			if slices.Contains(path, "..."+s.Name) {
				errs = append(errs, &graphqlError{Path: at, Locations: locations(s.Position),
					Message: fmt.Sprintf("Fragment %s contains an infinite loop", s.Name)})
				continue
			}
			errs = append(errs, e.validateFragment(f.TypeCondition, f.SelectionSet, append(at, "..."+s.Name), s.Position)...)
		}
	}
	return errs
}

func (e *execution) validateFragment(on string, set ast.SelectionSet, path []string, p *ast.Position) []*graphqlError {
	if _, known := e.types[on]; !known && abstractTypes()[on] == nil {
		return []*graphqlError{{Path: path, Locations: locations(p),
			Message: fmt.Sprintf("No such type %s, so it can't be a fragment condition", on)}}
	}
	return e.validate(on, set, path)
}

// possible gives the object types that a type stands for.
func (e *execution) possible(typeName string) []string {
	if members := abstractTypes()[typeName]; members != nil {
		return members
	}
	return []string{typeName}
}

func (e *execution) validateField(typeName string, f *ast.Field, path []string) []*graphqlError {
	if f.Name == "__typename" {
		return nil
	}
	// A field of an interface is there when all that the interface stands for
	// have it.
	var def fieldType
	for _, member := range e.possible(typeName) {
		d, known := e.types[member][f.Name]
		if !known {
			return []*graphqlError{{Path: path, Locations: locations(f.Position),
				Extensions: &graphqlExtensions{Code: "undefinedField", TypeName: typeName, FieldName: f.Name},
				Message:    fmt.Sprintf("Field '%s' doesn't exist on type '%s'", f.Name, typeName)}}
		}
		def = d
	}
	var errs []*graphqlError
	for _, a := range f.Arguments {
		if !slices.Contains(def.args, a.Name) {
			errs = append(errs, &graphqlError{Path: append(path, a.Name), Locations: locations(a.Position),
				Extensions: &graphqlExtensions{Code: "argumentNotAccepted", TypeName: "Field", FieldName: f.Name},
				Message:    fmt.Sprintf("Field '%s' doesn't accept argument '%s'", f.Name, a.Name)})
		}
	}
	switch {
	case def.result == "" && len(f.SelectionSet) > 0:
		errs = append(errs, &graphqlError{Path: path, Locations: locations(f.Position),
			Message: fmt.Sprintf("Selections can't be made on scalars (field '%s')", f.Name)})
	case def.result != "" && len(f.SelectionSet) == 0:
		errs = append(errs, &graphqlError{Path: path, Locations: locations(f.Position),
			Message: fmt.Sprintf("Field must have selections (field '%s' returns %s but has no selections)", f.Name, def.result)})
	case def.result != "":
		errs = append(errs, e.validate(def.result, f.SelectionSet, path)...)
	}
	return errs
}

func responseKey(f *ast.Field) string {
	if f.Alias != "" {
		return f.Alias
	}
	return f.Name
}
