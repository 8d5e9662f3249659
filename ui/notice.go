package ui

import (
	"context"

	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// listen shows what the things behind the recipes have to say (a limit that is
// waited for, a damaged file that was set aside) on the toast line, one after
// the other, until the app ends.
func listen(ctx context.Context, notices <-chan string) tea.Cmd {
	if notices == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case text := <-notices:
			return screen.Streamed{
				Msg:  screen.Toast{Level: screen.Warning, Text: text},
				Next: listen(ctx, notices),
			}
		case <-ctx.Done():
			return nil
		}
	}
}
