package tracker

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// script answers requests by hand. What is asked is named by its method and the path
// below the repository, a GraphQL document by the name of its operation; of several
// answers to one name each is given once, and the last for good.
type script struct {
	t       testing.TB
	mu      sync.Mutex
	answers map[string][]tripper
	asked   []string
	bodies  map[string][]string
}

func newScript(t testing.TB) *script {
	return &script{t: t, answers: map[string][]tripper{}, bodies: map[string][]string{}}
}

// on adds an answer; the headers are name, value, name, value.
func (s *script) on(name string, status int, body string, headers ...string) *script {
	return s.do(name, always(status, body, headers...))
}

func (s *script) do(name string, answer tripper) *script {
	s.answers[name] = append(s.answers[name], answer)
	return s
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	var body string
	if r.Body != nil {
		b := make([]byte, r.ContentLength)
		if _, err := r.Body.Read(b); len(b) > 0 && err != nil && err.Error() != "EOF" {
			s.t.Error(err)
		}
		body = string(b)
	}
	name := r.Method + " " + strings.TrimPrefix(strings.TrimPrefix(r.URL.RequestURI(), "/repos/acme/shop"), "/")
	if r.URL.Path == "/graphql" {
		var document struct{ Query string }
		if err := json.Unmarshal([]byte(body), &document); err != nil {
			s.t.Error(err)
		}
		words := strings.FieldsFunc(document.Query, func(r rune) bool { return r == ' ' || r == '(' })
		name = words[0] + " " + words[1]
	}
	s.mu.Lock()
	s.asked = append(s.asked, name)
	s.bodies[name] = append(s.bodies[name], body)
	answers := s.answers[name]
	if len(answers) > 1 {
		s.answers[name] = answers[1:]
	}
	s.mu.Unlock()
	if len(answers) == 0 {
		s.t.Errorf("nobody expects %s", name)
		return reply(r, 500, `{"message":"not in the script"}`), nil
	}
	return answers[0](r)
}

// count tells how often something was asked.
func (s *script) count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bodies[name])
}

// body is what the newest request of a name carried.
func (s *script) body(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	bodies := s.bodies[name]
	if len(bodies) == 0 {
		s.t.Errorf("%s was not asked", name)
		return ""
	}
	return bodies[len(bodies)-1]
}

// whoIs answers who is signed in, which a refusal for want of a right asks.
func (s *script) whoIs() *script { return s.on("GET user", 200, `{"login":"ana"}`) }

// Commits of the stories.
const (
	base   = "1111111111111111111111111111111111111111"
	head   = "2222222222222222222222222222222222222222"
	newer  = "3333333333333333333333333333333333333333"
	merged = "4444444444444444444444444444444444444444"
)
