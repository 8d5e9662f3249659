package recipe

import (
	"context"
	"errors"
	"strings"

	"gh-debt/model"
)

// SyncTracker is what SyncLabels asks of the tracker.
type SyncTracker interface {
	LabelReader
	LabelKeeper
	RepositoryReader
}

// SyncLabels creates what the repository lacks of the vocabulary and renames
// former spellings in place (sections 2 and 7, labels sync).
type SyncLabels struct {
	Tracker SyncTracker
	Rules   model.Rules
	RepoArg string // the repository as `gh -R` takes it
}

func newSyncLabels(d Deps) SyncLabels {
	return SyncLabels{Tracker: d.Tracker, Rules: d.Rules, RepoArg: d.RepoArg}
}

// SyncInput says how far SyncLabels may go.
type SyncInput struct {
	DryRun   bool // say what would be done, write nothing
	Adopt    bool // also give existing labels the vocabulary's colour and description
	Progress Progress
}

// LabelAct is what is done about one label.
type LabelAct string

// The acts of a sync.
const (
	ActCreate LabelAct = "create"
	ActRename LabelAct = "rename" // in place: the issues keep it
	ActAdopt  LabelAct = "adopt"  // colour and description become the vocabulary's
	ActKeep   LabelAct = "keep"   // a human's colour or description is kept
	ActBoth   LabelAct = "both"   // old and new exist: both are left
)

// LabelAction is one act of a sync on one label.
type LabelAction struct {
	Act     LabelAct `json:"act"`
	Name    string   `json:"name"` // of the vocabulary
	From    string   `json:"from"` // rename, both: the former spelling; adopt, keep: the repository's spelling
	Color   string   `json:"color"`
	Was     string   `json:"was"`  // adopt, keep: the colour that it has
	Done    bool     `json:"done"` // false in a dry run and for what has to be done by hand
	Command string   `json:"command"`

	to model.Label
}

// Writes reports whether the act changes the repository.
func (a LabelAction) Writes() bool { return a.Act != ActKeep && a.Act != ActBoth }

// SyncResult tells what was done, in the vocabulary's order. Commands are the
// `gh label` commands for what the token may not do; they are quoted for a
// shell.
type SyncResult struct {
	DryRun   bool          `json:"dryRun"`
	MayWrite bool          `json:"mayWrite"`
	Actions  []LabelAction `json:"actions"`
	Commands []string      `json:"commands"`
}

// Run reads the repository's labels to the last page and brings them in line.
// Without the right to write labels it gives the commands and no error. When
// the tracker fails on the way, the result says what was done until then.
func (r SyncLabels) Run(ctx context.Context, in SyncInput) (SyncResult, error) {
	p := in.Progress.serial()
	res := SyncResult{DryRun: in.DryRun, Actions: []LabelAction{}, Commands: []string{}}
	have, repo, err := r.read(ctx, p)
	if err != nil {
		return res, err
	}
	res.MayWrite = repo.CanLabel
	res.Actions = r.plan(have, in.Adopt)
	for i := range res.Actions {
		a := &res.Actions[i]
		if !a.Writes() {
			continue
		}
		if in.DryRun || !res.MayWrite {
			continue
		}
		err := r.apply(ctx, *a, p)
		if noRight(err) {
			res.MayWrite = false
			continue
		}
		if err != nil {
			return res, err
		}
		a.Done = true
	}
	if !res.MayWrite {
		for _, a := range res.Actions {
			if a.Writes() && !a.Done {
				res.Commands = append(res.Commands, a.Command)
			}
		}
	}
	return res, nil
}

// read gets labels and rights side by side.
func (r SyncLabels) read(ctx context.Context, p Progress) ([]model.Label, model.Repository, error) {
	var have []model.Label
	var repo model.Repository
	err := sideBySide(ctx,
		func(ctx context.Context) (err error) {
			end := p.step("read the labels")
			have, err = r.Tracker.Labels(ctx)
			end("", err)
			return err
		},
		func(ctx context.Context) (err error) {
			end := p.step("read the token's rights")
			repo, err = r.Tracker.Repository(ctx)
			end("", err)
			return err
		})
	return have, repo, err
}

// plan says what is to be done, label by label.
func (r SyncLabels) plan(have []model.Label, adopt bool) []LabelAction {
	byName := map[string]model.Label{}
	for _, l := range have {
		byName[strings.ToLower(l.Name)] = l
	}
	out := []LabelAction{}
	for _, row := range labelRows(have, r.Rules) {
		want := model.Label{Name: row.Name, Color: row.Color, Description: row.Description}
		switch row.State {
		case LabelMissing:
			out = append(out, r.action(ActCreate, want, model.Label{}))
		case LabelFormer:
			out = append(out, r.rename(want, byName, row.Former, adopt)...)
		case LabelBoth:
			for _, f := range row.Former {
				out = append(out, r.action(ActBoth, want, byName[strings.ToLower(f)]))
			}
		case LabelDiffers:
			act := ActKeep
			if adopt {
				act = ActAdopt
			}
			out = append(out, r.action(act, want, byName[strings.ToLower(row.Spelled)]))
		}
	}
	return out
}

// rename gives today's name to the first former spelling; were there a second
// one, it would meet a label of that name and is left.
func (r SyncLabels) rename(want model.Label, byName map[string]model.Label, former []string, adopt bool) []LabelAction {
	out := []LabelAction{}
	for i, f := range former {
		has := byName[strings.ToLower(f)]
		if i > 0 {
			out = append(out, r.action(ActBoth, want, has))
			continue
		}
		if !adopt {
			want.Color, want.Description = has.Color, has.Description
		}
		out = append(out, r.action(ActRename, want, has))
	}
	return out
}

func (r SyncLabels) action(act LabelAct, want, has model.Label) LabelAction {
	a := LabelAction{Act: act, Name: want.Name, From: has.Name, Color: want.Color, Was: strings.ToLower(has.Color), to: want}
	switch act {
	case ActCreate:
		a.Command = shellCommand("gh", "label", "create", want.Name, "--repo", r.RepoArg, "--color", want.Color, "--description", want.Description)
	case ActRename:
		a.Command = shellCommand("gh", "label", "edit", has.Name, "--repo", r.RepoArg, "--name", want.Name, "--color", want.Color, "--description", want.Description)
	case ActAdopt:
		a.to.Name = has.Name // the repository's spelling stays
		a.Command = shellCommand("gh", "label", "edit", has.Name, "--repo", r.RepoArg, "--color", want.Color, "--description", want.Description)
	}
	return a
}

func (r SyncLabels) apply(ctx context.Context, a LabelAction, p Progress) error {
	end := p.step(string(a.Act) + " " + a.Name)
	var err error
	if a.Act == ActCreate {
		err = r.Tracker.CreateLabel(ctx, a.to)
	} else {
		err = r.Tracker.EditLabel(ctx, a.From, a.to)
	}
	end("", err)
	return err
}

// noRight reports whether the token may not do what was asked.
func noRight(err error) bool {
	var f *model.Fault
	return errors.As(err, &f) && f.Kind == model.FaultNoPermission
}
