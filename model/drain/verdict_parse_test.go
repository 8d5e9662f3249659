package drain

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// verdictJSON is a good verdict with one field replaced by other JSON; "" as the
// replacement leaves the field out.
func verdictJSON(field, value string) string {
	var b strings.Builder
	for _, f := range [][2]string{
		{"verdict", `"NEEDS_CHANGES"`}, {"headSha", `"` + headSHA + `"`}, {"model", `"acme-3"`}, {"effort", `"high"`},
		{"findings", "[" + findingJSON("", "") + "]"},
	} {
		if f[0] == field {
			f[1] = value
		}
		if f[1] != "" {
			fmt.Fprintf(&b, ", %q: %s", f[0], f[1])
		}
	}
	return "{" + strings.TrimPrefix(b.String(), ", ") + "}"
}

func findingJSON(field, value string) string {
	var b strings.Builder
	for _, f := range [][2]string{
		{"theme", `"locking"`}, {"class", `"concurrency/lock"`}, {"subject", `"code"`}, {"file", `"a/b.go"`}, {"line", "7"},
		{"confidence", `"high"`}, {"blocking", "true"}, {"text", `"the lock is held"`},
	} {
		if f[0] == field {
			f[1] = value
		}
		if f[1] != "" {
			fmt.Fprintf(&b, ", %q: %s", f[0], f[1])
		}
	}
	return "{" + strings.TrimPrefix(b.String(), ", ") + "}"
}

