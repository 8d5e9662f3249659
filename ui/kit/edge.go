package kit

// AtTop reports whether the cursor is on the first line of the field, so that
// the key up leaves it.
func (a *Area) AtTop() bool {
	return a.field.Line() == 0 && a.field.LineInfo().RowOffset == 0
}

// AtBottom reports whether the cursor is on the last line of the field, so that
// the key down leaves it.
func (a *Area) AtBottom() bool {
	info := a.field.LineInfo()
	return a.field.Line() >= a.field.LineCount()-1 && info.RowOffset+1 >= info.Height
}
