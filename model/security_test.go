package model

import (
	"strings"
	"testing"
)

func TestSecurityShapedFindings(t *testing.T) {
	for _, text := range []string{
		"SQL injection in the search form",
		"The name is put into a shell command: command injection.",
		"Template-injection through the title",
		"Possible SQLi in the report",
		"A crafted archive gives remote code execution",
		"It runs arbitrary commands from the issue body",
		"eval of untrusted input",
		"It deserializes untrusted data",
		"Insecure deserialisation of the session",
		"Prototype pollution in merge",
		"Stored XSS in comments",
		"cross-site scripting",
		"No CSRF token on the form",
		"SSRF through the webhook URL",
		"An open redirect after login",
		"XXE in the importer",
		"path traversal in the download handler",
		"Directory traversal with ../",
		"zip-slip when unpacking",
		"It allows an arbitrary file read",
		"One can overwrite arbitrary files",
		"Auth bypass with an empty token",
		"an empty header bypasses authentication",
		"bypass the permission checks",
		"The export endpoint lacks authorization",
		"Reachable without authentication",
		"An unauthenticated user sees all orders",
		"unauthorised access to invoices",
		"Privilege escalation through the group name",
		"A member can escalate their privileges",
		"IDOR on /orders",
		"account takeover by e-mail change",
		"a user can read another user's orders",
		"Session fixation on login",
		"The plugin escapes the sandbox",
		"Hard-coded credentials in the client",
		"hardcoded API key in config",
		"a hard-coded admin password",
		"It leaks the access token to the log",
		"Error page exposes the database password",
		"passwords are stored in plain text",
		"Logs the user's password",
		"The token ends up in the URL",
		"API key leak in the crash report",
		"The private key is checked in: committed private key",
		"Heap overflow in the decoder",
		"use-after-free on resize",
		"Out-of-bounds write",
		"TLS verification is disabled",
		"it skips certificate validation",
		"the client sets InsecureSkipVerify",
		"JWT signature is never verified",
		"A timing attack on the comparison",
		"A decompression bomb fills the disk",
		"ReDoS in the title pattern",
		"Denial of service with a long header",
		"This is a security hole",
		"The bug is exploitable",
		"An attacker can read the file",
		"A malicious repository runs a hook",
		"Vulnerable to replay",
		"Upgrade for CVE-2024-12345",
		"This is CWE-79 once more",
		"see GHSA-abcd-1234-efgh",
		"XSS/CSRF on the settings page",
		"The query is open to **SQL injection**.",
		"The query is open to `SQL injection`.",
		"SQL\ninjection over two lines",
	} {
		for where, reported := range map[string]func() (string, bool){
			"title": func() (string, bool) { return SecurityShaped(Unclassified, text, "") },
			"body":  func() (string, bool) { return SecurityShaped(Unclassified, "A finding", goodBody+text+"\n") },
		} {
			if reason, ok := reported(); !ok || !strings.HasPrefix(reason, `it speaks of "`) {
				t.Errorf("%q in the %s: %q, %v, want a reason", text, where, reason, ok)
			}
		}
	}
}

func TestFindingsThatOnlySoundLikeIt(t *testing.T) {
	for _, text := range []string{
		"Dependency injection is done by hand",
		"constructor injection of the clock",
		"The template injects the stylesheet twice",
		"fault injection tests are flaky",
		"Secret Santa draws the same name twice",
		"An escape sequence is cut in half",
		"Escape the label before matching",
		"bypass the cache on reload",
		"The retry bypasses the queue",
		"memory leak in the watcher",
		"A goroutine leaks per request",
		"leaks a file descriptor",
		"The abstraction leaks",
		"Six leak checks keep six scopes",
		"The token bucket refills too fast",
		"Tokenizer drops the last token",
		"unexpected token at the end of the file",
		"The hard-coded token limit is too small",
		"A hard-coded path breaks on Windows",
		"hardcoded timeout of 30 s",
		"password field is cut at 20 columns",
		"The password manager popup covers the button",
		"log the request twice",
		"It logs the error and goes on",
		"prints the key line twice",
		"DOS line endings are kept",
		"The ring buffer overflows silently",
		"An integer overflows after 2038",
		"stack overflow on deep recursion",
		"A race between two writers",
		"exploits the page cache for speed",
		"The vulnerability scanner times out in CI",
		"security.md names a former maintainer",
		"The session list jumps on refresh",
		"The session is lost on restart",
		"permission denied is shown as an empty list",
		"A 403 is reported as not found",
		"Authentication takes 3 s on a slow link",
		"The login button has no label",
		"Sign out does not clear the list",
		"The signature of the function changed",
		"The certificate page has a typo",
		"Cross-site links are broken",
		"remote branch is deleted twice",
		"Arbitrary order of keys in JSON",
		"executes the query twice",
		"The path is traversed twice",
		"Key of the cache ignores the locale",
		"a private method is exposed in the docs",
		"The source of the force unwrap",
		"Denial of the prompt exits with 0",
		"A user can see the order of the list",
		"An unauthenticated state is shown as loading",
		"`csrf_token` is misaligned in the form",
		"lib/csrf.go has a typo",
		"In src/xss/filter.ts:12 the loop never ends",
		"See xss.ts for the same loop",
		"Refund path swallows the gateway error",
		"C-quoted path walks past the presence gate",
		"No injection. SQL is slow.",
		"It is slow with SQL; injection of the clock would help",
		"",
	} {
		if reason, ok := SecurityShaped(Unclassified, text, goodBody+text+"\n"); ok {
			t.Errorf("%q: %s", text, reason)
		}
	}
}

func TestSecurityShapedByClass(t *testing.T) {
	for class, want := range map[string]bool{
		"security/headers":          true,
		"injection/sql":             true,
		"web/xss":                   true,
		"auth/missing-auth-bypass":  true,
		"secrets/committed":         true,
		"injection/constructor":     false,
		"shell/path-quoting":        false,
		"error-handling/swallowed":  false,
		"holistic/unclassified":     false,
		"":                          false,
		"insecurity-of-naming/word": false,
	} {
		if reason, ok := SecurityShaped(class, "", ""); ok != want {
			t.Errorf("%q: %q, %v, want %v", class, reason, ok, want)
		}
	}
}

// TestKeyLineIsNotReadForSecurity: the path of a finding says nothing of its kind.
func TestKeyLineIsNotReadForSecurity(t *testing.T) {
	body := "<!-- gaia-debt-key: v1 class=a path=docs/SQL injection.md line=1 -->\n<!-- gaia-debt-origin: branch=fix-xss -->\n\n`docs/sql-injection.md:1`\n\ntypo\n"
	if reason, ok := SecurityShaped(Unclassified, "Typo in a page", body); ok {
		t.Error(reason)
	}
}

func FuzzSecurityShaped(f *testing.F) {
	f.Add("a/b", "SQL injection", "text `x.y` (a/b/c)")
	f.Add("\xff", "–", "\u202e")
	f.Fuzz(func(t *testing.T, class, title, body string) {
		reason, ok := SecurityShaped(class, title, body)
		if ok != (reason != "") || Visible(reason) != reason {
			t.Errorf("SecurityShaped = %q, %v", reason, ok)
		}
	})
}

func BenchmarkSecurityShaped(b *testing.B) {
	body := goodBody + strings.Repeat("A timeout reaches the empty catch, and the refund counts as done.\n", 30)
	b.ReportAllocs()
	for b.Loop() {
		SecurityShaped(Unclassified, "Refund path swallows the gateway error", body)
	}
}
