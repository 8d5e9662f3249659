package model

import (
	"slices"
	"strings"
)

// phraseBook holds phrases by the words that they can begin with, so that a text
// is gone through once and most words cost one look-up.
//
// A phrase is written as words with a space between. A word may offer choices
// (a|b), be missing (the?), stand for its forms (leak~ is leak, leaks, leaked and
// leaking), or be any word (*). A name in angle brackets stands for each of a list
// of phrases.
type phraseBook map[string][]phrase

type phrase []phraseWord

type phraseWord struct {
	choices  []string // nothing for any word
	optional bool
}

func newPhraseBook(written []string, lists map[string][]string) phraseBook {
	book := phraseBook{}
	for _, w := range written {
		for _, p := range spelledOut(w, lists) {
			book.add(readPhrase(p))
		}
	}
	return book
}

// spelledOut replaces the named lists of a phrase, each of their phrases giving
// one of its own.
func spelledOut(written string, lists map[string][]string) []string {
	before, rest, found := strings.Cut(written, "<")
	name, after, closed := strings.Cut(rest, ">")
	if !found || !closed {
		return []string{written}
	}
	var all []string
	for _, p := range lists[name] {
		all = append(all, spelledOut(before+p+after, lists)...)
	}
	return all
}

func readPhrase(written string) phrase {
	var p phrase
	for _, word := range strings.Fields(written) {
		word, optional := strings.CutSuffix(word, "?")
		w := phraseWord{optional: optional}
		if word != "*" {
			for _, choice := range strings.Split(word, "|") {
				w.choices = append(w.choices, forms(choice)...)
			}
		}
		p = append(p, w)
	}
	return p
}

// forms gives what a word written with "~" stands for. A form that no one uses
// does no harm.
func forms(word string) []string {
	stem, all := strings.CutSuffix(word, "~")
	if !all {
		return []string{word}
	}
	last := stem[len(stem)-1:]
	switch last {
	case "e":
		bare := stem[:len(stem)-1]
		return []string{stem, stem + "s", stem + "d", bare + "ing"}
	case "y":
		bare := stem[:len(stem)-1]
		return []string{stem, stem + "s", bare + "ies", bare + "ied", stem + "ing"}
	}
	return []string{stem, stem + "s", stem + "es", stem + "ed", stem + "ing", stem + last + "ed", stem + last + "ing"}
}

func (b phraseBook) add(p phrase) {
	for i, w := range p {
		for _, c := range w.choices {
			b[c] = append(b[c], p[i:])
		}
		if !w.optional {
			return
		}
	}
}

// at gives how many words a phrase at the start of the words takes, 0 for none.
func (b phraseBook) at(words []string) int {
	longest := 0
	for _, p := range b[words[0]] {
		longest = max(longest, p.match(words))
	}
	return longest
}

// match gives the number of words that the phrase takes, 0 when it does not fit.
// No phrase goes over the end of a clause.
func (p phrase) match(words []string) int {
	if len(p) == 0 {
		return 0
	}
	if len(words) > 0 && words[0] != clauseEnd && (p[0].choices == nil || slices.Contains(p[0].choices, words[0])) {
		if len(p) == 1 {
			return 1
		}
		if n := p[1:].match(words[1:]); n > 0 {
			return n + 1
		}
	}
	if p[0].optional {
		return p[1:].match(words)
	}
	return 0
}
