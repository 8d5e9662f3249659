package drain_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gh-debt/model/drain"
)

// TestAPersonsVerdictIsOneThatIsTaken: what a person says passes the checks that
// hold for everybody's.
func TestAPersonsVerdictIsOneThatIsTaken(t *testing.T) {
	head := strings.Repeat("a", 40)
	for name, c := range map[string]struct {
		pass        bool
		theme, text string
		want        string // the theme, "" for a PASS
	}{
		"pass":             {true, "", "", ""},
		"a theme":          {false, "lost error", "The error is still lost.", "lost error"},
		"from a long text": {false, "", strings.Repeat("The error is still lost. ", 20), "The error is still lost. The error is s…"},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := json.Marshal(drain.PersonVerdict(head, c.pass, c.theme, c.text))
			if err != nil {
				t.Fatal(err)
			}
			v, err := drain.ParseVerdict(data, head)
			if err != nil || (v.Verdict == drain.Pass) != c.pass {
				t.Fatalf("%+v, %v", v, err)
			}
			if c.want != "" && (len(v.Findings) != 1 || v.Findings[0].Theme != c.want) {
				t.Errorf("%+v, want the theme %q", v.Findings, c.want)
			}
		})
	}
}
