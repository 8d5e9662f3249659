package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sentenceWithKey is a sentence that names a key: a letter or a named key, and what
// it does, or a second key.
var sentenceWithKey = regexp.MustCompile(`(?:^|[.;:] ) *(?:[A-Za-z]|esc|enter|tab|ctrl\+[a-z]) (?:[a-z]+s\b|[A-Z] )`)

// TestSentencesNameThePersonsKeys: a sentence of the app takes its keys from the
// person's, and says of an action the key that its table has.
func TestSentencesNameThePersonsKeys(t *testing.T) {
	usual := map[string][]string{}
	for _, table := range tables() {
		for _, b := range table.Bindings {
			usual[b.Action] = append(usual[b.Action], b.Keys...)
		}
	}
	named := 0
	eachUIFile(t, func(file string, tree *ast.File) {
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if action, key, ok := keyOf(n); ok {
					if named++; !slices.Contains(usual[action], key) {
						t.Errorf("%s: %q is no key of %q, which has %q", file, key, action, usual[action])
					}
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && sentenceWithKey.MatchString(text) {
					t.Errorf("%s names a key that a person may have changed: %q", file, text)
				}
			}
			return true
		})
	})
	if named < 20 {
		t.Errorf("only %d sentences name a key", named)
	}
}

// keyOf reads a call of Keymap.Key.
func keyOf(call *ast.CallExpr) (action, key string, ok bool) {
	name, is := call.Fun.(*ast.SelectorExpr)
	if !is || name.Sel.Name != "Key" || len(call.Args) != 2 {
		return "", "", false
	}
	words := make([]string, 2)
	for i, arg := range call.Args {
		lit, is := arg.(*ast.BasicLit)
		if !is || lit.Kind != token.STRING {
			return "", "", false
		}
		words[i], _ = strconv.Unquote(lit.Value)
	}
	return words[0], words[1], true
}

// eachUIFile gives each file of the app that is no test.
func eachUIFile(t *testing.T, do func(file string, tree *ast.File)) {
	t.Helper()
	err := filepath.WalkDir("../ui", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err == nil {
			do(path, tree)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
