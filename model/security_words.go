package model

import "sync"

// The books are made when the first finding is looked at, not when the program
// starts, since most commands look at none.
var (
	weakWords     = sync.OnceValue(func() phraseBook { return newPhraseBook(weaknesses(), weaknessLists()) })
	harmlessWords = sync.OnceValue(func() phraseBook { return newPhraseBook(harmless(), weaknessLists()) })
	weakClass     = sync.OnceValue(func() phraseBook {
		return newPhraseBook([]string{"security", "vuln", "vulnerability~", "secrets", "injection sql|nosql|command|shell|code|template|html|script|header|ldap"}, nil)
	})
)

// weaknessLists are the lists that the phrases name. A list does not name another.
func weaknessLists() map[string][]string {
	return map[string][]string{
		"secret": {
			"password|passwords|passphrase|passphrases|secrets|credential|credentials|token|tokens|apikey|apikeys",
			"api|access|auth|bearer|oauth|session|refresh|jwt|client|signing|webhook|shared token|tokens|secret|secrets|key|keys",
			"private|encryption|ssh|master|secret key|keys", "session|auth cookie|cookies", "session id|ids",
		},
		"some": {
			"the|a|an|its|our|their|any|all|every|each|your|full|whole|raw|user|users|customer|production? " +
				"plain|admin|root|default|database|db|user|users|customer|customers|decrypted|production|github? " +
				"plain|admin|root|default|database|db|user|users|customer|customers|decrypted|production|github?",
		},
		"auth":      {"auth|authn|authz|authentication|authorization|authorisation|login|permission|permissions|2fa|mfa", "access control"},
		"untrusted": {"arbitrary|untrusted|malicious", "attacker|user controlled|supplied"},
		"open":      {"plaintext|cleartext", "plain|clear text"},
		"check":     {"verification|validation|check|checks|checking"},
		"proof":     {"tls|ssl|certificate|certificates|signature|signatures|jwt|hostname", "host key"},
	}
}

