package ledger

// applicationID marks a SQLite file as a ledger ("gdbl").
const applicationID = 0x6764626c

// migrations bring a file from one schema to the next. A migration that has
// been released is never edited.
func migrations() []string { return []string{schema1} }

// An event is never changed or taken out. at is nanoseconds since 1970; the
// order is that of id, which is also the order in which the transactions were
// committed. event_life holds the beginnings and the ends alone, so that what
// is active is found without a look at the events of what has ended.
const schema1 = `
CREATE TABLE event (
	id   INTEGER PRIMARY KEY,
	at   INTEGER NOT NULL,
	unit TEXT NOT NULL,
	kind TEXT NOT NULL,
	data TEXT NOT NULL,
	by   TEXT NOT NULL
) STRICT;
CREATE INDEX event_unit ON event (unit);
CREATE INDEX event_life ON event (unit, kind) WHERE kind = 'chosen' OR kind = 'delivered' OR kind = 'ended';
`
