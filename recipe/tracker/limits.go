package tracker

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"gh-debt/recipe/clock"

	"github.com/cli/go-gh/v2/pkg/api"
)

// The two budgets that GitHub counts apart; a secondary limit holds for both.
const (
	budgetREST    = "core"
	budgetGraphQL = "graphql"
	everything    = ""
)

// firstBackoff is what GitHub asks for after a secondary limit that names no
// time; each further one in a row doubles it.
const firstBackoff = time.Minute

// limits keeps requests back while GitHub refuses them. A request that was
// refused for a limit was surely not carried out, so reads and writes alike may
// be sent again after the wait.
type limits struct {
	clock clock.Clock
	most  time.Duration
	tell  func(Wait)

	mu      sync.Mutex
	until   map[string]time.Time
	why     string
	told    time.Time
	strikes int       // secondary limits in a row
	first   time.Time // when the first refusal in a row came
	round   int       // counts refusals, so that six at once are one strike
}

// limitError says that a limit lasts longer than the client waits.
type limitError struct {
	until time.Time
	why   string
}

func (e *limitError) Error() string { return e.why }

// pass waits until requests of the budget may be sent, and gives the round to
// hand to refused. The error is a *limitError or the context's.
func (l *limits) pass(ctx context.Context, budget string) (round int, err error) {
	for {
		wait, round, bearable, tell := l.look(budget)
		d := wait.Until.Sub(l.clock.Now())
		switch {
		case d <= 0:
			return round, ctx.Err()
		case !bearable:
			return round, &limitError{until: wait.Until, why: wait.Why}
		}
		if tell {
			l.tell(wait)
		}
		if err := l.clock.Wait(ctx, d); err != nil {
			return round, err
		}
	}
}

// look gives the time to wait until, whether it is bearable, and whether nobody
// was told of it yet. It is bearable while all waits in a row, of refusals that
// follow each other, are no longer than the most.
func (l *limits) look(budget string) (w Wait, round int, bearable, tell bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w = Wait{Until: l.until[everything], Why: l.why}
	if t := l.until[budget]; t.After(w.Until) {
		w.Until = t
	}
	now := l.clock.Now()
	from := now
	if !l.first.IsZero() {
		from = l.first
	}
	bearable = w.Until.Sub(from) <= l.most
	if w.Until.After(now) && bearable && !w.Until.Equal(l.told) {
		l.told, tell = w.Until, true
	}
	return w, l.round, bearable, tell
}

// answered notes a request that GitHub carried out: it ends a row of strikes,
// and one that used up the budget keeps back those that follow.
func (l *limits) answered(budget string, h http.Header) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.strikes, l.first = 0, time.Time{}
	if at, ok := usedUp(h, l.clock.Now()); ok {
		l.until[budget], l.why = at, "GitHub's rate limit is used up"
	}
}

// refused reports whether an answer was a limit, and keeps requests back if so.
// The round is the one that pass gave before the request.
func (l *limits) refused(budget string, round, status int, message string, h http.Header) bool {
	now := l.clock.Now()
	message = strings.ToLower(message)
	secondary := strings.Contains(message, "secondary rate limit") || strings.Contains(message, "submitted too quickly") ||
		strings.Contains(message, "abuse detection")
	if status != http.StatusForbidden && status != http.StatusTooManyRequests && !secondary {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, ok := retryAfter(h, now); ok {
		l.keepBack(everything, at, "GitHub asks to wait a while before the next request")
		return true
	}
	if at, ok := usedUp(h, now); ok && !secondary {
		l.keepBack(budget, at, "GitHub's rate limit is used up")
		return true
	}
	if !secondary && status != http.StatusTooManyRequests {
		return false
	}
	if round == l.round {
		l.keepBack(everything, now.Add(firstBackoff<<min(l.strikes, 8)), "too many changes in a short time for GitHub")
		l.strikes++
	}
	return true
}

func (l *limits) keepBack(budget string, until time.Time, why string) {
	now := l.clock.Now()
	if l.first.IsZero() {
		l.first = now
	}
	if least := now.Add(time.Second); until.Before(least) {
		until = least // a server that asks for no wait at all
	}
	l.until[budget], l.why = until, why
	l.round++
}

// usedUp reads the primary limit: nothing remains until the reset. The reset is
// the server's time; its Date header tells how far our clock is off.
func usedUp(h http.Header, now time.Time) (time.Time, bool) {
	if h.Get("X-RateLimit-Remaining") != "0" {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseInt(h.Get("X-RateLimit-Reset"), 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	reset := time.Unix(seconds, 0)
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		reset = now.Add(reset.Sub(date))
	}
	if !reset.After(now) {
		return time.Time{}, false
	}
	return reset.Add(time.Second), true
}

// retryAfter reads the header in both of its forms.
func retryAfter(h http.Header, now time.Time) (time.Time, bool) {
	value := h.Get("Retry-After")
	if value == "" {
		return time.Time{}, false
	}
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 {
		return now.Add(time.Duration(seconds) * time.Second), true
	}
	at, err := http.ParseTime(value)
	return at, err == nil
}

// limitIn reports whether a GraphQL answer, which has status 200 for it, was
// refused for a limit.
func limitIn(e *api.GraphQLError) bool {
	for _, item := range e.Errors {
		message := strings.ToLower(item.Message)
		if item.Type != "RATE_LIMITED" && !strings.Contains(message, "submitted too quickly") &&
			!strings.Contains(message, "secondary rate limit") {
			return false
		}
	}
	return len(e.Errors) > 0
}
