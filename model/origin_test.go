package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	someHead    = "1f5e45c329ead5f5e661f16ec94e82878106b64a"
	someSession = "60655f8c-20e0-4c13-ab05-c8cc75799c25"
)

func TestNewOrigin(t *testing.T) {
	for _, tt := range []struct {
		name                           string
		branch, changed, head, session string
		want                           string
	}{
		{"everything is known", "debt/1170-declared-paths", "1", someHead, someSession,
			"<!-- gaia-debt-origin: branch=debt/1170-declared-paths mode=drain unit=1170 changed=1 head=" + someHead + " session=" + someSession + " -->"},
		{"nothing is known", "", "", "", "",
			"<!-- gaia-debt-origin: branch=unknown mode=unknown unit=unknown changed=unknown head=unknown session=unknown -->"},
		{"a branch that matches no row", "main", "0", "", "",
			"<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=0 head=unknown session=unknown -->"},
		{"the branch is written raw", "worktree-debt+1660-sync", "", "", "",
			"<!-- gaia-debt-origin: branch=worktree-debt+1660-sync mode=drain unit=1660 changed=unknown head=unknown session=unknown -->"},
		{"C-18 a branch that would end the comment", "fix/a>b--c", "", "", "",
			"<!-- gaia-debt-origin: branch=fix/a%3Eb--c mode=adhoc unit=unknown changed=unknown head=unknown session=unknown -->"},
		{"a per cent sign is coded first", "fix/100%3E", "", "", "",
			"<!-- gaia-debt-origin: branch=fix/100%253E mode=adhoc unit=unknown changed=unknown head=unknown session=unknown -->"},
		{"the unit is coded too", "audit/a>b", "", "", "",
			"<!-- gaia-debt-origin: branch=audit/a%3Eb mode=maintenance unit=a%3Eb changed=unknown head=unknown session=unknown -->"},
		{"changed is anything else", "main", "true", "", "",
			"<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=unknown head=unknown session=unknown -->"},
		{"a short head", "main", "1", someHead[:12], "",
			"<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a head that is an option", "main", "1", "--upload-pack=" + someHead[:26], "",
			"<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a session with a space", "main", "1", "", "a b",
			"<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a session with a no-break space", "main", "1", "", "a\u00a0b",
			"<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a session with a line break", "main", "1", "", "a\n",
			"<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a branch with a space", "fix me", "1", "", "",
			"<!-- gaia-debt-origin: branch=unknown mode=unknown unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a branch with a line break", "fix\nme", "1", "", "",
			"<!-- gaia-debt-origin: branch=unknown mode=unknown unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a branch that is not UTF-8", "caf\xe9", "1", "", "",
			"<!-- gaia-debt-origin: branch=unknown mode=unknown unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a branch with a no-break space", "fix\u00a0me", "1", "", "",
			"<!-- gaia-debt-origin: branch=fix\u00a0me mode=adhoc unit=unknown changed=1 head=unknown session=unknown -->"},
		{"a branch with signs of its own", "a=b/mode=drain", "1", "", "",
			"<!-- gaia-debt-origin: branch=a=b/mode=drain mode=adhoc unit=unknown changed=1 head=unknown session=unknown -->"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOrigin(tt.branch, tt.changed, tt.head, tt.session)
			if got := o.Comment(); got != tt.want {
				t.Errorf("Comment()\n got %s\nwant %s", got, tt.want)
			}
			read, ok := FindOrigin("text\n" + tt.want + "\n")
			if diff := cmp.Diff(o, read); !ok || diff != "" {
				t.Errorf("FindOrigin(Comment()) (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindOrigin(t *testing.T) {
	unknown := Origin{"unknown", "unknown", "unknown", "unknown", "unknown", "unknown"}
	with := func(set func(*Origin)) Origin { o := unknown; set(&o); return o }
	full := Origin{"debt/7", "drain", "7", "1", someHead, "s"}
	for _, tt := range []struct {
		name string
		body string
		want Origin
	}{
		{"another order", "<!-- gaia-debt-origin: session=s head=" + someHead + " changed=1 unit=7 mode=drain branch=debt/7 -->", full},
		{"an unknown field", "<!-- gaia-debt-origin: planet=mars branch=debt/7 mode=drain unit=7 changed=1 head=" + someHead + " session=s -->", full},
		{"C-17 CR LF", "<!-- gaia-debt-origin: branch=debt/7 mode=drain unit=7 changed=1 head=" + someHead + " session=s -->\r\n", full},
		{"two spaces between", "<!-- gaia-debt-origin:  branch=debt/7  mode=drain unit=7 changed=1 head=" + someHead + " session=s  -->", full},
		{"no session yet", "<!-- gaia-debt-origin: branch=main -->", with(func(o *Origin) { o.Branch = "main" })},
		{"no field", "<!-- gaia-debt-origin: -->", unknown},
		{"an empty value", "<!-- gaia-debt-origin: branch= mode=drain -->", with(func(o *Origin) { o.Mode = "drain" })},
		{"a word without a value", "<!-- gaia-debt-origin: v1 branch=main -->", with(func(o *Origin) { o.Branch = "main" })},
		{"a field twice with two values", "<!-- gaia-debt-origin: branch=a branch=b -->", unknown},
		{"a field twice with one value", "<!-- gaia-debt-origin: branch=a branch=a -->", with(func(o *Origin) { o.Branch = "a" })},
		{"a value that its field does not allow", "<!-- gaia-debt-origin: changed=yes head=-x -->", unknown},
		{"decoding is the exact inverse", "<!-- gaia-debt-origin: branch=a%3Eb%25c%253Ed%3ee%2 -->", with(func(o *Origin) { o.Branch = "a>b%c%3Ed%3ee%2" })},
		{"not the one in a fence", "```\n<!-- gaia-debt-origin: branch=quoted -->\n```\n<!-- gaia-debt-origin: branch=real -->", with(func(o *Origin) { o.Branch = "real" })},
		{"not the one in a sentence", "see <!-- gaia-debt-origin: branch=quoted -->\n<!-- gaia-debt-origin: branch=real -->", with(func(o *Origin) { o.Branch = "real" })},
		{"not the one without an end", "<!-- gaia-debt-origin: branch=quoted\n<!-- gaia-debt-origin: branch=real -->", with(func(o *Origin) { o.Branch = "real" })},
		{"the first of two", "<!-- gaia-debt-origin: branch=a -->\n<!-- gaia-debt-origin: branch=b -->", with(func(o *Origin) { o.Branch = "a" })},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := FindOrigin(tt.body)
			if diff := cmp.Diff(tt.want, got); !ok || diff != "" {
				t.Errorf("FindOrigin (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBodiesWithoutAnOrigin(t *testing.T) {
	for name, body := range map[string]string{
		"empty":              "",
		"in a fence":         "~~~\n<!-- gaia-debt-origin: branch=x -->\n~~~",
		"text behind it":     "<!-- gaia-debt-origin: branch=x --> text",
		"another comment in": "<!-- gaia-debt-origin: branch=x --><!-- y -->",
		"C-17 behind a lone carriage return": realKey +
			"\r<!-- gaia-debt-origin: branch=x -->\n",
	} {
		t.Run(name, func(t *testing.T) {
			if o, ok := FindOrigin(body); ok {
				t.Errorf("FindOrigin = %+v, want none", o)
			}
		})
	}
}

func TestOriginSentence(t *testing.T) {
	for _, tt := range []struct{ branch, changed, want string }{
		{"debt/1121-slug", "0", "found while draining #1121, file not touched"},
		{"debt/1121-slug", "1", "found while draining #1121, file touched"},
		{"debt/3-7-batch", "", "found while draining #3 and #7"},
		{"debt/3-7-9-batch", "0", "found while draining #3, #7 and #9, file not touched"},
		{"debt/slug", "0", "found while draining, file not touched"},
		{"plan/spec-012-x", "", "found while working on SPEC-012"},
		{"audit/monthly", "", "found during maintenance (monthly)"},
		{"main", "1", "found on branch main, file touched"},
		{"fix/\u202edesrever", "", "found on branch fix/<U+202E>desrever"},
		{"", "", "where it was found is not known"},
		{"", "0", "where it was found is not known, file not touched"},
	} {
		if got := NewOrigin(tt.branch, tt.changed, "", "").Sentence(); got != tt.want {
			t.Errorf("%q, %q: got %q, want %q", tt.branch, tt.changed, got, tt.want)
		}
	}
}

func FuzzOrigin(f *testing.F) {
	f.Add("debt/1170-x", "1", someHead, someSession, "branch=a%3Eb head=x")
	f.Add("fix/a>b--c%3E%25", "0", "", "", "mode=drain changed=1 changed=0")
	f.Add("a b", "unknown", "HEAD", "a\u2028b", "=  = branch")
	f.Fuzz(func(t *testing.T, branch, changed, head, session, fields string) {
		o := NewOrigin(branch, changed, head, session)
		line := o.Comment()
		if strings.ContainsAny(line, "\r\n") || strings.Count(line, ">") != 1 {
			t.Errorf("Comment() = %q is not one comment on one line", line)
		}
		if got, ok := FindOrigin(line); !ok || got != o {
			t.Errorf("FindOrigin(%q) = %+v, %v, want %+v", line, got, ok, o)
		}
		if strings.ContainsAny(o.Sentence(), "\r\n\x1b") {
			t.Errorf("Sentence() = %q", o.Sentence())
		}
		if decode(encode(branch)) != orUnknown(branch) {
			t.Errorf("decode(encode(%q)) = %q", branch, decode(encode(branch)))
		}
		read, ok := FindOrigin("<!-- gaia-debt-origin: " + fields + " -->")
		if !ok {
			return
		}
		if again, ok := FindOrigin(read.Comment()); !ok || again != read {
			t.Errorf("what was read prints as %q and reads back as %+v, want %+v", read.Comment(), again, read)
		}
	})
}
