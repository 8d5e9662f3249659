package screen

import (
	"time"

	"gh-debt/model"
	"gh-debt/recipe"

	tea "github.com/charmbracelet/bubbletea"
)

// Send is a command that delivers a message: how a screen talks to the root.
func Send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// Messages that open a screen on top of the present one.
type (
	// OpenIssue shows one issue. Entry is what is known of it already; its
	// Issue.Number is zero when nothing is.
	OpenIssue struct {
		Number int
		Entry  model.Entry
	}
	// OpenFiling opens the form, filled with what is known of the finding already.
	OpenFiling struct{ Start recipe.FindingInput }
	// OpenRegrade changes the grades of one issue or of several.
	OpenRegrade struct{ Issues []model.Issue }
	// OpenTriage goes through the loose ends, one at a time.
	OpenTriage struct{ Queue model.Queue }
	// OpenClusters shows the batches.
	OpenClusters struct{ Queue model.Queue }
	// OpenLog shows what was changed in this repository.
	OpenLog struct{}
	// OpenBoard shows the units that are drained. Numbers are issues to begin a
	// unit with, after a question; At is the issue whose unit the cursor goes to,
	// where it has one. Both may be empty.
	OpenBoard struct {
		Numbers []int
		At      int
	}
)

// Back leaves the present screen, after its question if it has one. Sure skips
// the question: the work is done.
type Back struct{ Sure bool }

// Quit leaves the app, after the questions of the screens that have one.
type Quit struct{}

// Shown is sent to a screen that lies on top again.
type Shown struct{}

// Resized is sent to the screen on top after the window has told it another size, so
// that what there is room for now can be looked up.
type Resized struct{}

// Closing is sent to every screen when ctrl+c was pressed. The commands they
// answer with (a draft to save) are run before the app ends.
type Closing struct{}

// Refresh asks for a fresh look at the tracker: by hand, or because the
// interval has passed.
type Refresh struct{ ByHand bool }

// Level is how much a toast matters.
type Level int

// The levels of a toast.
const (
	Note    Level = iota // fades
	Success              // fades
	Warning              // fades, a little later
	Failure              // stays until it is dismissed
)

// Toast is one line about what happened. Text is a sentence that names the
// thing; Next, when there is one, says what can be done now.
type Toast struct {
	Level Level
	Text  string
	Next  string
}

// Pending says that a change of these issues is under way, so that their rows
// can say so. Change is a request number; Doing is a word as "declining".
type Pending struct {
	Change  int
	Numbers []int
	Doing   string
}

// Changed says that a change went through. Issues are the ones changed, as they
// were read back; a list that is older than them does not flip them back. Issues
// that are known by number only stand in Numbers.
type Changed struct {
	Change  int
	Numbers []int
	Issues  []model.Issue
}

// Unchanged says that a change did not go through: what was shown of it before
// it was confirmed is taken back. The toast that names the failure is sent by
// whoever made the change.
type Unchanged struct {
	Change  int
	Numbers []int
}

// QueueRead says that the open queue was read or changed; every screen may take
// what it shows from it. It is shared and must not be written to.
type QueueRead struct {
	Queue model.Queue
	At    time.Time
}

// OpenURL opens an address in the browser, as gh does.
type OpenURL struct{ URL string }

// CopyText puts text on the clipboard through the terminal (OSC 52), so that it
// works over SSH. What names it in the toast: "the address of #12".
type CopyText struct{ Text, What string }

// Ask shows the app's one dialog.
type Ask struct{ Question Question }

// Question is a confirmation. No is preselected. The owner of the question acts
// on the message that it chose itself; the dialog does nothing of its own.
type Question struct {
	Title string
	// Lines say what will happen, each thing on its own line.
	Lines []string
	// Quoted is what the question is about, code or a comment, as it is written:
	// the dialog grows with it where there is room.
	Quoted []string
	// Yes and No are the words on the buttons; "No" where No is empty.
	Yes, No string
	// Field is the label of a text that must be given with a yes; "" for none.
	Field string
	// Text is what was typed into Field before and not given; "" for nothing.
	Text string
	// Typed is told of Field after each change of it; it may be nil.
	Typed func(text string) tea.Cmd
	// Then makes the message that is delivered on yes, from the text of Field.
	Then func(text string) tea.Msg
	// Else is delivered on no; nil delivers nothing.
	Else tea.Msg
}
