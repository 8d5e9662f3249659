package model

import (
	"regexp"
	"strings"
	"sync"
)

// The expressions are compiled when the first finding is looked at, not when the
// program starts, since most commands look at none.
var (
	weakWords     = sync.OnceValue(func() *regexp.Regexp { return wordsExpression(weaknesses()) })
	harmlessWords = sync.OnceValue(func() *regexp.Regexp { return wordsExpression(harmless()) })
	weakClass     = sync.OnceValue(func() *regexp.Regexp {
		return wordsExpression([]string{`security`, `vuln(erabilit(y|ies))?`, `secrets?`, `injection (sql|nosql|command|shell|code|template|html|script|header|ldap)`})
	})
)

// wordsExpression matches any of the phrases as whole words of readableWords.
func wordsExpression(phrases []string) *regexp.Regexp {
	return regexp.MustCompile(` (?:` + strings.Join(phrases, `|`) + `) `)
}

const (
	secretThing = `(?:passwords?|passphrases?|secrets|credentials?|(?:api|access|auth|bearer|oauth|session|refresh|jwt|github|admin|user|users) (?:tokens?|secrets?|keys?)|tokens?|(?:client|signing|webhook|shared) secrets?|apikeys?|(?:private|signing|encryption|ssh|master|secret) keys?|(?:session|auth) cookies?|session ids?)`
	someWords   = `(?:(?:the|a|an|its|our|their|any|all|every|each|your|full|whole|raw|plain|admin|root|default|database|db|user|users|customer|customers|decrypted|production) ){0,3}`
	authThing   = `(?:auth|authn|authz|authentication|authori[sz]ation|login|permissions?|access control|2fa|mfa)`
	untrusted   = `(?:arbitrary|untrusted|malicious|attacker controlled|attacker supplied|user controlled|user supplied)`
)

