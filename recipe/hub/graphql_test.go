package hub_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// gql sends a document and gives the body of the answer, whose status must
// be 200.
func gql(t *testing.T, s *hubtest.Server, query string, variables map[string]any) string {
	t.Helper()
	e := ask(t, s, "POST", "/graphql", map[string]any{"query": query, "variables": variables})
	if e.status != http.StatusOK {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	return e.body
}

type nodeIDs struct {
	Issue  string
	Labels map[string]string
}

// idsOf are the opaque ids of an issue and of labels.
func idsOf(t *testing.T, s *hubtest.Server, number int, labels ...string) nodeIDs {
	t.Helper()
	var i, l struct {
		NodeID string `json:"node_id"`
	}
	ask(t, s, "GET", fmt.Sprintf("%s/issues/%d", shop, number), nil).into(t, &i)
	ids := nodeIDs{Issue: i.NodeID, Labels: map[string]string{}}
	for _, name := range labels {
		ask(t, s, "GET", shop+"/labels/"+name, nil).into(t, &l)
		ids.Labels[name] = l.NodeID
	}
	return ids
}

const regrade = `mutation($on: ID!, $add: [ID!]!, $remove: [ID!]!) {
	add: addLabelsToLabelable(input: {labelableId: $on, labelIds: $add}) { clientMutationId }
	remove: removeLabelsFromLabelable(input: {labelableId: $on, labelIds: $remove}) {
		labelable { ... on Issue { number labels(first: 100) { nodes { name } } } } }
}`

func TestTheFieldsOfTheHubAreGitHubs(t *testing.T) {
	schema := hubtest.Schema(t)
	if schema == nil {
		return
	}
	for name, fields := range hub.GraphQLFields() {
		def := schema.Types[name]
		if def == nil {
			t.Errorf("GitHub has no type %s", name)
			continue
		}
		for f, ours := range fields {
			theirs := def.Fields.ForName(f)
			if theirs == nil {
				t.Errorf("GitHub's %s has no field %s", name, f)
				continue
			}
			want := theirs.Type.Name()
			if k := schema.Types[want].Kind; k == ast.Scalar || k == ast.Enum {
				want = ""
			}
			if ours.Result != want {
				t.Errorf("%s.%s gives %q, GitHub's %q", name, f, ours.Result, want)
			}
			for _, a := range ours.Args {
				if theirs.Arguments.ForName(a) == nil {
					t.Errorf("GitHub's %s.%s has no argument %s", name, f, a)
				}
			}
		}
	}
	for name, members := range hub.GraphQLAbstract() {
		for _, m := range members {
			found := false
			for _, p := range schema.PossibleTypes[name] {
				found = found || p.Name == m
			}
			if !found {
				t.Errorf("in GitHub's schema %s is no %s", m, name)
			}
		}
	}
}

func TestARegradeIsOneRequestOfTwoMutationsInTheirOrder(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2, "tech-debt", "footprint:spec")...))
	s.Peer("bo").Label(2, "footprint:narrow")
	ids := idsOf(t, s, 1, "footprint:narrow", "footprint:spec")
	got := gql(t, s, regrade, map[string]any{"on": ids.Issue,
		"add": []string{ids.Labels["footprint:narrow"]}, "remove": []string{ids.Labels["footprint:spec"]}})
	want := `{"data":{"add":{"clientMutationId":null},"remove":{"labelable":{"number":1,` +
		`"labels":{"nodes":[{"name":"tech-debt"},{"name":"footprint:narrow"}]}}}}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	events := history(t, s, 1)
	if diff := cmp.Diff([]string{"labeled by ana: footprint:narrow ededed", "unlabeled by ana: footprint:spec ededed"}, events[2:]); diff != "" {
		t.Error(diff)
	}
}

// C-12
func TestWhatTheFirstMutationDidStandsWhenTheSecondFails(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2, "tech-debt", "footprint:spec")...))
	s.Peer("bo").Label(2, "footprint:narrow")
	ids := idsOf(t, s, 1, "footprint:narrow")
	got := gql(t, s, regrade, map[string]any{"on": ids.Issue, "add": []string{ids.Labels["footprint:narrow"]}, "remove": []string{"LA_gone"}})
	want := `{"data":{"add":{"clientMutationId":null},"remove":null},"errors":[{"type":"NOT_FOUND","path":["remove"],` +
		`"locations":[{"line":3,"column":2}],"message":"Could not resolve to a node with the global id of 'LA_gone'"}]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	left := names(t, ask(t, s, "GET", shop+"/issues/1/labels", nil))
	if diff := cmp.Diff([]string{"tech-debt", "footprint:spec", "footprint:narrow"}, left); diff != "" {
		t.Error(diff)
	}
}

