package drain

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

func commit(sha, message string) model.CommitMessage {
	return model.CommitMessage{SHA: sha, Message: message}
}

func TestCarriersC41(t *testing.T) {
	for _, c := range []struct {
		name string
		in   Carrying
		want []Trouble
	}{
		{"exactly the members", Carrying{Title: "Debt #40", Body: "Closes #40\nCloses #41\n", Members: []int{40, 41}}, nil},
		{"the body closes what is no member", Carrying{Body: "Closes #40\nThis does not close #41\n", Members: []int{40}},
			[]Trouble{{TroubleOutside, "body", 41, "", "This does not close #41"}}},
		{"a commit says it does not close", Carrying{Body: "Closes #40", Members: []int{40},
			Commits: []model.CommitMessage{commit("1f3c2aabbccdd", "Rework refunds\n\nIt does not close #41.")}},
			[]Trouble{{TroubleCommit, "commit 1f3c2aa", 41, "", "It does not close #41."}}},
		{"a commit and the revert that quotes it", Carrying{Body: "Closes #40", Members: []int{40},
			Commits: []model.CommitMessage{commit("aaaaaaaa", "Close #9: x"), commit("bbbbbbbb", "Revert \"Close #9: x\"")}},
			[]Trouble{{TroubleCommit, "commit aaaaaaa", 9, "", "Close #9: x"}, {TroubleCommit, "commit bbbbbbb", 9, "", `Revert "Close #9: x"`}}},
		{"a commit that closes a member: the body is the only carrier", Carrying{Body: "Closes #40", Members: []int{40},
			Commits: []model.CommitMessage{commit("aaaaaaaa", "fix #40")}},
			[]Trouble{{TroubleCommit, "commit aaaaaaa", 40, "", "fix #40"}}},
		{"the title", Carrying{Title: "fixes #8 properly", Body: "Closes #40", Members: []int{40}},
			[]Trouble{{TroubleOutside, "title", 8, "", "fixes #8 properly"}}},
		{"the title closes a member", Carrying{Title: "fixes #40", Body: "Closes #40", Members: []int{40}},
			[]Trouble{{TroubleTitle, "title", 40, "", "fixes #40"}}},
		{"in a code fence of the body", Carrying{Body: "Closes #40\n\n```\ncloses #41\n```\n", Members: []int{40}},
			[]Trouble{{TroubleOutside, "body", 41, "", "closes #41"}}},
		{"another repository's", Carrying{Body: "Closes #40\nCloses acme/other#40", Members: []int{40}},
			[]Trouble{{TroubleOutside, "body", 40, "acme/other", "Closes acme/other#40"}}},
		{"an address of a member", Carrying{Body: "Closes https://github.com/acme/shop/issues/40", Members: []int{40}}, nil},
		{"the colon form of a member", Carrying{Body: "Closes: #40", Members: []int{40}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.in.Home, c.in.Default = "acme/shop", true
			if diff := cmp.Diff(c.want, Carriers(c.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCarriersC42(t *testing.T) {
	members := []int{10, 11, 12}
	list := func(quote string, numbers ...int) []Trouble {
		var out []Trouble
		for _, n := range numbers {
			out = append(out, Trouble{TroubleList, "body", n, "", quote})
		}
		return out
	}
	for _, c := range []struct {
		name, body string
		want       []Trouble
	}{
		{"one keyword a number, each on its own line", "Closes #10\nCloses #11\nCloses #12\n", nil},
		{"a list with commas and and", "Closes #10, #11 and #12", list("Closes #10, #11 and #12", 11, 12)},
		{"a list with spaces", "Closes #10 #11\nCloses #12", list("Closes #10 #11", 11)},
		{"items under a line", "Closes:\n- #10\n- #11\n\nCloses #12", []Trouble{
			{TroubleList, "body", 10, "", "- #10"}, {TroubleList, "body", 11, "", "- #11"}}},
		{"task items under a line", "Closes:\n\n* [ ] #10\n* [x] #11\n\nCloses #12", []Trouble{
			{TroubleList, "body", 10, "", "* [ ] #10"}, {TroubleList, "body", 11, "", "* [x] #11"}}},
		{"one is not there", "Closes #10\nCloses #12", []Trouble{{TroubleMissing, "body", 11, "", ""}}},
		{"one is mentioned", "Closes #10\nCloses #12\nsee #11", []Trouble{{TroubleMissing, "body", 11, "", ""}}},
		{"one is closed in a fence alone, of which GitHub may not know", "Closes #10\nCloses #12\n```\nCloses #11\n```", []Trouble{{TroubleMissing, "body", 11, "", ""}}},
		{"one is closed in a form that GitHub does not document", "Closes #10\nCloses #12\nCloses#11", []Trouble{{TroubleMissing, "body", 11, "", ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Carriers(Carrying{Body: c.body, Members: members, Home: "acme/shop", Default: true})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCarriersOfABaseThatIsNotTheDefaultBranchMissNobody(t *testing.T) {
	got := Carriers(Carrying{
		Body: "`dev` is not the default branch", Members: []int{40}, Home: "acme/shop",
		Commits: []model.CommitMessage{commit("aaaaaaaa", "fixes #40")},
	})
	if diff := cmp.Diff([]Trouble{{TroubleCommit, "commit aaaaaaa", 40, "", "fixes #40"}}, got); diff != "" {
		t.Error(diff)
	}
}

// A member that was dropped is none any more, so that a commit or a line that still
// closes it stops the unit.
func TestCarriersStopAtWhatStillClosesADroppedMember(t *testing.T) {
	got := Carriers(Carrying{
		Body: "Closes #10\nCloses #11", Members: []int{10}, Home: "acme/shop", Default: true,
		Commits: []model.CommitMessage{commit("aaaaaaaa", "resolves #11")},
	})
	want := []Trouble{{TroubleOutside, "body", 11, "", "Closes #11"}, {TroubleCommit, "commit aaaaaaa", 11, "", "resolves #11"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTroubleSentences(t *testing.T) {
	for _, c := range []struct {
		in   Trouble
		want string
	}{
		{Trouble{TroubleOutside, "body", 41, "", "closes #41"}, `the body would close #41, which is no member of the unit: "closes #41"`},
		{Trouble{TroubleOutside, "body", 5, "acme/other", "closes acme/other#5"}, `the body would close acme/other#5, which is no member of the unit: "closes acme/other#5"`},
		{Trouble{TroubleMissing, "body", 11, "", ""}, "#11 would stay open: no line of the body closes it"},
		{Trouble{TroubleList, "body", 11, "", "Closes #10, #11"}, `#11 would stay open: a closing keyword counts for the number right behind it alone, in "Closes #10, #11"`},
		{Trouble{TroubleCommit, "commit aaaaaaa", 9, "", "Close #9"}, `commit aaaaaaa would close #9: "Close #9"`},
		{Trouble{TroubleTitle, "title", 40, "", "fixes #40"}, `the title would close #40, which is the body's to do: "fixes #40"`},
	} {
		if got := c.in.Sentence(); got != c.want {
			t.Errorf("Sentence = %q, want %q", got, c.want)
		}
	}
}
