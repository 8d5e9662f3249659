// Package terminal asks a terminal what colour its background has, while the app
// already listens to the keyboard: the answers come between the keys.
package terminal

import (
	"bytes"
	"image/color"
	"io"
	"os"
	"regexp"

	"github.com/charmbracelet/x/ansi"
)

// Question asks a terminal in raw mode for its background colour, and then for the
// place of its cursor: every terminal answers the second, so that this answer alone
// says that none comes to the first.
const Question = ansi.RequestBackgroundColor + ansi.RequestCursorPositionReport

// Background is what a terminal says of its background.
type Background struct {
	Known bool // it said a colour
	Light bool // which is a light one
}

// longest is the longest answer that is looked for, in bytes.
const longest = 64

// Input is a terminal's input without its answers to Question, which come at once,
// late over a slow line, or never, and are no keys.
type Input struct {
	*os.File
	replies replies
	heard   chan<- Background
}

// NewInput takes the answers out of what a terminal sends, and tells heard what they
// say: at most two values, for which it must have room.
func NewInput(file *os.File, heard chan<- Background) *Input {
	return &Input{File: file, heard: heard}
}

// Read gives what was typed, which may be nothing although something was read. It
// reads a little less than there is room for, since the beginning of what turned out
// to be no answer comes with what follows it. It fails as the file does, and with
// io.ErrShortBuffer where there is no room for an answer.
func (i *Input) Read(p []byte) (int, error) {
	if len(p) <= longest {
		return 0, io.ErrShortBuffer
	}
	n, err := i.File.Read(p[:len(p)-longest])
	if n <= 0 {
		return n, err
	}
	typed, heard := i.replies.cut(p[:n])
	for _, b := range heard {
		i.heard <- b
	}
	return copy(p, typed), err
}

// replies finds the two answers in a stream of bytes, each until it has come.
type replies struct {
	held   []byte // what may be the beginning of an answer
	given  int    // so much of it was given on already: an Escape must not wait
	colour bool   // the colour has come
	cursor bool   // the cursor's place has come
}

// cut gives the next bytes without the answers in them, and what these say.
func (r *replies) cut(in []byte) (typed []byte, heard []Background) {
	b, given := append(r.held, in...), r.given
	r.held, r.given = nil, 0
	for at := 0; at < len(b); {
		n, whole := r.answer(b[at:])
		switch {
		case n == 0:
			if at >= given {
				typed = append(typed, b[at])
			}
			at++
		case whole:
			heard = append(heard, r.take(b[at:at+n])...)
			at += n
		default:
			given = max(given-at, 0)
			if n <= len("\x1b]") { // as well a key: Escape, or one with Alt
				typed, given = append(typed, b[at+given:]...), n
			}
			r.held, r.given = bytes.Clone(b[at:]), given
			return typed, heard
		}
	}
	return typed, heard
}

// An answer, and what may still become one.
var (
	colourWhole = regexp.MustCompile(`^\x1b\]11;([^\x07\x1b]{1,40})(?:\x07|\x1b\\)`)
	colourBegun = regexp.MustCompile(`^\x1b(?:\](?:1(?:1(?:;(?:[^\x07\x1b]{1,40}\x1b?)?)?)?)?)?$`)
	cursorWhole = regexp.MustCompile(`^\x1b\[[0-9]{1,5};[0-9]{1,5}R`)
	cursorBegun = regexp.MustCompile(`^\x1b(?:\[(?:[0-9]{1,5}(?:;[0-9]{0,5})?)?)?$`)
)

// answer is the length of the answer that b begins with, which may be only begun
// where b ends; 0 is none.
func (r *replies) answer(b []byte) (n int, whole bool) {
	if b[0] != ansi.ESC {
		return 0, false
	}
	if !r.colour {
		if found := colourWhole.Find(b); found != nil {
			return len(found), true
		}
		if colourBegun.Match(b) {
			return len(b), false
		}
	}
	if !r.cursor {
		if found := cursorWhole.Find(b); found != nil {
			return len(found), true
		}
		if cursorBegun.Match(b) {
			return len(b), false
		}
	}
	return 0, false
}

// take reads a whole answer. The cursor's place says something only where no colour
// came before it.
func (r *replies) take(answer []byte) []Background {
	words := colourWhole.FindSubmatch(answer)
	if words == nil {
		r.cursor = true
		if r.colour {
			return nil
		}
		return []Background{{}}
	}
	r.colour = true
	return []Background{background(string(words[1]))}
}

// background reads a colour as X writes them.
func background(words string) Background {
	c := ansi.XParseColor(words)
	if c == nil {
		return Background{}
	}
	grey, _ := color.GrayModel.Convert(c).(color.Gray)
	return Background{Known: true, Light: grey.Y > 127}
}