func TestAMutationThatFailsStoresNothing(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2, "tech-debt")...))
	s.Peer("bo").Label(2, "a")
	ids := idsOf(t, s, 1, "a")
	gql(t, s, regrade, map[string]any{"on": ids.Issue, "add": []string{ids.Labels["a"], "LA_gone"}, "remove": []string{}})
	if diff := cmp.Diff([]string{"tech-debt"}, names(t, ask(t, s, "GET", shop+"/issues/1/labels", nil))); diff != "" {
		t.Error(diff)
	}
}

func TestAQueryReadsWhatTheTrackerNeeds(t *testing.T) {
	list := seeds(4, "tech-debt", "other")
	list[2].State, list[2].StateReason, list[2].DuplicateOf = "closed", ptr("duplicate"), 1
	list[3].Pull = true
	s := hubtest.New(t, hubtest.Seed(list...))
	for name, c := range map[string]struct{ query, want string }{
		"the repository": {`{repository(owner:"ACME",name:"Shop"){id nameWithOwner viewerPermission isPrivate isArchived hasIssuesEnabled
			defaultBranchRef{name} owner{login} o:issues(states:OPEN,labels:["TECH-debt"]){totalCount} c:issues(states:[CLOSED]){totalCount}}}`,
			`{"data":{"repository":{"id":"R_kM4AAAAAAC592wE","nameWithOwner":"acme/shop","viewerPermission":"ADMIN","isPrivate":false,` +
				`"isArchived":false,"hasIssuesEnabled":true,"defaultBranchRef":{"name":"main"},"owner":{"login":"acme"},` +
				`"o":{"totalCount":2},"c":{"totalCount":1}}}}`},
		"the viewer": {`{viewer{login}}`, `{"data":{"viewer":{"login":"ana"}}}`},
		"an issue": {`{repository(owner:"acme",name:"shop"){issue(number:3){number title state stateReason r:stateReason(enableDuplicate:true)
			author{login} labels(first:1){totalCount nodes{name color} pageInfo{hasNextPage endCursor}}}}}`,
			`{"data":{"repository":{"issue":{"number":3,"title":"issue 3","state":"CLOSED","stateReason":"NOT_PLANNED","r":"DUPLICATE",` +
				`"author":{"login":"ana"},"labels":{"totalCount":2,"nodes":[{"name":"tech-debt","color":"ededed"}],` +
				`"pageInfo":{"hasNextPage":true,"endCursor":"Y3Vyc29yOjA="}}}}}}`},
		"the original of a duplicate": {`{repository(owner:"acme",name:"shop"){issue(number:3){timelineItems(itemTypes:[MARKED_AS_DUPLICATE_EVENT],last:1){
			nodes{... on MarkedAsDuplicateEvent{canonical{... on Issue{number}}}}}}}}`,
			`{"data":{"repository":{"issue":{"timelineItems":{"nodes":[{"canonical":{"number":1}}]}}}}}`},
		"fragments, directives and the same field twice": {`query($yes:Boolean=true){repository(owner:"acme",name:"shop"){...R issue(number:1){number}
			issue(number:1){title @skip(if:$yes) state @include(if:$yes) __typename}}} fragment R on Repository{name}`,
			`{"data":{"repository":{"name":"shop","issue":{"number":1,"state":"OPEN","__typename":"Issue"}}}}`},
		"a pull request is no issue": {`{repository(owner:"acme",name:"shop"){issue(number:4){number} issueOrPullRequest(number:4){__typename ... on PullRequest{number}}}}`,
			`{"data":{"repository":{"issue":null,"issueOrPullRequest":{"__typename":"PullRequest","number":4}}},"errors":[{"type":"NOT_FOUND",` +
				`"path":["repository","issue"],"locations":[{"line":1,"column":39}],"message":"Could not resolve to an Issue with the number of 4."}]}`},
		"another repository": {`{repository(owner:"acme",name:"other"){id}}`,
			`{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","path":["repository"],"locations":[{"line":1,"column":2}],` +
				`"message":"Could not resolve to a Repository with the name 'acme/other'."}]}`},
		"a page without a size": {`{repository(owner:"acme",name:"shop"){labels{nodes{name}}}}`,
			`{"data":{"repository":{"labels":null}},"errors":[{"type":"MISSING_PAGINATION_BOUNDARIES","path":["repository","labels"],` +
				`"locations":[{"line":1,"column":39}],"message":"You must provide a ` + "`first` or `last` value to properly paginate the `labels`" + ` connection."}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, gql(t, s, c.query, nil)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestADocumentThatCannotBeExecutedIsNotBegun(t *testing.T) {
	// GitHub's own description refuses these too, so nothing is validated.
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(seeds(1, "a")...))
	ids := idsOf(t, s, 1, "a")
	for name, c := range map[string]struct{ query, want string }{
		"a field that is not there": {`{repository(owner:"a",name:"b"){issue(number:1){duplicateOf{number}}}}`,
			`{"errors":[{"path":["query","repository","issue","duplicateOf"],"extensions":{"code":"undefinedField","typeName":"Issue",` +
				`"fieldName":"duplicateOf"},"locations":[{"line":1,"column":49}],"message":"Field 'duplicateOf' doesn't exist on type 'Issue'"}]}`},
		"an object without a selection": {`{viewer}`,
			`{"errors":[{"path":["query","viewer"],"locations":[{"line":1,"column":2}],` +
				`"message":"Field must have selections (field 'viewer' returns User but has no selections)"}]}`},
		"a variable without its value": {`query($n:Int!){repository(owner:"acme",name:"shop"){issue(number:$n){number}}}`,
			`{"errors":[{"locations":[{"line":1,"column":7}],"message":"Variable $n of type Int! was provided invalid value"}]}`},
		"an argument that is not there": {`{viewer(x:1){login}}`,
			`{"errors":[{"path":["query","viewer","x"],"extensions":{"code":"argumentNotAccepted","typeName":"Field","fieldName":"viewer"},` +
				`"locations":[{"line":1,"column":9}],"message":"Field 'viewer' doesn't accept argument 'x'"}]}`},
		"half a mutation": {`mutation{removeLabelsFromLabelable(input:{labelableId:"` + ids.Issue + `",labelIds:["` + ids.Labels["a"] + `"]}){clientMutationId}
			no:closeIssue(input:{issueId:"x"}){nothing}}`,
			`{"errors":[{"path":["mutation","no","nothing"],"extensions":{"code":"undefinedField","typeName":"CloseIssuePayload",` +
				`"fieldName":"nothing"},"locations":[{"line":2,"column":39}],"message":"Field 'nothing' doesn't exist on type 'CloseIssuePayload'"}]}`},
		"a fragment that holds itself": {`{viewer{...A}} fragment A on User{login ...A}`,
			`{"errors":[{"path":["query","viewer","...A"],"locations":[{"line":1,"column":44}],"message":"Fragment A contains an infinite loop"}]}`},
		"no document": {``, `{"errors":[{"message":"A query attribute must be specified and must be a string."}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, gql(t, s, c.query, nil)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if diff := cmp.Diff([]string{"a"}, names(t, ask(t, s, "GET", shop+"/issues/1/labels", nil))); diff != "" {
		t.Errorf("half a mutation was executed: %s", diff)
	}
}

func TestMutationsNeedTheirPermissions(t *testing.T) {
	const add = `mutation($on:ID!,$l:[ID!]!){addLabelsToLabelable(input:{labelableId:$on,labelIds:$l}){clientMutationId}}`
	for name, c := range map[string]struct {
		set           func(s *hubtest.Server)
		kind, message string
	}{
		"no permission": {func(s *hubtest.Server) { s.SetViewer(hub.Account{Login: "eve", Permission: hub.Read}) },
			"FORBIDDEN", "eve does not have the correct permissions to execute `AddLabelsToLabelable`"},
		"a read-only token": {func(s *hubtest.Server) {
			s.SetViewer(hub.Account{Login: "eve", Permission: hub.Write, Restricted: true})
		}, "FORBIDDEN", "Resource not accessible by personal access token"},
		"a token without the scope": {func(s *hubtest.Server) {
			s.SetViewer(hub.Account{Login: "eve", Permission: hub.Write, Scopes: []string{"read:org"}})
		}, "INSUFFICIENT_SCOPES", "Your token has not been granted the required scopes to execute this query. The 'addLabelsToLabelable' field " +
			"requires one of the following scopes: ['public_repo', 'repo'], but your token has only been granted the: ['read:org'] scopes. " +
			"Please modify your token's scopes at: https://github.com/settings/tokens."},
		"archived": {func(s *hubtest.Server) { s.Set(func(r *hub.Repository) { r.Archived = true }) },
			"UNPROCESSABLE", "Repository was archived so is read-only"},
	} {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(seeds(1, "a")...))
			ids := idsOf(t, s, 1, "a")
			c.set(s)
			want := fmt.Sprintf(`{"data":{"addLabelsToLabelable":null},"errors":[{"type":%q,"path":["addLabelsToLabelable"],`+
				`"locations":[{"line":1,"column":29}],"message":%q}]}`, c.kind, c.message)
			if diff := cmp.Diff(want, gql(t, s, add, map[string]any{"on": ids.Issue, "l": []string{ids.Labels["a"]}})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestIssuesAreClosedReopenedAndCommentedByGraphQL(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2)...))
	first, second := idsOf(t, s, 1), idsOf(t, s, 2)
	gql(t, s, `mutation($i:ID!,$d:ID!){
		addComment(input:{subjectId:$i,body:"hm"}){subject{id}}
		closeIssue(input:{issueId:$i,duplicateIssueId:$d}){issue{state}}}`, map[string]any{"i": second.Issue, "d": first.Issue})
	gql(t, s, `mutation($i:ID!){reopenIssue(input:{issueId:$i}){issue{state}}
		again:closeIssue(input:{issueId:$i,stateReason:NOT_PLANNED}){issue{state}}}`, map[string]any{"i": second.Issue})
	want := []string{"commented by ana: hm", "marked_as_duplicate by ana", "closed by ana: duplicate", "reopened by ana", "closed by ana: not_planned"}
	if diff := cmp.Diff(want, history(t, s, 2)); diff != "" {
		t.Error(diff)
	}
}

func TestARenamedRepositoryIsFoundByItsFormerNameInGraphQL(t *testing.T) {
	s := hubtest.New(t)
	s.Set(func(r *hub.Repository) { r.Name = "store" })
	got := gql(t, s, `{a:repository(owner:"acme",name:"shop"){nameWithOwner} b:repository(owner:"acme",name:"shop",followRenames:false){id}}`, nil)
	want := `{"data":{"a":{"nameWithOwner":"acme/store"},"b":null},"errors":[{"type":"NOT_FOUND","path":["b"],` +
		`"locations":[{"line":1,"column":56}],"message":"Could not resolve to a Repository with the name 'acme/shop'."}]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
