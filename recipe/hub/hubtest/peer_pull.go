package hubtest

import (
	"context"
	"fmt"

	"gh-debt/model"
)

// fake is the repository of commits that peers push to; a hub over another one
// ends the test.
func (p *Peer) fake() *FakeGit {
	p.s.tb.Helper()
	g, ok := p.s.git.(*FakeGit)
	if !ok {
		p.s.tb.Fatalf("peer: the hub has no FakeGit (WithGit)")
	}
	return g
}

// Push puts a commit on a branch, which begins at main when it is new, and
// gives the commit's id. files are as in FakeGit.Commit.
func (p *Peer) Push(branch, message string, files map[string]string) string {
	p.s.tb.Helper()
	return p.fake().Commit(branch, "main", message, files)
}

// CreateBranch makes a branch at a commit, as the first request of a claim.
func (p *Peer) CreateBranch(branch, sha string) {
	p.s.tb.Helper()
	p.Do("POST", "/git/refs", map[string]string{"ref": "refs/heads/" + branch, "sha": sha}, nil)
}

// DeleteBranch deletes a branch.
func (p *Peer) DeleteBranch(branch string) {
	p.s.tb.Helper()
	p.Do("DELETE", "/git/refs/heads/"+branch, nil, nil)
}

// OpenPull opens a pull request of a branch into main and gives its number.
func (p *Peer) OpenPull(branch, title, body string) int {
	p.s.tb.Helper()
	var made struct{ Number int }
	p.Do("POST", "/pulls", map[string]string{"head": branch, "base": "main", "title": title, "body": body}, &made)
	return made.Number
}

// EditPull replaces a pull request's body.
func (p *Peer) EditPull(number int, body string) {
	p.s.tb.Helper()
	p.Do("PATCH", fmt.Sprintf("/pulls/%d", number), map[string]string{"body": body}, nil)
}

// ClosePull closes a pull request without merging it.
func (p *Peer) ClosePull(number int) {
	p.s.tb.Helper()
	p.Do("PATCH", fmt.Sprintf("/pulls/%d", number), map[string]string{"state": "closed"}, nil)
}

// MergePull merges a pull request as it is, with GitHub's own message, and
// gives the commit.
func (p *Peer) MergePull(number int) string {
	p.s.tb.Helper()
	var made struct{ SHA string }
	p.Do("PUT", fmt.Sprintf("/pulls/%d/merge", number), map[string]string{"merge_method": "squash"}, &made)
	return made.SHA
}

// Review reviews a pull request: its State, Body and, unless that is empty,
// Commit are taken.
func (p *Peer) Review(number int, r model.Review) {
	p.s.tb.Helper()
	event := map[model.ReviewState]string{model.ReviewApproved: "APPROVE", model.ReviewChanges: "REQUEST_CHANGES",
		model.ReviewCommented: "COMMENT"}[r.State]
	p.Do("POST", fmt.Sprintf("/pulls/%d/reviews", number), map[string]string{"event": event, "body": r.Body, "commit_id": r.Commit}, nil)
}

// Status posts a status of the commit SHA.
func (p *Peer) Status(s model.CommitStatus) {
	p.s.tb.Helper()
	in := map[string]string{"state": s.State, "context": s.Context, "description": s.Description}
	if s.URL != "" {
		in["target_url"] = s.URL
	}
	p.Do("POST", "/statuses/"+s.SHA, in, nil)
}

// Check posts a check run of the commit HeadSHA, with its Name, Status and
// Conclusion, and gives its id.
func (p *Peer) Check(c model.CheckRun) int64 {
	p.s.tb.Helper()
	in := map[string]string{"name": c.Name, "head_sha": c.HeadSHA}
	if c.Status != "" {
		in["status"] = c.Status
	}
	if c.Conclusion != "" {
		in["conclusion"] = c.Conclusion
	}
	var made struct{ ID int64 }
	p.Do("POST", "/check-runs", in, &made)
	return made.ID
}

// EndCheck ends a check run with a conclusion.
func (p *Peer) EndCheck(id int64, conclusion string) {
	p.s.tb.Helper()
	p.Do("PATCH", fmt.Sprintf("/check-runs/%d", id), map[string]string{"conclusion": conclusion}, nil)
}

// Rules makes rules the ruleset of a branch (hub.SetRules).
func (s *Server) Rules(branch string, rules model.BranchRules) {
	s.tb.Helper()
	s.must("set the rules", s.SetRules(context.Background(), branch, rules))
}

// Action posts a run of a workflow (hub.PostAction) and gives its id.
func (s *Server) Action(run model.WorkflowRun, branch string, jobs ...model.CheckRun) int64 {
	s.tb.Helper()
	id, err := s.PostAction(context.Background(), run, branch, jobs...)
	s.must("post a workflow run", err)
	return id
}

// Queue moves a pull request on in the merge queue (hub.QueueState).
func (s *Server) Queue(number int, state model.QueueState) {
	s.tb.Helper()
	s.must("move on in the merge queue", s.QueueState(context.Background(), number, state))
}

// Eject takes a pull request out of the merge queue, as a red check does.
func (s *Server) Eject(number int) {
	s.tb.Helper()
	s.Queue(number, model.NotQueued)
}

// QueueMerges merges a pull request that is in the merge queue.
func (s *Server) QueueMerges(number int) {
	s.tb.Helper()
	s.must("merge by the queue", s.MergeQueued(context.Background(), number))
}

// MergesItself lets a pull request be merged by itself once its rules are met.
func (s *Server) MergesItself(number int, on bool) {
	s.tb.Helper()
	s.must("set auto-merge", s.AutoMerge(context.Background(), number, "ana", on))
}

func (s *Server) must(what string, err error) {
	s.tb.Helper()
	if err != nil {
		s.tb.Fatalf("%s: %v", what, err)
	}
}
