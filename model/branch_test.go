package model

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestClassifyBranchTakesTheFirstRowThatMatches(t *testing.T) {
	tests := []struct {
		name, branch, mode, unit string
	}{
		{"no branch", "", "unknown", "unknown"},
		{"a batch", "debt/12-34-batch", "drain", "12-34"},
		{"a batch of three in its own order", "debt/34-12-7-batch", "drain", "34-12-7"},
		{"one number and the word batch", "debt/12-batch", "drain", "12"},
		{"a batch with a slug is a single", "debt/12-34-fix-batch", "drain", "12"},
		{"an empty member is no batch", "debt/12--34-batch", "drain", "12"},
		{"something behind the batch", "debt/12-34-batch-2", "drain", "12"},
		{"a number alone", "debt/12", "drain", "12"},
		{"a number and a slug", "debt/2159-reconcile-claims", "drain", "2159"},
		{"digits run into letters", "debt/12abc", "drain", "12"},
		{"leading zeros stay", "debt/0012-x", "drain", "0012"},
		{"no number", "debt/fix-it", "drain", "unknown"},
		{"nothing behind the slash", "debt/", "drain", "unknown"},
		{"debt alone", "debt", "adhoc", "unknown"},
		{"a spec", "plan/spec-042", "plan", "SPEC-042"},
		{"a spec with a slug", "plan/spec-042-new-cards", "plan", "SPEC-042"},
		{"a spec with four digits", "plan/spec-1042", "plan", "SPEC-1042"},
		{"a plan", "plan/plan-007-x", "plan", "plan-007"},
		{"a spec without a number", "plan/spec-abc", "adhoc", "unknown"},
		{"a spec whose number runs on", "plan/spec-042a", "adhoc", "unknown"},
		{"a plan of another kind", "plan/idea-042", "adhoc", "unknown"},
		{"audit", "audit/2026-01", "maintenance", "2026-01"},
		{"harden", "harden/deps", "maintenance", "deps"},
		{"fitness", "fitness/q1", "maintenance", "q1"},
		{"residue", "residue/a/b", "maintenance", "a/b"},
		{"deps", "deps/go-1.27", "maintenance", "go-1.27"},
		{"update", "update/gaia", "maintenance", "gaia"},
		{"release", "release/v1.4.0", "maintenance", "v1.4.0"},
		{"forensics", "forensics/x", "maintenance", "x"},
		{"wiki sync by its prefix", "wiki/sync-2026-02-03", "maintenance", "sync-2026-02-03"},
		{"another wiki branch", "wiki/fix", "adhoc", "unknown"},
		{"wiki-sync", "wiki-sync/2026-02-03-abc1234", "maintenance", "2026-02-03-abc1234"},
		{"a stamped chore", "chore/update-deps-2026-02-03-0405", "maintenance", "update-deps-2026-02-03-0405"},
		{"a chore without a stamp", "chore/update-deps", "adhoc", "unknown"},
		{"a chore with a date only", "chore/update-2026-02-03", "adhoc", "unknown"},
		{"a chore that is a stamp only", "chore/2026-02-03-0405", "adhoc", "unknown"},
		{"a chore with more behind the stamp", "chore/x-2026-02-03-0405-b", "adhoc", "unknown"},
		{"a prefix without a unit", "audit/", "maintenance", "unknown"},
		{"a prefix without its slash", "audit", "adhoc", "unknown"},
		{"case counts", "Debt/12", "adhoc", "unknown"},
		{"main", "main", "adhoc", "unknown"},
		{"a feature", "feat/12-x", "adhoc", "unknown"},
		{"a worktree spells slashes as plus", "worktree-debt+42-fix", "drain", "42"},
		{"a batch in a worktree", "worktree-debt+41-42-batch", "drain", "41-42"},
		{"one worktree prefix is dropped", "worktree-worktree-debt/1", "adhoc", "unknown"},
		{"a plus without a worktree", "plan+spec-005-x", "plan", "SPEC-005"},
		{"a prefix alone", "worktree-", "adhoc", "unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			mode, unit := ClassifyBranch(tt.branch)
			if mode != tt.mode || unit != tt.unit {
				t.Errorf("ClassifyBranch(%q) = %q %q, want %q %q", tt.branch, mode, unit, tt.mode, tt.unit)
			}
		})
	}
}

