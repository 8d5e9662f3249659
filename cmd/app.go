package cmd

import (
	"context"
	"fmt"
	"slices"

	ghconfig "github.com/cli/go-gh/v2/pkg/config"
	"github.com/spf13/cobra"

	"gh-debt/cmd/config"
	"gh-debt/recipe"
	"gh-debt/ui"
	"gh-debt/ui/board"
	"gh-debt/ui/changes"
	"gh-debt/ui/clusters"
	"gh-debt/ui/filing"
	"gh-debt/ui/issue"
	"gh-debt/ui/queue"
	"gh-debt/ui/regrade"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"
	"gh-debt/ui/triage"
)

// appFlags are the flags of the app itself.
type appFlags struct {
	showKeys bool
	noMouse  bool
}

// appStart says what the app opens with, beside the queue.
type appStart struct {
	filing *recipe.FindingInput // the form, filled with these facts; nil opens none
}

// runRoot opens the app, or prints the queue where standard output is no
// terminal.
func runRoot(c *cobra.Command, h *house) error {
	if !h.world.Terminal.Out {
		return runList(c, h, listFlags{state: string(recipe.ShowOpen)})
	}
	if !h.world.Terminal.In {
		return &usage{
			err:  fmt.Errorf("the app takes its keys from standard input, which is no terminal"),
			hint: "run it at a terminal, or print the queue with: gh debt list",
		}
	}
	return h.app(c.Context(), appStart{})
}

// app runs the terminal app until it is left.
func (h *house) app(ctx context.Context, start appStart) error {
	in, out, _, ok := h.world.files()
	if !ok {
		return usagef("the app needs a terminal")
	}
	person, err := config.ReadPerson(ghconfig.ConfigDir())
	if err != nil {
		return err
	}
	if err := checkKeys(person); err != nil {
		return err
	}
	o, err := h.open(ctx)
	if err != nil {
		return err
	}
	notices := make(chan string, 16)
	h.notices = func(text string) {
		select {
		case notices <- text:
		default: // nobody would read that many
		}
	}
	look, asked := h.look(person.Theme)
	options := ui.Options{
		Notices:  notices,
		Theme:    theme.New(look),
		Screens:  h.screens(ctx, o),
		Keys:     screen.Keymap(person.Keys),
		Refresh:  person.Refresh,
		Mouse:    !h.appFlags.noMouse,
		ShowKeys: h.appFlags.showKeys,
		Browse:   o.browser(),
		Now:      h.world.Now,
	}
	if start.filing != nil {
		options.Start = screen.OpenFiling{Start: *start.filing}
	}
	term := ui.Terminal{In: in, Out: out, Multiplexer: h.multiplexer(), Patience: answerWithin(h.world.Env)}
	if asked {
		term.Theme = func(light bool) *theme.Theme {
			look.Dark = !light
			return theme.New(look)
		}
	}
	return ui.Run(ctx, options, term)
}

// screens makes the screens of one repository.
func (h *house) screens(ctx context.Context, o *opened) ui.Screens {
	b, place := o.book, o.name()
	reader := &frugal{ReadQueue: b.ReadQueue, decided: h.world.Env("GOMEMLIMIT") != ""}
	return ui.Screens{
		Queue: func(e screen.Env) screen.Screen {
			return queue.New(e, queue.Deps{
				Place: place, Rules: o.rules, Queue: reader, Decline: b.Decline,
				Undo: b.Undo, Code: b.Code, History: b.History, Jots: b.Jottings,
			})
		},
		Issue: issue.Open(issue.Deps{
			Place: place, Issue: b.Issue, Queue: b.ReadQueue, Decline: b.Decline, Undo: b.Undo, Jots: b.Jottings,
		}),
		Filing: filing.Open(filing.Deps{
			Place: place, Rules: o.rules, File: b.File, Keep: b.KeepLocal, Dedup: b.Dedup, Cap: b.CapCheck,
			Labels: b.Labels, Rights: b.Rights, Code: b.Code, Paths: b.Paths, Origin: b.Origin, Drafts: b.Drafts,
			Editor: h.editor(),
		}),
		Regrade: func(e screen.Env, msg screen.OpenRegrade) screen.Screen {
			return regrade.New(e, regrade.Deps{Place: place, Rules: o.rules, Regrade: b.Regrade, History: b.History, Undo: b.Undo, Jots: b.Jottings}, msg)
		},
		Triage: triage.Open(triage.Deps{
			Place: place, Triage: b.Triage, Code: b.Code, Regrade: b.Regrade, Repair: b.Repair,
			Sync: b.SyncLabels, Undo: b.Undo, Jots: b.Jottings,
		}, triage.NewMemory()),
		Clusters: clusters.Open(clusters.Deps{Place: place, Undo: b.Undo}),
		Log:      changes.Open(changes.Deps{Place: place, Log: b.Changelog, Undo: b.Undo}),
		Board:    h.board(ctx, o),
	}
}

// tables are the keys of every screen.
func tables() []screen.Table {
	return ui.Tables(slices.Concat(
		queue.Keys(), issue.Keys(), filing.Keys(), regrade.Keys(), triage.Keys(), clusters.Keys(), changes.Keys(), board.Keys(),
	))
}

// editor is what a person writes long texts in, as gh chooses it.
func (h *house) editor() filing.Editor {
	in, out, _, _ := h.world.files()
	e := filing.Editor{In: in, Out: out}
	for _, name := range []string{"GH_EDITOR", "GIT_EDITOR", "VISUAL", "EDITOR"} {
		if v := h.world.Env(name); v != "" {
			e.Command = v
			return e
		}
	}
	return e
}

// checkKeys reports a mistake in a person's keys.
func checkKeys(p config.Person) error {
	if problems := screen.Keymap(p.Keys).Check(tables()); len(problems) > 0 {
		return p.KeyMistake(problems[0].Action, problems[0].Text)
	}
	return nil
}
