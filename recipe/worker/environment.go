package worker

import (
	"runtime"
	"strings"
)

// always are the variables that every program gets (section 6.1 of draining). On
// Windows they are what stands for the four there: no program finds its home, its
// cache or its temporary files without them.
func always(system string) []string {
	if system == "windows" {
		return []string{
			"PATH", "HOME", "LANG", "TERM",
			"PATHEXT", "SYSTEMROOT", "COMSPEC", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP",
		}
	}
	return []string{"PATH", "HOME", "LANG", "TERM"}
}

// environment is what a program gets: the variables that all get and the named
// ones, each as it is set here. One that is not set, or empty, or whose name is
// none, is left out.
func environment(get func(string) string, named []string) []string {
	names := append(always(runtime.GOOS), named...)
	env := make([]string, 0, len(names))
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if name == "" || seen[name] || strings.ContainsAny(name, "=\x00") {
			continue
		}
		seen[name] = true
		if value := get(name); value != "" && !strings.Contains(value, "\x00") {
			env = append(env, name+"="+value)
		}
	}
	return env
}
