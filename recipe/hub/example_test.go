package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"gh-debt/recipe/hub"
)

// An issue is filed and listed as on GitHub, without a network.
func Example() {
	dir, err := os.MkdirTemp("", "hub")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	h, err := hub.Open(context.Background(), filepath.Join(dir, "hub.db"), hub.Options{Owner: "acme", Name: "shop", Viewer: "ana"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()

	client := &http.Client{Transport: h.Transport()}
	const issues = "https://api.github.com/repos/acme/shop/issues"
	made, err := client.Post(issues, "application/json", strings.NewReader(`{"title":"Retry loop never backs off","labels":["tech-debt"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	made.Body.Close()

	resp, err := client.Get(issues + "?labels=Tech-Debt")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	var list []struct {
		Number int
		Title  string
	}
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(made.Status, list)
	// Output: 201 Created [{1 Retry loop never backs off}]
}
