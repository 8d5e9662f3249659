package tracker

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"

	"github.com/cli/go-gh/v2/pkg/api"

	"gh-debt/model"
)

// fault makes the typed error of a request that failed: what was being done,
// what was said, and the way out. The token is in none of it.
func (c *Client) fault(ctx context.Context, r request, x *exchange, err error) error {
	var known *model.Fault
	if errors.As(err, &known) {
		return err
	}
	f := &model.Fault{Op: r.op, Err: err}
	var limit *limitError
	var refusal *api.HTTPError
	var answer *answerError
	switch {
	case errors.As(err, &limit):
		f.Kind, f.Detail, f.Until = model.FaultRateLimited, limit.why, limit.until
		f.Hint = "try again after " + limit.until.UTC().Format("15:04 MST")
	case errors.As(err, &refusal):
		c.refusalFault(ctx, f, r, refusal)
	case errors.As(err, &answer):
		c.answerFault(f, r, answer)
	default:
		c.connectionFault(ctx, f, r, x, err)
	}
	c.scrub(f)
	return f
}

// scrub takes the token out of all that a person may see.
func (c *Client) scrub(f *model.Fault) {
	a := c.account()
	f.Detail, f.Hint = a.scrub(f.Detail), a.scrub(f.Hint)
	if f.Err != nil && a.scrub(f.Err.Error()) != f.Err.Error() {
		f.Err = errors.New(a.scrub(f.Err.Error()))
	}
}

// account is the credential in use, with its token once it is known.
func (c *Client) account() account {
	c.conn.mu.Lock()
	defer c.conn.mu.Unlock()
	if c.conn.conn != nil {
		return c.conn.conn.account
	}
	return c.conn.account
}

// connectionFault tells a request that surely never left from a write that may
// have arrived: only the first may be sent again.
func (c *Client) connectionFault(ctx context.Context, f *model.Fault, r request, x *exchange, err error) {
	if fileFault(f, err) {
		return
	}
	f.Kind = model.FaultOffline
	host := c.account().host
	switch {
	case ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.Detail, f.Err = "it took too long", ctx.Err()
	case ctx.Err() != nil:
		f.Detail, f.Err = "it was cancelled", ctx.Err()
	case isCertificate(err):
		f.Detail = "the certificate of " + host + " is not trusted: " + oneLine(innermost(err).Error())
		f.Hint = "check the computer's clock, its certificates and whether a proxy stands between"
	case isTimeout(err):
		f.Detail = host + " does not answer"
		f.Hint = "check the network, then try again"
	case isUnknownHost(err):
		f.Detail = host + " cannot be found: there is no network, or the host is misspelt"
		f.Hint = "check the network and the host, then try again"
	default:
		f.Detail = host + " cannot be reached: " + oneLine(innermost(err).Error())
		f.Hint = "check the network, then try again"
	}
	if r.method != http.MethodGet && x.sent.Load() && !neverLeft(err) {
		lost(f)
	}
}

// fileFault tells of the file of the embedded tracker, which is no network. What one
// that is full, read-only or in use was to hold is surely not in it.
func fileFault(f *model.Fault, err error) bool {
	var file interface {
		error
		WayOut() (hint string, settled bool)
	}
	if !errors.As(err, &file) {
		return false
	}
	hint, settled := file.WayOut()
	if settled {
		f.Kind, f.Detail, f.Hint = model.FaultDamaged, file.Error(), hint
	}
	return settled
}

// lost turns a fault into that of a write whose answer was lost.
func lost(f *model.Fault) {
	f.Kind = model.FaultUnknownResult
	f.Detail = "the answer was lost, so it is not known whether it was done (" + f.Detail + ")"
	f.Hint = "look before repeating it; running the command again is safe"
}

// answerFault is the fault of an answer that is not GitHub's.
func (c *Client) answerFault(f *model.Fault, r request, answer *answerError) {
	f.Kind = model.FaultAnswer
	f.Detail = "the answer of " + c.account().host + " cannot be read: " + oneLine(answer.Error())
	f.Hint = "a proxy or a sign-in page may stand between; check the host and try again"
	if answer.cut() {
		f.Detail = "the answer of " + c.account().host + " was cut short"
		f.Hint = "try again"
	}
	if r.method != http.MethodGet {
		lost(f)
	}
}

// neverLeft reports whether a request failed before a connection stood.
func neverLeft(err error) bool {
	var dial *net.OpError
	if errors.As(err, &dial) && dial.Op == "dial" {
		return true
	}
	return isUnknownHost(err) || isCertificate(err)
}

func isUnknownHost(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns)
}

func isCertificate(err error) bool {
	var verification *tls.CertificateVerificationError
	return errors.As(err, &verification)
}

func isTimeout(err error) bool {
	var slow net.Error
	return errors.As(err, &slow) && slow.Timeout()
}

// innermost is the cause without the layers that only repeat the address.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

// oneLine is a server's text on one line, with its control characters shown.
func oneLine(s string) string {
	var lines []string
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	s = model.Visible(strings.Join(lines, "; "))
	if runes := []rune(s); len(runes) > 300 {
		s = string(runes[:300]) + "…"
	}
	return s
}
