package filing

import (
	"fmt"
	"os"
	"os/exec"
	"unicode/utf8"

	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/shlex"
)

// Editor is a person's own editor.
type Editor struct {
	// Command is the value of GH_EDITOR or EDITOR, words and quotes as a shell
	// reads them; "" where none is set.
	Command string
	// Dir is where the text is put while it is edited; "" is the system's own
	// folder for such files.
	Dir string
	// In and Out are the terminal. The editor gets the files themselves: given the
	// app's own input and output, which are more than files, it would run between
	// two pipes.
	In, Out *os.File
	// Exec runs the editor with the terminal to itself; nil is tea.ExecProcess.
	Exec func(*exec.Cmd, tea.ExecCallback) tea.Cmd
}

// Messages of the editor.
type (
	editorReady struct {
		of   field
		file string
		err  error
	}
	editorDone struct {
		of   field
		text string
		err  error
	}
)

// edit opens the text of the focused field in the person's editor. The file is
// the owner's alone and is removed afterwards.
func (m *Model) edit() tea.Cmd {
	of, text, dir := m.focus, m.form.text(m.focus), m.deps.Editor.Dir
	return func() tea.Msg {
		name, err := writeText(dir, text)
		return editorReady{of, name, err}
	}
}

// writeText puts a text into a new file that only the owner can read.
func writeText(dir, text string) (string, error) {
	f, err := os.CreateTemp(dir, "gh-debt-*.md") // 0600
	if err != nil {
		return "", fmt.Errorf("make a file for the editor: %w", err)
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", fmt.Errorf("write the file for the editor: %w", err)
	}
	return f.Name(), nil
}

// runEditor hands the terminal to the editor.
func (m *Model) runEditor(msg editorReady) tea.Cmd {
	if msg.err != nil {
		return screen.Send(screen.Failed(msg.err))
	}
	words, err := shlex.Split(m.deps.Editor.Command)
	if err != nil || len(words) == 0 {
		_ = os.Remove(msg.file)
		return screen.Send(screen.Toast{Level: screen.Failure, Text: fmt.Sprintf("the editor %q is no command", m.deps.Editor.Command), Next: "set GH_EDITOR or EDITOR"})
	}
	run := m.deps.Editor.Exec
	if run == nil {
		run = tea.ExecProcess
	}
	command := exec.Command(words[0], append(words[1:], msg.file)...)
	if terminal := m.deps.Editor; terminal.In != nil && terminal.Out != nil {
		command.Stdin, command.Stdout, command.Stderr = terminal.In, terminal.Out, terminal.Out
	}
	return run(command, func(err error) tea.Msg {
		defer func() { _ = os.Remove(msg.file) }()
		if err != nil {
			return editorDone{of: msg.of, err: fmt.Errorf("the editor %s failed: %w", words[0], err)}
		}
		text, err := os.ReadFile(msg.file)
		if err == nil && !utf8.Valid(text) {
			err = fmt.Errorf("the text is not UTF-8; convert it first")
		}
		if err != nil {
			return editorDone{of: msg.of, err: fmt.Errorf("read what the editor wrote: %w", err)}
		}
		return editorDone{of: msg.of, text: string(text)}
	})
}

// takeEdited puts the editor's text into the field; one that failed changes
// nothing.
func (m *Model) takeEdited(msg editorDone) tea.Cmd {
	if msg.err != nil {
		t := screen.Failed(msg.err)
		t.Next = "the field holds what it held before"
		return screen.Send(t)
	}
	area, ok := m.form.areas[msg.of]
	if !ok {
		return nil
	}
	before := area.Value()
	area.SetValue(trimEnd(msg.text))
	if area.Value() == before {
		return nil
	}
	m.form.noted(msg.of, true)
	return m.changed(msg.of)
}

// trimEnd takes off the line ends that editors put behind a text.
func trimEnd(s string) string {
	for len(s) > 0 && (s[len(s)-1] == '\n' || s[len(s)-1] == '\r') {
		s = s[:len(s)-1]
	}
	return s
}
