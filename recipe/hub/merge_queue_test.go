package hub_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

const queueOf = `query($n:Int!){repository(owner:"acme",name:"shop"){pullRequest(number:$n){isInMergeQueue
	mergeQueueEntry{state position enqueuer{login}} autoMergeRequest{mergeMethod enabledBy{login}} state}}}`

const enqueue = `mutation($p:ID!,$h:GitObjectID){enqueuePullRequest(input:{pullRequestId:$p,expectedHeadOid:$h}){mergeQueueEntry{state position}}}`

// pullID is the opaque id of a pull request.
func pullID(t testing.TB, s *hubtest.Server, number int) string {
	t.Helper()
	var p struct {
		NodeID string `json:"node_id"`
	}
	ask(t, s, "GET", fmt.Sprintf("%s/pulls/%d", shop, number), nil).into(t, &p)
	return p.NodeID
}

func where(t *testing.T, s *hubtest.Server, number int) string {
	t.Helper()
	return gql(t, s, queueOf, map[string]any{"n": number})
}

func inQueue(state string, position int) string {
	return fmt.Sprintf(`{"data":{"repository":{"pullRequest":{"isInMergeQueue":true,"mergeQueueEntry":{"state":%q,"position":%d,`+
		`"enqueuer":{"login":"ana"}},"autoMergeRequest":null,"state":"OPEN"}}}}`, state, position)
}

func outOfQueue(state string) string {
	return `{"data":{"repository":{"pullRequest":{"isInMergeQueue":false,"mergeQueueEntry":null,"autoMergeRequest":null,"state":"` + state + `"}}}}`
}

func TestAPullRequestGoesThroughTheMergeQueue(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(s *hubtest.Server, g *hubtest.FakeGit, n int)
		want string
	}{
		"it waits":            {func(*hubtest.Server, *hubtest.FakeGit, int) {}, inQueue("QUEUED", 1)},
		"its checks run":      {func(s *hubtest.Server, _ *hubtest.FakeGit, n int) { s.Queue(n, model.QueueAwaiting) }, inQueue("AWAITING_CHECKS", 1)},
		"it cannot be merged": {func(s *hubtest.Server, _ *hubtest.FakeGit, n int) { s.Queue(n, model.QueueUnmergeable) }, inQueue("UNMERGEABLE", 1)},
		"it is ejected":       {func(s *hubtest.Server, _ *hubtest.FakeGit, n int) { s.Eject(n) }, outOfQueue("OPEN")},
		"a push takes it out": {func(s *hubtest.Server, g *hubtest.FakeGit, _ int) {
			g.Commit("debt/1", "", "More", map[string]string{"b": "b"})
		}, outOfQueue("OPEN")},
		"it is closed by hand":        {func(s *hubtest.Server, _ *hubtest.FakeGit, n int) { s.Peer("bo").ClosePull(n) }, outOfQueue("CLOSED")},
		"the queue merges it at last": {func(s *hubtest.Server, _ *hubtest.FakeGit, n int) { s.QueueMerges(n) }, outOfQueue("MERGED")},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t, hubtest.Seed(seeds(1)...))
			n := openPull(t, s, g, "debt/1", "Closes #1")
			s.Rules("main", model.BranchRules{Squash: true, MergeQueue: true})
			got := gql(t, s, enqueue, map[string]any{"p": pullID(t, s, n), "h": g.Head("debt/1")})
			if want := `{"data":{"enqueuePullRequest":{"mergeQueueEntry":{"state":"QUEUED","position":1}}}}`; got != want {
				t.Fatalf("got %s", got)
			}
			c.do(s, g, n)
			if diff := cmp.Diff(c.want, where(t, s, n)); diff != "" {
				t.Error(diff)
			}
			if got := stateOf(t, s, 1); (got == "closed completed") != (c.want == outOfQueue("MERGED")) {
				t.Errorf("the issue is %s", got)
			}
		})
	}
}

func TestTheMergeQueueRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		rules model.BranchRules
		do    func(s *hubtest.Server, n int)
		head  string
		says  string
	}{
		"a branch without one": {rules: model.BranchRules{Squash: true}, says: "The merge queue is not enabled for the branch main"},
		"another head": {rules: model.BranchRules{Squash: true, MergeQueue: true}, head: "0123456789012345678901234567890123456789",
			says: "Expected head sha didn’t match current head ref."},
		"what is not approved": {rules: model.BranchRules{Squash: true, MergeQueue: true, Approvals: 1},
			says: "At least 1 approving review is required by reviewers with write access."},
		"what is closed": {rules: model.BranchRules{Squash: true, MergeQueue: true}, do: func(s *hubtest.Server, n int) { s.Peer("bo").ClosePull(n) },
			says: "Pull request is closed"},
		"who may not push": {rules: model.BranchRules{Squash: true, MergeQueue: true}, do: func(s *hubtest.Server, _ int) { s.SetPermission(hub.Triage) },
			says: "ana does not have the correct permissions to execute `EnqueuePullRequest`"},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t)
			n := openPull(t, s, g, "debt/1", "")
			id := pullID(t, s, n)
			s.Rules("main", c.rules)
			if c.do != nil {
				c.do(s, n)
			}
			if c.head == "" {
				c.head = g.Head("debt/1")
			}
			want := fmt.Sprintf(`"message":%q}]}`, c.says)
			if got := gql(t, s, enqueue, map[string]any{"p": id, "h": c.head}); len(got) < len(want) || got[len(got)-len(want):] != want {
				t.Errorf("got %s, want … %s", got, want)
			}
		})
	}
}

func TestAnEntryCanBeTakenOutAndTheNextMovesUp(t *testing.T) {
	s, g := withGit(t)
	s.Rules("main", model.BranchRules{Squash: true, MergeQueue: true})
	first, second := openPull(t, s, g, "debt/1", ""), openPull(t, s, g, "debt/2", "")
	for _, n := range []int{first, second} {
		gql(t, s, enqueue, map[string]any{"p": pullID(t, s, n)})
	}
	if diff := cmp.Diff(inQueue("QUEUED", 2), where(t, s, second)); diff != "" {
		t.Error(diff)
	}
	got := gql(t, s, `mutation($p:ID!){dequeuePullRequest(input:{id:$p}){mergeQueueEntry{state}}}`, map[string]any{"p": pullID(t, s, first)})
	if want := `{"data":{"dequeuePullRequest":{"mergeQueueEntry":{"state":"QUEUED"}}}}`; got != want {
		t.Errorf("got %s", got)
	}
	if diff := cmp.Diff(inQueue("QUEUED", 1), where(t, s, second)); diff != "" {
		t.Error(diff)
	}
}

func TestWithAutoMergeTheLastThingThatWasMissingMerges(t *testing.T) {
	for name, missing := range map[string]struct {
		rules model.BranchRules
		come  func(s *hubtest.Server, g *hubtest.FakeGit, n int)
	}{
		"an approval": {model.BranchRules{Squash: true, Approvals: 1}, func(s *hubtest.Server, _ *hubtest.FakeGit, n int) {
			s.Peer("bo").Review(n, model.Review{State: model.ReviewApproved})
		}},
		"a status": {model.BranchRules{Squash: true, RequiredChecks: []string{"build"}}, func(s *hubtest.Server, g *hubtest.FakeGit, _ int) {
			s.Peer("bo").Status(model.CommitStatus{Context: "build", SHA: g.Head("debt/1"), State: "success"})
		}},
		"a check": {model.BranchRules{Squash: true, RequiredChecks: []string{"build"}}, func(s *hubtest.Server, g *hubtest.FakeGit, _ int) {
			s.Peer("bo").EndCheck(s.Peer("bo").Check(model.CheckRun{Name: "build", HeadSHA: g.Head("debt/1")}), "success")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t, hubtest.Seed(seeds(1)...))
			n := openPull(t, s, g, "debt/1", "Closes #1")
			s.Rules("main", missing.rules)
			got := gql(t, s, `mutation($p:ID!){enablePullRequestAutoMerge(input:{pullRequestId:$p,mergeMethod:SQUASH,commitHeadline:"Fix",commitBody:""}){pullRequest{number}}}`,
				map[string]any{"p": pullID(t, s, n)})
			if want := fmt.Sprintf(`{"data":{"enablePullRequestAutoMerge":{"pullRequest":{"number":%d}}}}`, n); got != want {
				t.Fatalf("got %s", got)
			}
			if p := readPull(t, s, n); p.AutoMerge == nil || p.Merged {
				t.Errorf("armed: %+v", p)
			}
			missing.come(s, g, n)
			if p := readPull(t, s, n); !p.Merged || p.AutoMerge != nil || stateOf(t, s, 1) != "closed completed" {
				t.Errorf("afterwards %+v, the issue is %s", p, stateOf(t, s, 1))
			}
		})
	}
}

