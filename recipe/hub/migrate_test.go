package hub_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
)

func TestAFileOfTheFirstSchemaIsBroughtToThePresentOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hub.db")
	withSQL(t, path, hub.Schema1+`
		PRAGMA application_id = 0x67646274; PRAGMA user_version = 1;
		INSERT INTO repository (id, owner, name, created_at, last_at, last_number) VALUES (1, 'acme', 'shop', 1, 1, 2);
		INSERT INTO user (id, login, folded) VALUES (1, 'ana', 'ANA');
		INSERT INTO issue (number, created_at, updated_at, author, rev, title) VALUES (1, 1, 1, 1, 1, 'old');
		INSERT INTO issue (number, created_at, updated_at, author, rev, title, is_pull) VALUES (2, 1, 1, 1, 1, 'old', 1);
		INSERT INTO event (issue_id, kind, actor, created_at) VALUES (1, 'reopened', 1, 1);`)
	h := open(t, path)
	if diff := cmp.Diff([]int{2, 1}, numbers(t, get(t, h, shop+"/issues"))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{2}, numbers(t, get(t, h, shop+"/pulls"))); diff != "" {
		t.Error(diff)
	}
	if e := get(t, h, shop+"/issues/1/timeline"); e.status != 200 {
		t.Errorf("the timeline: status %d: %s", e.status, e.body)
	}
}
