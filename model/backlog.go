package model

// Backlog is what the backlog command prints (section 7). All lists of numbers are
// in the order of the queue; an empty one is [], never null.
type Backlog struct {
	Candidates []int            `json:"candidates"`
	Excluded   BacklogExcluded  `json:"excluded"`
	Clusters   []BacklogCluster `json:"clusters"`
	SpecClass  []int            `json:"spec_class"` // candidates of footprint spec
}

// BacklogExcluded holds each excluded issue in exactly one list.
type BacklogExcluded struct {
	InProgress  []int `json:"in_progress"`
	SpecParked  []int `json:"spec_parked"`
	Investigate []int `json:"investigate"`
}

// BacklogCluster is one batch.
type BacklogCluster struct {
	Members []int    `json:"members"`
	Paths   []string `json:"paths"`
	Signal  string   `json:"signal"`
}

func emptyBacklog() Backlog {
	return Backlog{
		Candidates: []int{},
		Excluded:   BacklogExcluded{InProgress: []int{}, SpecParked: []int{}, Investigate: []int{}},
		Clusters:   []BacklogCluster{},
		SpecClass:  []int{},
	}
}

// add puts an issue in the list it belongs to and reports whether it is a candidate.
func (b *Backlog) add(number int, why Exclusion, footprint string) bool {
	switch why {
	case InProgress:
		b.Excluded.InProgress = append(b.Excluded.InProgress, number)
	case SpecParked:
		b.Excluded.SpecParked = append(b.Excluded.SpecParked, number)
	case Investigating:
		b.Excluded.Investigate = append(b.Excluded.Investigate, number)
	default:
		b.Candidates = append(b.Candidates, number)
		if footprint == Spec {
			b.SpecClass = append(b.SpecClass, number)
		}
		return true
	}
	return false
}

// BacklogItem is one issue of an ordered backlog that another program made.
type BacklogItem struct {
	Number    int
	Labels    []string
	Path      string // of its key, or the first that its body cites, or ""
	Class     string // of its key, or ""
	Footprint string // given, or read from the labels
}

// NewBacklog sorts the open issues of a queue into candidates, excluded and batches.
func NewBacklog(q Queue) Backlog {
	b := emptyBacklog()
	for i := range q.Entries {
		if e := &q.Entries[i]; e.Issue.State != Closed {
			b.add(e.Issue.Number, e.Excluded, e.Grades.Footprint)
		}
	}
	for _, c := range q.Clusters {
		b.Clusters = append(b.Clusters, BacklogCluster{Members: c.Members, Paths: c.Paths, Signal: c.Signal})
	}
	return b
}

// BacklogFrom sorts items, which are already in order, as NewBacklog does.
func BacklogFrom(items []BacklogItem) Backlog {
	b := emptyBacklog()
	var nodes []relation
	for _, item := range items {
		if b.add(item.Number, standingOf(item.Labels).exclusion(), item.Footprint) {
			nodes = append(nodes, relation{number: item.Number, path: item.Path, class: item.Class})
		}
	}
	for _, positions := range clusters(nodes) {
		c := newBatch(nodes, positions)
		b.Clusters = append(b.Clusters, BacklogCluster{Members: c.Members, Paths: c.Paths, Signal: c.Signal})
	}
	return b
}
