package drain_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
	"gh-debt/recipe/tracker"
)

// rival makes a second clone of the yard's remote, in which somebody else drains
// with a ledger of their own.
func (y *yard) rival(login string) drain.Deps {
	y.t.Helper()
	clone := filepath.Join(filepath.Dir(y.clone), "shop-of-"+login)
	if err := os.CopyFS(clone, os.DirFS(y.clone)); err != nil {
		y.t.Fatal(err)
	}
	d := y.session(clone, filepath.Join(filepath.Dir(clone), "state-of-"+login))
	y.hub.Peer(login)
	client, err := tracker.New(tracker.Options{
		Repo:      repository.Repository{Host: "github.com", Owner: "acme", Name: "shop"},
		Transport: y.hub, Token: "peer-" + login, Clock: still{}, Pace: -1,
	})
	if err != nil {
		y.t.Fatal(err)
	}
	book := recipe.NewBook(recipe.Deps{Tracker: client, Rules: d.Rules, Now: now})
	d.Tracker, d.Queue, d.Regrade, d.Claims, d.Me = client, book.ReadQueue, book.Regrade, book.Claims, login
	return d
}

// claim is what a session claims in a race.
type claim struct {
	deps    drain.Deps
	numbers []int
	res     drain.Result
	err     error
}

// start claims once, in a session of its own.
func (c *claim) start(ctx context.Context) {
	c.res, c.err = drain.New(c.deps).Start.Run(ctx, drain.StartInput{Numbers: c.numbers, Named: true})
}

// won reports whether the claim holds, by its ledger.
func (c *claim) won(t *testing.T) bool {
	t.Helper()
	units, err := c.deps.Ledger.Active(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(units) == 1 && units[0].Branch.Branch != ""
}

// fair checks what two sessions left that raced: the labels and the branch are the
// winner's, and a loser's claim is given back.
func fair(t *testing.T, y *yard, sessions ...*claim) (winners int) {
	t.Helper()
	held := map[int]bool{}
	branches := []string{"main"}
	for _, c := range sessions {
		if c.err != nil {
			t.Fatal(c.err)
		}
		if !c.won(t) {
			if units, _ := c.deps.Ledger.Active(t.Context()); c.res.Refused == "" || len(units) != 0 {
				t.Errorf("%s lost with %q and %d units", c.deps.Me, c.res.Refused, len(units))
			}
			continue
		}
		winners++
		branches = append(branches, c.res.Unit.Branch.Branch)
		for _, n := range c.numbers {
			held[n] = true
		}
	}
	for _, n := range []int{12, 41, 77} {
		if is := y.issue(n); is.HasLabel("in-progress") != held[n] {
			t.Errorf("#%d: %v, held %t", n, is.Labels, held[n])
		}
	}
	slices.Sort(branches)
	if got := strings.Fields(git(t, y.bare, "for-each-ref", "--format=%(refname:short)", "refs/heads/")); !slices.Equal(got, branches) {
		t.Errorf("branches %v, want %v", got, branches)
	}
	return winners
}

// TestOfTwoSessionsOneWins: somebody else starts the same numbers, from beginning to
// end, right before each request of ours.
func TestOfTwoSessionsOneWins(t *testing.T) {
	t.Parallel()
	for n := 1; ; n++ {
		ended := false
		t.Run(fmt.Sprint("before request ", n), func(t *testing.T) {
			y := newYard(t, two(), hubtest.Unchecked())
			ours, theirs := &claim{deps: y.deps, numbers: []int{12, 41}}, &claim{deps: y.rival("bo"), numbers: []int{12, 41}}
			met := false
			y.hub.Before(func(at int, _ *http.Request) error {
				if at == n {
					met = true
					theirs.start(t.Context())
				}
				return nil
			})
			ours.start(t.Context())
			if ended = !met; ended {
				return
			}
			if winners := fair(t, y, ours, theirs); winners != 1 {
				t.Errorf("%d winners", winners)
			}
			loser, winner := ours, "bo"
			if ours.won(t) {
				loser, winner = theirs, "ana"
			}
			if said := loser.res.Refused; !strings.Contains(said, winner) && !strings.Contains(said, "already") {
				t.Errorf("the loser is told %q", said)
			}
		})
		if ended || t.Failed() {
			return
		}
	}
}

// turns lets two sessions make their requests in an order that a seed gives.
type turns struct {
	mu   sync.Mutex
	cond *sync.Cond
	dice *rand.Rand
	turn string
	live map[string]bool
}

func newTurns(seed uint64, tokens ...string) *turns {
	s := &turns{dice: rand.New(rand.NewPCG(seed, 1)), live: map[string]bool{}}
	s.cond = sync.NewCond(&s.mu)
	for _, token := range tokens {
		s.live[token] = true
	}
	s.next()
	return s
}

// next throws the dice for whose turn it is.
func (s *turns) next() {
	if tokens := slices.Sorted(maps.Keys(s.live)); len(tokens) > 0 {
		s.turn = tokens[s.dice.IntN(len(tokens))]
		s.cond.Broadcast()
	}
}

// wait is a request that comes when its session has its turn.
func (s *turns) wait(_ int, r *http.Request) error {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "token ")
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.live[token] && s.turn != token {
		s.cond.Wait()
	}
	s.next()
	return nil
}

