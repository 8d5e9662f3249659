// Command fakeworker is the worker of the tests: it does to the workspace that it
// is started in what a script says, well and badly (package workertest has the
// script's form). Its argument is the script's path; without one, FAKE_WORKER has
// it. It is no part of what is installed.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"gh-debt/model/drain"
	"gh-debt/recipe/worker/workertest"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == lingering {
		linger(os.Args[2:])
		return
	}
	status, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakeworker:", err)
		os.Exit(70)
	}
	os.Exit(status)
}

// run takes the script's next entry and does it.
func run() (status int, err error) {
	path := os.Getenv(workertest.ScriptVariable)
	if len(os.Args) > 1 {
		path = os.Args[1]
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, fmt.Errorf("read the script: %w", err)
	}
	var script workertest.Script
	if err := json.Unmarshal(data, &script); err != nil {
		return 0, fmt.Errorf("read the script %s: %w", path, err)
	}
	turn, err := next(path)
	if err != nil {
		return 0, err
	}
	if turn >= len(script.Runs) {
		if !script.Repeat || len(script.Runs) == 0 {
			return 0, fmt.Errorf("the script %s has no run %d", path, turn+1)
		}
		turn = len(script.Runs) - 1
	}
	entry := script.Runs[turn]
	return entry.Exit, do(entry)
}

// next is which run this one is, from 0. The files beside the script count: who
// makes one has its number, however many run at once.
func next(script string) (int, error) {
	for turn := 0; ; turn++ {
		f, err := os.OpenFile(script+".run"+strconv.Itoa(turn+1), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("count the runs: %w", err)
		}
		return turn, f.Close()
	}
}

func do(r workertest.Run) error {
	if err := listen(r); err != nil {
		return err
	}
	if err := change(r); err != nil {
		return err
	}
	if err := speak(r); err != nil {
		return err
	}
	if r.Hang != nil {
		return hang(*r.Hang)
	}
	return nil
}

// listen reads the brief and writes down what it was given.
func listen(r workertest.Run) error {
	if r.SaveEnv != "" {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		text := dir + "\n" + strings.Join(os.Environ(), "\n") + "\n"
		if err := os.WriteFile(r.SaveEnv, []byte(text), 0o600); err != nil {
			return err
		}
	}
	if r.Deaf {
		return nil
	}
	brief, err := io.ReadAll(os.Stdin)
	if err != nil {
		return fmt.Errorf("read the brief: %w", err)
	}
	if r.SaveBrief == "" {
		return nil
	}
	return os.WriteFile(r.SaveBrief, brief, 0o600)
}

// speak prints what the entry says.
func speak(r workertest.Run) error {
	said := ""
	for _, line := range r.Say {
		said += line + "\n"
	}
	if r.Escape {
		said += "\x1b]0;owned\x07\x1b[2J\x1b[31mred\u202e\xff\n" + strings.Repeat("long ", 1000) + "\n"
	}
	out := r.Before
	if r.Report != nil {
		out += inJSON(*r.Report)
	}
	if r.Verdict != nil {
		out += inJSON(*r.Verdict)
	}
	out += r.After
	for _, text := range []*string{&said, &out} {
		if err := fill(text); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(os.Stderr, said); err != nil {
		return err
	}
	if err := flood(r.Flood); err != nil {
		return err
	}
	_, err := io.WriteString(os.Stdout, out)
	return err
}

// inJSON is a line of JSON. A report and a verdict always have one.
func inJSON[T drain.Report | drain.Verdict](value T) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(data) + "\n"
}

// fill puts the head in the place of its placeholder.
func fill(text *string) error {
	if !strings.Contains(*text, workertest.HeadPlaceholder) {
		return nil
	}
	head, err := git("rev-parse", "HEAD")
	*text = strings.ReplaceAll(*text, workertest.HeadPlaceholder, head)
	return err
}

func flood(bytes int) error {
	const line = "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopq\n"
	for bytes > 0 {
		n, err := io.WriteString(os.Stdout, line[:min(bytes, len(line))])
		if err != nil {
			return err
		}
		bytes -= n
	}
	return nil
}
