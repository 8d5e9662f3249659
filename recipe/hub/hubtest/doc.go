// Package hubtest is a GitHub for tests: a hub in a temporary file, reached
// through a transport that counts and keeps the requests, checks each request
// and each answer against GitHub's own description, and lets a test put a
// fault or a peer before or after any request.
//
//	s := hubtest.New(t, hubtest.Seed(issues...))
//	s.After(func(n int, r *http.Request, resp *http.Response) (*http.Response, error) {
//		if n == 3 {
//			return nil, hubtest.ErrDropped // the third request was executed, its answer is lost
//		}
//		return resp, nil
//	})
//	client := tracker.New(tracker.Options{Transport: s, …})
package hubtest