// weaknesses is the vocabulary: phrases that name a way to do harm.
func weaknesses() []string {
	return []string{
		// published numbers
		`cve-[0-9]{4}-[0-9]{4,}`, `cwe-[0-9]{1,4}`, `ghsa(?:-[0-9a-z]{4}){3}`,

		// what comes in is run
		`(?:sql|nosql|command|cmd|shell|code|os|ldap|xpath|xml|template|html|css|script|header|host header|crlf|smtp|log|csv|formula|prompt|argument|option|expression) injections?`,
		`sqli`, `ssti`, `rce`, `(?:remote|arbitrary) (?:code|commands?|shell) execution`,
		`inject(?:s|ed|ing)? ` + untrusted + ` [a-z]+`,
		`(?:execut(?:e|es|ed|ing)|runs?|running|evals?|evaluat(?:e|es|ed|ing)|unpickl(?:e|es|ed|ing)) ` + untrusted + ` (?:[a-z]+ )?(?:code|commands?|javascript|js|sql|scripts?|input|data|expressions?|shell)`,
		`(?:insecure|unsafe|untrusted) deseriali[sz]ation`, `deseriali[sz](?:ation of|es|e|ing) ` + untrusted, `prototype pollution`,
		`xxe`, `xml external entit(?:y|ies)`, `format string (?:vulnerability|attack|bug)`,

		// the browser
		`xss`, `cross site scripting`, `[cx]srf`, `cross site request forgery`, `click ?jacking`, `open redirects?`, `open redirector`, `cors misconfiguration`,
		`session (?:fixation|hijack(?:ing)?)`,

		// files and networks
		`(?:path|directory) traversals?`, `zip slip`, `arbitrary files? (?:reads?|writes?|access|uploads?|overwrites?|inclusion|deletion|disclosure)`,
		`(?:read|reads|write|writes|overwrite|overwrites|delete|deletes|upload|uploads) arbitrary files?`, `(?:local|remote) file inclusion`, `unrestricted (?:file )?uploads?`,
		`symlink attacks?`, `ssrf`, `server side request forgery`, `request smuggling`, `(?:cache|dns|web cache) poisoning`, `dns rebinding`,
		`(?:man|machine|person|adversary) in the middle`, `mitm`,

		// who may do what
		authThing + ` (?:checks? )?bypass(?:e[sd])?`,
		`(?:bypass(?:es|ed|ing)?|circumvent(?:s|ed|ing)?|evad(?:e|es|ed|ing)) (?:(?:the|an|our|all|its) )?` + authThing,
		`(?:skips?|skipping|skipped|missing|lacks?|lacking|without|no) (?:(?:the|an|any|our|all) )?(?:authentication|authori[sz]ation)(?: checks?)?`,
		`(?:missing|broken|lacks?) access control`, `(?:missing|lacks?|skips?) (?:a |the )?permission checks?`,
		`unauthenticated (?:[a-z]+ )?(?:access|users?|requests?|attackers?|endpoints?|callers?|clients?|visitors?)`, `unauthori[sz]ed (?:access|users?|callers?)`,
		`privileges? escalation`, `(?:escalat|elevat)(?:e|es|ed|ing) (?:(?:their|his|its|the|own|user) ){0,2}privileges?`, `(?:escalation|elevation) of privileges?`,
		`idor`, `insecure direct object references?`, `account takeover`, `impersonat(?:e|es|ing) (?:another|any|other|an?) (?:user|account|admin|customer)s?`, `confused deputy`,
		`(?:sandbox|container|jail|vm) escapes?`, `escap(?:e|es|ed|ing) (?:from )?(?:the|its|a) (?:sandbox|container|jail|chroot)`,
		`(?:read|reads|see|sees|access|accesses) (?:another|other) (?:user|users|tenant|tenants|customer|customers) (?:data|records|orders|files|messages|invoices)`,

		// what should stay secret
		`hard ?coded ` + someWords + secretThing, `(?:embedded|committed|checked in) ` + someWords + secretThing,
		`(?:leak|expos|disclos)(?:e|s|es|ed|ing)? ` + someWords + secretThing,
		`(?:prints?|printed|printing|logs?|logged|logging|writes?|sends?|stores?|stored|storing|saves?|keeps?|dumps?) ` + someWords + secretThing + ` (?:in|into|to|as|at) (?:the |a |an )?(?:[a-z]+ )?(?:logs?|plain ?text|clear ?text|url|urls|stdout|stderr|console|analytics)`,
		`(?:logs|logging|logged) (?:the|their|its|all|user|users|plaintext|raw) (?:(?:user|users|full|raw|admin|plaintext) )?` + secretThing,
		secretThing + ` (?:leaks?|leaked|leakage|exposure|disclosure|theft)`, secretThing + ` (?:is|are|gets?|ends? up|land|lands|written|stored|sent|kept|logged) (?:logged|leaked|exposed|(?:stored |kept |sent |written )?in (?:the )?(?:plain ?text|plain text|clear ?text|logs?|url))`,
		secretThing + ` in (?:the |an? )?(?:[a-z]+ )?(?:logs?|plain ?text|clear ?text|plain text|urls?|query string)`, `(?:plain ?text|plain text|clear ?text) ` + secretThing,
		`secret leak(?:s|ed|age)?`, `(?:information|data) (?:disclosure|exfiltration)`, `data breach(?:es)?`, `exfiltrat(?:e|es|ed|ing|ion)`,

		// memory and cryptography
		`(?:buffer|heap|stack buffer|heap buffer) over(?:flows?|runs?)`, `use after free`, `double free`, `out of bounds (?:writes?|reads?)`,
		`timing attacks?`, `side channel attacks?`, `padding oracle`, `replay attacks?`, `downgrade attacks?`, `brute forc(?:e|ed|ing)(?: attacks?)?`, `rainbow tables?`,
		`(?:signatures?|certificates?|tls|ssl|jwt|host key|hostname) (?:verification|validation|checks?|checking) (?:is |are )?(?:disabled|skipped|bypassed|missing|off|turned off)`,
		`(?:skip|skips|skipping|skipped|disable|disables|disabling|ignore|ignores) (?:(?:the|all|any) )?(?:tls|ssl|certificate|signature|jwt|host key|hostname) (?:verification|validation|checks?|checking|errors?)`,
		`(?:signature|certificate|jwt|token) is (?:never|not) (?:verified|validated|checked)`, `insecureskipverify`,
		`(?:weak|broken|insecure) (?:ciphers?|encryption|crypto|cryptography|password hash(?:es|ing)?)`, `(?:predictable|guessable) ` + secretThing,
		`unsalted (?:hash(?:es)?|passwords?)`,

		// harm in general
		`denial of service`, `redos`, `(?:zip|decompression) bombs?`, `billion laughs`,
		`security (?:vulnerabilit(?:y|ies)|holes?|flaws?|weakness(?:es)?|bugs?|breach(?:es)?|issues?|risks?|bypass)`, `exploitable`, `(?:can|could|may|might) be exploited`, `(?:an|working|public|known) exploit`,
		`vulnerable to (?:[a-z]+ )?(?:attacks?|injection|spoofing|hijacking|tampering|replay|forgery)`, `zero day`, `0day`,
		`(?:an|any|remote|local) attackers?`, `attackers? (?:can|could|may|might|who|controls?|controlled|supplied|gains?)`,
		`malicious (?:[a-z]+ )?(?:users?|input|payloads?|actors?|links?|packages?|servers?|code|archives?|requests?|repositor(?:y|ies)|pages?|peers?|clients?)`,
	}
}

// harmless holds phrases with words of the vocabulary that mean something else;
// they are taken out of the text before it is searched.
func harmless() []string {
	const amount = `(?:limits?|counts?|budgets?|buckets?|streams?|types?|kinds?|lengths?|sizes?|usage|positions?|offsets?|ring|expiry|boundar(?:y|ies)|window)`
	return []string{
		`(?:(?:dependency|constructor|field|setter|property|method|interface|service|provider|fault|error|failure|latency|style|import|asset) )+(?:argument |code |template |script |css |header |log )?injections?`,
		`(?:hard ?coded |leaks? |leaked |leaking |exposes? |logs? |prints? )?(?:(?:the|a|an|its|our|per|max|maximum) )*(?:design |syntax |parser |lexer |css |theme |colou?r |cancellation |cancel |change |next |first |last |unexpected |eof )tokens?`,
		`(?:hard ?coded |leaks? |leaked |leaking |exposes? |logs? |prints? )?(?:(?:the|a|an|its|our|per|max|maximum) )*tokens? ` + amount,
		`password (?:fields?|inputs?|managers?|labels?|prompts?|placeholders?|strength|hints?|reset (?:page|form|link text))`,
		`secret santa`, `(?:ring|circular|event|log|output|line|channel|scrollback|text) buffer over(?:flows?|runs?)`,
		`(?:css|style|shadow) leak(?:s|age)?`, `session (?:list|timer|picker) [a-z]+`,
	}
}
