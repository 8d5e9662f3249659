package kit

import (
	"context"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Undoer takes back the last re-grade or decline; recipe.Undo is one.
type Undoer interface {
	Run(ctx context.Context, in recipe.UndoInput) (recipe.ChangeResult, error)
}

// Messages of a reversal. Each carries the number of the question it belongs
// to, since every screen of the stack sees it.
type (
	reversalPlanned struct {
		question int
		result   recipe.ChangeResult
		err      error
	}
	reversalMeant struct {
		question int
		numbers  []int
		change   string // what the question was about, and nothing that was done since
	}
	reversalDropped struct{ question int }
	reversalDone    struct{ question int }
)

// Reversal takes back the last change from a screen: it looks what that is, asks,
// does it, and tells what became of it.
type Reversal struct {
	Undo Undoer
	// Known gives an issue as the screen shows it, so that the queue can be told
	// what it is like now.
	Known    func(number int) (model.Issue, bool)
	question int // under way; 0: none
	writing  bool
}

// Busy says why it cannot be begun just now, "" when it can.
func (r *Reversal) Busy() string {
	switch {
	case r.writing:
		return "the last change is being taken back"
	case r.question != 0:
		return "the last change is being looked up"
	}
	return ""
}

// Begin finds out what there is to take back.
func (r *Reversal) Begin(env screen.Env) tea.Cmd {
	r.question = env.Requests.Next()
	ctx, undo, question := env.Reading, r.Undo, r.question
	return func() tea.Msg {
		res, err := undo.Run(ctx, recipe.UndoInput{DryRun: true})
		return reversalPlanned{question, res, err}
	}
}

// Update takes the messages of a reversal; it reports whether msg was one.
func (r *Reversal) Update(env screen.Env, msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case reversalPlanned:
		return r.planned(env, msg), true
	case reversalDropped:
		if msg.question == r.question {
			r.question = 0
		}
		return nil, true
	case reversalMeant:
		return r.meant(env, msg), true
	case reversalDone:
		if msg.question == r.question {
			r.question, r.writing = 0, false
		}
		return nil, true
	}
	return nil, false
}

func (r *Reversal) planned(env screen.Env, msg reversalPlanned) tea.Cmd {
	if msg.question != r.question {
		return nil
	}
	if msg.err != nil {
		r.question = 0
		return screen.Send(screen.Failed(msg.err))
	}
	lines := ChangeLines(env.Theme, msg.result.Issues)
	var numbers []int
	for _, c := range msg.result.Issues {
		if c.Outcome == recipe.Changed {
			numbers = append(numbers, c.Number)
		}
	}
	if len(numbers) == 0 {
		r.question = 0
		words := "there is no re-grade and no decline to take back"
		if len(lines) == 0 {
			return screen.Send(screen.Toast{Text: words})
		}
		return screen.Send(screen.Toast{Level: screen.Warning, Text: words + ": " + strings.Join(lines, "; ")})
	}
	meant := reversalMeant{msg.question, numbers, msg.result.Undoes}
	return screen.Send(screen.Ask{Question: screen.Question{
		Title: "Take back the last change?", Lines: lines, Yes: "Take it back", No: "Leave it",
		Then: func(string) tea.Msg { return meant },
		Else: reversalDropped{msg.question},
	}})
}

func (r *Reversal) meant(env screen.Env, msg reversalMeant) tea.Cmd {
	if msg.question != r.question || r.writing {
		return nil
	}
	r.writing = true
	undo := r.Undo
	return Write{
		Numbers: msg.numbers, Doing: "being taken back", Done: "taken back", Known: r.Known,
		Run: func(ctx context.Context) (recipe.ChangeResult, error) {
			return undo.Run(ctx, recipe.UndoInput{Change: msg.change})
		},
		Ended: func(recipe.ChangeResult, error) tea.Msg { return reversalDone{msg.question} },
	}.Command(env)
}
