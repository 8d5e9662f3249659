package drain

import (
	"testing"

	"pgregory.net/rapid"
)

func TestDefuse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing closes", "see #41, it is not fixed", "see #41, it is not fixed"},
		{"a number", "This does not close #41.", "This does not close issue 41."},
		{"no space", "Closes#41", "Closes issue 41"},
		{"a colon", "Closes: #41", "Closes: issue 41"},
		{"another repository", "closes acme/other#5", "closes issue 5 of acme/other"},
		{"an address", "closes https://github.com/acme/shop/issues/12", "closes issue 12 of acme/shop"},
		{"in emphasis", "**Closes** **#10**", "**Closes** **issue 10**"},
		{"a list", "Closes #10, #11", "Closes issue 10, #11"},
		{"what becomes a closing when the first is defused", "fixes close#8 #9", "fixes issue 8 of close issue 9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Defuse(c.text); got != c.want {
				t.Errorf("Defuse = %q, want %q", got, c.want)
			}
		})
	}
}

// hostile draws texts that are thick with what closes issues.
func hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"closes", "Fix", "fixed", "RESOLVES", " ", ": ", "\n", "#1", "#2", "#33", "gh-4", "a/b#5", "acme/shop#6", "https://github.com/acme/shop/issues/7",
		"`", "```", "<!--", "-->", "*", "[", "(", "-", "and", ",", "word", "\u200b",
	})
	return rapid.Custom(func(t *rapid.T) string {
		s := ""
		for _, p := range rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces") {
			s += p
		}
		return s
	})
}

func TestDefuseLeavesNothingThatCloses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		once := Defuse(text)
		if left := Closings(once, "acme/shop"); len(left) > 0 {
			t.Fatalf("%q is %q when defused, and closes %+v", text, once, left)
		}
		if again := Defuse(once); again != once {
			t.Fatalf("defused twice, %q is %q", once, again)
		}
	})
}

func TestDropLine(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"its own line", "Closes #10\nCloses #11\n\n- #10 A\n", "Closes #11\n\n- #10 A\n"},
		{"the last line, without a break", "Closes #11\nCloses #10", "Closes #11\n"},
		{"a carriage return", "Closes #10\r\nCloses #11\r\n", "Closes #11\r\n"},
		{"a colon, an address, a full stop", "Closes: https://github.com/acme/shop/issues/10.\nx\n", "x\n"},
		{"a number that begins so", "Closes #100\n", "Closes #100\n"},
		{"another repository's", "Closes acme/other#10\n", "Closes acme/other#10\n"},
		{"within a sentence", "It closes #10, at last.\n", "It closes issue 10, at last.\n"},
		{"in a list the others stay", "Closes #10, #11\n", "Closes issue 10, #11\n"},
		{"two on one line", "Closes #10, closes #11\n", "Closes issue 10, closes #11\n"},
		{"over two lines", "Closes\n#10\n", "Closes\nissue 10\n"},
		{"nothing of it", "Closes #11\n", "Closes #11\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := DropLine(c.body, 10, "acme/shop"); got != c.want {
				t.Errorf("DropLine = %q, want %q", got, c.want)
			}
		})
	}
}

// After a line is dropped nothing closes that number, and all that closed another
// still does.
func TestDropLineTakesOneNumberAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := hostile().Draw(t, "body")
		after := DropLine(body, 1, "acme/shop")
		left := map[int]int{}
		for _, c := range Closings(after, "acme/shop") {
			if c.Repo == "" && c.Number == 1 {
				t.Fatalf("%q is %q after the drop, and still closes #1", body, after)
			}
			left[c.Number]++
		}
		for _, c := range Closings(body, "acme/shop") {
			if c.Number != 1 && left[c.Number] == 0 {
				t.Fatalf("%q is %q after the drop, and no longer closes #%d", body, after, c.Number)
			}
		}
	})
}