func TestWithAutoMergeAndAMergeQueueTheLastThingEnqueues(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "")
	s.Rules("main", model.BranchRules{Squash: true, MergeQueue: true, Approvals: 1})
	s.MergesItself(n, true)
	s.Peer("bo").Review(n, model.Review{State: model.ReviewApproved})
	got := gql(t, s, `query($n:Int!){repository(owner:"acme",name:"shop"){pullRequest(number:$n){state mergeQueueEntry{state}}}}`, map[string]any{"n": n})
	if want := `{"data":{"repository":{"pullRequest":{"state":"OPEN","mergeQueueEntry":{"state":"QUEUED"}}}}}`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestAutoMergeIsForWhatHasSomethingToWaitFor(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "")
	got := gql(t, s, `mutation($p:ID!){enablePullRequestAutoMerge(input:{pullRequestId:$p,mergeMethod:SQUASH}){clientMutationId}}`,
		map[string]any{"p": pullID(t, s, n)})
	want := `{"data":{"enablePullRequestAutoMerge":null},"errors":[{"type":"UNPROCESSABLE","path":["enablePullRequestAutoMerge"],` +
		`"locations":[{"line":1,"column":18}],"message":"Pull request Pull request is in clean status"}]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s.Rules("main", model.BranchRules{Squash: true, Approvals: 1})
	s.MergesItself(n, true)
	gql(t, s, `mutation($p:ID!){disablePullRequestAutoMerge(input:{pullRequestId:$p}){clientMutationId}}`, map[string]any{"p": pullID(t, s, n)})
	if p := readPull(t, s, n); p.AutoMerge != nil {
		t.Errorf("still armed: %+v", p)
	}
}

func TestPullRequestsAndBranchesAreReadByGraphQL(t *testing.T) {
	s, g := withGit(t, hubtest.Seed(seeds(3)...))
	n := openPull(t, s, g, "debt/1", "Closes #1, closes #3, closes #4, closes #9")
	query := `{repository(owner:"acme",name:"shop"){
		pullRequest(number:%d){headRefName headRefOid baseRefName isDraft mergeable mergeStateStatus merged
			closingIssuesReferences(first:9){nodes{number}}}
		pullRequests(first:5,headRefName:"debt/1",states:[OPEN]){totalCount nodes{number}}
		merged:pullRequests(first:5,states:[MERGED]){totalCount}
		ref(qualifiedName:"refs/heads/debt/1"){name target{oid}} none:ref(qualifiedName:"gone"){name}
		refs(refPrefix:"refs/heads/",first:9){nodes{name}} defaultBranchRef{target{oid}}}}`
	want := fmt.Sprintf(`{"data":{"repository":{"pullRequest":{"headRefName":"debt/1","headRefOid":"%s","baseRefName":"main","isDraft":false,`+
		`"mergeable":"MERGEABLE","mergeStateStatus":"CLEAN","merged":false,"closingIssuesReferences":{"nodes":[{"number":1},{"number":3}]}},`+
		`"pullRequests":{"totalCount":1,"nodes":[{"number":4}]},"merged":{"totalCount":0},"ref":{"name":"debt/1","target":{"oid":"%[1]s"}},"none":null,`+
		`"refs":{"nodes":[{"name":"debt/1"},{"name":"main"}]},"defaultBranchRef":{"target":{"oid":"%s"}}}}}`, g.Head("debt/1"), g.Head("main"))
	if diff := cmp.Diff(want, gql(t, s, fmt.Sprintf(query, n), nil)); diff != "" {
		t.Error(diff)
	}
	got := gql(t, s, `{repository(owner:"acme",name:"shop"){pullRequest(number:1){id}}}`, nil)
	want = `{"data":{"repository":{"pullRequest":null}},"errors":[{"type":"NOT_FOUND","path":["repository","pullRequest"],` +
		`"locations":[{"line":1,"column":39}],"message":"Could not resolve to a PullRequest with the number of 1."}]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
