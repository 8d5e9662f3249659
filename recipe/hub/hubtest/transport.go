package hubtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"syscall"
)

// Request is one request that the server got.
type Request struct {
	N           int // 1 is the first
	Method      string
	Path        string // with the query
	Body        string
	IfNoneMatch string
	Status      int   // 0 when no answer was made
	Err         error // what the client got instead of an answer
}

// Before is called before a request reaches the hub; n is 1 for the first.
// With an error the hub never sees the request and the client gets the error.
type Before func(n int, r *http.Request) error

// After is called when the hub has executed a request. What it returns is
// what the client gets.
type After func(n int, r *http.Request, resp *http.Response) (*http.Response, error)

// ErrDropped is a connection that broke.
var ErrDropped error = fmt.Errorf("read: %w", syscall.ECONNRESET)

// Before adds a hook that runs before each request.
func (s *Server) Before(hook Before) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = append(s.before, hook)
}

// After adds a hook that runs after each request.
func (s *Server) After(hook After) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.after = append(s.after, hook)
}

// FailBefore breaks the connection before the n-th request reaches the hub.
func (s *Server) FailBefore(n int) {
	s.Before(func(at int, _ *http.Request) error {
		if at == n {
			return ErrDropped
		}
		return nil
	})
}

// DropAfter loses the answer to the n-th request, which was executed.
func (s *Server) DropAfter(n int) { s.Replace(n, nil) }

// Replace gives an answer instead of the n-th request's, which was executed;
// nil loses it.
func (s *Server) Replace(n int, a Answer) {
	s.After(func(at int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if at != n {
			return resp, nil
		}
		if a == nil {
			return nil, ErrDropped
		}
		return a(r, resp), nil
	})
}

// Instead gives an answer to the n-th request, which never reaches the hub.
func (s *Server) Instead(n int, a Answer) {
	s.Before(func(at int, r *http.Request) error {
		if at == n {
			return &instead{a(r, &http.Response{Header: http.Header{}, Request: r})}
		}
		return nil
	})
}

// PeerBefore runs a peer's action right before the n-th request is executed.
func (s *Server) PeerBefore(n int, act func()) {
	s.Before(func(at int, _ *http.Request) error {
		if at == n {
			act()
		}
		return nil
	})
}

// PeerAfter runs a peer's action right after the n-th request was executed,
// before its answer arrives.
func (s *Server) PeerAfter(n int, act func()) {
	s.After(func(at int, _ *http.Request, resp *http.Response) (*http.Response, error) {
		if at == n {
			act()
		}
		return resp, nil
	})
}

// Reset forgets the hooks, the log and the count.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.after, s.log, s.count = nil, nil, nil, 0
}

// Requests gives the requests so far, in the order in which they came.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.log...)
}

// Count is how many requests came so far.
func (s *Server) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// instead is an answer that stands for the hub's.
type instead struct{ resp *http.Response }

// Error says what it is; the client never sees it.
func (i *instead) Error() string { return "answered instead of the hub" }

// RoundTrip serves a request of the client under test.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := drain(r)
	if err != nil {
		return nil, err
	}
	n, before, after := s.arrived(r, body)
	resp, err := s.execute(n, r, body, before, after)
	s.mu.Lock()
	defer s.mu.Unlock()
	if n <= len(s.log) && s.log[n-1].N == n {
		s.log[n-1].Err = err
		if resp != nil {
			s.log[n-1].Status = resp.StatusCode
		}
	}
	return resp, err
}

func (s *Server) arrived(r *http.Request, body []byte) (int, []Before, []After) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	s.log = append(s.log, Request{N: s.count, Method: r.Method, Path: r.URL.RequestURI(), Body: string(body),
		IfNoneMatch: r.Header.Get("If-None-Match")})
	return s.count, s.before, s.after
}

func (s *Server) execute(n int, r *http.Request, body []byte, before []Before, after []After) (*http.Response, error) {
	// The hub and each hook have a request of their own, whose body they may
	// read; the client's is not touched.
	own := func() *http.Request {
		c := r.Clone(r.Context())
		c.Body = io.NopCloser(bytes.NewReader(body))
		return c
	}
	for _, hook := range before {
		if err := hook(n, own()); err != nil {
			var i *instead
			if errors.As(err, &i) {
				return i.resp, nil
			}
			return nil, err
		}
	}
	resp, err := s.inner.RoundTrip(own())
	if err != nil {
		return nil, err
	}
	resp.Request = r
	if s.check != nil {
		s.check.exchange(r, body, resp)
	}
	for _, hook := range after {
		if resp, err = hook(n, own(), resp); err != nil {
			return nil, err
		}
	}
	return resp, nil
}

// drain reads a request's body and closes it, as a transport does.
func drain(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}
