package recipe

import (
	"context"
	"errors"
	"fmt"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
)

// confirmPlace asks the checkout whether a line is there that a key may name, and
// gives the path as the tree spells it. why says, in a sentence, what is wrong with
// the place.
func confirmPlace(ctx context.Context, files CodeReader, typed string, line int) (path, why string, err error) {
	file, err := files.Inspect(ctx, typed)
	if err == nil {
		err = file.CheckLine(line)
	}
	if wrong, ok := errors.AsType[*checkout.PathError](err); ok {
		if commit, gone, _ := goneSince(ctx, files, wrong); gone {
			return "", goneWords(typed, commit, wrong.Nearest), nil
		}
		return "", wrong.Error(), nil
	}
	if repo, ok := errors.AsType[*checkout.RepoError](err); ok {
		return "", "", &UsageError{Err: repo}
	}
	if err != nil {
		return "", "", err
	}
	return file.Path, "", nil
}

// goneSince tells since when a file is gone that is not there any more (C-39).
func goneSince(ctx context.Context, files CodeReader, wrong *checkout.PathError) (string, bool, error) {
	if wrong.Kind != checkout.PathUntracked && wrong.Kind != checkout.PathMissing {
		return "", false, nil
	}
	return files.Gone(ctx, wrong.Path)
}

// goneWords says since when the file is gone, and which file may be meant.
func goneWords(typed, commit, nearest string) string {
	words := fmt.Sprintf("%s: file gone since %.10s", model.Visible(typed), commit)
	if nearest != "" {
		words += ", perhaps " + model.Visible(nearest)
	}
	return words
}
