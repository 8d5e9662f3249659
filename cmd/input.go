package cmd

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gh-debt/model"
)

// readInput reads a file, or standard input for "-".
func readInput(w World, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(w.In)
	}
	return os.ReadFile(w.path(name))
}

// readText reads a text that a person or a program hands over by file or by
// standard input. It must be UTF-8; nothing is taken off it.
func readText(w World, flag, name string) (string, error) {
	data, err := readInput(w, name)
	if err != nil {
		return "", usagef("could not read %s %s: %w", flag, name, pathCause(err))
	}
	if at, bad := model.BadByte(data); bad {
		return "", &usage{
			err:  fmt.Errorf("%s %s is not UTF-8: line %d holds the byte 0x%02X", flag, name, 1+bytes.Count(data[:at], []byte("\n")), data[at]),
			hint: "convert it first, for example with iconv",
		}
	}
	return string(data), nil
}

// oneWord refuses a flag's value that is none of the words, and names the nearest.
func oneWord(flag, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	if near, ok := model.Nearest(word, words); ok {
		return usagef("--%s takes no %q, did you mean %q?", flag, word, near)
	}
	return usagef("--%s takes one of %s, got %q", flag, strings.Join(words, ", "), word)
}
