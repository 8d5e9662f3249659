package drain

import "testing"

// TestSaidIsWhatIsAskedAbout: a person who is asked whether a place still says what
// the issue says is shown what that is.
func TestSaidIsWhatIsAskedAbout(t *testing.T) {
	filed := "<!-- gaia-debt-key: v1 class=a/b path=app/pay.go line=4 -->\n\n`app/pay.go:4`\n\n## Failure mode\n\nThe error is dropped.\n\nNobody sees it.\n\n## Suggested fix\n\nReturn it.\n"
	cases := []struct{ name, body, want string }{
		{"as it is filed", filed, "The error is dropped.\n\nNobody sees it."},
		{"a sentence names the place", "Hello.\n\nSee app/pay.go:4, where the error is dropped.\n\nBye.", "See app/pay.go:4, where the error is dropped."},
		{"a list of places", "They swallow:\n- `app/pay.go:4` the error\n- `app/x.go:9`\n\nBye.", "They swallow:\n- `app/pay.go:4` the error\n- `app/x.go:9`"},
		{"by hand", "app/pay.go:4\n\nIt is dropped.", "app/pay.go:4\n\nIt is dropped."},
		{"a heading right above its text", "## Failure mode\nIt is dropped.\n\n## Suggested fix\nReturn it.", "## Failure mode\nIt is dropped."},
		{"nothing", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Said(c.body, "app/pay.go:4"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
