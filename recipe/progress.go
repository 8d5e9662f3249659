package recipe

import "sync"

// StepState says how a step of a recipe stands.
type StepState string

// The states of a step.
const (
	StepRunning StepState = "running"
	StepDone    StepState = "done"
	StepFailed  StepState = "failed"
	StepSkipped StepState = "skipped"
	StepWaiting StepState = "waiting" // for a rate limit to end
)

// Step is one thing a recipe does, as told while it runs. Name is the same from
// a step's first report to its last ("read the open issues"); Done of Total
// counts its parts, and a Total of 0 means that the number is not known.
type Step struct {
	Name   string
	State  StepState
	Detail string
	Done   int
	Total  int
}

// Progress is called with each report of a running recipe, never from two
// goroutines at once. A nil Progress is allowed wherever one is taken. It must
// return quickly.
type Progress func(Step)

// serial gives a Progress that may be called from several goroutines, and never
// nil.
func (p Progress) serial() Progress {
	if p == nil {
		return func(Step) {}
	}
	var mu sync.Mutex
	return func(s Step) {
		mu.Lock()
		defer mu.Unlock()
		p(s)
	}
}

// step reports that a step begins and gives the function that reports how it
// ended.
func (p Progress) step(name string) func(detail string, err error) {
	if p == nil {
		return func(string, error) {}
	}
	p(Step{Name: name, State: StepRunning})
	return func(detail string, err error) {
		if err != nil {
			p(Step{Name: name, State: StepFailed, Detail: err.Error()})
			return
		}
		p(Step{Name: name, State: StepDone, Detail: detail})
	}
}
