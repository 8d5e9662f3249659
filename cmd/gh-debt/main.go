// Command gh-debt is the tech-debt queue of a repository, in the terminal.
package main

import (
	"os"

	"gh-debt/cmd"
)

// version is set by the linker when a release is built.
var version = "dev"

func main() { os.Exit(cmd.Main(version)) }