// weaknesses is the vocabulary: phrases that name a way to do harm.
func weaknesses() []string {
	return []string{
		// what comes in is run
		"sql|nosql|command|cmd|shell|code|os|ldap|xpath|xml|template|html|css|script|header|crlf|smtp|log|csv|formula|prompt|argument|option|expression injection|injections",
		"sqli", "ssti", "rce", "remote|arbitrary code|command|commands|shell execution",
		"inject~ <untrusted> *", "execute~|run~|eval~|evaluate~|unpickle~ of|on? <untrusted> code|command|commands|javascript|js|sql|script|scripts|input|data|expression|expressions|shell",
		"execute~|run~|eval~|evaluate~|unpickle~ of|on? <untrusted> * code|command|commands|script|scripts|input|data",
		"insecure|unsafe|untrusted deserialization|deserialisation", "deserialization|deserialisation of <untrusted>", "deserialize~|deserialise~ <untrusted>",
		"prototype pollution", "xxe", "xml external entity|entities", "format string vulnerability|attack|bug",

		// the browser
		"xss", "cross site scripting", "csrf|xsrf", "cross site request forgery", "clickjacking", "click jacking",
		"open redirect|redirects|redirector", "cors misconfiguration", "session fixation|hijack|hijacking",

		// files and networks
		"path|directory traversal|traversals", "zip slip", "arbitrary file|files read|reads|write|writes|access|upload|uploads|overwrite|overwrites|inclusion|deletion|disclosure",
		"read~|write~|overwrite~|delete~|upload~ arbitrary file|files", "local|remote file inclusion", "unrestricted file? upload|uploads", "symlink attack|attacks",
		"ssrf", "server side request forgery", "request smuggling", "cache|dns poisoning", "dns rebinding", "man|machine|person|adversary in the middle", "mitm",

		// who may do what
		"<auth> check|checks? bypass|bypasses|bypassed", "bypass~|circumvent~|evade~ the|an|our|all|its? <auth>",
		"skip~|missing|lack~|without|no the|an|any|our|all? authentication|authorization|authorisation", "missing|broken|lack~ access control", "missing|lack~|skip~ a|the? permission check|checks",
		"unauthenticated access|user|users|request|requests|attacker|attackers|endpoint|endpoints|caller|callers|client|clients|visitor|visitors",
		"unauthorized|unauthorised access|user|users|caller|callers",
		"privilege|privileges escalation", "escalate~|elevate~ their|his|its|the|own|user? own|user? privilege|privileges", "escalation|elevation of privilege|privileges",
		"idor", "insecure direct object reference|references", "account takeover", "impersonate~ another|any|other|an|a user|users|account|accounts|admin|customer", "confused deputy",
		"sandbox|container|jail|vm escape|escapes", "escape~ from? the|its|a sandbox|container|jail|chroot",
		"read~|see|sees|access|accesses another|other user|users|tenant|tenants|customer|customers data|record|records|order|orders|file|files|message|messages|invoice|invoices",

		// what should stay secret
		"hardcoded <some> <secret>", "hard coded <some> <secret>", "embedded|committed <some> <secret>", "checked in <some> <secret>",
		"leak~|expose~|disclose~ <some> <secret>",
		"print~|log~|write~|send~|store~|save~|keep~|dump~ <some> <secret> in|into|to|as|at the|a|an? *? log|logs|plaintext|cleartext|url|urls|stdout|stderr|console|analytics",
		"print~|log~|write~|send~|store~|save~|keep~|dump~ <some> <secret> in|as plain|clear text",
		"logs|logging|logged the|their|its|all|user|users|plaintext|raw user|users|full|raw|admin|plaintext? <secret>",
		"<secret> leak|leaks|leaked|leakage|exposure|disclosure|theft", "<secret> is|are|get|gets logged|leaked|exposed",
		"<secret> is|are|end|ends|land|lands? up|stored|sent|kept|written|logged? in|into|to|as the|a|an? *? log|logs|plaintext|cleartext|url|urls", "<secret> is|are? stored|sent|kept|written? in|as <open>",
		"<secret> in the query string", "<open> <secret>", "secret leak~|leakage", "information|data disclosure|exfiltration", "data breach|breaches", "exfiltrate~|exfiltration",

		// memory and cryptography
		"buffer|heap overflow|overflows|overrun|overruns", "use after free", "double free", "out of bounds write|writes|read|reads",
		"timing attack|attacks", "side channel attack|attacks", "padding oracle", "replay|downgrade attack|attacks", "brute force|forced|forcing", "rainbow table|tables",
		"<proof> <check> is|are? turned? disabled|skipped|bypassed|missing|off", "skip~|disable~|ignore~ the|all|any? <proof> <check>", "skip~|ignore~ the|all|any? <proof> error|errors",
		"signature|certificate|jwt|token is never|not verified|validated|checked", "insecureskipverify",
		"weak|broken|insecure cipher|ciphers|encryption|crypto|cryptography", "weak|broken|insecure password hash|hashes|hashing", "predictable|guessable <secret>", "unsalted hash|hashes|password|passwords",

		// harm in general
		"denial of service", "redos", "zip|decompression bomb|bombs", "billion laughs",
		"security vulnerability|vulnerabilities|hole|holes|flaw|flaws|weakness|weaknesses|bug|bugs|breach|breaches|issue|issues|risk|risks|bypass",
		"exploitable", "can|could|may|might be exploited", "an|working|public|known exploit",
		"vulnerable to *? attack|attacks|injection|spoofing|hijacking|tampering|replay|forgery", "zero day", "0day",
		"an|any|remote|local attacker|attackers", "attacker|attackers can|could|may|might|who|control|controls|controlled|supplied|gain|gains",
		"malicious *? user|users|input|inputs|payload|payloads|actor|actors|link|links|package|packages|server|servers|code|archive|archives|request|requests|repository|repositories|page|pages|peer|peers|client|clients",
	}
}

// harmless holds phrases with words of the vocabulary that mean something else;
// they are taken out of the text before it is searched.
func harmless() []string {
	const (
		does   = "hardcoded|coded|leak~|expose~|log~|print~? the|a|an|its|our|per|max|maximum? "
		amount = "limit|limits|count|counts|budget|budgets|bucket|buckets|stream|streams|type|types|kind|kinds|length|lengths|size|sizes|usage|position|positions|offset|offsets|ring|expiry|boundary|boundaries|window"
		wiring = "dependency|constructor|field|setter|property|method|interface|service|provider|fault|error|failure|latency|style|import|asset"
	)
	return []string{
		wiring + " argument|code|template|script|css|header|log? injection|injections",
		does + "design|syntax|parser|lexer|css|theme|color|colour|cancellation|cancel|change|next|first|last|unexpected|eof token|tokens",
		does + "token|tokens " + amount,
		"password field|fields|input|inputs|manager|managers|label|labels|prompt|prompts|placeholder|placeholders|strength|hint|hints",
		"password reset page|form|link",
		"secret santa", "ring|circular|event|log|output|line|channel|scrollback|text buffer overflow|overflows|overrun|overruns",
		"css|style|shadow leak|leaks|leakage",
	}
}
