package theme_test

import (
	"reflect"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/x/ansi"
)

// TestDepths: a dumb terminal gets no escape sequence, NO_COLOR none that sets a
// colour, and neither loses a character.
func TestDepths(t *testing.T) {
	cases := []struct {
		name    string
		depth   theme.Depth
		escapes bool
		colours bool
	}{
		{"plain", theme.Plain, false, false},
		{"attributes", theme.Attributes, true, false},
		{"16", theme.Color16, true, true},
		{"256", theme.Color256, true, true},
		{"true colour", theme.TrueColor, true, true},
	}
	for _, c := range cases {
		for _, dark := range []bool{true, false} {
			look := theme.New(theme.Options{Depth: c.depth, Dark: dark, Unicode: true})
			all := ""
			for _, s := range []string{look.Strong.Render("a"), look.Faint.Render("b"), look.Focus.Render("c"), look.Bad.Render("d"), look.Severity(model.Critical).Render("e")} {
				all += s
			}
			if got := strings.Contains(all, "\x1b"); got != c.escapes {
				t.Errorf("%s: escape sequences: %v in %q", c.name, got, all)
			}
			if got := strings.Contains(all, "[3") || strings.Contains(all, ";3") || strings.Contains(all, "[9"); got != c.colours {
				t.Errorf("%s: colours: %v in %q", c.name, got, all)
			}
			if ansi.Strip(all) != "abcde" {
				t.Errorf("%s: %q lost a character", c.name, all)
			}
		}
	}
}

// TestPlainGlyphs: where the locale is not UTF-8 every sign is ASCII, and signs
// that stand in one column are equally wide.
func TestPlainGlyphs(t *testing.T) {
	for _, unicode := range []bool{true, false} {
		look := theme.New(theme.Options{Unicode: unicode})
		for _, group := range []any{look.Glyph, look.Border} {
			v := reflect.ValueOf(group)
			for i := range v.NumField() {
				if s, ok := v.Field(i).Interface().(string); ok && !unicode && strings.ContainsFunc(s, func(r rune) bool { return r > 126 }) {
					t.Errorf("%s is %q", v.Type().Field(i).Name, s)
				}
			}
		}
		g := look.Glyph
		for _, one := range []string{g.Bar, g.Severity, g.Marked, g.Pointer, g.Check, g.Cross, g.Wait, g.Unknown, g.Fill, g.Rest, g.Gutter} {
			if ansi.StringWidth(one) != 1 {
				t.Errorf("%q takes %d cells", one, ansi.StringWidth(one))
			}
		}
		if ansi.StringWidth(g.On) != ansi.StringWidth(g.Off) {
			t.Errorf("%q and %q are not equally wide", g.On, g.Off)
		}
	}
}

// TestBordersAreGrey with few colours as well as with all.
func TestBordersAreGrey(t *testing.T) {
	for _, c := range []struct {
		name string
		look theme.Options
		want string
	}{
		{"dark", theme.Options{Depth: theme.TrueColor, Dark: true}, "\x1b[38;2;103;109;120m│\x1b[0m"},
		{"light", theme.Options{Depth: theme.TrueColor}, "\x1b[38;2;141;147;156m│\x1b[0m"},
		{"dark, 256 colours", theme.Options{Depth: theme.Color256, Dark: true}, "\x1b[38;5;242m│\x1b[0m"},
		{"light, 256 colours", theme.Options{Depth: theme.Color256}, "\x1b[38;5;246m│\x1b[0m"},
		{"16 colours", theme.Options{Depth: theme.Color16, Dark: true}, "\x1b[90m│\x1b[0m"},
	} {
		if got := theme.New(c.look).Faint.Render("│"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
