package worker

import (
	"bytes"
	"os"
	"strconv"
)

// processes lists the system's processes, as /proc has them.
func processes() []listed {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1) // what could be read counts
	all := make([]listed, 0, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has ended meanwhile
		}
		if p, ok := parseStat(pid, stat); ok {
			all = append(all, p)
		}
	}
	return all
}

// parseStat reads a line of /proc/<pid>/stat. The second field is the name in
// parentheses and may hold anything, so the others count from the last of them.
func parseStat(pid int, stat []byte) (listed, bool) {
	const state, parent, group, session, start = 0, 1, 2, 3, 19
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= start {
		return listed{}, false
	}
	number := func(at int) int {
		n, _ := strconv.Atoi(string(fields[at])) // the kernel writes numbers
		return n
	}
	at, _ := strconv.ParseUint(string(fields[start]), 10, 64)
	return listed{
		process: process{pid: pid, start: at},
		parent:  number(parent), group: number(group), session: number(session),
		dead: fields[state][0] == 'Z' || fields[state][0] == 'X',
	}, true
}
