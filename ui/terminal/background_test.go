package terminal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	black  = "\x1b]11;rgb:0000/0000/0000\x07"
	white  = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
	cursor = "\x1b[12;40R"
)

// TestAnswersAreNoKeys: whatever a terminal answers, whenever and in whatever pieces,
// is taken out, and every key passes.
func TestAnswersAreNoKeys(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads []string
		typed []string // per read
		heard []Background
	}{
		{"a dark one", []string{black + cursor}, []string{""}, []Background{{Known: true}}},
		{"a light one", []string{white + cursor}, []string{""}, []Background{{Known: true, Light: true}}},
		{"six digits", []string{"\x1b]11;#fdf6e3\x07"}, []string{""}, []Background{{Known: true, Light: true}}},
		{"with an alpha", []string{"\x1b]11;rgba:0000/0000/2222/ffff\x07"}, []string{""}, []Background{{Known: true}}},
		{"one that says nothing of it", []string{cursor}, []string{""}, []Background{{}}},
		{"a mute one", []string{"j", "k"}, []string{"j", "k"}, nil},
		{"a colour that is none", []string{"\x1b]11;fuchsia\x07" + cursor}, []string{""}, []Background{{}}},
		{"keys around it", []string{"j" + black + "k" + cursor + "q"}, []string{"jkq"}, []Background{{Known: true}}},
		{"late", []string{"f", "i", white, cursor, "x"}, []string{"f", "i", "", "", "x"}, []Background{{Known: true, Light: true}}},
		{"the colour after the place", []string{cursor, white}, []string{"", ""}, []Background{{}, {Known: true, Light: true}}},
		{"in two pieces", []string{"\x1b]11;rgb:ff", "ff/ffff/ffff\x07"}, []string{"", ""}, []Background{{Known: true, Light: true}}},
		{"cut in its end", []string{"\x1b]11;rgb:ffff/ffff/ffff\x1b", "\\j"}, []string{"", "j"}, []Background{{Known: true, Light: true}}},
		{"cut after its first byte", []string{"\x1b", white[1:]}, []string{"\x1b", ""}, []Background{{Known: true, Light: true}}},
		{"the place cut after two bytes", []string{"\x1b[", "1;1Rj"}, []string{"\x1b[", "j"}, []Background{{}}},
		{"Escape does not wait", []string{"\x1b", "j"}, []string{"\x1b", "j"}, nil},
		{"Escape and Alt", []string{"\x1b", "\x1b]", "]"}, []string{"\x1b", "\x1b]", "]"}, nil},
		{"an arrow", []string{"\x1b[A\x1b[1;5B"}, []string{"\x1b[A\x1b[1;5B"}, nil},
		{"an arrow in two pieces", []string{"\x1b[1;5", "A"}, []string{"", "\x1b[1;5A"}, nil},
		{"the mouse", []string{"\x1b[<0;3;4M"}, []string{"\x1b[<0;3;4M"}, nil},
		{"another answer", []string{"\x1b]10;rgb:0/0/0\x07"}, []string{"\x1b]10;rgb:0/0/0\x07"}, nil},
		{"one without an end", []string{"\x1b]11;" + strings.Repeat("f", 60)}, []string{"\x1b]11;" + strings.Repeat("f", 60)}, nil},
		{"once each", []string{black + cursor, white + cursor}, []string{"", white + cursor}, []Background{{Known: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r replies
			var typed []string
			var heard []Background
			for _, read := range c.reads {
				keys, said := r.cut([]byte(read))
				typed, heard = append(typed, string(keys)), append(heard, said...)
			}
			if d := cmp.Diff(c.typed, typed); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.heard, heard); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestInputReadsAFile to its end, and into no buffer that an answer does not fit in.
func TestInputReadsAFile(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = out.Close() })
	if _, err := in.WriteString(strings.Repeat("j", 300) + black + "q"); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	heard := make(chan Background, 2)
	input := NewInput(out, heard)
	if _, err := input.Read(make([]byte, 64)); !errors.Is(err, io.ErrShortBuffer) {
		t.Errorf("into a short buffer: %v", err)
	}
	typed, buffer := "", make([]byte, 256)
	for {
		n, err := input.Read(buffer)
		typed += string(buffer[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := strings.Repeat("j", 300) + "q"; typed != want {
		t.Errorf("read %q", typed)
	}
	if got := <-heard; got != (Background{Known: true}) {
		t.Errorf("heard %+v", got)
	}
}

// FuzzInput: in whatever pieces bytes come, the same is typed and heard, nothing is
// added, and no more is held back than an answer has.
func FuzzInput(f *testing.F) {
	for _, seed := range []string{black + cursor, "j" + white + "k", "\x1b[1;5A\x1b]1", "\x1b\x1b]11;\x1b"} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, in []byte, piece uint8) {
		var one, many replies
		whole, heard := one.cut(bytes.Clone(in))
		var typed []byte
		var said []Background
		for rest := in; len(rest) > 0; {
			n := min(len(rest), int(piece)+1)
			keys, b := many.cut(bytes.Clone(rest[:n]))
			if len(keys) > n+longest || len(many.held) > longest {
				t.Fatalf("%d bytes of %d, and %d are held", len(keys), n, len(many.held))
			}
			typed, said, rest = append(typed, keys...), append(said, b...), rest[n:]
		}
		if d := cmp.Diff(heard, said); d != "" {
			t.Errorf("heard: %s", d)
		}
		// An Escape that was given on in its own piece is no less of a key for what follows.
		if unescaped(typed) != unescaped(whole) {
			t.Errorf("typed %q and %q", whole, typed)
		}
		if len(whole) > len(in) {
			t.Errorf("%q of %q", whole, in)
		}
	})
}

// unescaped leaves out what may have been given on before it was known to begin an
// answer.
func unescaped(b []byte) string {
	return strings.NewReplacer("\x1b", "", "]", "", "[", "").Replace(string(b))
}
