package cmd

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/ui/theme"
)

// TestTheLookOfATerminal: a person's setting, NO_COLOR, the kind of terminal and the
// locale decide, and only what depends on it is asked of the terminal.
func TestTheLookOfATerminal(t *testing.T) {
	for _, c := range []struct {
		name    string
		setting string
		colour  bool
		env     map[string]string
		want    theme.Options
		asks    bool
	}{
		{"nothing is known", "auto", true, map[string]string{"TERM": "xterm-256color", "LANG": "C.UTF-8"},
			theme.Options{Depth: theme.Color256, Dark: true, Unicode: true}, true},
		{"a light one by its variable", "auto", true, map[string]string{"TERM": "xterm-256color", "COLORFGBG": "0;15"},
			theme.Options{Depth: theme.Color256}, true},
		{"set to light", "light", true, map[string]string{"TERM": "xterm-256color"},
			theme.Options{Depth: theme.Color256}, false},
		{"set to dark", "dark", true, map[string]string{"TERM": "xterm-256color", "COLORFGBG": "0;15"},
			theme.Options{Depth: theme.Color256, Dark: true}, false},
		{"set to none", "none", true, map[string]string{"TERM": "xterm-256color"},
			theme.Options{Depth: theme.Attributes, Dark: true}, false},
		{"without colour", "auto", false, map[string]string{"TERM": "xterm-256color"},
			theme.Options{Depth: theme.Attributes, Dark: true}, false},
		{"sixteen colours", "auto", true, map[string]string{"TERM": "xterm"},
			theme.Options{Depth: theme.Color16, Dark: true}, false},
		{"all colours", "auto", true, map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"},
			theme.Options{Depth: theme.TrueColor, Dark: true}, true},
		{"a dumb one", "auto", true, map[string]string{"TERM": "dumb"},
			theme.Options{Depth: theme.Plain, Dark: true}, false},
		{"a console of Windows", "auto", true, map[string]string{"TERM": "xterm-256color", "OS": "Windows_NT"},
			theme.Options{Depth: theme.Color256, Dark: true, Unicode: true}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &house{world: World{Env: func(name string) string { return c.env[name] }, Terminal: Terminal{Color: c.colour}}}
			got, asks := h.look(c.setting)
			if d := cmp.Diff(c.want, got); d != "" || asks != c.asks {
				t.Errorf("asks: %v\n%s", asks, d)
			}
		})
	}
}

// TestABackgroundByItsNumber is light for the second white and for what is bright.
func TestABackgroundByItsNumber(t *testing.T) {
	for colours, dark := range map[string]bool{
		"": true, "15;0": true, "0;7": false, "7;8": true, "0;15": false, "0;default;15": false, "12;8": true, "default;default": true, ";": true,
	} {
		if got := darkByName(colours); got != dark {
			t.Errorf("%q: dark %v", colours, got)
		}
	}
}

// TestAnAnswerTravelsOverSSH, so that a frame waits for it longer there.
func TestAnAnswerTravelsOverSSH(t *testing.T) {
	for where, want := range map[string]time.Duration{"": 50 * time.Millisecond, "10.0.0.1 50000 10.0.0.2 22": 400 * time.Millisecond} {
		if got := answerWithin(func(string) string { return where }); got != want {
			t.Errorf("%q: %s", where, got)
		}
	}
}
