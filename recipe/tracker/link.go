package tracker

import (
	"net/url"
	"strconv"
	"strings"

	"gh-debt/model"
)

// links is what a Link header says of the other pages.
type links struct {
	next string // address of the next page, "" on the last
	last int    // number of the last page, 0 where the header does not say
}

// links reads the Link header of an answer. A next page on another server is
// refused where it would be followed: where the last page is told, pages are asked
// by number.
func (x *exchange) links(op string) (links, error) {
	l := parseLinks(x.header.Get("Link"))
	if l.next == "" || l.last > 0 || x.url == nil {
		return l, nil
	}
	next, err := url.Parse(l.next)
	if err != nil || next.Scheme != x.url.Scheme || !strings.EqualFold(next.Host, x.url.Host) {
		return links{}, &model.Fault{
			Kind: model.FaultAnswer, Op: op,
			Detail: "the answer of " + x.url.Host + " points to another server for its next page: " + oneLine(l.next),
		}
	}
	return l, nil
}

// parseLinks reads `<address>; rel="next", <address>; rel="last"`.
func parseLinks(header string) links {
	var l links
	for header != "" {
		_, after, ok := strings.Cut(header, "<")
		if !ok {
			break
		}
		address, after, ok := strings.Cut(after, ">")
		if !ok {
			break
		}
		parameters := after
		if i := strings.IndexByte(after, '<'); i >= 0 {
			parameters = after[:i]
		}
		header = after[len(parameters):]
		switch relation(parameters) {
		case "next":
			l.next = address
		case "last":
			if u, err := url.Parse(address); err == nil {
				l.last, _ = strconv.Atoi(u.Query().Get("page"))
			}
		}
	}
	return l
}

func relation(parameters string) string {
	for _, p := range strings.Split(parameters, ";") {
		name, value, ok := strings.Cut(p, "=")
		if ok && strings.EqualFold(strings.TrimSpace(name), "rel") {
			return strings.Trim(strings.TrimSpace(value), `", `)
		}
	}
	return ""
}
