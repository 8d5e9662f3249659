package kit_test

import (
	"strings"
	"testing"
	"time"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func look() *theme.Theme { return theme.New(theme.Options{Depth: theme.Plain, Unicode: true}) }

func colored() *theme.Theme { return theme.New(theme.Options{Depth: theme.TrueColor, Unicode: true}) }

// TestFitIsExact: whatever the text, Fit takes exactly its cells, cuts between
// whole characters and never inside an escape sequence (C-25).
func TestFitIsExact(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"short", "abc", "abc       "},
		{"long", "abcdefghijkl", "abcdefghi…"},
		{"exact", "abcdefghij", "abcdefghij"},
		{"wide, cut before half a character", "支払いの再試行", "支払いの… "},
		{"a family is one picture", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦… "},
		{"a flag is not cut in two", "🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪", "🇩🇪🇩🇪🇩🇪🇩🇪… "},
		{"an accent stays on its letter", "éééééééééééé", "ééééééééé…"},
		{"an arrow", "a → b", "a → b     "},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := kit.Fit(look(), c.text, 10)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
			if w := kit.Width(got); w != 10 {
				t.Errorf("it takes %d cells, want 10", w)
			}
			styled := kit.Fit(look(), colored().Accent.Render(c.text), 10)
			if d := cmp.Diff(c.want, ansi.Strip(styled)); d != "" {
				t.Errorf("styled: %s", d)
			}
		})
	}
}

func TestFitNeverBreaksAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Map(func(r rune) rune {
			if r < ' ' || r >= 0x7f && r < 0xa0 {
				return -1
			}
			return r
		}, rapid.String().Draw(t, "text"))
		width := rapid.IntRange(0, 40).Draw(t, "width")
		for _, got := range []string{kit.Fit(look(), text, width), kit.FitRight(look(), text, width), kit.Ends(look(), text, "3 w", width)} {
			if w := kit.Width(got); w != width {
				t.Fatalf("%q takes %d cells, want %d", got, w, width)
			}
		}
	})
}

// TestTimesInWords: as people say them.
func TestTimesInWords(t *testing.T) {
	day := 24 * time.Hour
	cases := []struct {
		span                  time.Duration
		short, long, age, ago string
	}{
		{-time.Hour, "0 s", "0 seconds", "just now", "just now"},
		{4 * time.Second, "4 s", "4 seconds", "just now", "just now"},
		{10 * time.Second, "10 s", "10 seconds", "10 seconds", "10 seconds ago"},
		{time.Minute, "1 min", "1 minute", "1 minute", "1 minute ago"},
		{3 * time.Hour, "3 h", "3 hours", "3 hours", "3 hours ago"},
		{2 * day, "2 d", "2 days", "2 days", "2 days ago"},
		{21 * day, "3 w", "3 weeks", "3 weeks", "3 weeks ago"},
		{56 * day, "8 w", "8 weeks", "8 weeks", "8 weeks ago"},
		{63 * day, "2 mo", "2 months", "2 months", "2 months ago"},
		{364 * day, "12 mo", "12 months", "12 months", "12 months ago"},
		{400 * day, "1 y", "1 year", "1 year", "1 year ago"},
	}
	for _, c := range cases {
		if got := kit.Short(c.span); got != c.short {
			t.Errorf("%v is %q, want %q", c.span, got, c.short)
		}
		if got := kit.Long(c.span); got != c.long {
			t.Errorf("%v is %q, want %q", c.span, got, c.long)
		}
		if got := kit.Age(c.span); got != c.age {
			t.Errorf("%v is %q of age, want %q", c.span, got, c.age)
		}
		if got := kit.Ago(c.span); got != c.ago {
			t.Errorf("%v was %q, want %q", c.span, got, c.ago)
		}
	}
}

// TestSpinnerWaitsBeforeItShows, and a tick of a former request moves nothing.
func TestSpinnerWaitsBeforeItShows(t *testing.T) {
	st := screentest.NewStage(t)
	var s kit.Spinner
	later, _ := s.Start(st.Env, 3)().(screentest.Later)
	if later.After != 100*time.Millisecond || s.View(look()) != " " {
		t.Errorf("shown at once, or after %v", later.After)
	}
	if cmd := s.Update(st.Env, kit.SpinnerTick{Request: 2}); cmd != nil || s.View(look()) != " " {
		t.Error("a tick of another request moved it")
	}
	s.Update(st.Env, kit.SpinnerTick{Request: 3})
	if s.View(look()) != "⠋" {
		t.Errorf("after its delay it shows %q", s.View(look()))
	}
	s.Stop()
	if s.View(look()) != " " || s.Running() {
		t.Error("it still turns after the end")
	}
}

// TestExcerpt points at the cited line; lines keep their number.
func TestExcerpt(t *testing.T) {
	got := kit.NewCode(look()).Excerpt("a.go", 8, []string{"func a() {", "\treturn", "}"}, 9, 20)
	want := []string{"    8 │ func a() {", "▸   9 │     return", "   10 │ }"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	got = kit.NewCode(look()).Excerpt("a.go", 99, []string{"\t\tif late {", "", "\t\t\treturn", "\t\t}"}, 0, 20)
	want = []string{"   99 │ if late {", "  100 │ ", "  101 │     return", "  102 │ }"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("set in by two tabs: %s", d)
	}
	for _, path := range []string{"a.go", "a.ts", "Makefile", "no.such.language"} {
		lines := kit.NewCode(colored()).Highlight(path, []string{"// note", "", "x = \"two\" // 3", "/* open"})
		var plain []string
		for _, l := range lines {
			plain = append(plain, ansi.Strip(l))
		}
		if d := cmp.Diff([]string{"// note", "", "x = \"two\" // 3", "/* open"}, plain); d != "" {
			t.Errorf("%s: %s", path, d)
		}
	}
}

// TestHeaderDropsFactsWhole when there is no room for all.
func TestHeaderDropsFactsWhole(t *testing.T) {
	facts := kit.Dots(look(), "14 open", "", "2 claimed", "investigate 2/3")
	cases := []struct {
		width int
		want  string
	}{
		{90, "gh debt acme/shop 14 open · 2 claimed · investigate 2/3 synced 4 s ago"},
		{60, "gh debt acme/shop 14 open · 2 claimed synced 4 s ago"},
		{40, "gh debt acme/shop synced 4 s ago"},
	}
	for _, c := range cases {
		got := kit.Header(look(), "acme/shop", facts, "synced 4 s ago", c.width)
		if kit.Width(got) != c.width || strings.Join(strings.Fields(got), " ") != c.want {
			t.Errorf("%d cells: %q, want %q", c.width, got, c.want)
		}
	}
}

// TestAPlaceKeepsItsEnd, in no more cells than there are.
func TestAPlaceKeepsItsEnd(t *testing.T) {
	const place = "app/pay/refund.ts:118"
	for _, c := range []struct {
		width       int
		place, want string
	}{
		{30, place, place}, {21, place, place}, {14, place, "…refund.ts:118"}, {2, place, "…8"}, {1, place, "…"}, {0, place, ""},
		{10, "app/支払い/払戻.ts:9", "…払戻.ts:9"}, {9, "app/支払い/払戻.ts:9", "…戻.ts:9"}, {8, "app/支払い/払戻.ts:9", "…戻.ts:9"}, {5, "", ""},
	} {
		got := kit.CutFront(look(), c.place, c.width)
		if got != c.want || kit.Width(got) > c.width {
			t.Errorf("%q in %d cells is %q, want %q", c.place, c.width, got, c.want)
		}
	}
}
