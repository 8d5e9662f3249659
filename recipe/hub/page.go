package hub

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// The sizes of a page: without per_page, and at most.
const (
	defaultPage = 30
	largestPage = 100
)

// window is the part of a list that was asked for.
type window struct {
	page, size int
}

// windowOf reads page and per_page as GitHub does: what is no positive number
// counts as not given, and more than 100 is 100.
func windowOf(q url.Values) window {
	w := window{page: 1, size: defaultPage}
	if n, err := strconv.Atoi(q.Get("page")); err == nil && n > 0 {
		w.page = n
	}
	if n, err := strconv.Atoi(q.Get("per_page")); err == nil && n > 0 {
		w.size = min(n, largestPage)
	}
	return w
}

// bounds are the first index and the one past the last, of total.
func (w window) bounds(total int) (from, to int) {
	if w.page-1 > total/w.size {
		return total, total
	}
	from = min((w.page-1)*w.size, total)
	return from, min(from+w.size, total)
}

// links is the Link header of a list of total entries, in GitHub's order:
// prev, next, last, first. It is nothing when all fit on one page.
func (c *call) links(w window, total int) http.Header {
	last := (total + w.size - 1) / w.size
	if last <= 1 && w.page == 1 {
		return nil
	}
	var parts []string
	add := func(rel string, page int) {
		q := c.r.URL.Query()
		q.Set("page", strconv.Itoa(page))
		u := url.URL{Path: strings.TrimPrefix(c.r.URL.Path, "/api/v3"), RawQuery: q.Encode()}
		parts = append(parts, fmt.Sprintf(`<%s%s>; rel="%s"`, c.at.api, u.String(), rel))
	}
	if w.page > 1 {
		add("prev", max(1, min(w.page-1, last)))
	}
	if w.page < last {
		add("next", w.page+1)
		add("last", last)
	}
	if w.page > 1 {
		add("first", 1)
	}
	return http.Header{"Link": {strings.Join(parts, ", ")}}
}
