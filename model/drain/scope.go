package drain

import (
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
)

// FullEvery is how often a review looks at everything again.
const FullEvery = 3

// ScopeInput is what the scope of the next review depends on.
type ScopeInput struct {
	Rounds     []Reviewed // the completed ones, in order
	Head       string     // what is to be reviewed
	Base       string     // where the branch begins
	HighRisk   bool
	FirstFiles []string // changed between the base and the first reviewed head
	FilesSince []string // changed between the last reviewed head and Head
	Rewritten  bool     // the last reviewed head is no ancestor of Head
}

// ScopeOf says what the next review looks at (section 7 of draining): the first
// round at everything, a later one at the commits since the last reviewed head,
// unless the unit is high-risk, the round is every third, files outside the first
// diff changed, or the branch was rewritten. A head that was reviewed already is
// looked at whole again, as there is nothing since.
func ScopeOf(in ScopeInput) Scope {
	full := Scope{Full: true, From: in.Base, To: in.Head}
	if len(in.Rounds) == 0 {
		full.Why = "the first round"
		return full
	}
	last := in.Rounds[len(in.Rounds)-1].Verdict.HeadSHA
	var why []string
	if in.HighRisk {
		why = append(why, "the unit is high-risk")
	}
	if round := len(in.Rounds) + 1; round%FullEvery == 0 {
		why = append(why, fmt.Sprintf("round %d, and every third looks at everything", round))
	}
	if outside := outsideOf(in.FilesSince, in.FirstFiles); len(outside) > 0 {
		why = append(why, "files outside the first diff: "+names(outside))
	}
	if in.Rewritten {
		why = append(why, "the branch was rewritten")
	}
	if last == in.Head {
		why = append(why, "the head was reviewed already")
	}
	if last == "" {
		why = append(why, "it is not known which head was reviewed last")
	}
	if len(why) == 0 {
		return Scope{From: last, To: in.Head}
	}
	full.Why = strings.Join(why, "; ")
	return full
}

// outsideOf gives the files that are not among the known ones, in order.
func outsideOf(files, known []string) []string {
	var out []string
	for _, f := range files {
		if !slices.Contains(known, f) && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// Words says the scope in one line: "everything (the first round)", or the commits.
func (s Scope) Words() string {
	if s.Full {
		if s.Why == "" {
			return "everything"
		}
		return "everything (" + s.Why + ")"
	}
	return model.Visible(fmt.Sprintf("%s..%s", shortHead(s.From), shortHead(s.To)))
}
