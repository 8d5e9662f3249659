// Package gittest gives the git of tests a world of its own.
package gittest

import (
	"os"
	"slices"
	"strings"
)

// Env is the environment in which a test runs git, or what runs git: this process's
// without any variable of git, and with nobody's configuration. Within a hook those
// variables name the repository that is being worked on, and a test would commit
// there. Every commit has one author and one time, so that its id is the same in each
// run.
func Env(more ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(strings.ToUpper(entry), "GIT_") })
	env = append(env, Own()...)
	return append(env, more...)
}

// Own are the variables of git in Env, for an environment that is made from nothing.
func Own() []string {
	return []string{
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=ana", "GIT_AUTHOR_EMAIL=ana@example.test", "GIT_AUTHOR_DATE=2026-11-30T09:00:00Z",
		"GIT_COMMITTER_NAME=ana", "GIT_COMMITTER_EMAIL=ana@example.test", "GIT_COMMITTER_DATE=2026-11-30T09:00:00Z",
	}
}
