package recipe

import (
	"context"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestRightsAreCheckedBeforeTheFirstChange(t *testing.T) {
	for _, tt := range []struct {
		name   string
		may    hub.Permission
		set    func(*hub.Repository)
		labels bool
		want   model.FaultKind
	}{
		{"triage may change issues", hub.Triage, nil, false, 0},
		{"triage may not change labels", hub.Triage, nil, true, model.FaultNoPermission},
		{"write may change labels", hub.Write, nil, true, 0},
		{"a reader may not", hub.Read, nil, false, model.FaultNoPermission},
		{"archived", hub.Admin, func(r *hub.Repository) { r.Archived = true }, false, model.FaultArchived},
		{"issues off", hub.Admin, func(r *hub.Repository) { r.IssuesOff = true }, false, model.FaultIssuesOff},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(seed(1, keyed("a.go", 1, "")), seed(2, keyed("a.go", 2, ""))))
			s.SetPermission(tt.may)
			if tt.set != nil {
				s.Set(tt.set)
			}
			d, _ := reading(t, s, nil)
			repo, err := newRights(d).Run(context.Background(), RightsInput{Labels: tt.labels})
			if faultKind(err) != tt.want || repo.Slug() != "acme/shop" {
				t.Errorf("repository %s, error %v", repo.Slug(), err)
			}
			if tt.want == 0 || tt.labels {
				return
			}
			_, err = newRegrade(d).Run(context.Background(), RegradeInput{Numbers: []int{1, 2}, Changes: severity("critical")})
			if faultKind(err) != tt.want || len(written(s)) > 0 {
				t.Errorf("re-grading: %v, wrote %v", err, written(s))
			}
		})
	}
}
