package screen

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

// streamRoom is how many reports may wait to be drawn before the work waits.
const streamRoom = 64

// Streamed carries one report of work that goes on. The root unpacks it: a
// screen's Update gets Msg alone.
type Streamed struct {
	Msg  tea.Msg
	Next tea.Cmd
}

// Stream is a command for work that tells how far it is. Each message given to
// report is delivered in order, and what work returns comes last.
//
//	return screen.Stream(func(report func(tea.Msg)) tea.Msg {
//		result, err := recipe.Run(ctx, input, func(s Step) { report(progress{request, s}) })
//		return filed{request, result, err}
//	})
func Stream(work func(report func(tea.Msg)) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		reports := make(chan streamItem, streamRoom)
		go func() {
			defer func() {
				if r := recover(); r != nil {
					reports <- streamItem{fault: fmt.Sprint(r)}
				}
			}()
			last := work(func(msg tea.Msg) { reports <- streamItem{msg: msg, more: true} })
			reports <- streamItem{msg: last}
		}()
		return nextReport(reports)
	}
}

type streamItem struct {
	msg   tea.Msg
	more  bool
	fault string // what the work panicked with
}

// nextReport waits for a report. A panic of the work is raised again here, on a
// goroutine of the program, which puts the terminal in order before it ends.
func nextReport(reports <-chan streamItem) tea.Msg {
	item := <-reports
	switch {
	case item.fault != "":
		panic(item.fault)
	case item.more:
		return Streamed{item.msg, func() tea.Msg { return nextReport(reports) }}
	}
	return item.msg
}
