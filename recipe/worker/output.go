package worker

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"gh-debt/model"
)

// The bounds of what is kept of a program's output.
const (
	MaxStdout = 1 << 20  // bytes of standard output, where the report stands
	MaxTail   = 16 << 10 // bytes of the end of what it printed
	MaxLine   = 400      // characters of a line that is shown live
)

// output takes what a program prints on both its streams.
type output struct {
	mu     sync.Mutex
	show   func(line string) // nil shows nothing
	report head              // standard output
	said   tail              // standard error
	all    tail              // both, as they came
}

// copyStream reads one stream to its end, or until it is closed.
func (o *output) copyStream(r io.Reader, keep io.Writer) {
	lines := lineCutter{}
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		o.take(buf[:n], keep, &lines)
		if err != nil {
			o.mu.Lock()
			defer o.mu.Unlock()
			lines.flush(o.show)
			return
		}
	}
}

func (o *output) take(p []byte, keep io.Writer, lines *lineCutter) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = keep.Write(p) // neither head nor tail fails
	_, _ = o.all.Write(p)
	if o.show != nil {
		lines.cut(p, o.show)
	}
}

// head keeps the beginning of what is written to it, and knows when there was more.
type head struct {
	buf  bytes.Buffer
	over bool
}

func (h *head) Write(p []byte) (int, error) {
	room := MaxStdout - h.buf.Len()
	h.over = h.over || len(p) > room
	h.buf.Write(p[:min(room, len(p))])
	return len(p), nil
}

// tail keeps the end of what is written to it.
type tail struct {
	buf []byte
	cut bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if len(t.buf) > 2*MaxTail {
		t.trim()
	}
	return len(p), nil
}

func (t *tail) trim() {
	if drop := len(t.buf) - MaxTail; drop > 0 {
		t.buf = append(t.buf[:0], t.buf[drop:]...)
		t.cut = true
	}
}

// text is what was kept, made visible; it begins with a whole line where one was cut.
func (t *tail) text() string {
	t.trim()
	kept := t.buf
	if t.cut {
		if at := bytes.IndexByte(kept, '\n'); at >= 0 && at+1 < len(kept) {
			kept = kept[at+1:]
		}
		for len(kept) > 0 && !utf8.RuneStart(kept[0]) {
			kept = kept[1:]
		}
	}
	return model.VisibleText(string(kept))
}

// lastLine is the last line of a text that says something, bounded.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return bounded(strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]))
}

// lineCutter makes lines of a stream. A lone carriage return ends a line too, so
// that a progress bar is seen; of a long line no more is kept than is shown.
type lineCutter struct {
	line  []byte
	ended bool // the last byte was a carriage return: a line break after it ends nothing
}

// room is how many bytes MaxLine characters may take.
const room = MaxLine*utf8.UTFMax + 1

func (c *lineCutter) cut(p []byte, show func(string)) {
	for len(p) > 0 {
		at := bytes.IndexAny(p, "\r\n")
		if at < 0 {
			c.add(p)
			return
		}
		c.add(p[:at])
		if p[at] == '\r' || at > 0 || !c.ended {
			show(shown(c.line))
		}
		c.line = c.line[:0]
		c.ended = p[at] == '\r'
		p = p[at+1:]
	}
}

func (c *lineCutter) add(p []byte) {
	if len(p) > 0 {
		c.ended = false
	}
	c.line = append(c.line, p[:min(len(p), room-len(c.line))]...)
}

// flush shows what stands after the last line break.
func (c *lineCutter) flush(show func(string)) {
	if show != nil && len(c.line) > 0 {
		show(shown(c.line))
	}
	c.line = nil
}

// shown makes a line fit for a terminal: visible, and no longer than MaxLine.
func shown(line []byte) string { return bounded(model.Visible(string(line))) }

func bounded(s string) string {
	n := 0
	for i := range s {
		if n == MaxLine {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
