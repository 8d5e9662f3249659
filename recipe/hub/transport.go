package hub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Transport reaches the hub without a network: requests to any host are
// served in this process. It honours the request's context and returns when
// it ends, as a connection does; a write that has begun is finished then. When
// the file is found broken, or cannot be used, a *DamagedError, a *NewerError or a
// *StorageError is returned instead of an answer.
func (h *Hub) Transport() http.RoundTripper { return transport{h} }

type transport struct{ hub *Hub }

// RoundTrip serves one request.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	ctx := r.Context()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var broken fileFault
	in := r.Clone(context.WithValue(ctx, fileFaultKey{}, &broken))
	if in.Body == nil {
		in.Body = http.NoBody
	}
	if in.Host == "" {
		in.Host = r.URL.Host
	}
	in.RequestURI = r.URL.RequestURI()
	rec := &recorder{header: http.Header{}}
	t.hub.ServeHTTP(rec, in)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if err := t.hub.file.Damage(); err != nil {
		return nil, err
	}
	if broken.err != nil {
		return nil, broken.err
	}
	return rec.response(r), nil
}

// fileFault is what keeps the file from being used, met while a request was served.
type fileFault struct{ err error }

type fileFaultKey struct{}

// noteFault keeps what is no answer of GitHub's for whoever asks in this process.
func noteFault(ctx context.Context, err error) {
	f, ok := ctx.Value(fileFaultKey{}).(*fileFault)
	if !ok {
		return
	}
	var storage *StorageError
	var newer *NewerError
	switch {
	case errors.As(err, &storage):
		f.err = storage
	case errors.As(err, &newer):
		f.err = newer
	}
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   []byte
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	if r.body == nil {
		r.body = b[:len(b):len(b)] // the hub writes an answer once and does not touch it again
	} else {
		r.body = append(r.body, b...)
	}
	return len(b), nil
}

func (r *recorder) response(to *http.Request) *http.Response {
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", r.status, http.StatusText(r.status)),
		StatusCode:    r.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        r.header,
		Body:          io.NopCloser(bytes.NewReader(r.body)),
		ContentLength: int64(len(r.body)),
		Request:       to,
	}
}
