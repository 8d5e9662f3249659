package cmd

import (
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/muesli/termenv"

	"gh-debt/ui/theme"
)

// look says what the terminal can show: a person's setting, NO_COLOR, the kind of
// terminal, the locale. Where asks is true the terminal itself should say whether
// its background is dark, and Dark is a guess.
func (h *house) look(setting string) (o theme.Options, asks bool) {
	o = theme.Options{Depth: depth(h.world), Dark: true, Unicode: utf8Locale(h.world.Env)}
	switch setting {
	case "light":
		o.Dark = false
	case "none":
		o.Depth = min(o.Depth, theme.Attributes)
	case "auto":
		o.Dark = darkByName(h.world.Env("COLORFGBG"))
		// With fewer colours nothing depends on it; a console of Windows would give the
		// answer as keys.
		asks = o.Depth >= theme.Color256 && h.world.Env("OS") != "Windows_NT"
	}
	return o, asks
}

// answerWithin is how long the first frame waits for a terminal to say what background
// it has. Over ssh an answer travels.
func answerWithin(env func(string) string) time.Duration {
	if env("SSH_CONNECTION") != "" {
		return 400 * time.Millisecond
	}
	return 50 * time.Millisecond
}

// darkByName reads the variable in which some terminals name their colours by their
// numbers, the background's last: the second white and what is bright are light.
func darkByName(colours string) bool {
	number, err := strconv.Atoi(colours[strings.LastIndex(colours, ";")+1:])
	return err != nil || number != 7 && number < 9
}

// depth is how many colours may be used.
func depth(w World) theme.Depth {
	switch {
	case w.Env("TERM") == "dumb":
		return theme.Plain
	case !w.Terminal.Color:
		return theme.Attributes
	}
	named := termenv.NewOutput(io.Discard, termenv.WithEnvironment(environment(w.Env)), termenv.WithTTY(true))
	switch named.EnvColorProfile() {
	case termenv.TrueColor:
		return theme.TrueColor
	case termenv.ANSI256:
		return theme.Color256
	}
	return theme.Color16
}

// environment is the world's, for termenv.
type environment func(name string) string

// Getenv is the value of a variable.
func (e environment) Getenv(name string) string { return e(name) }

// Environ is empty: termenv asks for names.
func (e environment) Environ() []string { return nil }

// utf8Locale reports whether the locale says that the terminal shows UTF-8, by
// the first of the variables that is set, as the C library reads them. Windows
// has no such variable and terminals that show it.
func utf8Locale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return env("OS") == "Windows_NT"
}

// multiplexer names what lies between the app and the terminal.
func (h *house) multiplexer() string {
	switch {
	case h.world.Env("TMUX") != "":
		return "tmux"
	case h.world.Env("STY") != "":
		return "screen"
	}
	return ""
}
