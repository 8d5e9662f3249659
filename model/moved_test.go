package model

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFindMovedFollowsKeysToWhereTheyLieNow(t *testing.T) {
	x := NewIndex(
		[]Issue{keyed(12, "a/b", "lib/report/totals.go", 155), keyed(20, "a/b", "old.go", 3), keyed(30, "a/b", "other.go", 1)},
		[]Issue{closedAs(keyed(15, "a/b", "lib/report/totals.go", 150), NotPlanned), closedAs(keyed(5, "a/b", "lib/report/totals.go", 155), Completed)},
	)
	here := func(path string, line int) Position { return Position{Path: path, Line: line, Known: true} }
	all := map[int]Position{
		12: here("lib/report/totals.go", 182), 15: here("lib/report/totals.go", 177), 20: here("new.go", 3), 30: here("other.go", 1),
	}
	with := func(n int, p Position) map[int]Position {
		m := map[int]Position{}
		for k, v := range all {
			m[k] = v
		}
		m[n] = p
		return m
	}
	tests := []struct {
		name    string
		path    string
		line    int
		at      map[int]Position
		want    int
		unknown bool
	}{
		{"lines inserted above (C-01)", "lib/report/totals.go", 182, all, 12, false},
		{"a declined finding moves too", "lib/report/totals.go", 177, all, 15, false},
		{"a renamed file", "new.go", 3, all, 20, false},
		{"the second of two equal statements is new (C-01)", "lib/report/totals.go", 190, all, 0, false},
		{"the lowest number of those that came together", "lib/report/totals.go", 182, with(15, here("lib/report/totals.go", 182)), 12, false},
		{"a line of this file that could not be followed", "lib/report/totals.go", 190, with(12, Position{Path: "lib/report/totals.go"}), 0, true},
		{"a line of another file that could not be followed", "lib/report/totals.go", 190, with(30, Position{Path: "other.go"}), 0, false},
		{"an issue that may be anywhere", "lib/report/totals.go", 190, with(30, Position{}), 0, true},
		{"a match is a match, whatever else is unknown", "new.go", 3, with(12, Position{}), 20, false},
		{"nothing was followed", "new.go", 3, nil, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, ok, unknown := x.FindMoved(tt.path, tt.line, tt.at)
			if m.Issue.Number != tt.want || ok != (tt.want > 0) || unknown != tt.unknown {
				t.Fatalf("FindMoved = #%d, %v, unknown %v, want #%d, unknown %v", m.Issue.Number, ok, unknown, tt.want, tt.unknown)
			}
			if ok && (m.Source != SourceMoved || m.Declined != (m.Issue.State == Closed) || m.Inner == "") {
				t.Errorf("FindMoved = %+v", m)
			}
		})
	}
}

// C-01: nothing is filed in silence beside a likely twin, and nothing is decided.
func TestLikelyOffersWhatMayBeTheSameFinding(t *testing.T) {
	x := NewIndex(
		[]Issue{
			keyed(12, "error-handling/swallowed", "lib/totals.go", 155), keyed(13, Unclassified, "lib/totals.go", 20),
			keyed(14, "naming/vague", "lib/old.go", 9), keyed(15, "error-handling/swallowed", "lib/else.go", 155),
		},
		[]Issue{closedAs(keyed(3, "error-handling/swallowed", "lib/totals.go", 160), NotPlanned)},
	)
	known := func(path string, line int) Position { return Position{Path: path, Line: line, Known: true} }
	sighting := Sighting{Class: "error-handling/swallowed", Path: "lib/totals.go", Line: 182, Text: "\t} catch (e) {}"}
	tests := []struct {
		name  string
		s     Sighting
		at    map[int]Position
		cited map[int]string
		want  []string
	}{
		{"the class, where the position is unknown", sighting, nil, nil, []string{"12 class"}},
		{"the line, indented otherwise", sighting, nil, map[int]string{12: "} catch (e) {}"}, []string{"12 class line"}},
		{"the line under another class", sighting, nil, map[int]string{13: "\t} catch (e) {}\r"}, []string{"12 class", "13 line"}},
		{"known elsewhere, another line of code", sighting,
			map[int]Position{12: known("lib/totals.go", 170)}, map[int]string{12: "return nil"}, nil},
		{"known elsewhere, but an equal line: a person decides", sighting,
			map[int]Position{12: known("lib/totals.go", 170)}, map[int]string{12: "} catch (e) {}"}, []string{"12 line"}},
		{"a renamed file", sighting, map[int]Position{
			12: known("lib/totals.go", 170), 14: {Path: "lib/totals.go"}}, map[int]string{14: "} catch (e) {}"}, []string{"14 line"}},
		{"unclassified says nothing", Sighting{Class: Unclassified, Path: "lib/totals.go", Line: 182, Text: "x()"}, nil, nil, nil},
		{"a bracket alone says nothing", Sighting{Class: Unclassified, Path: "lib/totals.go", Line: 182, Text: "\t})"}, nil,
			map[int]string{12: "})", 13: "})"}, nil},
		{"no line could be read", Sighting{Class: Unclassified, Path: "lib/totals.go", Line: 182}, nil, map[int]string{12: "", 13: ""}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range x.Likely(tt.s, tt.at, tt.cited) {
				words := fmt.Sprint(s.Issue.Number)
				if s.SameClass {
					words += " class"
				}
				if s.SameLine {
					words += " line"
				}
				got = append(got, words)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Likely (-want +got):\n%s", diff)
			}
		})
	}
}
