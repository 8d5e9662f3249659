package model

import "unicode/utf8"

// BadByte is the offset of the first byte of a text that is no part of UTF-8; bad is
// false where there is none.
func BadByte(text []byte) (at int, bad bool) {
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at, true
		}
		at += size
	}
	return 0, false
}
