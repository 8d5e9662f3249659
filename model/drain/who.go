package drain

// Who names a worker in a sentence for whoever drains here: the person, who is the
// worker Me of the configuration, is "you".
func Who(worker string) string {
	if worker == Me {
		return "you"
	}
	return worker
}

// Does says what a worker does: "fixer says", "you say".
func Does(worker, does, do string) string {
	if worker == Me {
		return "you " + do
	}
	return worker + " " + does
}

// doneBy names who did what an event says: the person by their name in the ledger.
func doneBy(worker, by string) string {
	switch {
	case worker != Me:
		return worker
	case by == "" || by == Engine:
		return "a person"
	}
	return by
}
