package tracker

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"

	"gh-debt/recipe/clock"
)

// exchange is one request and what the wire learnt of its answer. It travels in
// the request's context, because go-gh's clients neither take a header for one
// request nor give back the headers of a GraphQL answer.
type exchange struct {
	etag string // sent as If-None-Match, when not empty

	status      int
	header      http.Header // of the last answer
	contentType string      // of the last answer, which go-gh does not see on success
	url         *url.URL    // of the last request: another one after a redirect
	sent        atomic.Bool // the request may have reached the server
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// wire is the transport below go-gh's. It adds If-None-Match, keeps the
// sanitizer off the answers that succeed (see the package comment), notes
// whether a request left, and writes the log of GH_DEBUG.
type wire struct {
	base    http.RoundTripper
	network bool // whether base tells of its connections
	clock   clock.Clock
	log     *requestLog
}

// RoundTrip sends one request.
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		x = &exchange{}
	}
	req = w.prepare(req, x)
	start := w.clock.Now()
	resp, err := w.base.RoundTrip(req)
	w.log.write(req, resp, err, w.clock.Now().Sub(start))
	if err != nil {
		return nil, err
	}
	x.status, x.header, x.url = resp.StatusCode, resp.Header.Clone(), req.URL
	x.contentType = resp.Header.Get("Content-Type")
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		resp.Header = resp.Header.Clone()
		resp.Header.Del("Content-Type")
	}
	if resp.Request == nil {
		resp.Request = req
	}
	return resp, nil
}

func (w *wire) prepare(req *http.Request, x *exchange) *http.Request {
	ctx := req.Context()
	if w.network {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
			GotConn: func(httptrace.GotConnInfo) { x.sent.Store(true) },
		})
	} else {
		x.sent.Store(true)
	}
	req = req.Clone(ctx)
	if x.etag != "" {
		req.Header.Set("If-None-Match", x.etag)
	}
	return req
}