func TestParseVerdict(t *testing.T) {
	finding := Finding{Theme: "locking", Class: "concurrency/lock", Subject: "code", File: "a/b.go", Line: 7, Confidence: "high", Blocking: true, Text: "the lock is held"}
	note := finding
	note.Blocking = false
	for _, c := range []struct {
		name, data string
		want       Verdict
	}{
		{"changes are needed", verdictJSON("", ""),
			Verdict{Verdict: NeedsChanges, HeadSHA: headSHA, Model: "acme-3", Effort: "high", Findings: []Finding{finding}}},
		{"white space around", "\n\t " + verdictJSON("", "") + " \n",
			Verdict{Verdict: NeedsChanges, HeadSHA: headSHA, Model: "acme-3", Effort: "high", Findings: []Finding{finding}}},
		{"a PASS without findings", `{"verdict":"PASS","headSha":"` + headSHA + `","model":"m","effort":"e"}`,
			Verdict{Verdict: Pass, HeadSHA: headSHA, Model: "m", Effort: "e", Findings: []Finding{}}},
		{"a note inside a PASS", `{"verdict":"PASS","headSha":"` + headSHA + `","model":"m","effort":"e","findings":[` + findingJSON("blocking", "false") + `]}`,
			Verdict{Verdict: Pass, HeadSHA: headSHA, Model: "m", Effort: "e", Findings: []Finding{note}}},
		{"the head in capitals", `{"verdict":"PASS","headSha":"` + strings.ToUpper(headSHA) + `","model":"m","effort":"e","findings":null}`,
			Verdict{Verdict: Pass, HeadSHA: strings.ToUpper(headSHA), Model: "m", Effort: "e", Findings: []Finding{}}},
		{"a finding about evidence without a place", `{"verdict":"NEEDS_CHANGES","headSha":"` + headSHA + `","model":"m","effort":"e","findings":[{"theme":"t","subject":"evidence","confidence":"low","blocking":true,"text":"no test"}]}`,
			Verdict{Verdict: NeedsChanges, HeadSHA: headSHA, Model: "m", Effort: "e", Findings: []Finding{{Theme: "t", Subject: "evidence", Confidence: "low", Blocking: true, Text: "no test"}}}},
		{"strings are kept as they are", `{"verdict":"PASS","headSha":"` + headSHA + `","model":"\u001b[2J","effort":"e"}`,
			Verdict{Verdict: Pass, HeadSHA: headSHA, Model: "\x1b[2J", Effort: "e", Findings: []Finding{}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseVerdict([]byte(c.data), headSHA)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseVerdictRefuses(t *testing.T) {
	inFinding := func(field, value string) string { return verdictJSON("findings", "["+findingJSON(field, value)+"]") }
	for _, c := range []struct{ name, data, part, reason string }{
		{"another head", verdictJSON("headSha", `"`+olderSHA+`"`), "headSha",
			`the verdict is for another head: "` + olderSHA + `", and "` + headSHA + `" was to be reviewed`},
		{"a head in short", verdictJSON("headSha", `"1f3c2aa"`), "headSha", `the verdict is for another head: "1f3c2aa", and "` + headSHA + `" was to be reviewed`},
		{"no head", verdictJSON("headSha", ""), "headSha", "the verdict does not say which head it is for: headSha is empty"},
		{"no proof: the model", verdictJSON("model", `" "`), "model", "the verdict comes without its proof: model is empty"},
		{"no proof: the effort", verdictJSON("effort", ""), "effort", "the verdict comes without its proof: effort is empty"},
		{"an unknown verdict", verdictJSON("verdict", `"LGTM"`), "verdict", `verdict is "LGTM", and it must be PASS or NEEDS_CHANGES`},
		{"a misspelled verdict", verdictJSON("verdict", `"pass"`), "verdict", `verdict is "pass", and it must be PASS or NEEDS_CHANGES (did you mean PASS?)`},
		{"NEEDS_CHANGES without findings", verdictJSON("findings", "[]"), "findings", "the verdict is NEEDS_CHANGES and names no finding"},
		{"a PASS with a blocking finding", verdictJSON("verdict", `"PASS"`), "findings[0].blocking", "the verdict is PASS and findings[0] is blocking: it is one or the other"},
		{"output behind it", verdictJSON("", "") + "\nDone!", "", `there is output behind the JSON object: "Done!"`},
		{"output before it", "Here it is:\n" + verdictJSON("", ""), "", `the output is not one JSON object: it begins with "Here it is:^J{"verdict": "NEEDS_CHANGES", "headSha": "1f3c2aa…"`},
		{"two objects", verdictJSON("", "") + "{}", "", `there is output behind the JSON object: "{}"`},
		{"a code fence", "```json\n{}\n```", "", "the output is not one JSON object: it begins with \"```json^J{}^J```\""},
		{"nothing", " \n", "", "there is no output where one JSON object is expected"},
		{"an array", "[]", "", `the output is not one JSON object: it begins with "[]"`},
		{"null", "null", "", `the output is not one JSON object: it begins with "null"`},
		{"cut short", `{"verdict": "PASS"`, "", "the JSON object is cut short"},
		{"no JSON", `{verdict: PASS}`, "", "the output is not JSON: invalid character 'v'"},
		{"an unknown field", verdictJSON("findings", `[], "finding": []`), "finding", `there is no field "finding" (did you mean findings?)`},
		{"another case of a field", `{"Verdict":"PASS"}`, "Verdict", `there is no field "Verdict" (did you mean verdict?)`},
		{"a field twice", `{"verdict":"NEEDS_CHANGES","verdict":"PASS"}`, "verdict", `the field "verdict" is there twice`},
		{"a field of a finding twice", inFinding("line", `7, "line": 8`), "findings.line", `the field "findings.line" is there twice`},
		{"a value of another kind", verdictJSON("model", "3"), "model", `the field "model" is a JSON number, and it must be a string`},
		{"an object where a string is due", verdictJSON("model", `{"name":"x"}`), "model", `the field "model" is a JSON object, and it must be a string`},
		{"a fraction where a line is due", inFinding("line", "1.5"), "findings.line", `the field "findings.line" is a JSON number 1.5, and it must be a whole number`},
		{"a word where yes or no is due", inFinding("blocking", `"yes"`), "findings.blocking", `the field "findings.blocking" is a JSON string, and it must be true or false`},
		{"an object where an array is due", verdictJSON("findings", "{}"), "findings", `the field "findings" is a JSON object, and it must be an array`},
		{"no theme", inFinding("theme", `""`), "findings[0].theme", "findings[0].theme is empty"},
		{"no text", inFinding("text", ""), "findings[0].text", "findings[0].text is empty"},
		{"a line below 0", inFinding("line", "-1"), "findings[0].line", "findings[0].line is -1, and no line has that number"},
		{"an unknown subject", inFinding("subject", `"test"`), "findings[0].subject", `findings[0].subject is "test", and it must be code or evidence`},
		{"an unknown confidence", inFinding("confidence", `"hihg"`), "findings[0].confidence", `findings[0].confidence is "hihg", and it must be high or medium or low (did you mean high?)`},
		{"a text that is too long", inFinding("text", `"`+strings.Repeat("x", maxText+1)+`"`), "findings[0].text", "findings[0].text has 20001 bytes, at most 20000 are taken"},
		{"too many findings", verdictJSON("findings", "["+strings.Repeat(findingJSON("", "")+",", maxFindings)+findingJSON("", "")+"]"), "findings",
			"the verdict has 201 findings, at most 200 are taken"},
		{"nested without end", `{"findings":` + strings.Repeat("[", 1000), "", "the JSON is nested more than 8 deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseVerdict([]byte(c.data), headSHA)
			var refused *VerdictError
			if !errors.As(err, &refused) {
				t.Fatalf("error %v, want a *VerdictError", err)
			}
			if refused.Part != c.part || !strings.HasPrefix(refused.Error(), c.reason) {
				t.Errorf("refused %q: %q, want %q: %q", refused.Part, refused.Error(), c.part, c.reason)
			}
		})
	}
}

func TestParseReport(t *testing.T) {
	got, err := ParseReport([]byte(`{"model":"acme-3","effort":"","summary":"it is gone","notes":"none"}` + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Report{Model: "acme-3", Summary: "it is gone", Notes: "none"}, got); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ name, data, reason string }{
		{"no JSON", "I am done.", `the output is not one JSON object: it begins with "I am done."`},
		{"no output", "", "there is no output where one JSON object is expected"},
		{"output behind it", `{"model":"m","summary":"s"} ok`, `there is output behind the JSON object: "ok"`},
		{"no model", `{"summary":"s"}`, "the report does not say which model ran: model is empty"},
		{"no summary", `{"model":"m","summary":" "}`, "the report does not say what was done: summary is empty"},
		{"an unknown field", `{"model":"m","sumary":"s"}`, `there is no field "sumary" (did you mean summary?)`},
		{"notes that are too long", `{"model":"m","summary":"s","notes":"` + strings.Repeat("n", maxText+1) + `"}`, "notes has 20001 bytes, at most 20000 are taken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseReport([]byte(c.data))
			var refused *VerdictError
			if !errors.As(err, &refused) || refused.Error() != c.reason {
				t.Errorf("error %v, want %q", err, c.reason)
			}
		})
	}
}

// What is read as a verdict is one: written out and read again it is the same.
func FuzzParseVerdict(f *testing.F) {
	f.Add(verdictJSON("", ""))
	f.Add(verdictJSON("verdict", `"PASS"`))
	f.Add(`{"verdict":"PASS","headSha":"` + headSHA + `","model":"m","effort":"e","findings":null}`)
	f.Add(`{"findings":[[[[`)
	f.Add("{")
	f.Fuzz(func(t *testing.T, data string) {
		v, err := ParseVerdict([]byte(data), headSHA)
		if err != nil {
			var refused *VerdictError
			if !errors.As(err, &refused) || refused.Reason == "" || strings.Contains(refused.Reason, "\n") {
				t.Errorf("%q: error %q", data, err)
			}
			return
		}
		written, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseVerdict(written, headSHA)
		if diff := cmp.Diff(v, again); err != nil || diff != "" {
			t.Errorf("%q: %v %s", data, err, diff)
		}
	})
}

func FuzzParseReport(f *testing.F) {
	f.Add(`{"model":"m","effort":"e","summary":"s","notes":"n"}`)
	f.Add(`{"model":"m"} {}`)
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, data string) {
		r, err := ParseReport([]byte(data))
		var refused *VerdictError
		if err != nil && (!errors.As(err, &refused) || strings.Contains(refused.Reason, "\n")) {
			t.Errorf("%q: error %q", data, err)
		}
		if err == nil && (r.Model == "" || r.Summary == "") {
			t.Errorf("%q is read as %+v", data, r)
		}
	})
}
