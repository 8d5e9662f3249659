//go:build !windows

package cmd_test

import (
	"testing"

	"gh-debt/recipe/checkout/gittest"
)

// The board opens from the queue, on the same ledger as the commands, and a unit that
// is begun there has its claim and its workspace.
func TestTheBoardBeginsAUnit(t *testing.T) {
	binary := buildBinary(t)
	env := gittest.Env("TERM=xterm-256color", "LANG=C.UTF-8", "GH_CONFIG_DIR="+t.TempDir())
	s := startTerminal(t, 130, 40, t.TempDir(), env, binary, "--demo")
	s.see("acme/shop", "#1402")
	s.press("D")
	s.see("No unit is in flight.")
	s.press("a")
	s.see("Take stale claims away?")
	s.press(keyEnter)
	s.see("Begin a unit", "#1388")
	s.press(keyEnter)
	s.see("Claim #1388?", "create the branch debt/1388-")
	s.press(keyTab, keyEnter)
	s.see("1 in flight")
	s.press("q")
	s.end()
}
