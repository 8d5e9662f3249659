package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gh-debt/model/drain"
	"gh-debt/recipe/hub/hubtest"
)

// closingText draws texts that name issues with closing keywords, almost do so,
// or say anything.
func closingText() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{"Closes #1", "fixes #2", "resolved acme/shop#3", "fix: #1", "Closes#2"}),
		rapid.SampledFrom([]string{"closes", "Fix", "RESOLVED", "close:", "fixes  ", "does not close", "refs"}),
		rapid.SampledFrom([]string{"#1", "#2", "#3", "#0", "#01", "acme/shop#2", "ACME/Shop#3", "acme/other#1",
			"#18446744073709551616", "https://github.com/acme/shop/issues/1", "https://github.com/acme/shop/pull/2"}),
		rapid.SampledFrom([]string{" ", "\n", "\r\n", "\n\n", ", ", "```\n", "`", "<!--", "-->", "> ", "\x00"}),
		rapid.String(),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 12), func(pieces []string) string {
		return strings.Join(pieces, " ")
	})
}

// mergeDocument draws what is sent to merge: mostly a request that can be
// served, whose head is sha.
func mergeDocument(t *rapid.T, sha string) string {
	if rapid.IntRange(0, 9).Draw(t, "broken") == 0 {
		return rapid.OneOf(rapid.SampledFrom([]string{"", "[]", "null", "{", `{"sha":7}`, `{"merge_method":["squash"]}`}),
			rapid.String()).Draw(t, "document")
	}
	in := map[string]string{}
	for _, field := range []struct {
		name  string
		value *rapid.Generator[string]
	}{
		{"merge_method", rapid.SampledFrom([]string{"squash", "squash", "squash", "squash", "squash", "squash", "merge", "rebase", ""})},
		{"sha", rapid.SampledFrom([]string{sha, sha, sha, sha, sha, sha, "", strings.Repeat("0", 40)})},
		{"commit_title", closingText()},
		{"commit_message", closingText()},
	} {
		if field.name == "merge_method" || rapid.Bool().Draw(t, "with "+field.name) {
			in[field.name] = field.value.Draw(t, field.name)
		}
	}
	document, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(document)
}

func TestAnyMergeIsRefusedOrClosesWhatItsTextsName(t *testing.T) {
	const issues = 3
	s, g := withGit(t, hubtest.Unchecked(), hubtest.RateLimit(0), hubtest.Seed(seeds(issues)...))
	tries := 0
	rapid.Check(t, func(rt *rapid.T) {
		for _, n := range closedOf(t, s, issues) {
			ask(t, s, "PATCH", fmt.Sprintf("%s/issues/%d", shop, n), map[string]string{"state": "open"})
		}
		tries++
		branch, body := fmt.Sprintf("debt/%d", tries), closingText().Draw(rt, "body")
		before := g.Head("main")
		g.Commit(branch, "main", closingText().Draw(rt, "message"), map[string]string{branch: "a"})
		var p pulled
		e := ask(t, s, "POST", shop+"/pulls", map[string]any{"title": "t", "head": branch, "base": "main", "body": body})
		if e.into(t, &p); e.status != 201 {
			rt.Fatalf("opened with status %d: %s", e.status, e.body)
		}

		e = askRaw(t, s, "PUT", fmt.Sprintf("%s/pulls/%d/merge", shop, p.Number), mergeDocument(rt, g.Head(branch)))
		if e.status >= 500 || !json.Valid([]byte(e.body)) {
			rt.Fatalf("status %d: %s", e.status, e.body)
		}
		reached, err := g.Messages(context.Background(), before, g.Head("main"))
		if err != nil {
			rt.Fatal(err)
		}
		if done, merged := e.status == 200, readPull(t, s, p.Number).Merged; merged != done || len(reached) > 0 != done {
			rt.Fatalf("status %d, merged %v and %d commits on the base", e.status, merged, len(reached))
		}
		want := []int{}
		for _, m := range reached {
			want = namedIn(want, body, m.Message)
		}
		if diff := cmp.Diff(want, closedOf(t, s, issues)); diff != "" {
			rt.Fatalf("what is closed (-want +got):\n%s", diff)
		}
		g.Reset("main", before) // so that the next one costs no more
		if _, err := g.DeleteBranch(context.Background(), branch); err != nil {
			rt.Fatal(err)
		}
	})
}

// namedIn adds the seeded issues that the texts close, in ascending order.
func namedIn(numbers []int, texts ...string) []int {
	for _, text := range texts {
		for _, c := range drain.Closings(text, "acme/shop") {
			if c.Repo == "" && 1 <= c.Number && c.Number <= 3 {
				numbers = append(numbers, c.Number)
			}
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// closedOf gives which of the first issues are closed.
func closedOf(t *testing.T, s *hubtest.Server, issues int) []int {
	t.Helper()
	closed := []int{}
	for _, n := range numbers(t, ask(t, s, "GET", shop+"/issues?state=closed&direction=asc&per_page=3", nil)) {
		if n <= issues {
			closed = append(closed, n)
		}
	}
	return closed
}
