package tracker

import (
	"io"
	"net/http"
	"time"

	"gh-debt/recipe/clock"

	"github.com/cli/go-gh/v2/pkg/repository"
)

// LocalHost is the host of the embedded tracker. Requests for it are made for a
// name that no resolver answers, so that none can reach a real GitHub by mistake.
const LocalHost = "local"

// Options is what a Client is made of. Only Repo is required.
type Options struct {
	// Repo is the repository whose issues are the queue.
	Repo repository.Repository
	// Label is the queue's label; "" is the vocabulary's tech-debt.
	Label string
	// Transport takes the place of the network: the embedded hub, or a test. With
	// one no configuration is read and no token looked for.
	Transport http.RoundTripper
	// Token takes the place of the token that gh would use for the host.
	Token string
	// CacheDir is where lists are kept between runs; "" keeps none.
	CacheDir string
	// Gist gives what the lists hold of a body; nil holds it whole. Only what is in
	// memory is made shorter: on disk the lists keep the bodies, and an issue that is
	// read alone has its own.
	Gist func(body string) string
	// Clock tells the time and waits; nil is the system's.
	Clock clock.Clock
	// Random gives numbers in [0, 1) for the jitter of retries; nil is the system's.
	Random func() float64
	// Debug is the value of GH_DEBUG: a log of the requests goes to Log, with their
	// headers when it holds "api". No token and no body is ever in it.
	Debug string
	// Log receives the log of requests; nil keeps it off.
	Log io.Writer
	// OnWait is told of each wait that GitHub's limits impose, before it begins.
	OnWait func(Wait)
	// OnNotice is told, in one sentence, what a person should know although
	// nothing failed: a damaged cache file that was set aside.
	OnNotice func(string)
	// Pace is the least time between two writes that create content; 0 is one
	// second on the network and none with a Transport, below 0 is none.
	Pace time.Duration
	// MaxWait is the longest that a limit is waited for; 0 is 15 minutes.
	MaxWait time.Duration
}

// Wait tells that GitHub's limits were reached and until when the client waits.
type Wait struct {
	Until time.Time
	Why   string // "GitHub's rate limit is used up", in words for a person
}

// Progress is told how many of the pages of a read have been had. The total may
// grow while pages arrive. It is called from one goroutine at a time.
type Progress func(done, total int)

// NewIssue is what CreateIssue sends.
type NewIssue struct {
	Title  string
	Body   string
	Labels []string
}
