package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gh-debt/recipe/drain"
)

// answerFlags say how questions are answered that the screens ask.
type answerFlags struct {
	file  string
	holds bool

	given drain.Answers // as read from the file
}

func (f *answerFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.file, "answers", "", "Answer the screens' questions from a `file` (- is standard input), as JSON: {\"ID\": true}")
	c.Flags().BoolVar(&f.holds, "holds", false, "Say of everything that an issue says that it still holds")
}

// read reads the file of answers.
func (f *answerFlags) read(w World) error {
	f.given = drain.Answers{}
	if f.file == "" {
		return nil
	}
	data, err := readInput(w, f.file)
	if err != nil {
		return usagef("the answers could not be read: %v", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&f.given); err != nil {
		return usagef("the answers are no JSON object of the form {\"ID\": true}: %v", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return usagef("the answers are one JSON object, and something follows it")
	}
	return nil
}

// premise reports whether a question is about what an issue says, and not about
// what is to become of it.
func premise(q drain.Question) bool { return !strings.HasSuffix(q.ID, ":design") }

// unanswered says that nobody is there to answer a question.
type unanswered struct{ question drain.Question }

func (u *unanswered) Error() string { return "nobody is there to answer: " + u.question.Title }

// answer answers a question of a step: by the flags, else by the person, who is
// shown what it is about. With nobody there it is an *unanswered.
func (h *house) answer(ctx context.Context, f answerFlags, q drain.Question) (bool, error) {
	if yes, ok := f.given[q.ID]; ok {
		return yes, nil
	}
	if f.holds && premise(q) {
		return true, nil
	}
	if !h.world.person() {
		return false, &unanswered{q}
	}
	for _, text := range q.Lines {
		if err := line(h.world.Err, "    %s", text); err != nil {
			return false, err
		}
	}
	return h.choice(ctx, visible(fmt.Sprintf("%s (y: %s; n: %s)", q.Title, q.Yes, q.No)))
}

// choice asks a question to which both answers say something, until one is given.
func (h *house) choice(ctx context.Context, question string) (bool, error) {
	for {
		text, ended, err := h.readLine(ctx, question+" [y/n] ")
		if err != nil {
			return false, err
		}
		switch strings.ToLower(text) {
		case "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		if ended {
			return false, errLeft
		}
	}
}

// errLeft says that the person left a question without an answer.
var errLeft = &withStatus{exitFound, errors.New("it was left without an answer; what was done so far is kept")}

// tellAnswers says how questions are answered by a program, or on the command line.
func (h *house) tellAnswers() {
	fmt.Fprintln(h.world.Err, "answer with --answers FILE, or with --holds when all that the issues say still holds")
}