// leave is a session that has ended.
func (s *turns) leave(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, token)
	s.next()
}

// TestOverlappingUnitsNeverBothGoOn, nor two of one name, in whatever order their
// requests come: both may give way, and then all is free.
func TestOverlappingUnitsNeverBothGoOn(t *testing.T) {
	t.Parallel()
	for name, numbers := range map[string][2][]int{
		"the same":  {{12, 41}, {12, 41}},
		"a part":    {{12, 41}, {12}},
		"the other": {{12, 41}, {41, 77}},
	} {
		for seed := range uint64(8) {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				y := newYard(t, two(), hubtest.Unchecked())
				ours, theirs := &claim{deps: y.deps, numbers: numbers[0]}, &claim{deps: y.rival("bo"), numbers: numbers[1]}
				order := newTurns(seed, "token-of-ana", "peer-bo")
				y.hub.Before(order.wait)
				var both sync.WaitGroup
				for token, c := range map[string]*claim{"token-of-ana": ours, "peer-bo": theirs} {
					both.Go(func() {
						defer order.leave(token)
						c.start(t.Context())
					})
				}
				both.Wait()
				if winners := fair(t, y, ours, theirs); winners > 1 || name == "the same" && winners != 1 {
					t.Errorf("%d winners: %q, %q", winners, ours.res.Refused, theirs.res.Refused)
				}
			})
		}
	}
}

// TestAKilledClaimThatWasFoundStaleIsLost: while the process was dead somebody, who may
// be the same person elsewhere, took the claim away and claimed anew. Their branch
// looks like the one that was to be created.
func TestAKilledClaimThatWasFoundStaleIsLost(t *testing.T) {
	t.Parallel()
	var seconds atomic.Int64
	clock := func() time.Time { return now().Add(time.Duration(seconds.Add(1)) * time.Second) }
	y := newYard(t, two(), hubtest.Clock(clock), hubtest.Unchecked())
	ours := &claim{deps: y.deps, numbers: []int{12, 41}}
	y.hub.Before(func(_ int, r *http.Request) error {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/git/refs") {
			return hubtest.ErrDropped
		}
		return nil
	})
	ours.start(t.Context())
	if ours.err == nil {
		t.Fatal("the claim was not cut off")
	}
	y.hub.Reset()
	seconds.Add(3600)
	theirs := &claim{deps: y.rival("bo"), numbers: []int{12, 41}}
	y.hub.SetAccount("peer-bo", hub.Account{Login: "ana", Permission: hub.Admin})
	theirs.deps.Now = clock
	choice, err := drain.New(theirs.deps).Choose.Run(t.Context(), drain.ChooseInput{})
	if err != nil || !slices.Equal(choice.Stripped, []int{12, 41}) {
		t.Fatalf("stripped %v, %v", choice.Stripped, err)
	}
	theirs.start(t.Context())
	ours.start(t.Context())
	if winners := fair(t, y, ours, theirs); winners != 1 || ours.won(t) {
		t.Errorf("%d winners, ours %t: %q", winners, ours.won(t), theirs.res.Refused)
	}
}

// TestALostClaimIsGivenBack: of the numbers that a person named one is taken from
// under us; what was claimed before is free again. Numbers that were only offered lose
// that one alone.
func TestALostClaimIsGivenBack(t *testing.T) {
	t.Parallel()
	for name, named := range map[string]bool{"named": true, "offered": false} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, two())
			bo := y.hub.Peer("bo")
			y.hub.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
				if r.Method == http.MethodPost && !y.issue41Claimed(t) {
					bo.Label(41, "in-progress")
				}
				return resp, nil
			})
			res, err := y.steps.Start.Run(t.Context(), drain.StartInput{Numbers: []int{12, 41}, Named: named})
			if err != nil {
				t.Fatal(err)
			}
			if !y.issue(41).HasLabel("in-progress") {
				t.Error("the claim of another was taken away")
			}
			free := !y.issue(12).HasLabel("in-progress")
			switch {
			case named && (!free || !strings.Contains(res.Refused, "#41 was claimed by bo") || res.Unit.Active()):
				t.Errorf("#12 free %t, refused %q, unit %s", free, res.Refused, res.Unit.Stage)
			case !named && (free || res.Refused != "" || !slices.Equal(res.Unit.Numbers(), []int{12})):
				t.Errorf("#12 free %t, refused %q, members %v", free, res.Refused, res.Unit.Numbers())
			}
		})
	}
}

// issue41Claimed asks the hub itself, past its hooks and count.
func (y *yard) issue41Claimed(t *testing.T) bool {
	t.Helper()
	var is struct{ Labels []struct{ Name string } }
	y.hub.Peer("bo").Do("GET", "/issues/41", nil, &is)
	return slices.ContainsFunc(is.Labels, func(l struct{ Name string }) bool { return l.Name == model.LabelInProgress })
}
