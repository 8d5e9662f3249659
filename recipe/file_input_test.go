package recipe

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInputIsReadStrictly(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []FindingInput
		many bool
		err  string
	}{
		{
			name: "an object with every key",
			text: `{"path":"a b.go","line":7,"title":"T","failureMode":"F","fix":"X","severity":"investigate","footprint":"wide",
				"class":"c/d","difficulty":"hard","fold":"required","audience":"adopter","question":"Q","settledBy":"S","branch":"b","changed":"1"}`,
			want: []FindingInput{{
				Path: "a b.go", Line: 7, Title: "T", FailureMode: "F", Fix: "X", Severity: "investigate", Footprint: "wide",
				Class: "c/d", Difficulty: "hard", Fold: "required", Audience: "adopter", Question: "Q", SettledBy: "S", Branch: "b", Changed: "1",
			}},
		},
		{name: "an array", text: `[{"path":"a"},{"path":"b","line":2}]`, want: []FindingInput{{Path: "a"}, {Path: "b", Line: 2}}, many: true},
		{name: "an empty array", text: ` [ ] `, want: []FindingInput{}, many: true},
		{name: "a byte-order mark is ignored", text: "\ufeff{\"path\":\"a\"}", want: []FindingInput{{Path: "a"}}},
		{name: "null is an absent value", text: `{"path":"a","title":null,"line":null}`, want: []FindingInput{{Path: "a"}}},
		{name: "changed as a number", text: `{"changed":1}`, want: []FindingInput{{Changed: "1"}}},
		{name: "changed fails open", text: `{"changed":{"a":[true]}}`, want: []FindingInput{{Changed: "unknown"}}},
		{name: "a body that begins with @ stays as it is (C-24)", text: `{"failureMode":"@/etc/passwd"}`, want: []FindingInput{{FailureMode: "@/etc/passwd"}}},

		{name: "a misspelled key", text: "{\n\"failuremode\":\"x\"}", err: `line 2: there is no key "failuremode"; did you mean "failureMode"?`},
		{name: "a key of another case is another key", text: `{"Path":"x"}`, err: `line 1: there is no key "Path"; did you mean "path"?`},
		{name: "which finding", text: "[{},\n{\"sevrity\":\"x\"}]", many: true, err: `finding 2: line 2: there is no key "sevrity"; did you mean "severity"?`},
		{name: "a key twice", text: `{"path":"a","path":"b"}`, err: `line 1: the key "path" is given twice`},
		{name: "a line that is text", text: `{"line":"7"}`, err: `line 1: "line" must be a whole number`},
		{name: "a line that is no whole number", text: `{"line":7.5}`, err: `line 1: "line" must be a whole number`},
		{name: "a path that is a number", text: `{"path":7}`, err: `line 1: "path" must be a string`},
		{name: "text behind the end", text: `{} {}`, err: `line 1: there is text behind the end of the input`},
		{name: "nothing", text: " \n", err: "the input is empty"},
		{name: "cut short", text: `[{"path":"a"`, many: true, err: `finding 1: line 1: the input ends too early`},
		{name: "a string", text: `"x"`, err: `line 1: the input must be a JSON object or an array of them`},
		{name: "an array of strings", text: `["x"]`, many: true, err: `finding 1: line 1: a finding must be a JSON object`},
		{name: "not UTF-8 (C-22)", text: "{\n\"path\":\"a\xff\"}", err: "the input is not UTF-8: line 2 holds the byte 0xFF; convert it first"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, many, err := ParseFindings([]byte(tt.text))
			if tt.err != "" {
				var usage *UsageError
				if !errors.As(err, &usage) || err.Error() != tt.err {
					t.Fatalf("error %v, want the usage error %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || many != tt.many {
				t.Errorf("many %v, findings (-want +got):\n%s", many, diff)
			}
		})
	}
}

func FuzzParseFindings(f *testing.F) {
	for _, s := range []string{`{}`, `[{"path":"a","line":1}]`, `{"changed":true`, "\ufeff[", `[{"path":"\ud800"}]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		findings, _, err := ParseFindings(text)
		var usage *UsageError
		if err != nil && !errors.As(err, &usage) {
			t.Errorf("%v is no usage error", err)
		}
		if err != nil && findings != nil {
			t.Error("findings beside an error")
		}
	})
}
