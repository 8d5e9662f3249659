package model

import "strconv"

// Counted is a number of things in words: "1 issue" and "3 issues" of 1 and 3, which
// are called one and many.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
