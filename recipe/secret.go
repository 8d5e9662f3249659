package recipe

import (
	"fmt"
	"strings"
	"sync"

	"github.com/zricethezav/gitleaks/v8/detect"
	"github.com/zricethezav/gitleaks/v8/report"
)

// redacted stands where a secret was taken out of a text.
const redacted = "[secret removed]"

// decodeDepth is how many layers of base64, hex or percent encoding are opened
// to look for a secret inside.
const decodeDepth = 4

// detector gives the secret detector. Building its rules takes some 40 ms, so
// that it is built when first asked and never at the start of a program; after
// that it only reads.
var detector = sync.OnceValues(func() (*detect.Detector, error) {
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return nil, fmt.Errorf("build the secret detector: %w", err)
	}
	d.MaxDecodeDepth = decodeDepth
	// A comment in the text is no permission to publish a secret.
	d.IgnoreGitleaksAllow = true
	return d, nil
})

// Secret tells of a secret without showing it.
type Secret struct {
	Rule string // the detector's name for the kind: "github-pat"
	Line int    // in the text, from 1
}

// Secrets finds live secrets in text (tokens, private keys, passwords). The
// zero value is ready to use.
type Secrets struct{}

// Find gives the secrets in the text; the secrets themselves are not in the
// answer. The error means that it is not known whether there are any.
func (Secrets) Find(text string) ([]Secret, error) {
	found, err := detectSecrets(text)
	if err != nil {
		return nil, err
	}
	var out []Secret
	for _, f := range found {
		out = append(out, Secret{Rule: f.RuleID, Line: f.StartLine + 1})
	}
	return out, nil
}

// Redact gives the text without its secrets, and whether there were any. A text
// whose secret cannot be cut out alone, since it is encoded, is removed whole.
func (Secrets) Redact(text string) (string, bool, error) {
	found, err := detectSecrets(text)
	if err != nil || len(found) == 0 {
		return text, false, err
	}
	out := text
	for _, f := range found {
		if f.Secret == "" || !strings.Contains(text, f.Secret) {
			return redacted, true, nil
		}
		out = strings.ReplaceAll(out, f.Secret, redacted)
	}
	return out, true, nil
}

func detectSecrets(text string) ([]report.Finding, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	d, err := detector()
	if err != nil {
		return nil, err
	}
	return d.DetectString(text), nil
}
