package hub

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// rateWindow is how long an account's requests are counted.
const rateWindow = time.Hour

// rateCounters count the requests of each account and resource.
type rateCounters struct {
	mu  sync.Mutex
	use map[string]*rateUse
}

type rateUse struct {
	used  int
	reset time.Time
}

// rateView is one entry of GET /rate_limit.
type rateView struct {
	Limit     int   `json:"limit"`
	Remaining int   `json:"remaining"`
	Reset     int64 `json:"reset"`
	Used      int   `json:"used"`
}

// look gives the counter of a login, a new one when the window is over.
func (h *Hub) look(login, resource string) *rateUse {
	now := h.opt.Clock()
	key := resource + " " + login
	u := h.rates.use[key]
	if u == nil || !now.Before(u.reset) {
		u = &rateUse{reset: now.Add(rateWindow)}
		if h.rates.use == nil {
			h.rates.use = map[string]*rateUse{}
		}
		h.rates.use[key] = u
	}
	return u
}

func (h *Hub) rateNow(login, resource string) rateView {
	h.rates.mu.Lock()
	defer h.rates.mu.Unlock()
	return h.look(login, resource).view(h.opt.RateLimit)
}

func (u *rateUse) view(limit int) rateView {
	return rateView{Limit: limit, Remaining: max(0, limit-u.used), Reset: u.reset.Unix(), Used: min(u.used, limit)}
}

// spend counts one request; allowed is false when the account has had all.
func (h *Hub) spend(login, resource string) (v rateView, allowed bool) {
	h.rates.mu.Lock()
	defer h.rates.mu.Unlock()
	u := h.look(login, resource)
	u.used++
	return u.view(h.opt.RateLimit), u.used <= h.opt.RateLimit
}

// refund takes a count back: a 304 costs nothing.
func (h *Hub) refund(login, resource string) rateView {
	h.rates.mu.Lock()
	defer h.rates.mu.Unlock()
	u := h.look(login, resource)
	u.used--
	return u.view(h.opt.RateLimit)
}

func (v rateView) write(header http.Header, resource string) {
	header.Set("X-RateLimit-Limit", strconv.Itoa(v.Limit))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(v.Remaining))
	header.Set("X-RateLimit-Used", strconv.Itoa(v.Used))
	header.Set("X-RateLimit-Reset", strconv.FormatInt(v.Reset, 10))
	header.Set("X-RateLimit-Resource", resource)
}

// getRateLimit serves GET /rate_limit, which is not counted itself.
func getRateLimit(_ context.Context, c *call) (answer, error) {
	if c.hub.opt.RateLimit == 0 {
		return answer{}, refuse(http.StatusNotFound, "/rate-limit/rate-limit", "Rate limiting is not enabled.")
	}
	core := c.hub.rateNow(c.who.Login, "core")
	return view(http.StatusOK, map[string]any{
		"rate": core,
		"resources": map[string]rateView{
			"core":    core,
			"graphql": c.hub.rateNow(c.who.Login, "graphql"),
			"search":  c.hub.rateNow(c.who.Login, "search"),
		},
	})
}
