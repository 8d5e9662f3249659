package cmd

import (
	"fmt"
	"sync"
	"time"

	"gh-debt/recipe"
)

// patience is how long a command works before it says what it does.
const patience = time.Second

// progress gives a callback that shows on standard error how far a recipe is,
// when it takes more than a second and a person is watching, and the function
// that clears the line again.
func (h *house) progress() (show recipe.Progress, done func()) {
	w := h.world
	if !w.Terminal.Err {
		return nil, func() {}
	}
	var mu sync.Mutex
	began, shown := w.Now(), false
	show = func(s recipe.Step) {
		mu.Lock()
		defer mu.Unlock()
		if w.Now().Sub(began) < patience {
			return
		}
		shown = true
		fmt.Fprintf(w.Err, "\r\x1b[K%s", stepLine(s))
	}
	return show, func() {
		mu.Lock()
		defer mu.Unlock()
		if shown {
			fmt.Fprint(w.Err, "\r\x1b[K")
		}
	}
}

// stepLine says a step in one line: "read the open issues 3/10".
func stepLine(s recipe.Step) string {
	text := visible(s.Name)
	if s.Total > 0 {
		text += fmt.Sprintf(" %d/%d", s.Done, s.Total)
	}
	if s.State == recipe.StepWaiting && s.Detail != "" {
		text += ": " + visible(s.Detail)
	}
	return text
}
