// Package hub is a GitHub that fits in a file: an http.Handler over SQLite
// which speaks the part of GitHub's REST and GraphQL APIs that the tracker
// uses, with the same status codes, paging, ETags, label events and quirks.
// It serves --demo and --local, and every test of the rooms above it.
//
//	h, err := hub.Open(ctx, ".git/gh-debt/hub.db", hub.Options{Owner: "acme", Name: "shop", Viewer: "ana"})
//	client := &http.Client{Transport: h.Transport()}
//	client.Get("https://api.github.com/repos/acme/shop/issues")
//
// Over a repository of commits (Git, in Options) it has branches, pull requests,
// reviews, checks, the rules of a branch, merging and a merge queue too: a drain
// that has no GitHub ends in a merge all the same.
//
// One file holds one repository. Two processes may use one file at once, and
// what was answered is on the disk.
package hub
