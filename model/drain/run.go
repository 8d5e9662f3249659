package drain

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxInFlight is how many units may be in flight in one clone (section 5 of draining).
const MaxInFlight = 4

// Relation is how two units that touch one path stand to one another.
type Relation string

// The relations.
const (
	// WaitsOn: nothing is produced before the other unit is proposed, because its
	// change is not to be seen yet.
	WaitsOn Relation = "waits-for"
	// StacksOn: the other unit is proposed. This one is worked on all the same, from
	// the target, and merges after it; should it conflict then, a fix takes it there.
	// It does not start from the other's commits: its pull request would carry what
	// nobody approved for it.
	StacksOn Relation = "stacks-on"
)

// Turn is what one unit can do next among many.
type Turn struct {
	Unit     string   `json:"unit"`
	Step     Step     `json:"step"`
	Why      string   `json:"why"`
	Waits    string   `json:"waits,omitempty"`    // why the step cannot be done now; "" when it can
	Asks     string   `json:"asks,omitempty"`     // what a person must say or see to first (Asks)
	Relation Relation `json:"relation,omitempty"` // to the unit On
	On       string   `json:"on,omitempty"`
	Path     string   `json:"path,omitempty"` // that both touch
}

// InFlight counts the units that hold a workspace of the clone.
func InFlight(units []Unit) int {
	n := 0
	for i := range units {
		if units[i].inFlight() {
			n++
		}
	}
	return n
}

func (u *Unit) inFlight() bool { return u.Active() && u.Place.Dir != "" }

// begun reports whether work on the change was begun.
func (u *Unit) begun() bool { return u.Working != nil || len(u.Done) > 0 }

// Touches gives the paths that a unit changes, sorted: those that its members'
// keys name, and those that were changed on its branch.
func (u *Unit) Touches() []string {
	var paths []string
	for _, m := range u.Members() {
		if m.Path != "" {
			paths = append(paths, m.Path)
		}
	}
	for _, w := range u.Done {
		paths = append(paths, w.Files...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Runnable says for each active unit which step is its next and whether it can be
// done now. Those that can go on come first, the furthest of them at the head: what
// is begun is finished before something new is taken.
//
// At most MaxInFlight units are in flight: one without a workspace is neither
// claimed nor given one while so many are. Of two units with a workspace that touch
// one path the later one waits for the earlier, and once that is proposed, stacks on
// it (see Relation). Earlier is the one on which work was begun, then the one that
// was chosen first. A proposed unit that waits for a person holds up no merge.
func Runnable(units []Unit) []Turn {
	active := inTurn(units)
	touching := map[string][]*Unit{}
	for _, u := range active {
		if u.inFlight() {
			for _, p := range u.Touches() {
				touching[p] = append(touching[p], u)
			}
		}
	}
	room := MaxInFlight - InFlight(units)
	turns := make([]Turn, 0, len(active))
	for _, u := range active {
		t := Turn{Unit: u.ID}
		t.Step, t.Why = Next(*u)
		t.Asks, _ = Asks(*u)
		if (t.Step == StepClaim || t.Step == StepScreen || t.Step == StepIsolate) && u.Place.Dir == "" {
			room--
			if room < 0 && t.Step != StepScreen {
				t.Waits = fmt.Sprintf("%d units are in flight: one of them must end first", MaxInFlight)
			}
		}
		u.relate(&t, touching)
		turns = append(turns, t)
	}
	sortTurns(turns, active)
	return turns
}

// inTurn gives the active units, the earlier before the later; those with a
// workspace before those with a claim, and these before the rest, since what is
// taken already comes first where room is short.
func inTurn(units []Unit) []*Unit {
	var active []*Unit
	for i := range units {
		if units[i].Active() {
			active = append(active, &units[i])
		}
	}
	slices.SortStableFunc(active, func(a, b *Unit) int {
		return cmp.Or(
			-compareBool(a.begun(), b.begun()),
			-compareBool(a.Place.Dir != "", b.Place.Dir != ""),
			-compareBool(len(a.Claims) > 0, len(b.Claims) > 0),
			a.Started.Compare(b.Started),
			cmp.Compare(a.ID, b.ID),
		)
	})
	return active
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// relate looks for the first earlier unit that touches one of this unit's paths and
// writes down how the two stand to one another.
func (u *Unit) relate(t *Turn, touching map[string][]*Unit) {
	if !u.inFlight() || t.Step == StepRelease || t.Step == StepDeliver || u.Asked != nil {
		return
	}
	for _, path := range u.Touches() {
		for _, other := range touching[path] {
			if other == u {
				break
			}
			t.meet(u, other, path)
			if t.Waits != "" {
				return
			}
		}
	}
}

// meet takes one earlier unit into a turn.
func (t *Turn) meet(u, other *Unit, path string) {
	proposed := other.Pull.Pull != 0
	switch {
	case !proposed && t.Step == StepProduce && !u.begun():
		t.Relation, t.On, t.Path = WaitsOn, other.ID, path
		t.Waits = fmt.Sprintf("waits for %s, which touches %s too and is not proposed yet", other.ID, path)
	case proposed && t.Step == StepMerge && other.Merged == nil && !other.heldUp():
		t.Relation, t.On, t.Path = StacksOn, other.ID, path
		t.Waits = fmt.Sprintf("stacks on %s, which touches %s too and merges first", other.ID, path)
	case proposed && other.Merged == nil && t.On == "":
		t.Relation, t.On, t.Path = StacksOn, other.ID, path
	}
}

// heldUp reports whether a unit waits for a person, or goes nowhere but to its end.
func (u *Unit) heldUp() bool {
	step, _ := Next(*u)
	_, asks := Asks(*u)
	return asks || step == StepRelease
}

// sortTurns puts what can go on first, and the furthest unit at its head.
func sortTurns(turns []Turn, units []*Unit) {
	far := make(map[string]int, len(units))
	for _, u := range units {
		far[u.ID] = slices.Index(Order(), u.Stage)
	}
	slices.SortStableFunc(turns, func(a, b Turn) int {
		return cmp.Or(
			compareBool(a.Waits != "", b.Waits != ""),
			compareBool(a.Asks != "", b.Asks != ""),
			-cmp.Compare(far[a.Unit], far[b.Unit]),
		)
	})
}
