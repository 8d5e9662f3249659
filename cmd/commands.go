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
}
