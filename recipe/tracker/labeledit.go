package tracker

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
)

// labelAge is how long the ids of the labels are used without asking again, so
// that a re-grading of many issues reads the labels once.
const labelAge = time.Minute

// labelIDs are the node ids of the repository's labels by their lower-case names.
type labelIDs struct {
	ids map[string]string
	at  time.Time
}

// EditLabels adds and removes single labels of an issue in one request, adding
// first, and touches no others (C-12, C-13). Labels that are there already are not
// added and absent ones not removed (C-15); where nothing is left to do, nothing
// is sent. Names are compared without case. A label that the repository lacks is a
// FaultNotFound.
//
// GitHub carries out the two halves one after the other, and the second even if
// the first fails; a fault then says which half is done.
func (c *Client) EditLabels(ctx context.Context, number int, edit model.LabelEdit) error {
	op := "edit the labels of " + c.issueName(number)
	var w wireIssue
	ids := map[string]string{}
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		w, err = c.issue(gctx, number)
		return err
	})
	if len(edit.Add) > 0 {
		g.Go(func() (err error) {
			ids, err = c.labelNodes(gctx)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	change, err := planLabels(op, c.repo(), w, ids, edit)
	if err != nil || change.empty() {
		return err
	}
	return c.changeLabels(ctx, op, change)
}

// labelChange is an edit in node ids, with the names for a person.
type labelChange struct {
	issue                string
	add, remove          []string
	addNames, removeName []string
}

func (l labelChange) empty() bool { return len(l.add)+len(l.remove) == 0 }

// planLabels leaves out what is done already.
func planLabels(op, repo string, w wireIssue, ids map[string]string, edit model.LabelEdit) (labelChange, error) {
	change := labelChange{issue: w.NodeID}
	present := map[string]string{}
	for _, l := range w.Labels {
		present[strings.ToLower(l.Name)] = l.NodeID
	}
	planned := map[string]bool{}
	for _, name := range edit.Add {
		key := strings.ToLower(name)
		if _, there := present[key]; there || planned[key] {
			continue
		}
		id, ok := ids[key]
		if !ok {
			return change, &model.Fault{
				Kind: model.FaultNotFound, Op: op, Detail: fmt.Sprintf("%s has no label %q", repo, name),
				Hint: "run: gh debt labels sync",
			}
		}
		planned[key] = true
		change.add, change.addNames = append(change.add, id), append(change.addNames, name)
	}
	for _, name := range edit.Remove {
		key := strings.ToLower(name)
		id, there := present[key]
		if !there || planned[key] {
			continue
		}
		planned[key] = true
		change.remove, change.removeName = append(change.remove, id), append(change.removeName, name)
	}
	return change, nil
}

// labelNodes gives the ids of all labels of the repository.
func (c *Client) labelNodes(ctx context.Context) (map[string]string, error) {
	c.mu.Lock()
	known := c.labelIDs
	c.mu.Unlock()
	if known != nil && c.opts.Clock.Now().Sub(known.at) < labelAge {
		return known.ids, nil
	}
	labels, err := readPages(ctx, c, c.labelsRequest(), func(w *wireLabel) wireLabel { return *w })
	if err != nil {
		return nil, err
	}
	known = &labelIDs{ids: make(map[string]string, len(labels)), at: c.opts.Clock.Now()}
	for _, l := range labels {
		known.ids[strings.ToLower(l.Name)] = l.NodeID
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.labelIDs = known
	return known.ids, nil
}

// forgetLabels makes the next edit ask for the labels again.
func (c *Client) forgetLabels() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.labelIDs = nil
}

// mutation is the document for the halves that a change needs, and its variables.
func (l labelChange) mutation() (document string, variables map[string]any) {
	declared, fields := []string{"$issue: ID!"}, []string{}
	variables = map[string]any{"issue": l.issue}
	if len(l.add) > 0 {
		declared = append(declared, "$add: [ID!]!")
		fields = append(fields, "add: addLabelsToLabelable(input: {labelableId: $issue, labelIds: $add}) { clientMutationId }")
		variables["add"] = l.add
	}
	if len(l.remove) > 0 {
		declared = append(declared, "$remove: [ID!]!")
		fields = append(fields, "remove: removeLabelsFromLabelable(input: {labelableId: $issue, labelIds: $remove}) { clientMutationId }")
		variables["remove"] = l.remove
	}
	document = "mutation EditLabels(" + strings.Join(declared, ", ") + ") {\n  " + strings.Join(fields, "\n  ") + "\n}"
	return document, variables
}

// changeLabels sends the mutation and says which half was done when not all was.
func (c *Client) changeLabels(ctx context.Context, op string, change labelChange) error {
	var done struct {
		Add, Remove *struct {
			ClientMutationID *string `json:"clientMutationId"`
		}
	}
	document, variables := change.mutation()
	r := request{op: op, right: "the right to label issues of " + c.repo() + " (the triage role or more)", method: "POST"}
	err := c.mutate(ctx, r, document, variables, &done)
	added, removed := done.Add != nil || len(change.add) == 0, done.Remove != nil || len(change.remove) == 0
	f := asGraphQLFault(err)
	if f != nil {
		c.forgetLabels() // an id may be that of a label that is gone
	}
	switch {
	case err == nil && added && removed:
		return nil
	case err == nil:
		f := &model.Fault{Kind: model.FaultAnswer, Op: op, Detail: "the answer does not say what was done"}
		lost(f)
		return f
	case f == nil || len(change.add) == 0 || len(change.remove) == 0 || added == removed:
		return err
	case added:
		f.Detail = fmt.Sprintf("%s was added, but %s was not removed: %s", names(change.addNames), names(change.removeName), f.Detail)
	default:
		f.Detail = fmt.Sprintf("%s was removed, but %s was not added: %s", names(change.removeName), names(change.addNames), f.Detail)
	}
	f.Hint = strings.TrimSuffix("run it again to do the other half; "+f.Hint, "; ")
	return f
}

func names(labels []string) string { return oneLine(strings.Join(labels, ", ")) }
