package tracker

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/clock"
)

// Client reads and writes the issues and pull requests of one repository. It is safe for use by
// several goroutines at once; together they have at most six requests under way.
type Client struct {
	opts    Options
	conn    *connector
	place   *place
	limits  *limits
	slots   chan struct{} // one for each request under way
	writing chan struct{} // GitHub asks for one write at a time
	lists   *lists
	counts  jobCounts

	mu       sync.Mutex
	viewer   *viewer
	labelIDs *labelIDs
	created  time.Time // when content was last created
}

// New makes a client. No request is made and no token is asked of the keyring
// before the first read or write. The error is a *model.Fault: a repository that
// cannot be named in an address.
func New(o Options) (*Client, error) {
	if err := checkRepo(o); err != nil {
		return nil, err
	}
	o = withDefaults(o)
	c := &Client{
		opts:    o,
		conn:    newConnector(o),
		place:   &place{owner: o.Repo.Owner, name: o.Repo.Name},
		limits:  &limits{clock: o.Clock, most: o.MaxWait, tell: o.OnWait, until: map[string]time.Time{}},
		slots:   make(chan struct{}, atOnce),
		writing: make(chan struct{}, 1),
	}
	c.lists = newLists(c.opts, c.conn.account.identity())
	return c, nil
}

func withDefaults(o Options) Options {
	if o.Label == "" {
		o.Label = model.LabelDebt
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Random == nil {
		o.Random = rand.Float64
	}
	if o.OnWait == nil {
		o.OnWait = func(Wait) {}
	}
	if o.OnNotice == nil {
		o.OnNotice = func(string) {}
	}
	if o.Pace == 0 && o.Transport == nil {
		o.Pace = time.Second
	}
	if o.MaxWait == 0 {
		o.MaxWait = 15 * time.Minute
	}
	return o
}

// checkRepo refuses what cannot be a part of an address. The embedded tracker is
// named after a folder, which may be called almost anything.
func checkRepo(o Options) error {
	for _, part := range []string{o.Repo.Host, o.Repo.Owner, o.Repo.Name} {
		odd := part == "" || part == "." || part == ".." || strings.ContainsAny(part, "/\x00\r\n")
		if o.Repo.Host != LocalHost {
			odd = odd || strings.HasPrefix(part, "-") || strings.ContainsAny(part, "\\?#% \t")
		}
		if odd {
			return &model.Fault{
				Kind: model.FaultInvalid, Op: "choose the repository",
				Detail: fmt.Sprintf("%q is no host, owner or name of a repository", part),
				Hint:   "name it as OWNER/NAME or HOST/OWNER/NAME with --repo",
			}
		}
	}
	return nil
}

// repo is the repository's name for a person, as it was asked for.
func (c *Client) repo() string { return oneLine(c.asked()) }

// asked is OWNER/NAME as it was asked for.
func (c *Client) asked() string { return c.opts.Repo.Owner + "/" + c.opts.Repo.Name }

// repoArg names the repository as gh takes it.
func (c *Client) repoArg() string {
	if strings.EqualFold(c.opts.Repo.Host, "github.com") {
		return c.repo()
	}
	return c.opts.Repo.Host + "/" + c.repo()
}

// issueName is an issue's name for a person.
func (c *Client) issueName(number int) string { return fmt.Sprintf("%s#%d", c.repo(), number) }
