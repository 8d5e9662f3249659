package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/sqlitefile"
)

// TestAFullDiskIsNoAnswerOfGitHub: whoever asks in this process, by REST or GraphQL,
// is told why nothing was written, and what was written before is there.
func TestAFullDiskIsNoAnswerOfGitHub(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hub.db")
	h, err := hub.OpenSmall(context.Background(), path, hub.Options{Owner: "acme", Name: "shop", Viewer: "ana"}, 80)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	post := func(path string, what map[string]any) (made struct {
		NodeID string `json:"node_id"`
	}, err error) {
		body, err := json.Marshal(what)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequest(http.MethodPost, "https://api.github.com"+path, strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "token any")
		resp, err := h.Transport().RoundTrip(r)
		if err == nil {
			defer resp.Body.Close()
			err = json.NewDecoder(resp.Body).Decode(&made)
		}
		return made, err
	}
	filed, node, full := 0, "", error(nil)
	for filed < 1000 {
		made, err := post("/repos/acme/shop/issues", map[string]any{"title": "One more", "body": strings.Repeat("longer ", 5000)})
		if full = err; err != nil {
			break
		}
		filed, node = filed+1, made.NodeID
	}
	told(t, full, path)
	_, err = post("/graphql", map[string]any{
		"query":     "mutation($id:ID!,$b:String!){addComment(input:{subjectId:$id,body:$b}){clientMutationId}}",
		"variables": map[string]string{"id": node, "b": strings.Repeat("longer ", 9000)},
	})
	told(t, err, path)
	if n, err := fileOne(open(t, path), "filed once there is room"); err != nil || n != filed+1 {
		t.Errorf("#%d, %v, after %d issues", n, err, filed)
	}
}

// told checks that an error is that of a full disk.
func told(t *testing.T, err error, path string) {
	t.Helper()
	var storage *hub.StorageError
	if !errors.As(err, &storage) || storage.Kind != sqlitefile.DiskFull {
		t.Fatalf("error %v, want a StorageError", err)
	}
	if want := "nothing was written to the tracker file " + path + ", since the disk is full"; err.Error() != want {
		t.Errorf("said %q, want %q", err, want)
	}
}
