package recipe

import (
	"context"
	"time"

	"gh-debt/model"
)

// History tells which values an issue's axes have had (section 7, history).
type History struct {
	Timeline TimelineReader
}

func newHistory(d Deps) History { return History{Timeline: d.Tracker} }

// HistoryInput names the issue.
type HistoryInput struct {
	Number   int
	Progress Progress
}

// HistoryResult holds the axes that ever had a value, in the order of the axes.
type HistoryResult struct {
	Number int           `json:"number"`
	Axes   []AxisHistory `json:"axes"`
}

// AxisHistory is what happened to one axis, oldest first.
type AxisHistory struct {
	Axis    model.Axis   `json:"axis"`
	Changes []AxisChange `json:"changes"`
}

// AxisChange is one change of an axis; an empty From or To is "no value".
type AxisChange struct {
	From  string    `json:"from"`
	To    string    `json:"to"`
	At    time.Time `json:"at"`
	Actor string    `json:"actor"`
}

// Run reads the whole timeline of the issue.
func (r History) Run(ctx context.Context, in HistoryInput) (HistoryResult, error) {
	end := in.Progress.step("read the timeline")
	events, err := r.Timeline.Timeline(ctx, in.Number)
	end("", err)
	if err != nil {
		return HistoryResult{}, err
	}
	return HistoryResult{Number: in.Number, Axes: gradeHistory(events)}, nil
}

func gradeHistory(events []model.Event) []AxisHistory {
	by := model.GradeHistory(events)
	out := []AxisHistory{}
	for _, axis := range model.Axes() {
		if len(by[axis]) == 0 {
			continue
		}
		h := AxisHistory{Axis: axis}
		for _, c := range by[axis] {
			h.Changes = append(h.Changes, AxisChange{From: c.From, To: c.To, At: c.At, Actor: c.Actor})
		}
		out = append(out, h)
	}
	return out
}
