package board

import (
	"slices"

	rule "gh-debt/model/drain"
)

// group is one column of the wide board, one heading of the narrow one.
type group struct {
	name   string
	stages []rule.Stage
}

// A unit stays for long in few of its stages: it is produced, it waits for
// somebody to propose it, to review it or to merge it. The others are passed
// within minutes, so that most of twelve columns would stand empty, each too
// narrow to read. Stages between which nobody decides anything therefore share a
// column, and a card says its very stage. Only where every stage can have a
// column that is wide enough does each get its own.

// stagesFrom is the least width at which each stage has a column of its own.
const stagesFrom = 240

// groupsFor are the columns of a window, in the order in which a unit passes
// them.
func groupsFor(width int) []group {
	done := []rule.Stage{rule.StageDelivered, rule.StageEnded}
	if width < stagesFrom {
		return []group{
			{"To do", []rule.Stage{rule.StageChosen, rule.StageClaimed, rule.StageScreened, rule.StageIsolated}},
			{"Producing", []rule.Stage{rule.StageProducing}},
			{"Gated", []rule.Stage{rule.StageGated}},
			{"In review", []rule.Stage{rule.StageProposed, rule.StageReviewing, rule.StageFixing}},
			{"Merging", []rule.Stage{rule.StageMergeReady, rule.StageMerging}},
			{"Done", done},
		}
	}
	return []group{
		{"Claimed", []rule.Stage{rule.StageChosen, rule.StageClaimed}},
		{"Screened", []rule.Stage{rule.StageScreened}},
		{"Isolated", []rule.Stage{rule.StageIsolated}},
		{"Producing", []rule.Stage{rule.StageProducing}},
		{"Gated", []rule.Stage{rule.StageGated}},
		{"Proposed", []rule.Stage{rule.StageProposed}},
		{"Reviewing", []rule.Stage{rule.StageReviewing}},
		{"Fixing", []rule.Stage{rule.StageFixing}},
		{"Merge-ready", []rule.Stage{rule.StageMergeReady}},
		{"Merging", []rule.Stage{rule.StageMerging}},
		{"Done", done},
	}
}

// groupOf is the place of a stage among the groups; one that none of them names
// is a unit that has hardly begun.
func groupOf(groups []group, stage rule.Stage) int {
	return max(slices.IndexFunc(groups, func(g group) bool { return slices.Contains(g.stages, stage) }), 0)
}
