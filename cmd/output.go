package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cli/go-gh/v2/pkg/jq"
	"github.com/cli/go-gh/v2/pkg/jsonpretty"
	"github.com/cli/go-gh/v2/pkg/template"
	"github.com/spf13/cobra"

	"gh-debt/model"
)

// export is how a command's result is to be printed as JSON, if at all.
type export struct {
	fields   []string // of `list`; nil elsewhere
	on       bool
	jq       string
	template string
}

// switchJSON gives the command a --json switch with --jq and --template.
func (e *export) switchJSON(c *cobra.Command) {
	c.Flags().BoolVar(&e.on, "json", false, "Print the whole result as JSON")
	e.filters(c)
}

// fieldsJSON gives the command `--json FIELDS` as gh has it: without a value,
// the flag's error names the fields there are.
func (e *export) fieldsJSON(c *cobra.Command, fields []string) {
	c.Flags().StringSliceVar(&e.fields, "json", nil, "Print JSON with the given `fields`")
	e.filters(c)
	complete(c, "json", fields)
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if strings.Contains(err.Error(), "flag needs an argument: --json") {
			return &usage{err: fmt.Errorf("--json takes one or more of these fields, separated by commas: %s", strings.Join(fields, ", "))}
		}
		return flagError(c, err)
	})
}

func (e *export) filters(c *cobra.Command) {
	c.Flags().StringVarP(&e.jq, "jq", "q", "", "Filter the JSON with a jq `expression`")
	c.Flags().StringVarP(&e.template, "template", "t", "", "Format the JSON with a Go `template`, see gh help formatting")
}

// check refuses combinations that would be ignored, and unknown fields.
func (e *export) check(c *cobra.Command, known []string) error {
	e.on = e.on || len(e.fields) > 0
	if c.Flags().Changed("json") && !e.on && known != nil {
		return usagef("--json takes one or more of these fields, separated by commas: %s", strings.Join(known, ", "))
	}
	if !e.on && (e.jq != "" || e.template != "") {
		return usagef("--jq and --template work on JSON: add --json")
	}
	if e.jq != "" && e.template != "" {
		return usagef("--jq and --template cannot be used together")
	}
	for _, f := range e.fields {
		if !slices.Contains(known, f) {
			if near, ok := model.Nearest(f, known); ok {
				return usagef("unknown JSON field %q, did you mean %q?", f, near)
			}
			return usagef("unknown JSON field %q; the fields are %s", f, strings.Join(known, ", "))
		}
	}
	return nil
}

// print writes the value as the flags ask: filtered by jq, formatted by a
// template, indented for a terminal, on one line for a pipe.
func (e *export) print(w World, value any) error {
	data, err := marshal(value)
	if err != nil {
		return fmt.Errorf("could not write the result as JSON: %w", err)
	}
	switch {
	case e.jq != "":
		return e.printFiltered(w, data)
	case e.template != "":
		return e.printTemplate(w, data)
	}
	return writeJSON(w, data)
}

// printFiltered prints what jq makes of the JSON. A pipe gets strings as they
// are, a terminal gets them made visible.
func (e *export) printFiltered(w World, data []byte) error {
	indent := ""
	if w.Terminal.Out {
		indent = "  "
		var err error
		if data, err = readable(data); err != nil {
			return err
		}
	}
	if err := jq.EvaluateFormatted(bytes.NewReader(data), w.Out, e.jq, indent, w.Terminal.Color); err != nil {
		return usagef("--jq: %s", jqSentence(err))
	}
	return nil
}

// jqSentence leaves out the drawing that go-gh puts under a broken expression.
func jqSentence(err error) string {
	lines := strings.Split(err.Error(), "\n")
	if len(lines) == 1 {
		return lines[0]
	}
	return lines[0] + ": " + strings.TrimLeft(lines[len(lines)-1], " ^")
}

func (e *export) printTemplate(w World, data []byte) error {
	data, err := readable(data)
	if err != nil {
		return err
	}
	t := template.New(w.Out, w.Terminal.Width, w.Terminal.Color)
	if err := t.Parse(e.template); err != nil {
		return &usage{err: fmt.Errorf("--template: %w", err)}
	}
	if err := t.Execute(bytes.NewReader(data)); err != nil {
		return &usage{err: fmt.Errorf("--template: %w", err)}
	}
	return t.Flush()
}

// writeJSON pretty-prints for a person and keeps one line for a program.
func writeJSON(w World, data []byte) error {
	if w.Terminal.Out {
		return jsonpretty.Format(w.Out, bytes.NewReader(data), "  ", w.Terminal.Color)
	}
	_, err := w.Out.Write(append(data, '\n'))
	return err
}

// marshal encodes without escaping <, > and &, so that a body reads as it is;
// what a reader would not see is escaped.
func marshal(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return escapeHidden(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// line writes one line of a result; text from issues is made visible.
func line(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintln(w, model.Visible(fmt.Sprintf(format, args...)))
	return err
}
