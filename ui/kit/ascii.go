package kit

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

// ASCII makes a frame fit for a terminal whose locale is not UTF-8: a few signs
// have a likeness, every other character becomes question marks, in as many
// cells as it took.
func ASCII(frame string) string {
	at := strings.IndexFunc(frame, func(r rune) bool { return r >= utf8.RuneSelf })
	if at < 0 {
		return frame
	}
	var b strings.Builder
	b.WriteString(frame[:at])
	for it := graphemes.FromString(frame[at:]); it.Next(); {
		cluster := it.Value()
		r, n := utf8.DecodeRuneInString(cluster)
		width := ansi.StringWidth(cluster)
		switch {
		case r < utf8.RuneSelf && n == len(cluster), cluster == "\r\n":
			b.WriteString(cluster)
		case r < utf8.RuneSelf: // a letter with an accent on it
			b.WriteByte(cluster[0])
		case width == 1:
			b.WriteByte(likeness(r))
		default:
			b.WriteString(strings.Repeat("?", width))
		}
	}
	return b.String()
}

// likeness is the ASCII character that people take for a sign.
func likeness(r rune) byte {
	switch r {
	case '→', '▸', '›':
		return '>'
	case '←', '‹':
		return '<'
	case '—', '–', '‐', '−':
		return '-'
	case '…':
		return '.'
	case '×':
		return 'x'
	case '·', '•':
		return '*'
	case '‘', '’':
		return '\''
	case '“', '”':
		return '"'
	case '\u00a0':
		return ' '
	}
	return '?'
}
