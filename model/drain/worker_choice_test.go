package drain

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func program(name, family string, roles ...Role) Worker {
	return Worker{Name: name, Family: family, Roles: roles, Command: []string{name}}
}

func TestReviewer(t *testing.T) {
	fixer := program("fixer", "acme", Implement, Review)
	sibling := program("sibling", "acme", Review)
	other := program("other", "zeta", Implement, Review)
	plain := program("plain", "", Review)
	onlyImplements := program("hand", "zeta", Implement)
	noPerson := Worker{Name: Me, Roles: []Role{Implement}}
	for _, c := range []struct {
		name         string
		workers      []Worker
		implementers []string
		want         string
		diversity    Diversity
	}{
		{"another family first", []Worker{fixer, sibling, other}, []string{"fixer"}, "other", OtherFamily},
		{"then another worker of the same family", []Worker{fixer, sibling}, []string{"fixer"}, "sibling", SameFamily},
		{"never the implementer: then the person", []Worker{fixer}, []string{"fixer"}, Me, OtherFamily},
		{"a family that is not told is not known to be another", []Worker{fixer, plain}, []string{"fixer"}, "plain", SameFamily},
		{"who only implements does not review", []Worker{fixer, onlyImplements, sibling}, []string{"fixer"}, "sibling", SameFamily},
		{"a program reviews a person's work", []Worker{fixer}, []string{Me}, "fixer", OtherFamily},
		{"nobody else: the person's own review", nil, []string{Me}, Me, SameWorker},
		{"nobody else: the program's own review", []Worker{fixer, noPerson}, []string{"fixer"}, "fixer", SameWorker},
		{"nobody who has a part in the branch", []Worker{fixer, other, sibling}, []string{"fixer", "other"}, "sibling", SameFamily},
		{"all have a part in it", []Worker{fixer, other}, []string{"fixer", "other", Me}, Me, SameWorker},
		{"the order of the configuration among equals", []Worker{fixer, program("z2", "zeta", Review), program("y", "ypsilon", Review)}, []string{"fixer"}, "z2", OtherFamily},
		{"families are compared without case", []Worker{fixer, program("sis", "ACME", Review)}, []string{"fixer"}, "sis", SameFamily},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, d := Reviewer(c.workers, c.implementers...)
			if w.Name != c.want || d != c.diversity {
				t.Errorf("Reviewer = %s, %s, want %s, %s", w.Name, d, c.want, c.diversity)
			}
			if d.Independent() != (c.diversity != SameWorker) {
				t.Errorf("%s counts as independent: %v", d, d.Independent())
			}
		})
	}
}

func TestImplementersHaveThePersonFirst(t *testing.T) {
	me := Worker{Name: Me, Roles: []Role{Review}}
	for _, c := range []struct {
		name    string
		workers []Worker
		want    []string
	}{
		{"nobody is configured", nil, []string{Me}},
		{"programs that implement", []Worker{program("a", "", Review), program("b", "", Implement)}, []string{Me, "b"}},
		{"a person who does not", []Worker{program("b", "", Implement), me}, []string{"b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, w := range Implementers(c.workers) {
				got = append(got, w.Name)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDiversityRanGoesByWhatTheReportsSay(t *testing.T) {
	work := func(worker, model string) Worked { return Worked{Worker: worker, Report: Report{Model: model}} }
	for _, c := range []struct {
		name     string
		promised Diversity
		model    string
		done     []Worked
		want     Diversity
	}{
		{"another model", OtherFamily, "zeta-1", []Worked{work("fixer", "acme-3")}, OtherFamily},
		{"the very model that implemented", OtherFamily, " ACME-3", []Worked{work("fixer", "acme-3")}, SameFamily},
		{"one of several", OtherFamily, "acme-3", []Worked{work("fixer", "acme-3"), work("other", "zeta-1")}, SameFamily},
		{"nothing makes the own review another's", SameWorker, "zeta-1", []Worked{work("fixer", "acme-3")}, SameWorker},
		{"a person has no model", OtherFamily, "none", []Worked{work(Me, "none")}, OtherFamily},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := DiversityRan(c.promised, Verdict{Model: c.model}, c.done); got != c.want {
				t.Errorf("DiversityRan = %s, want %s", got, c.want)
			}
		})
	}
}

func TestHandsNamesAllWhoHaveAPart(t *testing.T) {
	u := Unit{Chosen: Chosen{Implementer: "fixer"}}
	if diff := cmp.Diff([]string{"fixer"}, u.Hands()); diff != "" {
		t.Error(diff)
	}
	u.Done = []Worked{{Worker: "fixer"}, {Worker: Me}, {Worker: "fixer"}}
	if diff := cmp.Diff([]string{Me, "fixer"}, u.Hands()); diff != "" {
		t.Error(diff)
	}
}
