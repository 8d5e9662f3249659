package worker

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
)

// prompt is how a shell is made to show the title: arguments and variables.
type prompt struct {
	args []string
	env  []string
}

// The startup files read the person's own first. The title comes in by its
// variable and holds nothing that a prompt expands.
const (
	bashStart = `[ -f ~/.bashrc ] && . ~/.bashrc
[ -n "$GH_DEBT_TITLE" ] && PS1="($GH_DEBT_TITLE) $PS1"
`
	zshEnv = `if [[ -n $GH_DEBT_ZDOTDIR ]]; then ZDOTDIR=$GH_DEBT_ZDOTDIR; else unset ZDOTDIR; fi
[[ -f ${ZDOTDIR:-$HOME}/.zshenv ]] && . ${ZDOTDIR:-$HOME}/.zshenv
GH_DEBT_ZDOTDIR=${ZDOTDIR-}
ZDOTDIR=$GH_DEBT_START
`
	zshStart = `if [[ -n $GH_DEBT_ZDOTDIR ]]; then ZDOTDIR=$GH_DEBT_ZDOTDIR; else unset ZDOTDIR; fi
[[ ${HISTFILE-} == $GH_DEBT_START/* ]] && HISTFILE=${ZDOTDIR:-$HOME}/.zsh_history
unset GH_DEBT_ZDOTDIR GH_DEBT_START
[[ -f ${ZDOTDIR:-$HOME}/.zshrc ]] && . ${ZDOTDIR:-$HOME}/.zshrc
[[ -n $GH_DEBT_TITLE ]] && PROMPT="($GH_DEBT_TITLE) $PROMPT"
`
	fishStart = `if test -n "$GH_DEBT_TITLE"; and functions -q fish_prompt
functions -c fish_prompt gh_debt_own_prompt
function fish_prompt; echo -n "($GH_DEBT_TITLE) "; gh_debt_own_prompt; end
end`
)

// promptFor makes what the shell at path needs, with startup files in the folder
// kept. A shell that is not known is left as it is.
func promptFor(path, kept string, s Shell) (prompt, error) {
	name := strings.TrimPrefix(strings.TrimSuffix(filepath.Base(path), ".exe"), "-")
	switch name {
	case "bash":
		file := filepath.Join(kept, "bashrc")
		return prompt{args: []string{"--rcfile", file, "-i"}}, os.WriteFile(file, []byte(bashStart), 0o600)
	case "zsh":
		if err := os.WriteFile(filepath.Join(kept, ".zshenv"), []byte(zshEnv), 0o600); err != nil {
			return prompt{}, err
		}
		env := []string{"GH_DEBT_ZDOTDIR=" + variable(s.Env, "ZDOTDIR"), "GH_DEBT_START=" + kept, "ZDOTDIR=" + kept}
		return prompt{args: []string{"-i"}, env: env}, os.WriteFile(filepath.Join(kept, ".zshrc"), []byte(zshStart), 0o600)
	case "fish":
		return prompt{args: []string{"-i", "-C", fishStart}}, nil
	case "sh", "dash", "ash", "ksh", "mksh":
		return prompt{args: []string{"-i"}, env: before(s, "PS1", "$ ")}, nil
	case "cmd":
		return prompt{env: before(s, "PROMPT", "$P$G")}, nil
	default:
		return prompt{}, nil
	}
}

// before is the prompt's variable with the title before what it was, for the
// shells that take it from the environment. In a title no mark has a meaning to them.
func before(s Shell, name, usual string) []string {
	text := plain(s.Title)
	if text == "" {
		return nil
	}
	return []string{name + "=(" + text + ") " + cmp.Or(variable(s.Env, name), usual)}
}
