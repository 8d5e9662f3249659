package checkout

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gh-debt/model"
)

// MergesCleanly reports whether the changes of head go onto base without a
// conflict. Both are full object names or branches. Histories that have nothing
// in common do not.
func (s *Store) MergesCleanly(ctx context.Context, base, head string) (bool, error) {
	ends, err := s.at.commits(ctx, base, head)
	if err != nil {
		return false, fmt.Errorf("try the merge: %w", err)
	}
	tree, err := s.mergedTree(ctx, ends[0], ends[1])
	if err != nil {
		return false, fmt.Errorf("try the merge: %w", err)
	}
	return tree != "", nil
}

// Squash puts the changes of a commit onto a branch as one commit, and gives that
// commit. It writes no file but those of the worktree that has the branch checked
// out, if any.
//
// The outcome is SquashDone; SquashConflict; SquashMoved where the branch moved
// meanwhile, so that it can be tried again; or SquashBlocked where it is checked
// out and cannot move there, for which Blocked gives the reason. In the last three
// nothing changed and the error is nil. Where the branch holds the changes
// already, as after a squash whose answer was lost, no commit is made and the
// branch's own is given.
//
// It fails with a *BranchError where there is no such branch, a *RevisionError
// where there is no such head, and a *VersionError where git is older than 2.38.
func (s *Store) Squash(ctx context.Context, q model.Squash) (string, model.MergeOutcome, error) {
	commit, outcome, err := s.squash(ctx, q)
	if err != nil {
		return "", "", fmt.Errorf("squash onto %s: %w", shown(q.Base), err)
	}
	return commit, outcome, nil
}

func (s *Store) squash(ctx context.Context, q model.Squash) (string, model.MergeOutcome, error) {
	base, err := s.at.branch(ctx, q.Base)
	if err != nil {
		return "", "", err
	}
	if base == "" {
		return "", "", &BranchError{Kind: BranchAbsent, Branch: q.Base}
	}
	if err := s.known(ctx, q.Head); err != nil {
		return "", "", err
	}
	tree, err := s.mergedTree(ctx, base, q.Head)
	if err != nil {
		return "", "", err
	}
	if tree == "" {
		return "", model.SquashConflict, nil
	}
	has, err := s.at.text(ctx, "rev-parse", "--verify", "--quiet", base+"^{tree}")
	if err != nil {
		return "", "", err
	}
	if has == tree {
		return base, model.SquashDone, nil
	}
	commit, err := s.commitTree(ctx, tree, base, q)
	if err != nil {
		return "", "", err
	}
	err = s.advance(ctx, q.Base, base, commit, "gh debt: squash "+short(q.Head))
	if stopped, ok := errors.AsType[*BranchError](err); ok {
		switch {
		case stopped.Kind == BranchMoved:
			return "", model.SquashMoved, nil
		case stopped.Kind == BranchCheckedOut:
			return "", model.SquashBlocked, nil
		}
	}
	return commit, model.SquashDone, err
}

// mergedTree is the tree that a merge of head into base makes, "" where they are
// in conflict.
func (s *Store) mergedTree(ctx context.Context, base, head string) (string, error) {
	call := s.at.call("merge-tree", "--write-tree", "--no-messages", "-z", base, head)
	call.Env = append(call.Env, pushed)
	out, err := output(ctx, s.at.run, call)
	if exitIs(err, 1) {
		return "", nil
	}
	if failed, ok := errors.AsType[*GitError](err); ok && strings.Contains(failed.Stderr, "unrelated histories") {
		return "", nil
	}
	if err != nil {
		return "", s.at.old(ctx, err)
	}
	tree, _, _ := strings.Cut(string(out), "\x00")
	if !fullName(tree) {
		return "", fmt.Errorf("git says of the merge that %q", tree)
	}
	return tree, nil
}

// Who commits where git knows of nobody, and the address of an author that has none.
const (
	committerName = "gh debt"
	noAddress     = "@gh-debt.invalid"
)

// commitTree makes the commit of a squash. It is never signed, since that may ask
// for a pass phrase.
func (s *Store) commitTree(ctx context.Context, tree, parent string, q model.Squash) (string, error) {
	author, err := s.author(ctx, q)
	if err != nil {
		return "", err
	}
	env := []string{"GIT_AUTHOR_NAME=" + author[0], "GIT_AUTHOR_EMAIL=" + author[1]}
	known, err := s.committer(ctx)
	if err != nil {
		return "", err
	}
	if !known {
		env = append(env, "GIT_COMMITTER_NAME="+committerName, "GIT_COMMITTER_EMAIL=gh-debt"+noAddress)
	}
	call := s.at.call("-c", "i18n.commitEncoding=UTF-8", "commit-tree", "--no-gpg-sign", "-p", parent, "-F", "-", tree)
	call.Env = append(call.Env, env...)
	call.Stdin = strings.NewReader(squashMessage(q.Title, q.Message))
	out, err := output(ctx, s.at.run, call)
	if err != nil {
		return "", err
	}
	commit := strings.TrimSpace(string(out))
	if !fullName(commit) {
		return "", fmt.Errorf("git says of the new commit that %q", commit)
	}
	return commit, nil
}

// squashMessage is the whole message of a squash: its title, an empty line, and
// the rest, without what git does not take.
func squashMessage(title, message string) string {
	clean := strings.NewReplacer("\x00", "", "\r\n", "\n")
	title = strings.Join(strings.Fields(clean.Replace(title)), " ")
	message = strings.TrimSpace(clean.Replace(message))
	if message == "" {
		return title + "\n"
	}
	return title + "\n\n" + message + "\n"
}

// author is the name and the address of a squash's author: those given as
// "Name <address>" or as a name alone, else those of the head.
func (s *Store) author(ctx context.Context, q model.Squash) ([2]string, error) {
	if given := strings.Join(strings.Fields(q.Author), " "); given != "" {
		name, rest, _ := strings.Cut(given, "<")
		address, _, _ := strings.Cut(rest, ">")
		name, address = strings.TrimSpace(name), strings.TrimSpace(address)
		if name == "" {
			name = address
		}
		if address == "" {
			address = strings.Join(strings.Fields(name), ".") + noAddress
		}
		return [2]string{name, address}, nil
	}
	said, err := s.at.text(ctx, "show", "--no-patch", "--no-mailmap", "--encoding=UTF-8", "--format=%an%n%ae", q.Head, "--")
	if err != nil {
		return [2]string{}, err
	}
	name, address, _ := strings.Cut(said, "\n")
	if name == "" {
		name = committerName // git takes no empty one
	}
	return [2]string{name, address}, nil
}

// committer reports whether git was told who commits here, which it is not where
// it would only guess an address from the computer's name.
func (s *Store) committer(ctx context.Context) (bool, error) {
	_, err := s.at.text(ctx, "-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT")
	if _, ok := errors.AsType[*GitError](err); ok {
		return false, nil
	}
	return err == nil, err
}
