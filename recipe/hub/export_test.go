package hub

import "context"

// OpenSmall opens a hub on a disk that holds so many pages.
func OpenSmall(ctx context.Context, path string, o Options, pages int) (*Hub, error) {
	return openWith(ctx, path, o, pages)
}

// GraphQLField is what the hub knows of one field of GitHub's schema.
type GraphQLField struct {
	Result string
	Args   []string
}

// GraphQLFields lists the fields of all types that the hub has.
func GraphQLFields() map[string]map[string]GraphQLField {
	all := map[string]map[string]GraphQLField{}
	for name, t := range objectTypes() {
		all[name] = map[string]GraphQLField{}
		for f, d := range t {
			all[name][f] = GraphQLField{d.result, d.args}
		}
	}
	return all
}

// GraphQLAbstract lists the members of the interfaces and unions.
func GraphQLAbstract() map[string][]string { return abstractTypes() }

// Fold is fold.
func Fold(s string) string { return fold(s) }

// Schema1 is the schema of the first release.
const Schema1 = schema1