func TestBranchMembersNamesEveryIssueOfADrainBranch(t *testing.T) {
	tests := []struct {
		name, branch string
		want         []int
	}{
		{"a batch", "debt/12-34-7-batch", []int{12, 34, 7}},
		{"a batch in a worktree", "worktree-debt+41-42-batch", []int{41, 42}},
		{"a repeated member", "debt/12-34-12-batch", []int{12, 34}},
		{"a single", "debt/12-3d-models", []int{12}},
		{"a bare single", "debt/12", []int{12}},
		{"no number", "debt/fix", nil},
		{"zero is no issue", "debt/0-5-batch", []int{5}},
		{"a number beyond all issues", "debt/99999999999999999999-5-batch", []int{5}},
		{"another branch", "feat/12-34-batch", nil},
		{"no branch", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, BranchMembers(tt.branch)); diff != "" {
				t.Errorf("BranchMembers(%q) (-want +got):\n%s", tt.branch, diff)
			}
		})
	}
}

// The names that C-46 asks for.
func TestMintBranchMakesANameThatGitTakes(t *testing.T) {
	words := strings.Repeat("never backs off ", 20)
	tests := []struct {
		name    string
		numbers []int
		slug    string
		want    string
	}{
		{"a number alone", []int{12}, "", "debt/12"},
		{"a title", []int{1402}, "Refund path swallows the gateway error", "debt/1402-refund-path-swallows-the-gateway-error"},
		{"a repeated number is one", []int{12, 12}, "x", "debt/12-x"},
		{"a batch, ascending, without repeats or slug", []int{34, 7, 12, 7}, "ignored", "debt/7-12-34-batch"},
		{"300 characters are cut at a word", []int{12}, words, "debt/12-never-backs-off-never-backs-off-never-backs-off-never"},
		{"a word that ends at the limit stays", []int{1}, strings.Repeat("a", 57) + " b", "debt/1-" + strings.Repeat("a", 57)},
		{"one word that is too long is cut within", []int{1}, strings.Repeat("a", 300), "debt/1-" + strings.Repeat("a", 57)},
		{"only emoji", []int{12}, "🔥🚒👩‍👩‍👧", "debt/12"},
		{"only CJK", []int{12}, "返金処理が失敗する", "debt/12"},
		{"what git refuses", []int{12}, `a..b~^:?*[\`, "debt/12-a-b"},
		{"ending in .lock", []int{12}, "index.lock", "debt/12-index-lock"},
		{"ending in a slash", []int{12}, "app/pay/", "debt/12-app-pay"},
		{"ending in a dot", []int{12}, "It fails.", "debt/12-it-fails"},
		{"beginning with a dash", []int{12}, "--force is lost", "debt/12-force-is-lost"},
		{"holding @{", []int{12}, "HEAD@{1} is read", "debt/12-head-1-is-read"},
		{"letters with marks", []int{12}, "Straße über Çafé, cafe\u0301", "debt/12-strasse-uber-cafe-cafe"},
		{"control characters", []int{12}, "a\x1b[31mb\x00c\n", "debt/12-a-31mb-c"},
		{"not UTF-8", []int{12}, "a\xff\xfeb", "debt/12-a-b"},
		{"a slug that would read as a batch", []int{12}, "2024 batch", "debt/12-2024"},
		{"the largest number", []int{math.MaxInt64}, words, "debt/9223372036854775807-never-backs-off-never-backs-off-never"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := MintBranch(tt.numbers, tt.slug)
			if err != nil || got != tt.want {
				t.Fatalf("MintBranch(%v, %q) = %q, %v, want %q", tt.numbers, tt.slug, got, err, tt.want)
			}
			if len(got) > 64 {
				t.Errorf("%q has %d bytes", got, len(got))
			}
		})
	}
}

func TestMintBranchRefusesWhatCannotBeAName(t *testing.T) {
	tests := []struct {
		name    string
		numbers []int
		want    string
	}{
		{"no number", nil, "a branch needs the number of at least one issue"},
		{"zero", []int{0}, "0 is no issue number"},
		{"a negative number", []int{5, -3}, "-3 is no issue number"},
		{"a batch that cannot fit", []int{10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010},
			"the branch name debt/10001-10002-10003-10004-10005-10006-10007-10008-10009-10010-batch has 70 bytes, 6 more than fit: make the batch smaller"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := MintBranch(tt.numbers, "")
			if err == nil || err.Error() != tt.want {
				t.Errorf("MintBranch(%v) = %q, %v, want the error %q", tt.numbers, got, err, tt.want)
			}
		})
	}
}

func TestCheckBranchNameAppliesCheckRefFormat(t *testing.T) {
	for _, name := range []string{"main", "debt/12-x", "a.b", "a@b", "@a", "a/HEAD", "é", "a.lock.b", "worktree-debt+1"} {
		if err := CheckBranchName(name); err != nil {
			t.Errorf("CheckBranchName(%q) = %v, but git takes it", name, err)
		}
	}
	for _, name := range []string{
		"", "@", "HEAD", "-x", "a..b", "a@{b", "a.", "/a", "a/", "a//b", ".a", "a/.b", "a.lock", "a.lock/b", "a b",
		"a~b", "a^b", "a:b", "a?b", "a*b", "a[b", `a\b`, "a\x7fb", "a\tb", "a\nb", "a\x00b",
	} {
		if err := CheckBranchName(name); err == nil {
			t.Errorf("CheckBranchName(%q) = nil, but git refuses it", name)
		}
	}
}

func FuzzClassifyBranch(f *testing.F) {
	for _, s := range []string{
		"", "main", "debt/12-34-batch", "worktree-debt+1", "plan/spec-042-x", "chore/x-2026-02-03-0405", "audit/", "debt/-batch",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		mode, unit := ClassifyBranch(name)
		switch mode {
		case ModeDrain, ModePlan, ModeMaintenance:
		case ModeAdhoc, Unknown:
			if unit != Unknown {
				t.Errorf("%q is %s with unit %q", name, mode, unit)
			}
		default:
			t.Errorf("%q has mode %q", name, mode)
		}
		if unit == "" {
			t.Errorf("%q has an empty unit", name)
		}
		if (mode != ModeDrain || unit == Unknown) && len(BranchMembers(name)) > 0 {
			t.Errorf("%q is %s %s, with members %v", name, mode, unit, BranchMembers(name))
		}
	})
}

// A minted name says the same issues again when it is read.
func FuzzMintBranch(f *testing.F) {
	f.Add(12, 0, "Refund path swallows the error")
	f.Add(12, 34, "x")
	f.Add(1, 0, "2024-batch")
	f.Add(7, 0, "3-4-batch batch")
	f.Add(1<<62, 1<<62+1, "🔥")
	f.Fuzz(func(t *testing.T, a, b int, slug string) {
		numbers, want := []int{a}, []int{a}
		if b > 0 {
			numbers = []int{b, a}
			want = []int{min(a, b), max(a, b)}
		}
		if a == b {
			want = want[:1]
		}
		name, err := MintBranch(numbers, slug)
		if err != nil {
			if a > 0 {
				t.Fatalf("MintBranch(%v, %q): %v", numbers, slug, err)
			}
			return
		}
		if len(name) > 64 {
			t.Errorf("%q has %d bytes", name, len(name))
		}
		if err := CheckBranchName(name); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, BranchMembers(name)); diff != "" {
			t.Errorf("%q names (-want +got):\n%s", name, diff)
		}
		if mode, _ := ClassifyBranch(name); mode != ModeDrain {
			t.Errorf("%q is %s", name, mode)
		}
		if again := Slug(Slug(slug)); again != Slug(slug) {
			t.Errorf("Slug(%q) = %q, and again %q", slug, Slug(slug), again)
		}
	})
}
