package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// exchange is one answer, read.
type exchange struct {
	status int
	header http.Header
	body   string
}

// ask sends one request to the hub; a path that begins with / is under
// https://api.github.com.
func ask(t testing.TB, s *hubtest.Server, method, path string, in any, header ...string) exchange {
	t.Helper()
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			t.Fatal(err)
		}
		if text, ok := in.(string); ok {
			body = []byte(text)
		}
	}
	if path[0] == '/' {
		path = "https://api.github.com" + path
	}
	r, err := http.NewRequestWithContext(context.Background(), method, path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "token t0")
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := s.RoundTrip(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return exchange{resp.StatusCode, resp.Header, string(got)}
}

func (e exchange) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(e.body), v); err != nil {
		t.Fatalf("%v in %s", err, e.body)
	}
}

// askRaw sends a body as it is.
func askRaw(t testing.TB, s *hubtest.Server, method, path, body string) exchange {
	t.Helper()
	return ask(t, s, method, path, body)
}

// steps is a clock that shows the seconds of a list, then stays at the last.
type steps struct {
	mu sync.Mutex
	at []int64
}

func (s *steps) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.at[0]
	if len(s.at) > 1 {
		s.at = s.at[1:]
	}
	return time.Unix(now, 0)
}

// transportGet reads one address through a hub's own transport.
func transportGet(h *hub.Hub, address string) (exchange, error) {
	resp, err := (&http.Client{Transport: h.Transport()}).Get(address)
	if err != nil {
		return exchange{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return exchange{resp.StatusCode, resp.Header, string(body)}, err
}

func get(t testing.TB, h *hub.Hub, path string) exchange {
	t.Helper()
	e, err := transportGet(h, "https://api.github.com"+path)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// askQuery reads an address with a query of any bytes.
func askQuery(t testing.TB, s *hubtest.Server, address, query string) exchange {
	t.Helper()
	r, err := http.NewRequest("GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.URL.RawQuery = query
	r.Header.Set("Authorization", "token t0")
	resp, err := s.RoundTrip(r)
	if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return exchange{resp.StatusCode, resp.Header, string(body)}
}
