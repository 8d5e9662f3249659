package drain

import (
	"slices"
	"strings"

	"gh-debt/model"
)

// Few is how many themes of one round still count as few.
const Few = 3

// roundThemes is what one round was about.
type roundThemes struct {
	round  int
	themes []string        // each once, in the order they were found
	design map[string]bool // those that are about design
}

// themes is what rounds were about, in their order. It is never empty.
type themes []roundThemes

func newThemes(rounds []Reviewed) themes {
	out := make(themes, 0, len(rounds))
	for _, r := range rounds {
		out = append(out, themesOf(r))
	}
	return out
}

// themesOf gives the themes of a round's blocking findings; of all when none
// blocks. Spelling counts little: case, dashes and spaces are made one.
func themesOf(r Reviewed) roundThemes {
	out := roundThemes{round: r.Round, design: make(map[string]bool)}
	blocking := slices.ContainsFunc(r.Verdict.Findings, func(f Finding) bool { return f.Blocking })
	for _, f := range r.Verdict.Findings {
		if blocking && !f.Blocking {
			continue
		}
		t := themeName(f)
		if !slices.Contains(out.themes, t) {
			out.themes = append(out.themes, t)
		}
		if aboutDesign(f) {
			out.design[t] = true
		}
	}
	return out
}

// themeName is a theme as it is compared and shown; a finding without one goes by
// its class.
func themeName(f Finding) string {
	for _, s := range []string{f.Theme, f.Class} {
		if words := wordsOf(s); len(words) > 0 {
			return model.Visible(strings.Join(words, " "))
		}
	}
	return "no theme"
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '/' || r == '\t' || r == '\n'
	})
}

// aboutDesign reports whether a finding is about how things are cut and not about
// how one of them works.
func aboutDesign(f Finding) bool {
	book := []string{
		"design", "architecture", "architectural", "abstraction", "layering", "layers", "layer", "interface", "interfaces",
		"contract", "contracts", "api", "responsibility", "responsibilities", "boundary", "boundaries", "coupling",
		"ownership", "structure", "modularity",
	}
	return slices.ContainsFunc(append(wordsOf(f.Theme), wordsOf(f.Class)...), func(w string) bool {
		return slices.Contains(book, w)
	})
}

func (t themes) last() roundThemes { return t[len(t)-1] }

// newest gives the themes of the last round.
func (t themes) newest() []string { return t.last().themes }

// cameBack gives the themes of the last round that an earlier one had, those of
// most rounds first.
func (t themes) cameBack() []string {
	count := t.count()
	var out []string
	for _, name := range t.newest() {
		if count[name] > 1 {
			out = append(out, name)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return count[b] - count[a] })
	return out
}

// cameBackAfter gives the themes of the last round that had come back before one of
// the class rounds was decided: what that round had to close.
func (t themes) cameBackAfter(classRounds []int) []string {
	var out []string
	for i := range t[:len(t)-1] {
		if !slices.Contains(classRounds, t[i].round) {
			continue
		}
		for _, name := range t[:i+1].cameBack() {
			if slices.Contains(t.newest(), name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// count gives in how many rounds each theme was.
func (t themes) count() map[string]int {
	out := make(map[string]int)
	for _, r := range t {
		for _, name := range r.themes {
			out[name]++
		}
	}
	return out
}

// ofDesign gives the themes about design, those of most rounds first.
func (t themes) ofDesign() []string {
	count := t.count()
	var out []string
	for _, r := range t {
		for _, name := range r.themes {
			if r.design[name] && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return count[b] - count[a] })
	return out
}

// spreads reports whether the themes spread over design: several of them are about
// it, in more than one round, and the last round is one of these.
func (t themes) spreads() bool {
	rounds := 0
	for _, r := range t {
		if len(r.design) > 0 {
			rounds++
		}
	}
	return len(t.ofDesign()) > 1 && rounds > 1 && len(t.last().design) > 0
}

// many reports whether the last round had more than a few themes.
func (t themes) many() bool { return len(t.newest()) > Few }
