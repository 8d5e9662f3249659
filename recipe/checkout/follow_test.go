package checkout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

func known(path string, line int) model.Position {
	return model.Position{Path: path, Line: line, Known: true}
}

func unknownIn(path string) model.Position { return model.Position{Path: path} }

// TestFollowLine follows a line through the versions of one file (section 3,
// tier 4; C-01, C-40).
func TestFollowLine(t *testing.T) {
	base := numbered("base", 200)
	lines := func(s string) []string { return strings.SplitAfter(s, "\n") }
	edit := func(f func(l []string) []string) string { return strings.Join(f(lines(base)), "") }
	tests := []struct {
		name     string
		from, to string
		line     int
		want     model.Position
	}{
		{"an unchanged file keeps its line", base, base, 155, known("a.go", 155)},
		{"27 lines inserted above move 155 to 182", base, numbered("new", 27) + base, 155, known("a.go", 182)},
		{"lines inserted below move nothing", base, base + numbered("new", 27), 155, known("a.go", 155)},
		{"lines deleted above", base, edit(func(l []string) []string { return l[20:] }), 155, known("a.go", 135)},
		{"the line itself changed", base, strings.Replace(base, "line 155\n", "line 155 reworded\n", 1), 155, unknownIn("a.go")},
		{"the line itself deleted", base, strings.Replace(base, "base line 155\n", "", 1), 155, unknownIn("a.go")},
		{"the neighbours changed", base, strings.NewReplacer("line 154\n", "x\n", "line 156\n", "y\nz\n").Replace(base), 155, known("a.go", 155)},
		{"several insertions and deletions", base, edit(func(l []string) []string {
			return append(append(append([]string{"a\n", "b\n"}, l[5:50]...), "c\n", "d\n", "e\n", "f\n"), l[50:]...)
		}), 155, known("a.go", 156)},
		{"two insertions of a hundred lines", base, numbered("x", 100) + strings.Join(lines(base)[:90], "") +
			numbered("y", 100) + strings.Join(lines(base)[90:], ""), 155, known("a.go", 355)},
		{"an equal line added beside it: it could be either", "a\nsame()\nb\n", "a\nsame()\nc\nsame()\nb\n", 2, unknownIn("a.go")},
		{"one of two equal lines deleted: it could be either", "a\nsame()\nsame()\nb\n", "a\nsame()\nb\n", 2, unknownIn("a.go")},
		{"an equal line added elsewhere", base, "base line 155\nother\n" + base, 155, known("a.go", 157)},
		{"a bracket in a rewritten file", "{\n" + numbered("old", 30) + "\t}\n" + numbered("older", 5),
			"{\n" + numbered("new", 20) + "\t}\n" + numbered("newer", 9), 32, unknownIn("a.go")},
		{"a line past the end at its start", base, numbered("new", 27) + base, 201, unknownIn("a.go")},
		{"the last line, without a line break", "a\nb\nc", "x\na\nb\nc\n", 3, known("a.go", 4)},
		{"line ends turned to CR LF", base, strings.ReplaceAll("new\n"+base, "\n", "\r\n"), 155, known("a.go", 156)},
		{"a file that became binary", base, "\x00" + base, 155, unknownIn("a.go")},
		{"a file that became empty", base, "", 155, unknownIn("a.go")},
		{"line 1 of an emptied start", "", base, 1, unknownIn("a.go")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepo(t)
			r.write("a.go", tt.from)
			start := r.commit("start")
			r.write("a.go", tt.to)
			r.commit("then")
			if diff := cmp.Diff(tt.want, r.follow(Start{Path: "a.go", Line: tt.line, Head: start})); diff != "" {
				t.Errorf("position (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFollowFile follows a line whose file was renamed, split or removed.
func TestFollowFile(t *testing.T) {
	base := numbered("base", 60)
	half := strings.SplitAfter(base, "\n")
	first, second := strings.Join(half[:32], ""), strings.Join(half[32:], "")
	tests := []struct {
		name    string
		history func(r *repo) (start string)
		want    model.Position
	}{
		{"renamed as it is", func(r *repo) string {
			s := r.commit("start")
			r.git("mv", "a.go", "b.go")
			r.commit("rename")
			return s
		}, known("b.go", 20)},
		{"renamed and edited in one commit", func(r *repo) string {
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.write("lib/b.go", "x\ny\n"+base)
			r.commit("rename")
			return s
		}, known("lib/b.go", 22)},
		{"edited, renamed, edited, renamed, edited", func(r *repo) string {
			s := r.commit("start")
			r.write("a.go", "x\n"+base)
			r.commit("edit")
			r.git("mv", "a.go", "b.go")
			r.commit("rename")
			r.write("b.go", "x\ny\n"+base)
			r.commit("edit")
			r.git("mv", "b.go", "c.go")
			r.commit("rename")
			r.write("c.go", "x\ny\nz\n"+base)
			r.commit("edit")
			return s
		}, known("c.go", 23)},
		{"renamed there and back", func(r *repo) string {
			s := r.commit("start")
			r.git("mv", "a.go", "b.go")
			r.commit("there")
			r.git("mv", "b.go", "a.go")
			r.write("a.go", "x\n"+base)
			r.commit("back")
			return s
		}, known("a.go", 21)},
		{"renamed, and another file took the name", func(r *repo) string {
			s := r.commit("start")
			r.git("mv", "a.go", "b.go")
			r.commit("rename")
			r.write("a.go", numbered("other", 60))
			r.commit("reuse")
			return s
		}, unknownIn("a.go")},
		{"deleted", func(r *repo) string {
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.commit("delete")
			return s
		}, unknownIn("")},
		{"renamed and rewritten by more than half", func(r *repo) string {
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.write("b.go", strings.Join(half[10:24], "")+numbered("other", 60))
			r.commit("rewrite")
			return s
		}, unknownIn("")},
		{"split into two files", func(r *repo) string {
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.write("b.go", first)
			r.write("c.go", second)
			r.commit("split")
			return s
		}, unknownIn("")},
		{"copied whole to two files and removed", func(r *repo) string {
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.write("b.go", base)
			r.write("c.go", base)
			r.commit("copy")
			return s
		}, unknownIn("")},
		{"removed while an equal file stood elsewhere before", func(r *repo) string {
			r.write("old.go", base)
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.commit("delete")
			return s
		}, unknownIn("")},
		{"removed, made again, removed by a rename", func(r *repo) string {
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.commit("delete")
			r.write("a.go", "x\n"+base)
			r.commit("again")
			r.git("mv", "a.go", "b.go")
			r.write("b.go", "x\ny\n"+base)
			r.commit("rename")
			return s
		}, known("b.go", 22)},
		{"renamed on a branch that was merged", func(r *repo) string {
			s := r.commit("start")
			r.git("checkout", "-q", "-b", "side")
			r.git("mv", "a.go", "b.go")
			r.write("b.go", "x\n"+base)
			r.commit("rename")
			r.git("checkout", "-q", "main")
			r.write("a.go", base+"end\n")
			r.commit("edit on main")
			r.git("merge", "-q", "--no-ff", "-m", "merge", "side")
			return s
		}, known("b.go", 21)},
		{"a start on a branch that was squashed away", func(r *repo) string {
			r.commit("start")
			r.git("checkout", "-q", "-b", "side")
			r.write("a.go", "x\n"+strings.Replace(base, "line 40\n", "forty\n", 1))
			s := r.commit("on the side")
			r.git("checkout", "-q", "main")
			r.write("a.go", "x\ny\n"+base)
			r.commit("on main")
			return s
		}, known("a.go", 21)},
		{"the file is not there at the start", func(r *repo) string {
			r.git("mv", "a.go", "later.go")
			s := r.commit("start")
			r.git("mv", "later.go", "a.go")
			r.commit("then")
			return s
		}, unknownIn("")},
		{"the path became a folder", func(r *repo) string {
			s := r.commit("start")
			r.git("rm", "-q", "a.go")
			r.write("a.go/b.go", numbered("other", 60))
			r.commit("folder")
			return s
		}, unknownIn("")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepo(t)
			r.write("a.go", base)
			r.git("add", "-A")
			s := tt.history(r)
			if diff := cmp.Diff(tt.want, r.follow(Start{Path: "a.go", Line: 20, Head: s})); diff != "" {
				t.Errorf("position (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFollowWholeFolder renames every file at once, each with an edit.
func TestFollowWholeFolder(t *testing.T) {
	r := newRepo(t)
	names := []string{"a", "b", "c", "d", "e", "f"}
	for _, n := range names {
		r.write("src/"+n+".go", numbered(n, 40))
	}
	start := r.commit("start")
	r.git("mv", "src", "app")
	for _, n := range names {
		r.write("app/"+n+".go", "new\n"+numbered(n, 40))
	}
	r.commit("move")
	var starts []Start
	want := map[int]model.Position{}
	for i, n := range names {
		starts = append(starts, Start{Number: i + 1, Path: "src/" + n + ".go", Line: 30, Head: start})
		want[i+1] = known("app/"+n+".go", 31)
	}
	got, err := r.open().Follow(t.Context(), starts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("positions (-want +got):\n%s", diff)
	}
}
