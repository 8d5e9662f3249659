package drain

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// reference is a mention of an issue.
type reference struct {
	number int
	host   string // of an address
	repo   string // OWNER/NAME, or the one name that was written; "" for this repository
	exact  bool   // a form that GitHub documents
	end    int
}

// relativeTo gives the repository of a reference when it is another one, and
// whether GitHub surely reads it as an issue of the home.
func (r reference) relativeTo(home string) (repo string, sure bool) {
	if r.repo == "" {
		return "", r.exact
	}
	homeHost := ""
	if strings.Count(home, "/") == 2 {
		homeHost, home, _ = strings.Cut(home, "/")
	}
	sameHost := r.host == "" || homeHost == "" || strings.EqualFold(r.host, homeHost)
	switch {
	case sameHost && strings.EqualFold(r.repo, home):
		return "", r.exact
	case sameHost:
		return r.repo, false
	}
	return r.host + "/" + r.repo, false
}

// referenceAt reads the reference that begins at an offset: #N, GH-N, NAME#N,
// OWNER/NAME#N, or the address of an issue or a pull request.
func referenceAt(text string, at int) (reference, bool) {
	rest := text[at:]
	if n, width := issueNumber(strings.TrimPrefix(rest, "#")); width > 0 && strings.HasPrefix(rest, "#") {
		return reference{number: n, exact: true, end: at + 1 + width}, true
	}
	if len(rest) > 3 && strings.EqualFold(rest[:3], "gh-") {
		if n, width := issueNumber(rest[3:]); width > 0 {
			return reference{number: n, exact: true, end: at + 3 + width}, true
		}
	}
	if r, ok := addressAt(text, at); ok {
		return r, true
	}
	return namedAt(text, at)
}

// namedAt reads OWNER/NAME#N and NAME#N.
func namedAt(text string, at int) (reference, bool) {
	owner := nameWidth(text[at:])
	end := at + owner
	slash := end < len(text) && text[end] == '/'
	if slash {
		name := nameWidth(text[end+1:])
		if name == 0 {
			return reference{}, false
		}
		end += 1 + name
	}
	if owner == 0 || end == len(text) || text[end] != '#' {
		return reference{}, false
	}
	n, width := issueNumber(text[end+1:])
	if width == 0 {
		return reference{}, false
	}
	return reference{number: n, repo: text[at:end], exact: slash, end: end + 1 + width}, true
}

// addressAt reads http(s)://HOST/OWNER/NAME/issues/N, and /pull/N.
func addressAt(text string, at int) (reference, bool) {
	start := at + schemeWidth(text[at:])
	if start == at {
		return reference{}, false
	}
	end := start
	for end < len(text) && text[end] > ' ' && text[end] < utf8.RuneSelf && !strings.ContainsRune("?#()<>[]\"`", rune(text[end])) {
		end++
	}
	parts := strings.SplitN(text[start:end], "/", 5)
	if len(parts) < 5 || parts[0] == "" || parts[1] == "" || parts[2] == "" {
		return reference{}, false
	}
	if kind := strings.ToLower(parts[3]); kind != "issues" && kind != "pull" && kind != "pulls" {
		return reference{}, false
	}
	n, width := issueNumber(parts[4])
	if width == 0 {
		return reference{}, false
	}
	host := strings.TrimPrefix(strings.ToLower(parts[0]), "www.")
	numberAt := end - len(parts[4])
	return reference{number: n, host: host, repo: parts[1] + "/" + parts[2], exact: true, end: numberAt + width}, true
}

// schemeWidth is the length of the scheme of an address at the start of a text.
func schemeWidth(text string) int {
	for _, s := range []string{"https://", "http://"} {
		if len(text) > len(s) && strings.EqualFold(text[:len(s)], s) {
			return len(s)
		}
	}
	return 0
}

// nameWidth is how many bytes of a name of GitHub's a text begins with.
func nameWidth(text string) int {
	n := 0
	for n < len(text) && (alphanumeric(text[n]) || text[n] == '-' || text[n] == '_' || text[n] == '.') {
		n++
	}
	return n
}

// issueNumber reads the number that a text begins with, and its width, 0 when it
// is none: zero, too large, or grown together with a letter.
func issueNumber(text string) (number, width int) {
	for width < len(text) && text[width] >= '0' && text[width] <= '9' {
		width++
	}
	if width < len(text) && alphanumeric(text[width]) {
		return 0, 0
	}
	n, err := strconv.ParseInt(text[:width], 10, 32)
	if err != nil || n < 1 {
		return 0, 0
	}
	return int(n), width
}
