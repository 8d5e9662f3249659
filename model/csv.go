package model

import "strings"

// ParseLabelCSV reads a list of labels as a flag takes it: separated by commas,
// each trimmed, empty entries dropped. An entry between quotation marks may hold
// commas, and a quotation mark written twice; quotation marks anywhere else, or
// without an end, are part of the name.
func ParseLabelCSV(s string) []string {
	var labels []string
	for s != "" {
		entry, rest, ok := quotedEntry(s)
		if !ok {
			entry, rest, _ = strings.Cut(s, ",")
		}
		if entry = strings.TrimSpace(entry); entry != "" {
			labels = append(labels, entry)
		}
		s = rest
	}
	return labels
}

// quotedEntry reads an entry between quotation marks and the comma behind it.
func quotedEntry(s string) (entry, rest string, ok bool) {
	s, ok = strings.CutPrefix(strings.TrimSpace(s), `"`)
	if !ok {
		return "", "", false
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, `"`)
		if !found {
			return "", "", false
		}
		b.WriteString(before)
		if s, found = strings.CutPrefix(after, `"`); found {
			b.WriteByte('"')
			continue
		}
		before, rest, _ = strings.Cut(s, ",")
		return b.String(), rest, strings.TrimSpace(before) == ""
	}
}

// FormatLabelCSV writes a list of labels so that ParseLabelCSV reads the same
// list back, names trimmed and empty ones left out.
func FormatLabelCSV(labels []string) string {
	var b strings.Builder
	for _, l := range labels {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		if strings.HasPrefix(l, `"`) || strings.Contains(l, ",") {
			l = `"` + strings.ReplaceAll(l, `"`, `""`) + `"`
		}
		b.WriteString(l)
	}
	return b.String()
}
