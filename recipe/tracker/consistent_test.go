package tracker

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// shelf is a list that peers change between any two requests; it is quicker than
// the hub, so that many orders of events can be tried.
type shelf struct {
	mu      sync.Mutex
	open    []bool // by number, from 1
	updated []int  // second of the last change
	second  int
	count   int
	at      func(request int) // runs before each request, with the lock held
}

func newShelf(n int) *shelf {
	s := &shelf{open: make([]bool, n+1), updated: make([]int, n+1), at: func(int) {}}
	for i := 1; i <= n; i++ {
		s.open[i] = true
	}
	return s
}

func (s *shelf) set(number int, open bool) {
	if s.open[number] != open {
		s.second++
		s.open[number], s.updated[number] = open, s.second
	}
}

func (s *shelf) numbers() []int {
	var all []int
	for i := 1; i < len(s.open); i++ {
		if s.open[i] {
			all = append(all, i)
		}
	}
	return all
}

func (s *shelf) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	s.at(s.count)
	q := r.URL.Query()
	all := s.numbers()
	if q.Get("sort") == "updated" {
		all = upTo(1, len(s.open)-1)
		slices.SortFunc(all, func(a, b int) int { return cmp.Or(s.updated[b]-s.updated[a], a-b) })
	}
	size, _ := strconv.Atoi(q.Get("per_page"))
	page := max(1, atoi(q.Get("page")))
	from, to := min((page-1)*size, len(all)), min(page*size, len(all))
	body := s.body(all[from:to])
	h := fnv.New64a()
	_, _ = h.Write([]byte(body))
	etag := fmt.Sprintf(`W/"%x"`, h.Sum64())
	if r.Header.Get("If-None-Match") == etag {
		return reply(r, 304, "", "ETag", etag), nil
	}
	return reply(r, 200, body, "ETag", etag, "Link", link(r.URL, page, (len(all)+size-1)/size)), nil
}

func (s *shelf) body(numbers []int) string {
	var parts []string
	for _, n := range numbers {
		state := map[bool]string{true: "open", false: "closed"}[s.open[n]]
		at := time.Date(2026, 1, 1, 0, 0, s.updated[n], 0, time.UTC).Format(time.RFC3339)
		parts = append(parts, fmt.Sprintf(`{"number":%d,"state":%q,"updated_at":%q,"labels":[{"name":"tech-debt"}]}`, n, state, at))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func link(u *url.URL, page, last int) string {
	if page >= last {
		return ""
	}
	q := u.Query()
	at := func(page int) string {
		q.Set("page", strconv.Itoa(page))
		return "https://" + u.Host + u.Path + "?" + q.Encode()
	}
	return fmt.Sprintf(`<%s>; rel="next", <%s>; rel="last"`, at(page+1), at(last))
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// peers close some issues and open others again between the requests of a read.
type peers struct {
	came, stays map[int]bool // what was in the list at any time, and all the while
	plan        map[int][]func()
	story       []string
}

// newPeers plans moves, every second one a coming, before the next few requests.
func newPeers(s *shelf, random *rand.Rand, moves int) *peers {
	p := &peers{came: map[int]bool{}, stays: map[int]bool{}, plan: map[int][]func(){}}
	for _, i := range s.numbers() {
		p.came[i], p.stays[i] = true, true
	}
	n := len(s.open) - 1
	for m := range moves {
		request, issue, open := 1+random.IntN(14), 1+random.IntN(n), m%2 == 1
		for open && s.open[issue] {
			issue = 1 + random.IntN(n)
		}
		p.story = append(p.story, fmt.Sprintf("before request %d: #%d open=%v", request, issue, open))
		p.plan[s.count+request] = append(p.plan[s.count+request], func() {
			s.set(issue, open)
			if open {
				p.came[issue] = true
			} else {
				delete(p.stays, issue)
			}
		})
	}
	s.at = func(request int) {
		for _, do := range p.plan[request] {
			do()
		}
	}
	return p
}

// check holds a result against what happened.
func (p *peers) check(t *testing.T, issues []model.Issue) {
	t.Helper()
	got := map[int]bool{}
	for _, i := range issues {
		got[i.Number] = true
		if !p.came[i.Number] {
			t.Errorf("#%d was never there; %v", i.Number, p.story)
		}
	}
	for i := range p.stays {
		if !got[i] {
			t.Errorf("#%d is missing; %v", i, p.story)
		}
	}
}

// Whatever was in the list all the while must be in the result, and nothing that
// never was.
func TestAnIssueThatWasInTheListAllTheWhileIsInTheResult(t *testing.T) {
	const n, runs = 760, 25
	tests := []struct {
		name  string
		known bool
		moves int
	}{
		{"first read, one leaves", false, 1},
		{"first read, one leaves and one comes", false, 2},
		{"first read, many", false, 6},
		{"known list, one leaves", true, 1},
		{"known list, one leaves and one comes", true, 2},
		{"known list, many", true, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, uint64(tt.moves)))
			for range runs {
				s := newShelf(n)
				for range 50 {
					s.set(1+random.IntN(n), false)
				}
				c := newClient(t, s)
				if tt.known {
					if _, err := c.Issues(context.Background(), model.Open, nil); err != nil {
						t.Fatal(err)
					}
					s.set(1+random.IntN(n), false)
				}
				p := newPeers(s, random, tt.moves)
				issues, err := c.Issues(context.Background(), model.Open, nil)
				if err != nil {
					t.Fatal(err)
				}
				p.check(t, issues)
			}
		})
	}
}

func TestAPeerWhoClosesAnIssueDuringTheReadHidesNoOther(t *testing.T) {
	const n = 350
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.RateLimit(0), hubtest.Seed(debt(1, n)...))
	for request := 1; request <= 8; request++ {
		s.Reset()
		leaves := request * 40
		s.PeerAfter(request, func() { s.Peer("bo").Close(leaves, "completed") })
		issues, err := newClient(t, s).Issues(context.Background(), model.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := numbers(issues)
		for i := 1; i <= n; i++ {
			if closed := i%40 == 0 && i <= leaves; !closed && !slices.Contains(got, i) {
				t.Errorf("#%d left after request %d, and #%d is missing", leaves, request, i)
			}
		}
	}
}

// A deleted issue leaves no trace in what changed last; the last page shows it.
func TestAnIssueThatIsDeletedAfterTheLastPageWasReadHidesNoOther(t *testing.T) {
	for _, request := range []int{9, 10} {
		s := newShelf(760)
		s.at = func(n int) {
			if n == request {
				s.open[550] = false
			}
		}
		issues, err := newClient(t, s).Issues(context.Background(), model.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := append(upTo(1, 549), upTo(551, 760)...)
		if diff := gocmp.Diff(want, numbers(issues)); diff != "" {
			t.Errorf("deleted before request %d: %s", request, diff)
		}
	}
}

func TestAListThatNeverSettlesIsAFault(t *testing.T) {
	s := newShelf(900)
	s.at = func(request int) { s.set(request, false) }
	issues, err := newClient(t, s).Issues(context.Background(), model.Open, nil)
	wantFault(t, err, model.FaultUnstable, "kept changing", "try again")
	if issues != nil {
		t.Error("issues were given beside the fault")
	}
}
