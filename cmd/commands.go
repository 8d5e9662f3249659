package cmd

import "github.com/spf13/cobra"

// addCommands gives the root its commands, in groups.
func addCommands(root *cobra.Command, h *house) {
	root.AddGroup(
		&cobra.Group{ID: "queue", Title: "The queue"},
		&cobra.Group{ID: "change", Title: "Changing it"},
		&cobra.Group{ID: "drain", Title: "Draining it"},
		&cobra.Group{ID: "check", Title: "Checks and figures"},
		&cobra.Group{ID: "name", Title: "Names and formats"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add("queue", newList(h), newWhy(h), newHistory(h), newBacklog(h), newDedup(h))
	add("change", newFile(h), newRegrade(h), newDecline(h), newPublish(h))
	add("drain", newDrain(h))
	add("check", newCheck(h), newCount(h), newBrake(h))
	add("name", newLabels(h), newOrigin(h), newBranch(h), newMan(h))
	refuseTheUnknown(root)
}

// refuseTheUnknown has the library's own commands end as the others do that hold
// commands. Of a shell or a command that it does not know it would show the help
// with status 0, and a start-up file would be given that to read.
func refuseTheUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args = noArguments
			c.RunE = func(*cobra.Command, []string) error {
				return usagef("say which shell: completion bash, fish, powershell or zsh")
			}
		case "help":
			c.Run, c.RunE = nil, helpAbout
		}
	}
}

// helpAbout shows the help of the command that is named.
func helpAbout(c *cobra.Command, args []string) error {
	about, rest, err := c.Root().Find(args)
	if err != nil {
		return &usage{err: err}
	}
	if len(rest) > 0 && about.HasSubCommands() {
		return noArguments(about, rest)
	}
	about.InitDefaultHelpFlag()
	return about.Help()
}
