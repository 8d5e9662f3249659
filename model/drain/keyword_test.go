package drain

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// closes gives the closings of a text as "REPO#N", with "?" behind one that is not
// sure.
func closes(text, home string) []string {
	var out []string
	for _, c := range Closings(text, home) {
		s := fmt.Sprintf("%s#%d", c.Repo, c.Number)
		if !c.Sure {
			s += "?"
		}
		out = append(out, s)
	}
	return out
}

func TestClosingsC41(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"the plain form", "Closes #40", []string{"#40"}},
		{"negated", "This does not close #41", []string{"#41"}},
		{"in a title", "fixes #8 properly", []string{"#8"}},
		{"in a commit's subject", "Close #9: x", []string{"#9"}},
		{"a revert that quotes it", "Revert \"Close #9: x\"\n\nThis reverts commit 1f3c2aa.", []string{"#9"}},
		{"in a code fence", "```\ncloses #41\n```\n", []string{"#41?"}},
		{"in a code span", "do not write `closes #41` here", []string{"#41?"}},
		{"in a comment", "<!-- closes #41 -->", []string{"#41?"}},
		{"in a block quote", "> closes #41", []string{"#41"}},
		{"another repository's", "closes acme/other#5", []string{"acme/other#5?"}},
		{"our own by its name, whatever the case", "closes ACME/Shop#5", []string{"#5"}},
		{"the colon form", "Closes: #10", []string{"#10"}},
		{"a full address", "resolves https://github.com/acme/shop/issues/12", []string{"#12"}},
		{"an address with a place behind it", "resolves https://github.com/acme/shop/issues/12#issuecomment-3", []string{"#12"}},
		{"a pull request's address", "resolves https://github.com/acme/shop/pull/12", []string{"#12"}},
		{"an address of another repository", "resolves http://github.com/acme/other/issues/12", []string{"acme/other#12?"}},
		{"an address that is no issue", "fixes https://github.com/acme/shop/wiki/12", nil},
		{"GH-N", "fix gh-26", []string{"#26"}},
		{"a name without an owner", "fixes shop#4", []string{"shop#4?"}},
		{"no space", "Closes#10", []string{"#10?"}},
		{"a line break between", "it does not fix\n#41", []string{"#41?"}},
		{"a tab between", "fix\t#41", []string{"#41"}},
		{"emphasis", "**Closes** #10 and closes **#11**", []string{"#10?", "#11?"}},
		{"a link", "Closes [#10](https://github.com/acme/shop/issues/10)", []string{"#10?"}},
		{"a backslash", `closes \#41`, []string{"#41?"}},
		{"a zero-width space", "closes \u200b#41", []string{"#41?"}},
		{"in brackets and quotes", "(closes #1) \"closes #2\" 'closes #3'", []string{"#1", "#2", "#3"}},
		{"several keywords", "closes #1, fixes #2", []string{"#1", "#2"}},
		{"a keyword counts for the next number only", "Closes #10, #11 and #12", []string{"#10"}},
		{"items under a line", "Closes:\n- #10\n- #11", nil},
		{"capitals", "FIXED #3", []string{"#3"}},
		{"a dash before it", "hot-fixes #3", []string{"#3"}},
		{"leading zeros", "fixes #007", []string{"#7"}},
		{"another word that ends so", "prefixes #8 and encloses #9", nil},
		{"another word that begins so", "fixing #8, closer #9, fixture #3, resolver #1", nil},
		{"a letter of another alphabet before it", "préfixes #8, éfixes #9", []string{"#8?", "#9?"}},
		{"no number", "fixes #, closes #abc, resolves #0", nil},
		{"a number grown together with a letter", "fixes #12a", nil},
		{"a number that is none", "fixes #99999999999999999999", nil},
		{"words between", "fixes issue #41 and closes the bug #42", nil},
		{"a mention alone", "see #41", nil},
		{"nothing", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, closes(c.text, "acme/shop")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestClosingsKnowsEveryKeyword(t *testing.T) {
	for _, w := range []string{"close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"} {
		t.Run(w, func(t *testing.T) {
			if diff := cmp.Diff([]string{"#41", "#42"}, closes("it "+w+" #41; "+strings.ToUpper(w)+": #42", "acme/shop")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestClosingsGoesByTheHostWhereOneIsGiven(t *testing.T) {
	const text = "closes https://ghe.acme.test/acme/shop/issues/3, closes https://github.com/acme/shop/issues/4, closes #5"
	for _, c := range []struct {
		home string
		want []string
	}{
		{"ghe.acme.test/acme/shop", []string{"#3", "github.com/acme/shop#4?", "#5"}},
		{"acme/shop", []string{"#3", "#4", "#5"}},
		{"", []string{"acme/shop#3?", "acme/shop#4?", "#5"}},
	} {
		t.Run(c.home, func(t *testing.T) {
			if diff := cmp.Diff(c.want, closes(text, c.home)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestClosingsQuotesTheLineFitToBeShown(t *testing.T) {
	text := "first\n" + strings.Repeat("x", 100) + " does not\x1b close: #41 " + strings.Repeat("y", 100) + "\nlast"
	got := Closings(text, "acme/shop")
	if len(got) != 1 {
		t.Fatalf("closings: %v", got)
	}
	want := "…" + strings.Repeat("x", 29) + " does not^[ close: #41 " + strings.Repeat("y", 49) + "…"
	if got[0].Quote != want || got[0].Keyword != "close" || text[got[0].Offset:][:5] != "close" {
		t.Errorf("got %+v, want the quote %q", got[0], want)
	}
}

// Wherever a keyword and a number are planted, they are found.
func TestClosingsFindsWhatIsPlanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringOf(rapid.SampledFrom([]rune("ab #12\n`*:/[]-<!>ſé\u200b"))).Draw(t, "before")
		behind := rapid.StringOf(rapid.SampledFrom([]rune("ab #12\n`*:/[]-<!>"))).Draw(t, "behind")
		word := rapid.SampledFrom(closingWords()).Draw(t, "keyword")
		gap := rapid.SampledFrom([]string{" ", ": ", "  ", "\t"}).Draw(t, "gap")
		n := rapid.IntRange(1, 99999).Draw(t, "number")
		if before != "" && alphanumeric(before[len(before)-1]) {
			before += " "
		}
		if r, _ := utf8.DecodeRuneInString(behind); unicode.IsLetter(r) || unicode.IsDigit(r) {
			behind = " " + behind
		}
		text := before + word + gap + fmt.Sprintf("#%d", n) + behind
		for _, c := range Closings(text, "acme/shop") {
			if c.Number == n && c.Offset == len(before) {
				return
			}
		}
		t.Fatalf("not found in %q: %v", text, Closings(text, "acme/shop"))
	})
}

func FuzzClosings(f *testing.F) {
	for _, s := range []string{
		"Closes #40", "fixes: acme/other#5", "resolved https://github.com/a/b/issues/3", "```\nfix #1\n", "`fix #1", "<!-- fix #1",
		"fix GH-3", "Fixes\n#1", "close close #1", "fixes http://", "fixes https://a/b/c/issues/", "fixes fix#8 #9",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := -1
		for _, c := range Closings(text, "acme/shop") {
			if c.Offset <= last || c.Number < 1 || !strings.HasPrefix(text[c.Offset:], c.Keyword) {
				t.Errorf("%q: %+v", text, c)
			}
			last = c.Offset
		}
		if left := Closings(Defuse(text), "acme/shop"); len(left) > 0 {
			t.Errorf("%q is %q when defused, and closes %+v", text, Defuse(text), left)
		}
		Carriers(Carrying{Title: text, Body: text, Members: []int{1}, Home: "acme/shop", Default: true})
	})
}
