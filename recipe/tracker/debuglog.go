package tracker

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// requestLog writes what GH_DEBUG asks for: each request with its status and its
// time, and with "api" the headers too. Bodies are never in it, since they hold
// findings (section 8), and headers that hold a secret show only their name.
type requestLog struct {
	mu      sync.Mutex
	out     io.Writer
	headers bool
}

// newRequestLog reads GH_DEBUG as go-gh does; nil keeps no log.
func newRequestLog(o Options) *requestLog {
	switch o.Debug {
	case "", "0", "false", "no":
		return nil
	}
	if o.Log == nil {
		return nil
	}
	return &requestLog{out: o.Log, headers: strings.Contains(o.Debug, "api")}
}

func (l *requestLog) write(req *http.Request, resp *http.Response, err error, took time.Duration) {
	if l == nil {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "* Request to %s\n", req.URL)
	fmt.Fprintf(&b, "> %s %s\n", req.Method, req.URL.RequestURI())
	if l.headers {
		writeHeaders(&b, "> ", req.Header)
	}
	switch {
	case err != nil:
		fmt.Fprintf(&b, "* No answer: %v\n", err)
	default:
		fmt.Fprintf(&b, "< %d %s\n", resp.StatusCode, http.StatusText(resp.StatusCode))
		if l.headers {
			writeHeaders(&b, "< ", resp.Header)
		}
	}
	fmt.Fprintf(&b, "* Request took %s\n", took)
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = io.WriteString(l.out, b.String())
}

func writeHeaders(b *strings.Builder, prefix string, h http.Header) {
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		value := strings.Join(h[name], ", ")
		if secretHeader(name) {
			value = "(not shown)"
		}
		fmt.Fprintf(b, "%s%s: %s\n", prefix, name, value)
	}
}

// secretHeader names the headers that sign somebody in, the single sign-on link included.
func secretHeader(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Github-Sso":
		return true
	}
	return false
}
