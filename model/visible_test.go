package model

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ name, text, line, lines string }{
		{"plain", "app/pay/refund.ts:118", "app/pay/refund.ts:118", "app/pay/refund.ts:118"},
		{"empty", "", "", ""},
		{"letters of the world", "café 日本語 Ελλάδα שלום", "café 日本語 Ελλάδα שלום", "café 日本語 Ελλάδα שלום"},
		{"an accent of its own", "e\u0301", "e\u0301", "e\u0301"},
		{"escape", "\x1b[31mred\x1b[0m", "^[[31mred^[[0m", "^[[31mred^[[0m"},
		{"the title of the terminal", "\x1b]0;x\a", "^[]0;x^G", "^[]0;x^G"},
		{"line breaks", "a\nb\r\nc\rd", "a^Jb^M^Jc^Md", "a\nb\nc^Md"},
		{"tab", "a\tb", "a^Ib", "a\tb"},
		{"null, backspace, delete", "\x00\b\x7f", "^@^H^?", "^@^H^?"},
		{"C1 controls", "a\u009b31mb\u0085c", "a<U+009B>31mb<U+0085>c", "a<U+009B>31mb<U+0085>c"},
		{"override and isolate", "\u202eabc\u202c \u2066x\u2069", "<U+202E>abc<U+202C> <U+2066>x<U+2069>", "<U+202E>abc<U+202C> <U+2066>x<U+2069>"},
		{"marks", "\u200e\u200f\u061c", "<U+200E><U+200F><U+061C>", "<U+200E><U+200F><U+061C>"},
		{"zero width", "a\u200bb\u200cc\u200dd\u2060e\ufefff", "a<U+200B>b<U+200C>c<U+200D>d<U+2060>e<U+FEFF>f", "a<U+200B>b<U+200C>c<U+200D>d<U+2060>e<U+FEFF>f"},
		{"separators", "a\u2028b\u2029c", "a<U+2028>b<U+2029>c", "a<U+2028>b<U+2029>c"},
		{"tags", "a\U000E0041\U000E007Fb", "a<U+E0041><U+E007F>b", "a<U+E0041><U+E007F>b"},
		{"fillers", "a\u3164\u115f\u034fb", "a<U+3164><U+115F><U+034F>b", "a<U+3164><U+115F><U+034F>b"},
		{"soft hyphen", "soft\u00adhyphen", "soft<U+00AD>hyphen", "soft<U+00AD>hyphen"},
		{"bytes that are not UTF-8", "caf\xe9 \xff\xc3", "caf<0xE9> <0xFF><0xC3>", "caf<0xE9> <0xFF><0xC3>"},
		{"a replacement character that was sent", "a\ufffdb", "a\ufffdb", "a\ufffdb"},
		{"C-25 a family is one picture", "👨\u200d👩\u200d👧 x", "👨\u200d👩\u200d👧 x", "👨\u200d👩\u200d👧 x"},
		{"a profession with a skin tone", "👩🏽\u200d🚒", "👩🏽\u200d🚒", "👩🏽\u200d🚒"},
		{"a joiner behind a selector", "🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥", "🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥", "🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥"},
		{"a flag and a keycap", "🇫🇷 1\ufe0f\u20e3", "🇫🇷 1\ufe0f\u20e3", "🇫🇷 1\ufe0f\u20e3"},
		{"a joiner at the end of a picture", "👨\u200d x", "👨<U+200D> x", "👨<U+200D> x"},
		{"two joiners", "👨\u200d\u200d👩", "👨<U+200D><U+200D>👩", "👨<U+200D><U+200D>👩"},
		{"a row of selectors hides data", "😀\ufe0f\ufe01\ufe02", "😀\ufe0f<U+FE01><U+FE02>", "😀\ufe0f<U+FE01><U+FE02>"},
		{"a selector behind a letter", "a\ufe0f", "a<U+FE0F>", "a<U+FE0F>"},
		{"a selector behind a bad byte", "\x8d\ufe0f", "<0x8D><U+FE0F>", "<0x8D><U+FE0F>"},
		{"a selector first", "\ufe0fa", "<U+FE0F>a", "<U+FE0F>a"},
		{"a variant of a Han character", "葛\U000E0100", "葛\U000E0100", "葛\U000E0100"},
		{"an Arabic number sign is seen", "\u0600", "\u0600", "\u0600"},
		{"a no-break space is a space", "a\u00a0b", "a\u00a0b", "a\u00a0b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.line, Visible(tt.text)); diff != "" {
				t.Errorf("Visible (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.lines, VisibleText(tt.text)); diff != "" {
				t.Errorf("VisibleText (-want +got):\n%s", diff)
			}
		})
	}
}

func TestVisibleCopiesNothingCleanText(t *testing.T) {
	for _, s := range []string{"Refund path swallows the gateway error", "café 日本語 👨\u200d👩\u200d👧"} {
		if n := testing.AllocsPerRun(100, func() { Visible(s) }); n != 0 {
			t.Errorf("Visible(%q) allocates %v times", s, n)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a\x1b[2J\u202e\r\n\xff👨\u200d👩\u200d\ufe0f")
	f.Add("\u200b\ufeff\U000E0041\t\u0085")
	f.Fuzz(func(t *testing.T, s string) {
		line, lines := Visible(s), VisibleText(s)
		if strings.ContainsAny(line, "\n\t") {
			t.Errorf("Visible(%q) = %q holds a line break or a tab", s, line)
		}
		for _, out := range []string{line, lines} {
			if !utf8.ValidString(out) {
				t.Errorf("%q becomes %q, which is not UTF-8", s, out)
			}
			for _, r := range out {
				if r == '\n' || r == '\t' || r == zeroWidthJoiner || (r >= 0xFE00 && r <= 0xFE0F) || r >= 0xE0100 || (r >= 0x180B && r <= 0x180F) {
					continue
				}
				if concealed(r) {
					t.Errorf("%q becomes %q, which holds %U", s, out, r)
				}
			}
		}
		if again := Visible(line); again != line {
			t.Errorf("Visible is not settled: %q, then %q", line, again)
		}
		if again := VisibleText(lines); again != lines {
			t.Errorf("VisibleText is not settled: %q, then %q", lines, again)
		}
	})
}
