package hub

import (
	"context"
	"fmt"
)

// applicationID marks a SQLite file as a hub's ("gdbt").
const applicationID = 0x67646274

// migrations bring a file from one schema to the next; user_version says how
// many of them it has had. A migration that has been released is never edited.
func migrations() []string {
	return []string{schema1, schema2}
}

// Times are whole seconds since 1970 in UTC, as GitHub shows no more. rev is
// the number of the write that last changed how the row is shown: ETags are
// made of it. The body stands last so that a scan need not read it.
const schema1 = `
CREATE TABLE repository (
	id             INTEGER PRIMARY KEY CHECK (id = 1),
	owner          TEXT NOT NULL,
	name           TEXT NOT NULL,
	description    TEXT NOT NULL DEFAULT '',
	default_branch TEXT NOT NULL DEFAULT 'main',
	private        INTEGER NOT NULL DEFAULT 0,
	archived       INTEGER NOT NULL DEFAULT 0,
	issues_off     INTEGER NOT NULL DEFAULT 0,
	created_at     INTEGER NOT NULL,
	last_at        INTEGER NOT NULL,
	last_number    INTEGER NOT NULL DEFAULT 0,
	rev            INTEGER NOT NULL DEFAULT 1,
	shape_rev      INTEGER NOT NULL DEFAULT 1,
	label_rev      INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE former_name (
	folded TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE user (
	id     INTEGER PRIMARY KEY,
	login  TEXT NOT NULL,
	folded TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE label (
	id          INTEGER PRIMARY KEY AUTOINCREMENT,
	name        TEXT NOT NULL,
	folded      TEXT NOT NULL UNIQUE,
	color       TEXT NOT NULL,
	description TEXT,
	created_at  INTEGER NOT NULL,
	updated_at  INTEGER NOT NULL
) STRICT;
CREATE TABLE issue (
	id           INTEGER PRIMARY KEY AUTOINCREMENT,
	number       INTEGER NOT NULL UNIQUE,
	state        INTEGER NOT NULL DEFAULT 0,
	created_at   INTEGER NOT NULL,
	updated_at   INTEGER NOT NULL,
	closed_at    INTEGER,
	closed_by    INTEGER REFERENCES user (id),
	state_reason TEXT,
	author       INTEGER NOT NULL REFERENCES user (id),
	comments     INTEGER NOT NULL DEFAULT 0,
	is_pull      INTEGER NOT NULL DEFAULT 0,
	merged_at    INTEGER,
	rev          INTEGER NOT NULL,
	title        TEXT NOT NULL,
	body         TEXT
) STRICT;
CREATE INDEX issue_order ON issue (state, created_at, id, rev, updated_at, comments, author, is_pull);
CREATE TABLE issue_label (
	issue_id INTEGER NOT NULL REFERENCES issue (id),
	label_id INTEGER NOT NULL REFERENCES label (id) ON DELETE CASCADE,
	PRIMARY KEY (issue_id, label_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX label_issue ON issue_label (label_id, issue_id);
CREATE TABLE comment (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	issue_id   INTEGER NOT NULL REFERENCES issue (id),
	author     INTEGER NOT NULL REFERENCES user (id),
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	body       TEXT NOT NULL
) STRICT;
CREATE INDEX comment_issue ON comment (issue_id, created_at, id);
CREATE TABLE event (
	id           INTEGER PRIMARY KEY AUTOINCREMENT,
	issue_id     INTEGER NOT NULL REFERENCES issue (id),
	kind         TEXT NOT NULL,
	actor        INTEGER NOT NULL REFERENCES user (id),
	created_at   INTEGER NOT NULL,
	label_name   TEXT,
	label_color  TEXT,
	state_reason TEXT,
	rename_from  TEXT,
	rename_to    TEXT,
	comment_id   INTEGER REFERENCES comment (id),
	canonical_id INTEGER REFERENCES issue (id)
) STRICT;
CREATE INDEX event_issue ON event (issue_id, created_at, id);
`

// insertRepository writes the repository's row into a new file.
func (o Options) insertRepository(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `INSERT INTO repository (id, owner, name, private, created_at, last_at) VALUES (1, ?, ?, ?, ?, 0)`,
		o.Owner, o.Name, o.Private, o.Clock().Unix())
	if err != nil {
		return fmt.Errorf("store the repository: %w", err)
	}
	return nil
}
