package tracker

import (
	"context"

	"gh-debt/model"
)

// duplicateQuery asks for the marks of an issue as a duplicate, and for what took
// them back.
const duplicateQuery = `query DuplicateOf($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    issue(number: $number) {
      timelineItems(last: 100, itemTypes: [MARKED_AS_DUPLICATE_EVENT, UNMARKED_AS_DUPLICATE_EVENT]) {
        nodes {
          __typename
          ... on MarkedAsDuplicateEvent { isCrossRepository duplicate { ... on Issue { number } } canonical { ... on Issue { number } } }
        }
      }
    }
  }
}`

// DuplicateOf tells which issue of the same repository an issue was marked as a
// duplicate of; ok is false where it was not, or the mark was taken back, or the
// other one lies in another repository.
func (c *Client) DuplicateOf(ctx context.Context, number int) (original int, ok bool, err error) {
	type entry struct{ Number int }
	var data struct {
		Repository *struct {
			Issue *struct {
				TimelineItems struct {
					Nodes []struct {
						Typename          string `json:"__typename"`
						IsCrossRepository bool
						Duplicate         entry
						Canonical         entry
					}
				}
			}
		}
	}
	r := request{op: "read what " + c.issueName(number) + " is a duplicate of", method: "GET"}
	owner, name := c.place.slug()
	variables := map[string]any{"owner": owner, "name": name, "number": number}
	if err := c.query(ctx, r, duplicateQuery, variables, &data); err != nil {
		return 0, false, err
	}
	if data.Repository == nil || data.Repository.Issue == nil {
		return 0, false, &model.Fault{Kind: model.FaultNotFound, Op: r.op, Detail: "it is not there"}
	}
	for _, event := range data.Repository.Issue.TimelineItems.Nodes {
		switch {
		case event.Typename != "MarkedAsDuplicateEvent":
			original = 0
		case !event.IsCrossRepository && event.Duplicate.Number == number:
			original = event.Canonical.Number
		}
	}
	return original, original != 0, nil
}
