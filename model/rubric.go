package model

// RubricRow says when a value of an axis is the right one, in a person's words.
type RubricRow struct {
	Value string // empty: the axis is left open
	Text  string
}

// Rubric gives the rows of an axis in the order in which to try them: the first
// that holds is the answer. An optional axis ends with the row that leaves it
// open. It gives nothing for what is no axis.
func Rubric(a Axis) []RubricRow {
	switch a {
	case Severity:
		return []RubricRow{
			{Critical, "it loses data, opens a security hole, or gives a wrong result now"},
			{Important, "it will hurt: a defect on a path that is used, or a trap for the next change"},
			{Suggestion, "it would be better otherwise, and nothing breaks while it waits"},
			{Investigate, "the tier is not yet known: a question has to be answered before one can be given"},
		}
	case Footprint:
		return []RubricRow{
			{Narrow, "the fix stays in one unit of one file and changes no public contract"},
			{Wide, "the fix reaches further than that"},
			{Spec, "the fix must start with a design"},
		}
	case Difficulty:
		return []RubricRow{
			{Easy, "the issue and the code settle the change; no design decision is left"},
			{Medium, "a decision is left that the surrounding code settles"},
			{Hard, "a decision is left that the surrounding code does not settle"},
			{"", "the cited code was not read; this grades the fix, never who does it"},
		}
	case Fold:
		return []RubricRow{
			{Required, "the repair's cost lies in the change around it, so it should ride on another change there"},
			{"", "it can be repaired on its own"},
		}
	case Audience:
		return []RubricRow{
			{Adopter, "whoever uses the project can see the defect"},
			{Maintainer, "only whoever works on the project can see it"},
			{"", "not said"},
		}
	}
	return nil
}
