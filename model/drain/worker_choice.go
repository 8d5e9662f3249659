package drain

import (
	"slices"
	"strings"
)

// Person is the worker that is the person, for when the configuration says nothing
// of it: it may implement and review.
func Person() Worker { return Worker{Name: Me, Roles: []Role{Implement, Review}} }

// Has reports whether a worker may be asked to do it.
func (w Worker) Has(r Role) bool { return slices.Contains(w.Roles, r) }

// Implementers gives who may implement, the person first: named in the
// configuration or not, a person is always there. Only workers whose command exists
// should be among those that are given.
func Implementers(workers []Worker) []Worker { return having(workers, Implement) }

// Reviewers gives who may review, the person first.
func Reviewers(workers []Worker) []Worker { return having(workers, Review) }

func having(workers []Worker, r Role) []Worker {
	person := Person()
	var out []Worker
	for _, w := range workers {
		switch {
		case w.Name == Me:
			person = w
		case w.Has(r):
			out = append(out, w)
		}
	}
	if person.Has(r) {
		out = slices.Insert(out, 0, person)
	}
	return out
}

// Reviewer fills who reviews (section 6 of draining): nobody who implemented; a
// program of another family first, then another one of the same family, which is
// reduced diversity; then the person, unless the person implemented. With nobody
// else the last implementer is left, and the review will not be independent.
//
// The order among equals is that of the configuration. The implementers are all
// that have a part in the branch, the last one at the end.
func Reviewer(workers []Worker, implementers ...string) (Worker, Diversity) {
	able := Reviewers(workers)
	diversity := func(w Worker) Diversity { return DiversityAmong(workers, implementers, w) }
	for _, want := range []Diversity{OtherFamily, SameFamily} {
		for _, w := range able { // the person is asked last: a program need not be waited for
			if w.Name != Me && diversity(w) == want {
				return w, want
			}
		}
	}
	for _, w := range able {
		if d := diversity(w); d != SameWorker {
			return w, d
		}
	}
	last := Me
	if len(implementers) > 0 {
		last = implementers[len(implementers)-1]
	}
	return workerNamed(workers, last), SameWorker
}

// DiversityAmong gives a reviewer's diversity towards the nearest of the implementers;
// Unit.Hands names all that have a part in a branch.
func DiversityAmong(workers []Worker, implementers []string, reviewer Worker) Diversity {
	least := OtherFamily
	for _, i := range implementers {
		switch d := DiversityOf(workers, i, reviewer); {
		case d == SameWorker:
			return SameWorker
		case d == SameFamily:
			least = SameFamily
		}
	}
	return least
}

// Hands gives the workers that have a part in the branch, the last one at the end;
// before any work, the one that was chosen to implement.
func (u *Unit) Hands() []string {
	var out []string
	for _, w := range u.Done {
		out = append(slices.DeleteFunc(out, func(n string) bool { return n == w.Worker }), w.Worker)
	}
	if len(out) == 0 && u.Chosen.Implementer != "" {
		out = []string{u.Chosen.Implementer}
	}
	return out
}

// DiversityOf says how far a reviewer's mind is from an implementer's. A person is
// of another family than any program; a program whose family is not told is not
// known to be of another.
func DiversityOf(workers []Worker, implementer string, reviewer Worker) Diversity {
	if reviewer.Name == implementer {
		return SameWorker
	}
	if reviewer.Name == Me || implementer == Me {
		return OtherFamily
	}
	mine, theirs := workerNamed(workers, implementer).Family, reviewer.Family
	if mine == "" || theirs == "" || strings.EqualFold(mine, theirs) {
		return SameFamily
	}
	return OtherFamily
}

// DiversityRan corrects the diversity that the configuration promised by what the
// reports say actually ran: a reviewer that ran the very model which implemented is
// no other family, whatever it is called.
func DiversityRan(promised Diversity, v Verdict, done []Worked) Diversity {
	if promised != OtherFamily {
		return promised
	}
	for _, w := range done {
		if m := strings.TrimSpace(w.Report.Model); m != "" && strings.EqualFold(m, strings.TrimSpace(v.Model)) && w.Worker != Me {
			return SameFamily
		}
	}
	return promised
}

// Independent reports whether a review of this diversity counts as independent.
func (d Diversity) Independent() bool { return d == OtherFamily || d == SameFamily }

// Words says the diversity in a person's words.
func (d Diversity) Words() string {
	switch d {
	case OtherFamily:
		return "another family"
	case SameFamily:
		return "reduced diversity: the same family"
	}
	return "not independent: nobody else is there"
}

// workerNamed gives a worker by its name; one that is not in the configuration is
// the person, or known by its name alone.
func workerNamed(workers []Worker, name string) Worker {
	if i := slices.IndexFunc(workers, func(w Worker) bool { return w.Name == name }); i >= 0 {
		return workers[i]
	}
	if name == Me {
		return Person()
	}
	return Worker{Name: name}
}
