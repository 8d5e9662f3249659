package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseLabelCSV(t *testing.T) {
	for _, tt := range []struct {
		name string
		csv  string
		want []string
	}{
		{"plain", "tech-debt,severity:important", []string{"tech-debt", "severity:important"}},
		{"trimmed", " tech-debt , severity:important\t", []string{"tech-debt", "severity:important"}},
		{"empty entries", ",tech-debt,, ,severity:important,", []string{"tech-debt", "severity:important"}},
		{"empty", "", nil},
		{"only commas", " , ,", nil},
		{"a space within", "severity:critical important", []string{"severity:critical important"}},
		{"an empty value", "severity:", []string{"severity:"}},
		{"a comma in quotation marks", `a,"b, c" ,d`, []string{"a", "b, c", "d"}},
		{"a quotation mark written twice", `"say ""hi"", all",b`, []string{`say "hi", all`, "b"}},
		{"a quotation mark within", `say "hi, all"`, []string{`say "hi`, `all"`}},
		{"quotation marks without an end", `"a,b`, []string{`"a`, "b"}},
		{"text behind quotation marks", `"a"b,c`, []string{`"a"b`, "c"}},
		{"nothing in quotation marks", `"",a`, []string{"a"}},
		{"a line end", "a,\nb\r\n", []string{"a", "b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, ParseLabelCSV(tt.csv)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFormatLabelCSV(t *testing.T) {
	for _, tt := range []struct {
		labels []string
		want   string
	}{
		{[]string{"a", "b"}, "a,b"},
		{[]string{" a ", "", "b, c", `"d`, `e"f`}, `a,"b, c","""d",e"f`},
		{nil, ""},
	} {
		if got := FormatLabelCSV(tt.labels); got != tt.want {
			t.Errorf("FormatLabelCSV(%q) = %s, want %s", tt.labels, got, tt.want)
		}
	}
}

func FuzzCSV(f *testing.F) {
	f.Add(`a, "b, c",,"d""e`, "x|y,z|\"q")
	f.Add(`"""",""`, "||")
	f.Fuzz(func(t *testing.T, csv, names string) {
		var labels []string
		for _, l := range strings.Split(names, "|") {
			if l = strings.TrimSpace(l); l != "" {
				labels = append(labels, l)
			}
		}
		if diff := cmp.Diff(labels, ParseLabelCSV(FormatLabelCSV(labels))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", labels, diff)
		}
		read := ParseLabelCSV(csv)
		for _, l := range read {
			if l == "" || strings.TrimSpace(l) != l {
				t.Errorf("ParseLabelCSV(%q) holds %q", csv, l)
			}
		}
		if diff := cmp.Diff(read, ParseLabelCSV(FormatLabelCSV(read))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", csv, diff)
		}
	})
}
